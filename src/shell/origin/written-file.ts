import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Invocation } from '../../model/invocation.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { fileKey } from '../state/file-key.ts';
import type { FileView } from '../state/file-versions.ts';
import { unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { COPIERS, copiesHere } from './copies.ts';

const MAX_COPIES = 8;

/** What the line wrote to this file, or to the file that it is a copy of. */
export function writtenAt(path: string, walker: Walker, view: FileView = {}): Value | undefined {
  let [at, seen]: [string, FileView] = [path, view];
  for (let step = 0; step < MAX_COPIES; step++) {
    const written = writtenHere(at, walker, seen);
    const version = walker.record.files.at(at, seen);
    if (written !== undefined) return written;
    if (version?.source === undefined) return undefined;
    at = version.source;
    seen = { ...view, before: version.after };
  }
  return undefined;
}

/** What the line wrote to this file itself. */
export function writtenHere(path: string, walker: Walker, view: FileView): Value | undefined {
  return writtenByProgram(path, walker, view) ?? walker.record.files.at(path, view)?.content;
}

/** Whether a file is on disk, or there by what the line wrote or copied. */
export function isThere(path: string, walker: Walker): boolean {
  if (writtenAt(path, walker) !== undefined) return true;
  let at: Original | undefined = { path, view: {} };
  for (let step = 0; at !== undefined && step < MAX_COPIES; step++) {
    if (walker.facts.exists(at.path) === 'yes') return true;
    at = copiedFrom(at.path, walker, at.view);
  }
  return false;
}

interface Original {
  readonly path: string;
  /** how it was when it was copied */
  readonly view: FileView;
}

/** The file whose content the line put at this path, itself or with a folder above it. */
export function copiedFrom(path: string, { record: { files } }: Walker, view: FileView): Original | undefined {
  if (files.size === 0) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const version = files.at(path.slice(0, end), view);
    if (version?.source !== undefined)
      return { path: `${version.source}${path.slice(end)}`, view: { ...view, before: version.after } };
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
function writtenByProgram(path: string, { record }: Walker, view: FileView): Value | undefined {
  const { bringing, others } = writersOf(record);
  const version = record.files.at(path, view);
  const brought = bringing.lastWriting(path, record.invocations);
  const edited = version?.content === undefined ? -1 : others.lastWriting(path, record.invocations);
  const last = Math.max(brought, edited);
  const { before = Number.POSITIVE_INFINITY } = view;
  const isSince = last >= 0 && last < before && last >= (version?.after ?? 0) && !record.files.isVersionOf(path, last);
  return isSince ? unknown('command-output', { from: [last] }) : undefined;
}

/** Which starts write a path: an index over them, brought up to date when it is asked. */
class Writers {
  private readonly byPath = new Map<string, number>();
  private readonly byDownload = new Map<string, number>();
  private read = 0;
  private lastRead: Invocation | undefined;
  private readonly counts: (program: string, invocation: Invocation) => boolean;

  constructor(counts: (program: string, invocation: Invocation) => boolean) {
    this.counts = counts;
  }

  /** -1 = none does */
  lastWriting(path: string, invocations: readonly Invocation[]): number {
    this.update(invocations);
    return Math.max(this.byPath.get(path) ?? -1, this.byDownload.get(baseName(path)) ?? -1);
  }

  private update(invocations: readonly Invocation[]): void {
    // what was recorded may have been taken back since
    if (this.read > invocations.length || invocations[this.read - 1] !== this.lastRead) {
      this.byPath.clear();
      this.byDownload.clear();
      this.read = 0;
    }
    for (; this.read < invocations.length; this.read++) this.add(invocations[this.read] as Invocation, this.read);
    this.lastRead = invocations[this.read - 1];
  }

  private add(invocation: Invocation, index: number): void {
    const { program, role, argv } = invocation;
    if (
      program === undefined ||
      role !== 'program' ||
      KEEPS_CONTENT.has(program) ||
      copiesHere(program, argv) ||
      !this.counts(program, invocation)
    )
      return;
    const { paths, downloads } = writesOf(invocation, program);
    for (const path of paths) this.byPath.set(path, index);
    for (const name of downloads) this.byDownload.set(name, index);
  }
}

interface LineWriters {
  readonly bringing: Writers;
  readonly others: Writers;
}

const WRITERS = new WeakMap<Walker['record'], LineWriters>();

function writersOf(record: Walker['record']): LineWriters {
  const known = WRITERS.get(record);
  if (known !== undefined) return known;
  const writers = {
    bringing: new Writers((program) => BRINGS_CONTENT.has(program)),
    others: new Writers((program, invocation) => !BRINGS_CONTENT.has(program) && !record.editors.has(invocation)),
  };
  WRITERS.set(record, writers);
  return writers;
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
