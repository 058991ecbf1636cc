import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Invocation } from '../../model/invocation.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { fileKey } from '../state/file-key.ts';
import { unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { COPIERS } from './copies.ts';

const MAX_COPIES = 8;

/** What the line wrote to this file, or to the file that it is a copy of. */
export function writtenAt(path: string, walker: Walker): Value | undefined {
  const { files, sources } = walker.record;
  let at: string | undefined = path;
  for (let step = 0; at !== undefined && step < MAX_COPIES; step++) {
    const written: Value | undefined = writtenByProgram(at, walker) ?? files.get(at);
    if (written !== undefined) return written;
    at = sources.get(at);
  }
  return undefined;
}

/** The file on disk whose content the line put at this path, itself or with a folder above it. */
export function copiedFrom(path: string, { record: { sources } }: Walker): string | undefined {
  let at = path;
  for (let step = 0; step < MAX_COPIES; step++) {
    const from = sourceOf(at, sources);
    if (from === undefined) break;
    at = from;
  }
  return at === path ? undefined : at;
}

function sourceOf(path: string, sources: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const from = sources.get(path.slice(0, end));
    if (from !== undefined) return `${from}${path.slice(end)}`;
  }
  return undefined;
}

/** Programs that write to a file, but leave its content, or that of the original. */
const KEEPS_CONTENT = new Set([...COPIERS, 'chmod', 'chown', 'chgrp', 'touch']);
const DOWNLOADERS = new Set(['curl', 'wget', 'aria2c']);
/** Programs that write foreign or decoded content. All others edit or build the user's own files. */
export const BRINGS_CONTENT = new Set([
  ...DOWNLOADERS,
  ...'scp sftp rsync ftp tftp nc ncat socat aws gsutil gcloud az gh rclone base64 basenc xxd uudecode openssl gpg gpg2 age'.split(
    ' ',
  ),
  ...'tee sponge dd split gunzip gzip bunzip2 unxz zstd'.split(' '),
]);

/** The unknown content of a file that an earlier program of the line wrote, by its arguments. */
function writtenByProgram(path: string, walker: Walker): Value | undefined {
  const { invocations, writtenAfter, files } = walker.record;
  const isOurs = files.has(path);
  for (let index = invocations.length - 1; index >= (writtenAfter.get(path) ?? 0); index--) {
    const invocation = invocations[index];
    if (invocation?.program === undefined || invocation.role !== 'program') continue;
    const brings = BRINGS_CONTENT.has(invocation.program);
    if (!(brings || isOurs) || KEEPS_CONTENT.has(invocation.program)) continue;
    const { paths, downloads } = writesOf(invocation, invocation.program);
    if (paths.has(path) || downloads.has(baseName(path))) return unknown('command-output', { from: [index] });
  }
  return undefined;
}

interface Writes {
  /** absolute */
  readonly paths: ReadonlySet<string>;
  /** names under which a downloader may leave what it fetched */
  readonly downloads: ReadonlySet<string>;
}

const WRITES = new WeakMap<Invocation, Writes>();

function writesOf(invocation: Invocation, program: string): Writes {
  const known = WRITES.get(invocation);
  if (known !== undefined) return known;
  const grammar = grammarOf(program);
  const parsed = parseCommand(program, invocation.argv, grammar);
  const frame = { scope: { cwd: invocation.cwd } };
  const written = grammar === undefined ? [] : accesses(parsed).filter(({ access }) => access === 'write');
  const names = DOWNLOADERS.has(program) ? parsed.operands.map(({ word }) => baseName(wordValue(word) ?? '')) : [];
  const writes = {
    paths: new Set(written.map(({ word }) => fileKey(word, frame) ?? '')),
    downloads: new Set(names),
  };
  WRITES.set(invocation, writes);
  return writes;
}
