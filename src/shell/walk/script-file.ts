import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { isDevice } from '../../util/path.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { isKnownGenerator } from '../origin/generators.ts';
import { insertedText } from '../origin/own-text.ts';
import { copiedFrom, writtenAt, writtenHere } from '../origin/written-file.ts';
import { type Filter, filterOf } from '../outputs/filters.ts';
import { fileKey, type HasCwd } from '../state/file-key.ts';
import type { FileView } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import { templateOf, type UnknownValue, unknown, type Value } from '../state/value.ts';
import type { CodeOptions, Walker } from '../state/walker.ts';
import { type GuardFile, guardFileAt } from './guard-file.ts';
import { type FileCode, runFile } from './in-file.ts';

export interface Script {
  readonly content: Value;
  /** the line has not written the file: doubts inside of it are not the line's */
  readonly onDisk: boolean;
  /** absolute, where it is on disk */
  readonly file?: string;
  /** a pipe: `<(..)`, a descriptor */
  readonly isStream?: true;
  /** some lines of the file, in any order */
  readonly isPart?: true;
  /** it is one of the guard's */
  readonly guard?: GuardFile | undefined;
  /** the text may differ: in its order, or behind what was read of a long file */
  readonly isAbout?: true;
}

/** The content of a file that the line runs: what the line wrote to it, else what is on disk. */
export function scriptAt(path: Word, walker: Walker, at: HasCwd, left = MAX_PRINTERS): Script | undefined {
  const stream = walker.record.streams.get(path);
  if (stream !== undefined)
    return printedScript(stream, walker, at, left) ?? { content: stream, onDisk: false, isStream: true };
  const descriptor = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(wordValue(path) ?? '')?.[1];
  const feed = descriptor === undefined ? undefined : walker.record.descriptors.get(Number(descriptor));
  if (feed?.kind === 'data') return { content: feed.data, onDisk: false, isStream: true };
  const absolute = fileKey(path, at);
  if (absolute === undefined || isDevice(absolute)) return undefined;
  return scriptOf(absolute, walker, at, left);
}

/** The content of the file at an absolute path. */
export function scriptOf(absolute: string, walker: Walker, view: FileView, left = MAX_PRINTERS): Script | undefined {
  return edited(absolute, fileAt(absolute, walker, view, left), walker, view);
}

/** Whether the line wrote the file, or changed it in place. */
export function isChanged(absolute: string, walker: Walker, view: FileView): boolean {
  const isMade = writtenAt(absolute, walker, view) !== undefined || copiedFrom(absolute, walker, view) !== undefined;
  return isMade || walker.record.edits.some(({ edit }) => edit(absolute) !== undefined);
}

function fileAt(absolute: string, walker: Walker, view: FileView, left: number): Script | undefined {
  const written = writtenHere(absolute, walker, view);
  if (written !== undefined) return printedScript(written, walker, view, left) ?? { content: written, onDisk: false };
  if (!absolute.startsWith('/')) return undefined;
  const original = left === 0 ? undefined : copiedFrom(absolute, walker, view);
  const copied = original === undefined ? undefined : scriptOf(original.path, walker, original.view, left - 1);
  return copied ?? onDisk(absolute, walker);
}

/** With what the line changed in it since it was written or copied. */
function edited(path: string, script: Script | undefined, { record }: Walker, view: FileView): Script | undefined {
  const { before = Number.POSITIVE_INFINITY } = view;
  let now = script;
  for (const { edit, by, region } of record.edits.slice(record.files.at(path, view)?.edits ?? 0)) {
    if (by >= before) break;
    const text = now?.content.known === true ? now.content.text : undefined;
    const changed = now !== undefined && text === undefined ? undefined : edit(path)?.(text);
    if (changed !== undefined && changed !== text && record.files.counts(region, view))
      now = { ...(now ?? { onDisk: true, file: path }), content: { known: true, text: changed }, isPart: true };
  }
  return now;
}

/** The text of a file, as far as it was read. */
export function textOfFile(path: Word, walker: Walker, at: HasCwd): string | undefined {
  const script = scriptAt(path, walker, at);
  return script?.content.known === true ? script.content.text : undefined;
}

function onDisk(file: string, walker: Walker): Script | undefined {
  const text = walker.scripts.code(file);
  if (text === undefined) return undefined;
  const isCut = walker.scripts.partlyRead.includes(file);
  const guard = guardFileAt(file, walker.facts);
  return {
    ...{ content: { known: true, text }, onDisk: true, file },
    ...(isCut && { isAbout: true as const }),
    ...(guard && { guard }),
  };
}

/** `cat a b > c; sh c`: the files that were printed. */
function printedScript(written: Value, walker: Walker, view: FileView, left: number): Script | undefined {
  if (written.known) return undefined;
  const scripts = printedScripts(written, walker, view, left);
  const [first] = scripts ?? [];
  if (first === undefined || !scripts?.every((script) => script?.onDisk === true && script.content.known))
    return undefined;
  const texts = scripts.map((script) => (script?.content.known === true ? script.content.text : ''));
  const isAbout = scripts.some((script) => script?.isAbout === true);
  const isAlone = scripts.length === 1 || first.guard?.isStartup !== true;
  return {
    ...first,
    content: { known: true, text: texts.join('') },
    ...(isAbout && { isAbout }),
    ...(!isAlone && { guard: undefined }),
  };
}

/** Files and filters that print each other; more of them are not followed. */
const MAX_PRINTERS = 8;

/**
 * `cat x.sh | bash` is `bash x.sh`, and `grep -v '^#' x.sh | bash` runs lines of it: what is printed of each file. Undefined where
 * the text comes from elsewhere, or a filter reads what is not known; a file that `cat` prints may be unreadable.
 */
