import { HOLE_VARIABLE } from '../model/hole.ts';
import { knownWord } from '../model/word.ts';
import { codeFile, SHELL_CODE } from '../wrappers/peeled.ts';
import { unknownWord } from '../wrappers/words.ts';
import type { CodeFinding } from './finding.ts';
import { combinations, hasHome, partsOf, shellText, textOf, textValue, type Value, wordOf } from './value.ts';

/** One call that was found in code, its arguments evaluated as far as they are certain. */
export interface Call {
  /** dotted, aliases resolved: `os.system`, `fs.rmSync`; `.unlink` for a method of an unknown object */
  readonly name: string;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** the object of a method call */
  readonly receiver?: Value;
  /** what it may take where it has no arguments: Perl's `$_` */
  readonly topic?: Value;
}

export type Effect = (call: Call) => readonly CodeFinding[];

/** The effects of a call, for each combination of the choices among its arguments. */
export function effectsOf(effect: Effect, call: Call): readonly CodeFinding[] {
  const { receiver } = call;
  if (receiver === undefined) return combinations(call.args).flatMap((args) => effect({ ...call, args }));
  return combinations([receiver, ...call.args]).flatMap(([object, ...args]) =>
    effect({ ...call, args, ...(object !== undefined && { receiver: object }) }),
  );
}

/** A map, as names come from code: a plain object would also have `constructor`. */
export function table<T = Effect>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

export function listItems(value: Value): readonly Value[] {
  return value.kind === 'list' ? value.items : [value];
}

/** The command with the same effect as a call; with a home directory in it, as shell code that expands it. */
export function standIn(words: readonly (string | Value)[], standsFor: string): CodeFinding {
  const values = words.map((word) => (typeof word === 'string' ? textValue(word) : word));
  if (!values.some((value) => hasHome(partsOf(value)))) return { kind: 'argv', argv: values.map(wordOf), standsFor };
  return { ...inShell(values), standsFor };
}

/** A command as shell code, which expands the home directory in it. */
function inShell(values: readonly Value[]): CodeFinding {
  const code = values.map((value) => shellText(partsOf(value))).join(' ');
  return { kind: 'code', language: SHELL_CODE, shell: 'sh', code: knownWord(code) };
}

/** Shell code. The known pieces around a hole are run; code that is one hole is hidden. */
export function shellFinding(value: Value | undefined): CodeFinding {
  const parts = partsOf(value);
  const certain = parts.some((part) => typeof part === 'string' && part.trim() !== '');
  const text = parts.map((part) => (typeof part === 'string' ? part : 'home' in part ? '"$HOME"' : HOLE_VARIABLE));
  const code = certain ? knownWord(text.join('')) : wordOf(value);
  return { kind: 'code', language: SHELL_CODE, shell: 'sh', code };
}

/** Text that is typed into a terminal. */
export function typedText(into: string, value: Value): CodeFinding {
  return { kind: 'typed', into, what: { text: wordOf(value) } };
}

/** A program with its words; a lone text where a list is expected is the program alone. */
export function startFinding(values: readonly Value[]): readonly CodeFinding[] {
  if (values.length === 0) return [];
  if (values.some((value) => hasHome(partsOf(value)))) return [inShell(values)];
  const argv = values.map((value) =>
    value.kind === 'unknown' || value.kind === 'list'
      ? unknownWord({ fields: 'any', reason: 'variable' })
      : wordOf(value),
  );
  return [{ kind: 'argv', argv }];
}

export const hiddenCode = (detail: string): CodeFinding => ({ kind: 'doubt', code: 'hidden-code', detail });

/**
 * `kill(pid, signal)`: the signal by number or name, TERM where it is not known; 0 only asks whether the process lives.
 */
export function signals(signal: Value | undefined, targets: readonly Value[]): readonly CodeFinding[] {
  const written = signal?.kind === 'name' ? signal.name : (textOf(signal) ?? '');
  const name = written.slice(written.lastIndexOf('.') + 1).replace(/^:?(SIG)?/, '');
  return startFinding([
    textValue('kill'),
    textValue(/^([A-Z]+\d*|\d+)$/.test(name) ? `-${name}` : '-TERM'),
    ...targets,
  ]);
}

