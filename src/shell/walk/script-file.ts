import { HOLE } from '../../model/hole.ts';
import type { Wrapper } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { isKnownGenerator } from '../origin/generators.ts';
import { insertedText } from '../origin/own-text.ts';
import { writtenAt } from '../origin/written-file.ts';
import { fileKey } from '../state/file-key.ts';
import type { Frame } from '../state/frame.ts';
import { templateOf, type UnknownValue, type Value } from '../state/value.ts';
import type { CodeOptions, ProgramStart, Walker } from '../state/walker.ts';
import { runFile } from './in-file.ts';

export interface Script {
  readonly content: Value;
  /** the line has not written the file: doubts inside of it are not the line's */
  readonly onDisk: boolean;
  /** absolute, where it is on disk */
  readonly file?: string;
  /** a pipe: `<(..)`, a descriptor */
  readonly isStream?: true;
}

/** The content of a file that the line runs: what the line wrote to it, else what is on disk. */
export function scriptAt(path: Word, walker: Walker, frame: Frame): Script | undefined {
  const stream = walker.record.streams.get(path);
  if (stream !== undefined) return { content: stream, onDisk: false, isStream: true };
  const descriptor = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(wordValue(path) ?? '')?.[1];
  const feed = descriptor === undefined ? undefined : walker.record.descriptors.get(Number(descriptor));
  if (feed?.kind === 'data') return { content: feed.data, onDisk: false, isStream: true };
  const absolute = fileKey(path, frame);
  if (absolute === undefined || absolute.startsWith('/dev/')) return undefined;
  const written = writtenAt(absolute, walker);
  if (written !== undefined) return { content: written, onDisk: false };
  const text = absolute.startsWith('/') ? walker.scripts.read(absolute) : undefined;
  return text === undefined ? undefined : { content: { known: true, text }, onDisk: true, file: absolute };
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
    else runInserted([templateOf(content).replaceAll(HOLE, '\n'), ...inserted], walker, frame, options);
    return;
  }
  const { text } = content;
  const run = (inner: Frame) => walker.runCode(text, inner.with({ spans: false }), options);
  if (file === undefined) run(frame);
  else runFile({ file, line: 1, text }, walker, frame, run);
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

/** Runs `./x.sh` if the line wrote it before. */
export function runWrittenScript(start: ProgramStart, wrapper: Wrapper, walker: Walker): void {
  const [path] = start.argv as [Word];
  const absolute = fileKey(path, start.frame);
  if (absolute === undefined) return;
  const content = writtenAt(absolute, walker);
  if (content === undefined) return;
  const { frame } = start;
  const inner: Frame = frame.with({ scope: frame.scope.child(), depth: frame.depth + 1, via: [...frame.via, wrapper] });
  runScriptText({ content, onDisk: false }, path.text, walker, inner, { positional: start.argv });
}
