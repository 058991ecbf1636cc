import { HOLE } from '../../model/hole.ts';
import type { Input, Invocation, InvocationRole, Wrapper } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { RUNNERS } from '../../runners/index.ts';
import { baseName } from '../../util/path.ts';
import { peel, WRAPPERS } from '../../wrappers/index.ts';
import { listedFiles } from '../../wrappers/path-lists.ts';
import { SHELL_CODE } from '../../wrappers/peeled.ts';
import type { KnownInput, Peeled, WrapperCall, WrapperFamily } from '../../wrappers/wrapper.ts';
import { runCopy, trackCopies, trackTee } from '../origin/copies.ts';
import { trackEdits } from '../outputs/edits.ts';
import { printed } from '../outputs/output.ts';
import { Exits } from '../state/exits.ts';
import type { Feed } from '../state/feed.ts';
import type { Frame } from '../state/frame.ts';
import type { FunctionBody, FunctionDefinition } from '../state/functions.ts';
import { LIMITS } from '../state/limits.ts';
import type { Scope, Variable } from '../state/scope.ts';
import type { Source } from '../state/source.ts';
import { EMPTY, eachPath, joinValues, unknown } from '../state/value.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { expandAliases } from './aliases.ts';
import type { Builtin, Call } from './builtins/builtin.ts';
import { BUILTINS, isMissing } from './builtins/index.ts';
import { mayRefuse } from './builtins/refusals.ts';
import { runEnvironment } from './environment.ts';
import { executedScript } from './executed-script.ts';
import { itemText } from './file-text.ts';
import { runInFile } from './in-file.ts';
import { doubtProgram, startAlternatives, startInstead } from './instead.ts';
import { withUncertainOutput } from './list.ts';
import { lostPath, SOURCES } from './lost-path.ts';
import { runPeeled } from './peel.ts';
import { runPerhaps } from './perhaps.ts';
import { isKnownProgram, programName } from './program-name.ts';
import { runRunner } from './run-files.ts';
import { textOfFile } from './script-file.ts';
import { ZSH_FAMILIES } from './zsh.ts';

/** Records one start, then follows it into functions, builtins, wrappers and code. */
export function startProgram(given: ProgramStart, walker: Walker): void {
  const start = withFileWords(given, walker);
  const { frame } = start;
  if (frame.nesting > LIMITS.nesting) {
    walker.record.doubt('too-deep', 'commands that are nested too deeply');
    return;
  }
  if (!walker.record.step(start.argv)) return;
  const called = programOf(start, walker);
  expandAliases(start, walker);
  // as it is written: `/bin/rm` is not the function `rm`
  const written = start.lookup === 'shell' ? wordValue(start.argv[0]) : undefined;
  const definition = written === undefined ? undefined : frame.scope.functions.get(written);
  const builtin =
    start.lookup === 'programs' || called === undefined || isPath(start.argv[0]) ? undefined : BUILTINS.get(called);
  const program =
    called === undefined || definition?.certain === true ? called : programName(called, walker.facts.foldsCase);
  const family = program === undefined ? undefined : familyOf(program, start);
  const peeled = family === undefined || definition?.certain === true ? [] : peeledBy(family, start, program, walker);
  const role: InvocationRole =
    definition?.certain === true ? 'function' : builtin !== undefined ? 'builtin' : 'program';
  const index = record(start, program, role, peeled, walker);
  startAlternatives(start, walker);
  if (program === undefined) doubtProgram(start, walker);
  startWithout(start, walker);
  startWithoutList(start, walker);
  if (definition !== undefined) callFunction(definition, written as string, start, walker);
  else if (builtin === undefined) callHandler(start, program, walker);
  if (definition?.certain === true) return;
  const isPerhaps = builtin !== undefined && mayRefuse(called as string, start);
  if (builtin === undefined) runExternal(start, program, index, walker);
  // `noglob set x` sets nothing where the shell has no such word
  const isWord = start.lookup !== 'shell' || !isMissing(called ?? '', frame.dialect);
  const follow = (at: Frame) => {
    const inner = at === frame ? start : { ...start, frame: at };
    const peeling = { start: inner, program: program ?? '', index };
    if (builtin !== undefined) runBuiltin(builtin, { start: inner, index, frame: at, walker }, isPerhaps);
    if (isWord) runPeeled(peeled, peeling, walker);
    else runPerhaps(at, (below) => runPeeled(peeled, { ...peeling, start: { ...inner, frame: below } }, walker));
    if (builtin === undefined) runPeeled(executedScript(inner, walker), peeling, walker);
    const runner = program === undefined ? undefined : RUNNERS.get(program);
    if (runner !== undefined) runRunner(runner, peeling, walker);
  };
  walker.record.files.forEachVersion((isAnother) => {
    if (isAnother) runPerhaps(frame, (inner) => follow(inner.with({ stdout: undefined })));
    else follow(frame);
  });
  if (frame.stdout !== undefined && !passesOutputOn(peeled, frame)) {
    const output = printed(start, program, index, walker);
    frame.stdout.writeFrom(index, isPerhaps ? joinValues(output, EMPTY) : output);
    return;
  }
  if (frame.stdout === undefined) return;
  frame.stdout.from.push(index);
  if (builtin === undefined) frame.stdout.mayBeMissing = true;
}

