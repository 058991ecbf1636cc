import { guard, type World } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Action, Request, ShellName } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { shQuote, shUnquote } from '../../util/sh-quote.ts';

/** Path of the shell of an agent's tool. The rule self/own-variables accepts these paths. */
const SHELLS: Readonly<Partial<Record<ShellName, string>>> = { bash: '/bin/bash', sh: '/bin/sh' };

const WRAPPER = 'safeshell-sh';

/** What judging another line needs. */
export interface LineContext {
  readonly request: Omit<Request, 'action'>;
  readonly world: World & {
    /** path of safeshell-sh; absent = it is not installed */ readonly wrapper?: string | undefined;
  };
}

/** A line for safeshell-sh, which masks its output and confines what it starts, and the decision on it there. */
export interface ShellLine {
  readonly line: string;
  readonly decision: Decision;
}

/** How the line is to run: what that shell has to see to. */
export type Manner = Pick<Decision, 'redaction' | 'confinement'>;

/**
 * The line wrapped for safeshell-sh, with the ids of the rules to mask by: rules about a tool may not match the shell's own name.
 * undefined where that shell would refuse it, run something else or not confine it.
 */
export function lineForShell(
  line: string,
  shell: ShellName,
  { redaction, confinement }: Manner,
  context: LineContext,
): ShellLine | undefined {
  const path = SHELLS[shell];
  const { wrapper } = context.world;
  if (path === undefined || wrapper === undefined) return undefined;
  const decision = judgedInShell(path, line, context);
  if (decision.verdict === 'deny' || decision.verdict === 'redirect' || decision.replacement !== undefined)
    return undefined;
  if (confinement !== undefined && decision.confinement === undefined) return undefined;
  const untold = redaction?.by.filter((one) => !decision.redaction?.by.includes(one)) ?? [];
  const told = untold.length === 0 ? '' : `SAFESHELL_REDACT=${shQuote(untold.join(','))} `;
  return { line: `SAFESHELL_SHELL=${path} ${told}${shQuote(wrapper)} -c ${shQuote(line)}`, decision };
}

/**
 * The line that `lineForShell` has wrapped, as the model wrote it; undefined = an agent wrote this itself. The wrapped text alone does
 * not prove that it is ours: the caller wraps the line again, and compares.
 */
export function lineInShell(text: string, shell: ShellName, wrapper: string): string | undefined {
  const path = SHELLS[shell];
  const [before = '', ...rest] = text.split(` ${shQuote(wrapper)} -c `);
  const quoted = rest.join('');
  if (path === undefined || rest.length !== 1 || !before.startsWith(`SAFESHELL_SHELL=${path}`)) return undefined;
  const line = shUnquote(quoted);
  return line?.includes(WRAPPER) ? undefined : line;
}

/** The line that an agent can run instead where its hook cannot rewrite lines; undefined = it would be refused, too. */
export function lineToRunInstead(line: string, manner: Manner, context: LineContext): string | undefined {
  return context.world.wrapper !== undefined && isSeenToInShell(line, manner, context)
    ? `${WRAPPER} -c ${shQuote(line)}`
    : undefined;
}

/** Does the line start only safeshell-sh, which masks and confines by the same rules already? */
export function isShellLine(call: Action, { analysis, ...manner }: Decision, context: LineContext): boolean {
  const [first] = analysis.invocations;
  const { wrapper } = context.world;
  if (call.kind === 'argv' || call.line?.trim() !== first?.text.trim()) return false;
  if (first === undefined || first.redirects.length + first.assignments.length > 0) return false;
  const [program = '', option, line, ...more] = first.argv.map(wordValue);
  const isOurs = program === WRAPPER || (wrapper !== undefined && program === wrapper);
  if (!isOurs || baseName(program) !== WRAPPER || option !== '-c' || line === undefined || more.length > 0)
    return false;
  return isSeenToInShell(line, manner, context);
}

function isSeenToInShell(line: string, { redaction, confinement }: Manner, context: LineContext): boolean {
  const there = judgedInShell('/bin/sh', line, context);
  const isMasked = redaction === undefined || redaction.by.every((one) => there.redaction?.by.includes(one));
  const isConfined = confinement === undefined || there.confinement !== undefined;
  return there.verdict === 'allow' && isMasked && isConfined;
}

function judgedInShell(shell: string, line: string, { request, world }: LineContext): Decision {
  return guard({ ...request, action: { kind: 'argv', argv: [shell, '-c', line], isShell: true } }, world);
}
