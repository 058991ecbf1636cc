import type { Access } from '../grammar/accesses.ts';
import { accesses } from '../grammar/accesses.ts';
import { attachments } from '../grammar/attachments.ts';
import type { ParsedCommand } from '../grammar/grammar.ts';
import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Analysis, Invocation, Redirect } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { Environment, ToolCall } from '../model/request.ts';
import { type Caller, newSession } from '../model/session.ts';
import type { Answer } from '../model/tri.ts';
import { type Word, wordValue } from '../model/word.ts';
import { unsetVariables } from './unset.ts';

const NOBODY: Caller = { session: newSession(''), sender: undefined, context: {} };

/** A tool call as one rule language sees it. */
export interface CallView extends ToolCall {
  /** what the tool is called, by its agent and, where it is a shell, by the rule language */
  readonly names: readonly string[];
}

/**
 * What a rule is evaluated on: one program start, the whole line (rules without `commands`), or a tool call (rules about tool
 * calls).
 */
export interface Subject {
  readonly analysis: Analysis;
  /** undefined = the whole line, or a tool call */
  readonly invocation: Invocation | undefined;
  readonly call: CallView | undefined;
  readonly caller: Caller;
  /** the text as written; undefined for a tool call that is no command */
  readonly text: string | undefined;
  readonly cwd: string | undefined;
  /** where the request was made; a `cd` in the line does not move it */
  readonly origin: string;
  /** the caller's environment with the line's own exports and prefix assignments applied */
  environment(): Environment;
  /** argv read by the option grammar of the program */
  parsed(): ParsedCommand;
  /** paths that are read, written or deleted: arguments and redirect targets */
  paths(): readonly Access[];
  /** what it does; undefined = it was not classified */
  operations(): readonly Operation[] | undefined;
  /** identifies exactly this operation; undefined = it was not computed */
  signature(): string | undefined;
}

/**
 * What a guess counts that is most likely right (`/etc/$f` is in `/etc`): enough to restrict on the line, nothing inside of a file,
 * where any path may have parts that are not known.
 */
export function likelyIn({ invocation }: Subject): Answer {
  return invocation?.inFile ? 'unknown' : 'some';
}

export interface SubjectInput {
  readonly analysis: Analysis;
  readonly invocation?: Invocation;
  readonly call?: CallView;
  readonly caller?: Caller | undefined;
  readonly cwd: string;
  readonly env: Environment;
  /** the program whose grammar reads the arguments, where the real one is not known */
  readonly program?: string;
  readonly operations?: (() => readonly Operation[]) | undefined;
  readonly signature?: (() => string) | undefined;
}

export function createSubject(input: SubjectInput): Subject {
  const { analysis, invocation } = input;
  let environment: Environment | undefined;
  let parsed: ParsedCommand | undefined;
  let paths: readonly Access[] | undefined;
  const program = input.program ?? invocation?.program;
  return {
    analysis,
    invocation,
    call: input.call,
    caller: input.caller ?? NOBODY,
    text: input.call === undefined ? (invocation?.text ?? analysis.text) : input.call.line,
    cwd: invocation === undefined ? input.cwd : invocation.cwd,
    origin: input.cwd,
    environment: () => (environment ??= environmentOf(input.env, analysis, invocation)),
    parsed: () => (parsed ??= parse(program, invocation)),
    paths: () => (paths ??= pathsOf(invocation, () => (parsed ??= parse(program, invocation)))),
    operations: () => input.operations?.(),
    signature: () => input.signature?.(),
  };
}

const NOTHING: readonly Word[] = [{ kind: 'known', value: '', text: '' }];

function parse(program: string | undefined, invocation: Invocation | undefined): ParsedCommand {
  return parseCommand(program, invocation?.argv ?? NOTHING, program === undefined ? undefined : grammarOf(program));
}

/** Redirections to these touch no file: `2>/dev/null` does not write outside the project. */
export const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

function pathsOf(invocation: Invocation | undefined, parsed: () => ParsedCommand): readonly Access[] {
  if (invocation === undefined) return [];
  const redirected = invocation.redirects.filter(namesFile).map(
    // a program that sends also sends its input
    ({ op, target }): Access =>
      op === '<' || op === '<&'
        ? { word: target, access: 'read', isSent: true, index: -1 }
        : { word: target, access: 'write', index: -1, ...(/>>|<>/.test(op) && { isAppended: true as const }) },
  );
  const all = [...accesses(parsed()), ...attachments(parsed()), ...redirected];
  return all.filter((one) => !isPipe(one.word) && !printsTo(one));
}

/** `tee /dev/null`, `open(.., '>', '/dev/null')` in Perl */
function printsTo({ word, access, from = [] }: Access): boolean {
  return access === 'write' && from.length === 0 && STREAMS.test(wordValue(word) ?? '');
}

/** `>(tee log)`, as a word or behind a redirection: a pipe to the commands in it, which are judged by themselves. */
function isPipe(word: Word): boolean {
  return word.kind === 'unknown' && word.prefix.startsWith('/dev/fd/') && /^[<>]\(/.test(word.text);
}

/** `2>&1`, `2>&-` and `>/dev/null` do not. */
function namesFile({ op, target }: Redirect): boolean {
  const path = wordValue(target);
  return !STREAMS.test(path ?? '') && !(op.endsWith('&') && path !== undefined && /^(\d+-?|-)$/.test(path));
}

function environmentOf(env: Environment, analysis: Analysis, invocation: Invocation | undefined): Environment {
  if (invocation === undefined || (invocation.assignments.length === 0 && invocation.via.length === 0)) return env;
  const result: Record<string, string | undefined> = invocation.via.some((wrapper) => wrapper.clearsEnv)
    ? {}
    : { ...env };
  for (const { name, value, append } of invocation.assignments) {
    const known = value.kind === 'known' ? value.value : undefined;
    result[name] = append && known !== undefined && result[name] !== undefined ? `${result[name]}${known}` : known;
  }
  for (const name of unsetVariables(analysis, invocation)) delete result[name];
  return result;
}