function runBuiltin(builtin: Builtin, call: Call, isPerhaps: boolean): void {
  if (isPerhaps) runPerhaps(call.frame, (frame) => builtin({ ...call, frame, start: { ...call.start, frame } }));
  else builtin(call);
}

function familyOf(program: string, { frame, lookup }: ProgramStart): WrapperFamily | undefined {
  const own = frame.dialect === 'zsh' && lookup === 'shell' ? ZSH_FAMILIES.get(program) : undefined;
  return own ?? WRAPPERS.get(program);
}

function peeledBy(
  family: WrapperFamily,
  start: ProgramStart,
  program: string | undefined,
  walker: Walker,
): readonly Peeled[] {
  const call = withName(withInput(start, program, walker), program);
  return [...peel(family, call), ...listedFiles(program ?? '', call)];
}

/** Some wrappers ask by which of their names they were called: of `$DIR/git-push` that is certain. */
function withName(call: WrapperCall, program: string | undefined): WrapperCall {
  const [word, ...rest] = call.argv;
  if (program === undefined || word === undefined || word.kind === 'known') return call;
  return { ...call, argv: [knownWord(program, word.text), ...rest] };
}

/** `rm $(cat list)`: the words that stand in the list, but for builtins and programs that take the text for code. */
function withFileWords(start: ProgramStart, walker: Walker): ProgramStart {
  const { fileWords } = walker.record;
  if (fileWords.size === 0 || !start.argv.some((word) => fileWords.has(word))) return start;
  const name = programOf(start, walker);
  if (name === undefined || (start.lookup === 'shell' && BUILTINS.has(name))) return start;
  const family = familyOf(programName(name, walker.facts.foldsCase), start);
  const peeled = family === undefined ? [] : peel(family, start);
  if (peeled.some((one) => one.kind === 'code' && one.code.kind !== 'known')) return start;
  return { ...start, argv: start.argv.flatMap((word) => fileWords.get(word) ?? [word]) };
}

/** A start as wrappers get it, with its standard input where that is known. */
function withInput(start: ProgramStart, program: string | undefined, walker: Walker): WrapperCall {
  const { argv, assignments, redirects, frame } = start;
  const items = program === undefined ? undefined : itemText(program, start, walker);
  const stdin = items === undefined ? inputOf(frame.stdin) : { text: items, ofFile: true as const };
  return { argv, assignments, redirects, ...(stdin === undefined ? {} : { stdin }) };
}

function inputOf(stdin: Feed): KnownInput | undefined {
  if (stdin.kind !== 'data') return stdin.kind === 'empty' ? { text: '' } : undefined;
  if (stdin.data.known) return { text: stdin.data.text };
  const { paths } = stdin.data;
  if (paths === undefined) return undefined;
  return { paths: { ...eachPath(paths), ...(paths.each && { each: paths.each }) } };
}

/** `$SUDO rm x`: if the first word is empty, the next one is the program. */
function startWithout(start: ProgramStart, walker: Walker): void {
  const [word] = start.argv;
  if (word?.kind !== 'unknown' || word.fields !== 'any') return;
  // `$(find a) rm x`: there may be no path
  const isListed = word.reason === 'command-output' && word.within !== undefined;
  if (!isListed && (word.prefix !== '' || word.suffix !== '')) return;
  if (word.alternatives?.every((text) => text.trim() !== '')) return;
  const rest = start.argv.slice(1);
  if (rest[0] === undefined || wordValue(rest[0])?.startsWith('-') === true) return;
  startInstead(start, rest, walker);
}

