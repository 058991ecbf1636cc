import { losesPath } from '../../code/environment.ts';
import type { Given } from '../../code/finding.ts';
import { CODE_ANALYZERS } from '../../code/index.ts';
import { HOLE } from '../../model/hole.ts';
import type { Assignment, Input, Invocation, Wrapper } from '../../model/invocation.ts';
import type { Environment } from '../../model/request.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { templateOf } from '../../wrappers/words.ts';
import type { Effects, Peeled } from '../../wrappers/wrapper.ts';
import { isKnownGenerator } from '../origin/generators.ts';
import { insertedText } from '../origin/own-text.ts';
import { dataFeed, type Feed, linesLeft } from '../state/feed.ts';
import { absolutePath } from '../state/file-key.ts';
import type { Frame } from '../state/frame.ts';
import { Scope } from '../state/scope.ts';
import { templateOf as valueTemplate } from '../state/value.ts';
import type { CodeOptions, Lookup, ProgramStart, Walker } from '../state/walker.ts';
import { wordToValue } from '../word/word-value.ts';
import { runCodeWord } from './code-word.ts';
import { runEnvironment } from './environment.ts';
import { endShell } from './exit-trap.ts';
import { READS_ITEMS } from './file-text.ts';
import { foundFiles } from './found-files.ts';
import { importedFiles } from './imports.ts';
import { runFile } from './in-file.ts';
import { withUncertainOutput } from './list.ts';
import { hasLostPath } from './lost-path.ts';
import { fileCodeOf, printedScripts, runScriptText, type Script, scriptAt } from './script-file.ts';
import { runTyped } from './typed.ts';

/** The wrapper's own start, and the index of its invocation. */
export interface Peeling {
  readonly start: ProgramStart;
  readonly program: string;
  readonly index: number;
}

/** Builtins that start their operands in this very shell. */
const IN_SHELL: ReadonlyMap<string, Lookup> = new Map([
  ['command', 'no-functions'],
  ['builtin', 'no-functions'],
  ['exec', 'programs'],
  ['noglob', 'shell'],
  ['nocorrect', 'shell'],
  ['-', 'shell'],
  ['repeat', 'shell'],
  ['emulate', 'shell'],
  ['zargs', 'shell'],
  ['add-zsh-hook', 'shell'],
]);

const SEARCHES = new Set(['find', 'gfind', 'fd', 'fdfind']);

/** find and xargs start nothing where they find or read nothing. */
function mayStartNothing({ start, program }: Peeling): boolean {
  if (!READS_ITEMS.has(program)) return SEARCHES.has(program);
  const { stdin } = start.frame;
  const isGiven = start.argv.some((word) => wordValue(word) === ':::');
  return !isGiven && !(stdin.kind === 'data' && stdin.data.known);
}

/** Follows everything that a wrapper starts. */
export function runPeeled(peeled: readonly Peeled[], peeling: Peeling, walker: Walker): void {
  if (peeled.length === 0) return;
  const { start } = peeling;
  if (start.frame.stdout === undefined || !mayStartNothing(peeling)) runEach(peeled, peeling, walker);
  else withUncertainOutput(start.frame, (frame) => runEach(peeled, { ...peeling, start: { ...start, frame } }, walker));
}

function runEach(peeled: readonly Peeled[], outer: Peeling, walker: Walker): void {
  for (const one of peeled.flatMap((each) => ofEachFile(each, outer, walker))) {
    const peeling = placedAt(one.line, outer);
    if (one.kind === 'doubt') {
      walker.record.doubt(one.code, one.detail, peeling.start.span);
      continue;
    }
    if (!walker.record.step()) return;
    const frame = frameInside(one, peeling, walker);
    if (one.kind === 'typed') runTyped(one, peeling.program, walker, frame);
    else if (one.kind === 'argv') runArgv(one, peeling, frame, walker);
    else if (one.language === 'shell') {
      runShellCode(one, peeling, frame, walker);
      if (frame.scope !== peeling.start.frame.scope) endShell(frame, walker);
    } else runOtherCode(one, peeling, frame, walker);
  }
}

