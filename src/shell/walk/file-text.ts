import type { Invocation } from '../../model/invocation.ts';
import { wordValue } from '../../model/word.ts';
import { pathList } from '../../wrappers/path-lists.ts';
import { itemFile } from '../../wrappers/xargs.ts';
import { type DataFeed, type Feed, textOf } from '../state/feed.ts';
import type { FileView } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import type { UnknownValue } from '../state/value.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { printedScripts, type Script, scriptAt } from './script-file.ts';

/** Programs that start others with items which they read. */
export const READS_ITEMS = new Set(['xargs', 'gxargs', 'parallel']);

/** What may stand before it in the line: it changes the content of no file. What it redirects is known as the line's. */
const CHANGES_NOTHING = new Set(
  `cat cd echo ls pwd set true : test [ mkdir grep egrep fgrep head tail wc printf basename dirname date uname which stat file sleep tr
  uniq tac rm rmdir`.split(/\s+/),
);

/** A longer text is not put into words: nobody lists so much by hand. */
const MAX_TEXT = 16 * 1024;

/** Files that are written while they are read, and those of the system. */
const NOT_OWN = /^\/(?:proc|sys|dev|run|etc|var\/(?!tmp\/|folders\/))/;
/** Hidden files, and files of keys: what may be a secret is not put into words, which answers show. */
const MAY_BE_SECRET = /\/\.[^/]|\/id_\w+$|\.(?:pem|key|p12|pfx|jks|kdbx|asc|gpg)$|secret|credential|passw|token/i;

function isList(file: string): boolean {
  return !NOT_OWN.test(file) && !MAY_BE_SECRET.test(file);
}

/** The items that a list holds (`xargs rm < list`, `cat list | xargs rm`, `xargs -a list rm`, `tar -c -T list`). */
export function itemText(program: string, { argv, frame }: ProgramStart, walker: Walker): string | undefined {
  const list = pathList(program, argv);
  if (list === undefined && !READS_ITEMS.has(program)) return undefined;
  const named = list === undefined ? itemFile(argv) : list;
  if (named !== undefined && wordValue(named) !== '-') return textAt(scriptAt(named, walker, frame), walker);
  return frame.stdin.kind === 'data' && !frame.stdin.data.known ? readText(frame.stdin, walker, frame) : undefined;
}

function textAt(script: Script | undefined, walker: Walker): string | undefined {
  if (script?.onDisk === false) return script.content.known ? script.content.text : undefined;
  return wholeText([script], walker);
}

/** Finds the text that files hold which can be read here, at the first read: `read x < list`, `cat list | while read x`. */
export function learnText(feed: DataFeed, walker: Walker, frame: Frame): void {
  if (textOf(feed) !== undefined || feed.taken.ofFile !== undefined) return;
  feed.taken.ofFile = (frame.inLoop ? undefined : readText(feed, walker, frame)) ?? null;
}

/** Whether the line has written to a file while it read the lines of it. */
export function isRewritten(feed: Feed, walker: Walker, frame: Frame): boolean {
  if (feed.kind !== 'data' || typeof feed.taken.ofFile !== 'string' || feed.input.kind !== 'file') return false;
  return scriptAt(feed.input.path, walker, frame)?.onDisk !== true;
}

export function forgetText(feed: Feed): void {
  if (feed.kind !== 'data') return;
  feed.taken.ofFile = null;
  feed.taken.lines = undefined;
}

function readText({ data, input }: DataFeed, walker: Walker, frame: Frame): string | undefined {
  if (data.known) return undefined;
  if (data.fileText !== undefined) return data.fileText;
  if (input.kind === 'file') return wholeText([scriptAt(input.path, walker, frame)], walker);
  return printedText(data, walker, frame);
}

/** What `$(cat list)` prints, where the files that it prints are known. */
export function printedText(value: UnknownValue, walker: Walker, view: FileView): string | undefined {
  return value.from.length === 0 ? undefined : wholeText(printedScripts(value, walker, view) ?? [], walker);
}

/** Only where nothing that the line starts before could have changed the files. */
function wholeText(scripts: readonly (Script | undefined)[], walker: Walker): string | undefined {
  const texts = scripts.map((script) => {
    const isExact = script?.onDisk === true && script.isAbout !== true && isList(script.file ?? '');
    return isExact && script.content.known ? script.content.text : undefined;
  });
  const text = texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('');
  if (text === undefined || text.length > MAX_TEXT) return undefined;
  return walker.record.invocations.every(changesNothing) ? text : undefined;
}

function changesNothing({ program, role }: Invocation): boolean {
  return role !== 'program' || CHANGES_NOTHING.has(program ?? '');
}
