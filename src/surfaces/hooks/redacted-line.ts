import { guard, type World } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Redaction } from '../../model/redaction.ts';
import type { Action, Request, ShellName } from '../../model/request.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { shQuote } from '../../util/sh-quote.ts';

/** Where the shell of an agent's tool is to be found. */
const SHELLS: Readonly<Partial<Record<ShellName, string>>> = { bash: '/bin/bash', sh: '/bin/sh' };

const WRAPPER = 'safeshell-sh';

/** What judging another line needs. */
export interface LineContext {
  readonly request: Omit<Request, 'action'>;
  readonly world: World & {
    /** path of safeshell-sh; absent = it is not installed */ readonly wrapper?: string | undefined;
  };
}

/** A line for safeshell-sh, which masks its output, and the decision on it there. */
export interface RedactedLine {
  readonly line: string;
  readonly decision: Decision;
}

/**
 * The line wrapped for safeshell-sh, with the ids of the rules to mask by: rules about a tool may not match the shell's own name.
 * undefined where that shell would refuse it or run something else.
 */
export function redactedLine(
  line: string,
  shell: ShellName,
  redaction: Redaction,
  context: LineContext,
): RedactedLine | undefined {
  const path = SHELLS[shell];
  const { wrapper } = context.world;
  if (path === undefined || wrapper === undefined) return undefined;
  const decision = judgedInShell(path, line, context);
  if (decision.verdict === 'deny' || decision.verdict === 'redirect' || decision.replacement !== undefined)
    return undefined;
  const untold = redaction.by.filter((one) => !decision.redaction?.by.includes(one));
  const told = untold.length === 0 ? '' : `SAFESHELL_REDACT=${shQuote(untold.join(','))} `;
  return { line: `SAFESHELL_SHELL=${path} ${told}${shQuote(wrapper)} -c ${shQuote(line)}`, decision };
}

/** The line that an agent can run instead where its hook cannot rewrite lines; undefined = it would be refused, too. */
export function lineToRunInstead(line: string, redaction: Redaction, context: LineContext): string | undefined {
  return context.world.wrapper !== undefined && isMaskedInShell(line, redaction, context)
    ? `${WRAPPER} -c ${shQuote(line)}`
    : undefined;
}

/** Does the line start only safeshell-sh, which masks by the same rules already? */
export function isRedactedLine(call: Action, { analysis, redaction }: Decision, context: LineContext): boolean {
  const [first] = analysis.invocations;
  const { wrapper } = context.world;
  if (call.kind === 'argv' || call.line?.trim() !== first?.text.trim() || redaction === undefined) return false;
  if (first === undefined || first.redirects.length + first.assignments.length > 0) return false;
  const [program = '', option, line, ...more] = first.argv.map(wordValue);
  const isOurs = program === WRAPPER || (wrapper !== undefined && program === wrapper);
  if (!isOurs || baseName(program) !== WRAPPER || option !== '-c' || line === undefined || more.length > 0)
    return false;
  return isMaskedInShell(line, redaction, context);
}

function isMaskedInShell(line: string, { by }: Redaction, context: LineContext): boolean {
  const { verdict, redaction } = judgedInShell('/bin/sh', line, context);
  return verdict === 'allow' && redaction !== undefined && by.every((one) => redaction.by.includes(one));
}

function judgedInShell(shell: string, line: string, { request, world }: LineContext): Decision {
  return guard({ ...request, action: { kind: 'argv', argv: [shell, '-c', line], isShell: true } }, world);
}