/** `sh "$f"` where f is what a pattern or a search found: a start for each file. */
function ofEachFile(peeled: Peeled, { start: { frame } }: Peeling, walker: Walker): readonly Peeled[] {
  if (peeled.kind !== 'script-file' || peeled.path.kind === 'known') return [peeled];
  if (scriptAt(peeled.path, walker, frame) !== undefined) return [peeled];
  const files = foundFiles(peeled.path, walker, frame);
  if (files.length === 0) return [peeled];
  const given = peeled.positional?.slice(1);
  return files.map((path) => ({ ...peeled, path, ...(given === undefined ? {} : { positional: [path, ...given] }) }));
}

/** What a reader of code found stands at a line of that code. */
function placedAt(line: number | undefined, peeling: Peeling): Peeling {
  const { source } = peeling.start.frame;
  if (line === undefined || source === undefined) return peeling;
  const frame = peeling.start.frame.with({ source: source.atLine(line) });
  return { ...peeling, start: { ...peeling.start, frame } };
}

function wrapperOf({ program, index }: Peeling, effects: Effects | undefined): Wrapper {
  const { user, elsewhere, clearsEnv } = effects ?? {};
  return {
    name: program,
    invocation: index,
    ...(user === undefined ? {} : { user }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
    ...(clearsEnv === undefined ? {} : { clearsEnv }),
  };
}

/** The frame of a peeled command: a process of its own, with the wrapper's effects. */
function frameInside(peeled: Peeled, peeling: Peeling, walker: Walker): Frame {
  const { frame } = peeling.start;
  const { effects } = peeled;
  const via = [...frame.via, wrapperOf(peeling, effects)];
  const depth = frame.depth + 1;
  const stdin = stdinInside(effects, peeling, walker);
  const inner: Frame = frame.with({
    via,
    depth,
    stdin,
    nesting: frame.nesting + 1,
    spans: frame.spans && peeled.kind === 'argv',
  });
  if (effects === undefined && IN_SHELL.has(peeling.program)) return inner;
  if (effects === undefined && peeled.kind === 'argv') return inner.with({ scope: frame.scope.child() });
  return inner.with({ scope: processScope(peeling.start, effects ?? {}, walker), leaving: undefined });
}

function stdinInside(effects: Effects | undefined, { start, index }: Peeling, walker: Walker): Feed {
  if (effects?.ownStdin === true) return { kind: 'empty' };
  if (effects?.stdin === undefined) return start.frame.stdin;
  return dataFeed(wordToValue(effects.stdin, walker), { kind: 'pipe', from: [index] });
}

/** What sudo, su and their like set for root on the machine that they run on, and mostly on others. */
const ROOT = { HOME: '/root', USER: 'root', LOGNAME: 'root' };

/** The scope of a new process: the exported variables, without those that the wrapper removes. */
function processScope(start: ProgramStart, effects: Effects, walker: Walker): Scope {
  const outer = start.frame.scope;
  const foreign = effects.elsewhere !== undefined;
  const dropped = new Set([...(effects.unsets ?? []), ...(effects.user === undefined ? [] : ['HOME'])]);
  const keepsNothing = foreign || effects.clearsEnv === true;
  const env = keepsNothing ? (effects.user === 'root' ? ROOT : {}) : environmentFor(outer, dropped, effects);
  const scope = new Scope({ env, cwd: cwdInside(start, effects, walker) });
  const kept = keepsNothing ? [] : [...outer.exports, ...start.assignments].filter(({ name }) => !dropped.has(name));
  scope.ownEnvironment = outer.ownEnvironment && !foreign && effects.user === undefined;
  scope.pathIsLost = !foreign && startsWithoutPath(start, effects, dropped);
  scope.exports = [...kept, ...(effects.assignments ?? [])];
  for (const { name, value } of scope.exports)
    scope.variables.set(name, { value: wordToValue(value, walker), exported: true });
  if (!foreign) for (const [name, definition] of outer.exportedFunctions()) scope.functions.set(name, definition);
  return scope;
}

/** `env -i`, `env -u PATH`, `su -`: what is started has no PATH of ours, unless it is given one. */
function startsWithoutPath(
  { frame, assignments }: ProgramStart,
  effects: Effects,
  dropped: ReadonlySet<string>,
): boolean {
  if (effects.assignments?.some(({ name }) => name === 'PATH') === true) return false;
  if (effects.clearsEnv === true || dropped.has('PATH')) return true;
  return hasLostPath(frame.scope) && !assignments.some(({ name }) => name === 'PATH');
}

/** The environment without unset and dropped variables; mostly it is the same object. */
function environmentFor(outer: Scope, dropped: ReadonlySet<string>, { user }: Effects): Environment {
  const gone = outer.notInherited();
  if (dropped.size === 0 && gone.length === 0) return outer.env;
  const kept = Object.entries(outer.env).filter(([name]) => !dropped.has(name) && !gone.includes(name));
  return { ...Object.fromEntries(kept), ...(user === 'root' ? ROOT : {}) };
}

function cwdInside(start: ProgramStart, effects: Effects, walker: Walker): string | undefined {
  if (effects.cwd === undefined) return effects.elsewhere === undefined ? start.frame.scope.cwd : undefined;
  const value = wordToValue(effects.cwd, walker);
  if (!value.known) return undefined;
  return effects.elsewhere === undefined || value.text.startsWith('/')
    ? absolutePath(value.text, start.frame)
    : undefined;
}

function runArgv(peeled: Peeled & { kind: 'argv' }, peeling: Peeling, frame: Frame, walker: Walker): void {
  const { argv } = peeled;
  if (argv.length === 0) return;
  const own = peeled.effects?.assignments ?? [];
  if (own.length > 0) runEnvironment(own, wrapperOf(peeling, peeled.effects), walker, peeling.start.frame);
  walker.start({
    argv,
    assignments: prefixAssignments(peeled, peeling),
    redirects: peeling.start.redirects,
    frame,
    lookup: peeling.start.lookup === 'programs' ? 'programs' : (IN_SHELL.get(peeling.program) ?? 'programs'),
    ...textOf(argv, peeling),
    ...(peeled.standsFor === undefined ? {} : { standsFor: peeled.standsFor }),
    ...(peeling.start.declared === undefined ? {} : { declared: peeling.start.declared }),
  });
}

/** Assignments that are not yet part of the inner scope's exports. */
function prefixAssignments(peeled: Peeled, peeling: Peeling): readonly Assignment[] {
  return peeled.effects === undefined ? peeling.start.assignments : [];
}

/** The source text of the peeled words, where all of them are from the wrapper's own text. */
function textOf(argv: readonly Word[], { start }: Peeling): Partial<Pick<ProgramStart, 'text' | 'span'>> {
  const [first, last] = [argv[0]?.span, argv.at(-1)?.span];
  if (first === undefined || last === undefined || start.span === undefined || start.text === undefined) return {};
  if (first.start < start.span.start || last.end > start.span.end || last.end <= first.start) return {};
  const text = start.text.slice(first.start - start.span.start, last.end - start.span.start);
  return { text, span: { start: first.start, end: last.end } };
}

type CodePeeled = Exclude<Peeled, { kind: 'argv' } | { kind: 'doubt' } | { kind: 'typed' }>;

function runShellCode(peeled: CodePeeled, peeling: Peeling, frame: Frame, walker: Walker): void {
  const positional = peeled.positional ?? (IN_SHELL.has(peeling.program) ? undefined : []);
  const options: CodeOptions = {
    shell: peeled.shell ?? 'unknown',
    ...(positional === undefined ? {} : { positional }),
  };
  if (peeled.kind === 'stdin-code') {
    runStdin(peeling, frame, walker, options);
    return;
  }
  if (peeled.kind === 'code') {
    runCodeWord(peeled.code, peeling.program, walker, frame, options);
    return;
  }
  const path = peeled.path.kind === 'known' ? peeled.path.value : undefined;
  if (path === '/dev/stdin' || path === '/dev/fd/0' || path === '/proc/self/fd/0') {
    runStdin(peeling, frame, walker, options);
    return;
  }
  const script = scriptAt(peeled.path, walker, peeling.start.frame);
  if (script !== undefined) runScriptText(script, `${peeling.program} ${peeled.path.text}`, walker, frame, options);
}

function runStdin({ program, start }: Peeling, frame: Frame, walker: Walker, options: CodeOptions): void {
  const { stdin } = frame;
  if (stdin.kind !== 'data') return;
  const consumed: Frame = frame.with({ stdin: { kind: 'empty' } });
  if (stdin.data.known) {
    walker.runCode(stdin.data.text, consumed, options);
    return;
  }
  if (stdin.input.kind === 'file') {
    const script = scriptAt(stdin.input.path, walker, start.frame);
    if (script !== undefined) runScriptText(script, program, walker, consumed, options);
    return;
  }
  if (isKnownGenerator(stdin.data.from, walker)) return;
  const scripts = printedScripts(stdin.data, walker, start.frame);
  if (scripts !== undefined) {
    for (const script of scripts) if (script !== undefined) runScriptText(script, program, walker, consumed, options);
    return;
  }
  if (insertedText(stdin.data.from, false, walker) === undefined)
    walker.record.doubt('hidden-code', `\`${program}\` runs what it reads, which is not known`, start.span);
  for (const text of [stdin.data.prefix, stdin.data.suffix])
    if (text.trim() !== '') walker.record.withoutRecordingDoubts(() => walker.runCode(text, consumed, options));
}

function runOtherCode(peeled: CodePeeled, peeling: Peeling, frame: Frame, walker: Walker): void {
  for (const script of filesOnDisk(peeled, peeling, frame, walker)) {
    const { file, content } = script;
    if (!content.known || file === undefined) continue;
    const { text } = content;
    const parsed = walker.scripts.parsed(file, text);
    runFile(fileCodeOf(script, file, text), walker, frame, (inner) => readCode(parsed, peeled, peeling, inner, walker));
  }
  const text = otherCode(peeled, peeling, frame, walker);
  if (text !== undefined) readCode(text, peeled, peeling, frame, walker);
}

function readCode(text: string, peeled: CodePeeled, peeling: Peeling, frame: Frame, walker: Walker): void {
  const analyzer = CODE_ANALYZERS.get(peeled.language);
  if (analyzer === undefined || !walker.record.admits(text)) return;
  const { stdin, inFile, source, scope } = frame;
  // readers take it for the working directory
  if (text.includes('PWD') && scope.variables.get('PWD') !== undefined)
    walker.record.doubt('hidden-code', '`PWD` that is no folder');
  const inner = peeling.start.frame.with({
    ...{ spans: false, stdin, stdout: undefined, inFile, source },
    ...withoutPath(peeled, frame, text),
  });
  const assignments = [...peeling.start.assignments, ...(peeled.effects?.assignments ?? [])];
  const start: ProgramStart = { ...peeling.start, assignments, frame: inner };
  runPeeled(importedFiles(peeled.language, text, start, walker), { ...peeling, start }, walker);
  runPeeled(
    analyzer(text, (peeled.positional ?? []).slice(1), inFile, givenTo(peeled, start)),
    { ...peeling, start },
    walker,
  );
}

/** What the code of a start finds around it; what it reads is not its own text. */
function givenTo(peeled: CodePeeled, { assignments, frame: { stdin, scope } }: ProgramStart): Given {
  const lines = peeled.kind === 'stdin-code' ? undefined : linesLeft(stdin);
  return {
    ...(lines !== undefined && { lines }),
    variable: (name) => {
      const own = assignments.findLast((one) => one.name === name);
      if (own !== undefined) return own.value.kind === 'known' ? own.value.value : undefined;
      const held = scope.variables.get(name);
      if (held === undefined) return scope.env[name];
      return held.exported === true && held.value.known ? held.value.text : undefined;
    },
  };
}

/** The files of code on disk that an interpreter runs: its script, `< file`, `cat file |`. */
function filesOnDisk(peeled: CodePeeled, { start }: Peeling, { stdin }: Frame, walker: Walker): readonly Script[] {
  return filesRun(peeled, stdin, start.frame, walker).flatMap((script) => (script?.onDisk === true ? [script] : []));
}

function filesRun(peeled: CodePeeled, stdin: Feed, at: Frame, walker: Walker): readonly (Script | undefined)[] {
  if (peeled.kind === 'script-file') return [scriptAt(peeled.path, walker, at)];
  if (peeled.kind === 'code' || stdin.kind !== 'data' || stdin.data.known) return [];
  if (stdin.input.kind === 'file') return [scriptAt(stdin.input.path, walker, at)];
  return printedScripts(stdin.data, walker, at) ?? [];
}

/** Code that takes PATH away from what it starts, as `env -u PATH` does. */
function withoutPath({ language }: CodePeeled, { scope }: Frame, text: string): Partial<Pick<Frame, 'scope'>> {
  if (!losesPath(language, text)) return {};
  const inner = scope.child();
  inner.pathIsLost = true;
  return { scope: inner };
}

/** The source text, with holes; a doubt is reported where it is unknown and not the user's own. */
function otherCode(peeled: CodePeeled, peeling: Peeling, frame: Frame, walker: Walker): string | undefined {
  if (peeled.kind === 'code') {
    if (peeled.code.kind === 'known') return peeled.code.value;
    const template = walker.record.templates.get(peeled.code) ?? templateOf(peeled.code);
    if (template.replaceAll(HOLE, '').trim() !== '') return template;
    walker.record.doubt('hidden-code', `\`${peeling.program}\` runs code that is not known`);
    return undefined;
  }
  if (peeled.kind === 'script-file') {
    const script = scriptAt(peeled.path, walker, peeling.start.frame);
    if (script === undefined || script.onDisk) return undefined;
    if (script.content.known) return script.content.text;
    if (insertedText(script.content.from, script.isStream !== true, walker) !== undefined)
      return valueTemplate(script.content).replaceAll(HOLE, '\n');
    walker.record.doubt('hidden-code', `\`${peeling.program}\` runs a file whose content is not known`);
    return undefined;
  }
  if (frame.stdin.kind !== 'data') return undefined;
  const { data, input } = frame.stdin;
  if (data.known) return data.text;
  // an unknown piece of a here-document is a hole in the code, as in the argument of -c
  const template = input.kind === 'text' && HAS_READER.has(peeled.language) ? valueTemplate(data) : HOLE;
  if (template.replaceAll(HOLE, '').trim() !== '') return template;
  const isOwn = printedScripts(data, walker, frame)?.every((script) => script?.onDisk !== false) === true;
  const isTable = peeled.language === 'crontab' && printsOwnTable(data.from, walker);
  if (input.kind !== 'file' && !isOwn && !isTable) {
    const { program, start } = peeling;
    walker.record.doubt('hidden-code', `\`${program}\` runs what it reads, which is not known`, start.span);
  }
  const known = `${data.prefix}\n${data.suffix}`;
  return known.trim() === '' ? undefined : known;
}

/** Languages whose readers accept code with holes. */
const HAS_READER = new Set(['python', 'javascript', 'ruby', 'perl', 'php']);

/** Filters that print a selection of the lines they read, in any order. */
const PASSES_LINES_ON = new Set(['grep', 'egrep', 'fgrep', 'sort', 'uniq', 'head', 'tail', 'cat']);

/** `(crontab -l; echo line) | crontab -`: lines of the current table and known ones. */
function printsOwnTable(from: readonly number[], { record }: Walker): boolean {
  const printers = from.map((index) => record.invocations[index]);
  const others = printers.filter(
    (one) => !(one?.program === 'echo' && one.argv.every((word) => word.kind === 'known')),
  );
  return others.length === 1 && others.every((one) => one !== undefined && printsTable(one, record.invocations));
}

/** Whether it is `crontab -l`, or filters its output. */
function printsTable(invocation: Invocation, all: readonly Invocation[]): boolean {
  let printer: Invocation | undefined = invocation;
  while (printer?.program !== undefined && PASSES_LINES_ON.has(printer.program)) {
    const [input]: readonly Input[] = printer.inputs;
    const [index, ...more]: readonly number[] = input?.kind === 'pipe' ? input.from : [];
    printer = index === undefined || more.length > 0 || printer.inputs.length > 1 ? undefined : all[index];
  }
  return printer?.program === 'crontab' && printer.argv.some((word) => wordValue(word) === '-l');
}