/** `"$@"/bin/rm x`: if the list is empty, the text around it is the program. */
function startWithoutList(start: ProgramStart, walker: Walker): void {
  const [word, ...rest] = start.argv;
  if (word?.kind !== 'unknown' || !walker.record.lists.has(word) || word.prefix + word.suffix === '') return;
  const [before = '', after = '', ...more] = (walker.record.templates.get(word) ?? '').split(HOLE);
  const program: Word = more.length === 0 ? knownWord(before + after, word.text) : { ...word, fields: 'one' };
  startInstead(start, [program, ...rest], walker);
}

function runExternal(start: ProgramStart, program: string | undefined, index: number, walker: Walker): void {
  const { frame } = start;
  const wrapper: Wrapper = { name: program ?? '', invocation: index };
  if (start.assignments.length > 0) runEnvironment(start.assignments, wrapper, walker, frame);
  trackCopies(start, program, walker);
  trackTee(start, program, index, walker);
  trackEdits(start, program, index, walker, (path) => textOfFile(path, walker, frame));
}

/** Whether the wrapper's output is exactly what the walk of the wrapped command has written. */
function passesOutputOn(peeled: readonly Peeled[], { stdin }: Frame): boolean {
  const [only, ...more] = peeled;
  if (
    only === undefined ||
    more.length > 0 ||
    only.kind === 'doubt' ||
    only.kind === 'typed' ||
    only.effects?.ownStdin === true
  )
    return false;
  if (only.kind === 'argv') return true;
  if (only.language !== SHELL_CODE || only.kind === 'script-file') return false;
  return only.kind === 'code' ? only.code.kind === 'known' : stdin.kind === 'data' && stdin.data.known;
}

function isPath(word: Word | undefined): boolean {
  return word !== undefined && (word.kind === 'glob' || (wordValue(word) ?? '/').includes('/'));
}