export function printedScripts(
  { from, prefix, suffix }: UnknownValue,
  walker: Walker,
  view: FileView,
  left = MAX_PRINTERS,
): readonly (Script | undefined)[] | undefined {
  const [index, ...more] = from;
  const printer = index === undefined || more.length > 0 ? undefined : walker.record.invocations[index];
  const at = { scope: { cwd: printer?.cwd }, region: view.region, before: index ?? 0 };
  const given = printer?.program === ':' && printer.redirects.length === 1 ? printer.redirects[0] : undefined;
  if (printer !== undefined && given?.op === '<' && prefix + suffix === '')
    return [scriptAt(given.target, walker, at, left - 1)]; // `$(<file)`
  const filter = printer === undefined ? undefined : filterOf(printer);
  if (printer === undefined || filter === undefined || prefix !== '' || suffix.trim() !== '' || left === 0)
    return undefined;
  const read = (path: Word) => scriptAt(path, walker, at, left - 1);
  const scripts = filter.files.length > 0 ? filter.files.map(read) : readBy(printer, read, walker, view, left - 1);
  const isCat = printer.program === 'cat' && filter.files.length > 0;
  if (!isCat && scripts?.every((script) => script?.content.known === true) !== true) return undefined;
  return scripts?.map((script) => filtered(script, filter, walker));
}

/** What a filter without operands reads. */
function readBy(
  { inputs }: Invocation,
  read: (path: Word) => Script | undefined,
  walker: Walker,
  view: FileView,
  left: number,
): readonly (Script | undefined)[] | undefined {
  const [input, ...more] = inputs;
  if (input === undefined || more.length > 0 || input.kind === 'text') return undefined;
  return input.kind === 'file'
    ? [read(input.path)]
    : printedScripts(unknown('command-output', { from: input.from }), walker, view, left);
}

function filtered(script: Script | undefined, { prints, isAbout }: Filter, walker: Walker): Script | undefined {
  if (script?.content.known !== true) return script;
  const { text } = script.content;
  if (!walker.record.admitsEdit(text)) return script;
  const printed = prints(text);
  if (printed === undefined) return undefined;
  if (printed === text && isAbout !== true) return script;
  return { ...script, content: { known: true, text: printed }, isPart: true, ...(isAbout && { isAbout }) };
}

/** Runs the text of a script; for one on disk without its doubts. */
export function runScriptText(script: Script, what: string, walker: Walker, frame: Frame, options: CodeOptions): void {
  const { content, file } = script;
  if (!content.known) {
    if (isKnownGenerator(content.from, walker)) return;
    if (isAppendedTo(content)) {
      walker.runCode(content.suffix, frame.with({ spans: false }), options);
      return;
    }
    const inserted = insertedText(content.from, script.isStream !== true, walker);
    if (inserted === undefined) walker.record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
    else {
      runPieces(templateOf(content), walker, frame, options);
      runInserted(inserted, walker, frame, options);
    }
    return;
  }
  const { text } = content;
  if (script.guard !== undefined && !script.guard.isStartup) {
    runGuardFile(script.guard, what, walker, frame, options);
    return;
  }
  if (file === undefined) walker.runCode(text, frame.with({ spans: false }), options);
  else
    runFile(fileCodeOf(script, file, text), walker, frame, (inner) =>
      walker.runCode(text, inner, givenTo(inner, options)),
    );
}

/** Its code is written for a process of its own: variables, functions and traps of another shell decide what it starts there. */
function runGuardFile({ program }: GuardFile, what: string, walker: Walker, frame: Frame, options: CodeOptions): void {
  walker.record.doubt('hidden-code', `\`${what}\` runs a file of the guard in another shell`);
  if (program !== undefined) walker.runCode(`/usr/bin/${shQuote(program)} "$@"`, frame.with({ spans: false }), options);
}

/** The lines of a part are not those of the file. */
export function fileCodeOf({ isPart, guard }: Script, file: string, text: string): FileCode {
  return isPart === true ? { file } : { file, line: 1, text, isOfGuard: guard?.isStartup };
}

/** Without arguments a script says how to call it, or has values of its own: `$1` is then not known, not empty. */
function givenTo({ scope }: Frame, { positional, ...options }: CodeOptions): CodeOptions {
  if (positional === undefined) return options;
  scope.nothingGiven = positional.length <= 1;
  if (!scope.nothingGiven) return { ...options, positional };
  [scope.arg0] = positional;
  scope.give(undefined);
  return options;
}

/** A hole that shares its line with text, or with another hole. */
const SHARES_LINE = /[^\n]\uE000|\uE000[^\n]/;

/** The known pieces: with lines in place of each hole, and in a copy of the shell with a part of a line where it may be one. */
function runPieces(template: string, walker: Walker, frame: Frame, options: CodeOptions): void {
  const copy = frame.with({ scope: frame.scope.child(), stdout: undefined });
  if (SHARES_LINE.test(template)) runInserted([template.replaceAll(HOLE, HOLE_VARIABLE)], walker, copy, options);
  runInserted([template.replaceAll(HOLE, '\n')], walker, frame, options);
}

/** Runs the known pieces of a file that is otherwise the user's own, without doubts for the rest. */
function runInserted(texts: readonly string[], walker: Walker, frame: Frame, options: CodeOptions): void {
  for (const text of texts)
    if (text.trim() !== '')
      walker.record.withoutRecordingDoubts(() => walker.runCode(text, frame.with({ spans: false }), options));
}

/** `echo .. >> ~/.bashrc; . ~/.bashrc`: the line knows what it appended, the rest is the user's own. */
function isAppendedTo(content: UnknownValue): boolean {
  return content.reason === 'stdin' && content.from.length === 0 && content.prefix === '' && content.suffix !== '';
}