/** `system("line")`. */
export const runsShell: Effect = ({ args }) => [shellFinding(args[0])];

/** `exec(program, [words])`, `spawn(program, words..)`. */
export const runsProgram: Effect = ({ args }) => startFinding(args.flatMap(listItems));

/** `subprocess.run`: a list is an argv, a text is a program, or shell code where `shell` says so. */
export function runsEither(shellWhen: (call: Call) => boolean): Effect {
  return (call) => {
    const [command, ...rest] = call.args;
    if (command === undefined) return [];
    if (shellWhen(call)) return [shellFinding(command.kind === 'list' ? command.items[0] : command)];
    return command.kind === 'list' ? startFinding(command.items) : startFinding([command, ...rest.flatMap(listItems)]);
  };
}

/** Removes every path it is given. */
export function removes(...command: readonly string[]): Effect {
  return ({ name, args, receiver }) => {
    const targets = args.length > 0 ? args.flatMap(listItems) : receiver === undefined ? [] : [receiver];
    return targets.map((target) => standIn([...command, target], name));
  };
}

/** The first argument (or the object of the method) goes behind the words of a command. */
export function touches(...command: readonly string[]): Effect {
  return ({ name, args, receiver }) => {
    const target = receiver?.kind === 'path' ? receiver : args[0];
    return target === undefined ? [] : listItems(target).map((one) => standIn([...command, one], name));
  };
}

/** Two paths: `rename(from, to)`. */
export function moves(...command: readonly string[]): Effect {
  return ({ name, args, receiver }) => {
    const [first, second] = receiver?.kind === 'path' ? [receiver, args[0]] : args;
    return first === undefined || second === undefined ? [] : [standIn([...command, first, second], name)];
  };
}

/** chmod, chown: the path comes first in the call and last in the command. */
export function changes(command: string, count: number): Effect {
  return ({ name, args, receiver }) => {
    const all = receiver?.kind === 'path' ? [receiver, ...args] : args;
    const [path] = all;
    return path === undefined ? [] : [standIn([command, ...all.slice(1, 1 + count), path], name)];
  };
}

/** Reads a file. Reported only if its name is known, or the directory in which a pattern found it. */
export const reads: Effect = ({ name, args, receiver }) => {
  const path = receiver?.kind === 'path' ? receiver : args[0];
  const parts = path === undefined ? [] : partsOf(path).filter((part) => part !== '');
  const isFound = (part: (typeof parts)[number]) =>
    typeof part === 'object' && 'reason' in part && part.reason === 'glob';
  const isKnown =
    parts.length > 0 &&
    !isFound(parts[0] as (typeof parts)[number]) &&
    parts.every((part) => typeof part === 'string' || 'home' in part || isFound(part));
  if (path === undefined || !isKnown || /^\w+:\/\//.test(String(parts[0]))) return [];
  return [standIn(['cat', path], name)];
};

/** `open(path, mode)`: without a mode it reads. */
export const opens: Effect = (call) => {
  const { name, args, named, receiver } = call;
  const [path, given] = receiver?.kind === 'path' ? [receiver, args[0]] : args;
  const mode = textOf(given ?? named.get('mode') ?? textValue('r'));
  if (path === undefined || mode === undefined) return [];
  if (!/[wax+>]/.test(mode)) return reads(call);
  return [standIn(/a|>>/.test(mode) ? ['tee', '-a', path] : ['tee', path], name)];
};

/** `exec(text)`: code of the same language, followed where it is certain. */
export function evaluates(language: string): Effect {
  return ({ name, args }) => {
    const [code] = args;
    if (code?.kind === 'unknown' && code.file !== undefined) return [codeFile(language, knownWord(code.file))];
    const text = textOf(code);
    if (text === undefined) return [hiddenCode(`${name} of text that is not known`)];
    return [{ kind: 'code', language, code: knownWord(text) }];
  };
}