/** Base name of the program word, where it is certain; a copy that the line made is named as its original. */
function programOf(start: ProgramStart, walker: Walker): string | undefined {
  const [word] = start.argv as [Word];
  const copied = runCopy(word, start.frame, walker);
  if (copied !== undefined) return copied;
  if (word.kind === 'known') return word.value === '' ? undefined : baseName(word.value);
  if (word.kind === 'glob') return lastSegment(word.pattern, /[*?[\\]/);
  if (walker.record.lists.has(word)) return undefined;
  // `$JAVA_HOME/bin/java`: that the unknown part splits into several words is ignored
  return lastSegment(word.fields === 'any' ? (/^\S*/.exec(word.suffix)?.[0] ?? '') : word.suffix);
}

function lastSegment(text: string, dynamic?: RegExp): string | undefined {
  const cut = text.lastIndexOf('/');
  const segment = cut < 0 ? undefined : text.slice(cut + 1);
  return segment === undefined || segment === '' || dynamic?.test(segment) ? undefined : segment;
}

function record(
  start: ProgramStart,
  program: string | undefined,
  role: InvocationRole,
  peeled: readonly Peeled[],
  walker: Walker,
): number {
  const { frame, argv } = start;
  const code = role === 'function' ? undefined : codeOf(peeled, frame);
  const { exports } = frame.scope;
  const mayLose = role === 'program' || (role === 'builtin' && SOURCES.has(program ?? ''));
  const lost = mayLose ? lostPath(start, program, peeled) : [];
  const invocation: Invocation = {
    argv,
    program,
    role,
    text: start.text ?? argv.map((word) => word.text).join(' '),
    cwd: frame.scope.cwd,
    assignments: lost.length + exports.length === 0 ? start.assignments : [...exports, ...start.assignments, ...lost],
    redirects: start.redirects,
    inputs: inputsOf(argv, start, walker),
    via: frame.via,
    depth: frame.depth,
    ...(start.span === undefined ? {} : { span: start.span }),
    ...(code === undefined ? {} : { code }),
    ...(start.standsFor === undefined ? {} : { standsFor: start.standsFor }),
    ...(frame.inFile && { inFile: true as const }),
    ...((frame.mayNotRun || isNothing(program, start)) && { mayNotRun: true as const }),
    ...(frame.source && { source: sourceOf(frame.source) }),
    ...(frame.source?.isOfGuard(frame.text) && { ofGuard: true as const }),
  };
  const index = walker.record.add(invocation);
  for (const word of argv) walker.record.readers.get(word)?.push(index);
  for (const { target } of start.redirects) walker.record.readers.get(target)?.push(index);
  return index;
}

/** `unset X`, where X has no value. */
function isNothing(program: string | undefined, { argv, frame }: ProgramStart): boolean {
  return program === 'unset' && argv.slice(1).every((word) => frame.empty.includes(wordValue(word) ?? ''));
}

function sourceOf({ file, line }: Source): NonNullable<Invocation['source']> {
  return line === undefined ? { file } : { file, line };
}

/** The source text that this start runs in another language, where it is known. */
function codeOf(peeled: readonly Peeled[], frame: Frame): Invocation['code'] {
  for (const one of peeled) {
    if (one.kind === 'code' && one.language !== 'shell' && one.code.kind === 'known') {
      return { language: one.language, text: one.code.value };
    }
    if (
      one.kind === 'stdin-code' &&
      one.language !== 'shell' &&
      frame.stdin.kind === 'data' &&
      frame.stdin.data.known
    ) {
      return { language: one.language, text: frame.stdin.data.text };
    }
  }
  return undefined;
}

function inputsOf(argv: readonly Word[], start: ProgramStart, walker: Walker): readonly Input[] {
  const { stdin } = start.frame;
  const inputs: Input[] = stdin.kind === 'data' ? [stdin.input] : [];
  for (const word of argv) {
    const from = walker.record.printedBy.get(word);
    if (from === undefined) continue;
    inputs.push({ kind: walker.record.streams.has(word) ? 'process-substitution' : 'command-substitution', from });
  }
  if (stdin.kind === 'data' && stdin.input.kind === 'text') {
    const from = walker.record.printedBy.get(stdin.input.word);
    if (from !== undefined) inputs.push({ kind: 'command-substitution', from });
  }
  return inputs;
}

const MAX_RECURSION = 2;

function callFunction(definition: FunctionDefinition, name: string, start: ProgramStart, walker: Walker): void {
  const { frame } = start;
  const { bodies, certain, isTruncated } = definition;
  if (isTruncated) walker.record.doubt('too-many', 'more bodies of one function than are looked at');
  // recursion is followed twice with its arguments, then once with unknown ones
  const level = frame.calls.filter((call) => call === name).length;
  if (level > MAX_RECURSION) {
    frame.stdout?.write(unknown('command-output'));
    return;
  }
  const positional = level === MAX_RECURSION ? undefined : start.argv.slice(1);
  const branches: Scope[] = certain ? [] : [frame.scope.child()];
  for (const body of bodies) {
    const run = (inner: Frame) => branches.push(...runBody(body, name, inner, positional, walker));
    if (certain && bodies.length === 1) run(frame);
    else withUncertainOutput(frame, run);
  }
  frame.scope.merge(branches);
}

/** Functions that a shell calls where it finds no program of the name; fish says the same. */
const HANDLERS = ['command_not_found_handle', 'command_not_found_handler', 'fish_command_not_found'];

/** A program that is well known is taken to be installed. */
function callHandler(start: ProgramStart, program: string | undefined, walker: Walker): void {
  if (start.lookup === 'programs' || isPath(start.argv[0]) || (program !== undefined && isKnownProgram(program)))
    return;
  for (const name of HANDLERS) {
    const handler = start.frame.scope.functions.get(name);
    if (handler !== undefined)
      callFunction(handler, name, { ...start, argv: [knownWord(name), ...start.argv] }, walker);
  }
}

/** The states after one body: at its end, and at each `return`. */
function runBody(
  { node, text, spans, inFile, source }: FunctionBody,
  name: string,
  frame: Frame,
  positional: readonly Word[] | undefined,
  walker: Walker,
): readonly Scope[] {
  const scope = frame.scope.child();
  const call = new Exits(frame.scope);
  const locals = new Map<string, Variable | undefined>();
  const calls = [...frame.calls, name];
  scope.give(positional);
  const inner = frame.with({
    scope,
    locals,
    leaving: { call },
    text,
    spans,
    source,
    nesting: frame.nesting + 1,
    calls,
  });
  const run = (at: Frame) => walker.runNode(node, at);
  if (inFile) runInFile(inner, walker, run);
  else run(inner);
  const branches = [scope, ...call.branches];
  for (const branch of branches) {
    for (const [local, before] of locals) branch.variables.restore(local, before);
    branch.positional = frame.scope.positional;
    branch.perhapsGiven = frame.scope.perhapsGiven;
  }
  return branches;
}
