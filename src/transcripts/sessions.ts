import { readFileSync, statSync } from 'node:fs';
import type { Payload } from '../agents/hook.ts';
import { isRecord, parseJson } from '../util/guards.ts';
import { type FoundFile, filesBelow } from './find-sessions.ts';
import { TRANSCRIPTS } from './index.ts';
import { linesOf } from './records.ts';
import { rowsOf } from './sqlite.ts';
import type { Place, RecordedCall, SessionReader, Transcripts } from './transcript.ts';

export interface SessionFile extends FoundFile {
  /** undefined = its first records tell */
  readonly of: Transcripts | undefined;
}

export interface Wanted {
  /** files and folders in place of those where agents keep them */
  readonly paths: readonly string[];
  /** name of the only agent; absent = all */
  readonly agent?: string | undefined;
  /** files that were not written since hold nothing that is wanted; epoch, ms */
  readonly sinceMs?: number | undefined;
}

/** What could not be read; nothing of it is lost in silence. */
export interface Unread {
  /** a file, or the rest of it */
  file(path: string, why: string): void;
  /** a line that is torn, too long, or no JSON */
  line(path: string): void;
  /** a call of a shape that its agent is not known to write */
  call(path: string): void;
}

/** The files in which sessions may be, the latest first. */
export function sessionFiles(wanted: Wanted, place: Place, unread: Unread): readonly SessionFile[] {
  const { paths, agent, sinceMs = Number.NEGATIVE_INFINITY } = wanted;
  const known = TRANSCRIPTS.filter((one) => agent === undefined || one.agent === agent);
  const found = paths.length > 0 ? given(paths, known, unread) : kept(known, place, unread);
  const byPath = new Map(found.map((file) => [file.path, file]));
  return [...byPath.values()].filter((file) => file.writtenMs >= sinceMs).sort((a, b) => b.writtenMs - a.writtenMs);
}

/** Of an agent that is named, whatever they are called. */
function given(paths: readonly string[], known: readonly Transcripts[], unread: Unread): readonly SessionFile[] {
  const only = known.length === 1 ? known[0] : undefined;
  return paths.flatMap((path) => {
    const files = [...filesBelow(path, (folder) => unread.file(folder, 'cannot be listed'))];
    if (files.length === 0) unread.file(path, 'no file is there');
    return files
      .filter((file) => file.path === path || /\.(?:jsonl?|db)$/.test(file.path))
      .map((file) => ({ ...file, of: only }));
  });
}

function kept(known: readonly Transcripts[], place: Place, unread: Unread): readonly SessionFile[] {
  return known.flatMap((of) =>
    of.folders(place).flatMap((folder) => {
      const files = [...filesBelow(folder, (path) => unread.file(path, 'cannot be listed'))];
      return files.filter(({ below }) => of.isSession(below)).map((file) => ({ ...file, of }));
    }),
  );
}

/** One call, and whose it is. */
export interface OwnedCall {
  readonly agent: string;
  readonly call: RecordedCall;
}

/** The calls of a file; the file is read as they are taken. What goes wrong ends it, and is told. */
export function* callsIn(file: SessionFile, unread: Unread): Generator<OwnedCall> {
  try {
    let agent = file.of;
    let reader: SessionReader | undefined;
    const early: Payload[] = [];
    for (const record of recordsOf(file, unread)) {
      agent ??= TRANSCRIPTS.find((one) => one.isFrom(record));
      if (agent === undefined) {
        if (early.push(record) > MAX_EARLY) break;
        continue;
      }
      reader ??= agent.open(file.path, readBeside);
      for (const one of [...early.splice(0), record])
        for (const call of reader.read(one)) yield { agent: agent.agent, call };
    }
    if (agent === undefined) unread.file(file.path, 'it is of no agent that is known');
    else for (const call of reader?.end() ?? []) yield { agent: agent.agent, call };
  } catch (error) {
    unread.file(file.path, error instanceof Error ? error.message : String(error));
  }
}

/** Records of a file whose agent is not told, until one tells. */
const MAX_EARLY = 50;

function* recordsOf({ path, of, bytes }: SessionFile, unread: Unread): Generator<Payload> {
  if (path.endsWith('.zst')) throw new Error('it is compressed');
  if (path.endsWith('.db')) yield* rowsOf(path, of?.tables ?? TABLES);
  else if (path.endsWith('.json')) yield wholeRecord(path, bytes);
  else yield* recordsOfLines(path, of?.signs, unread);
}

const TABLES = TRANSCRIPTS.flatMap(({ tables = [] }) => tables);
/** Of a file that is one JSON object. */
const MAX_WHOLE_BYTES = 64 << 20;

function wholeRecord(path: string, bytes: number): Payload {
  if (bytes > MAX_WHOLE_BYTES) throw new Error('it is too long');
  const value = parseJson(readFileSync(path, 'utf8'));
  if (!isRecord(value)) throw new Error('it is no JSON object');
  return value;
}

/** The first line is parsed, whatever it holds: what is no JSON object there is no session. */
function* recordsOfLines(path: string, signs: RegExp | undefined, unread: Unread): Generator<Payload> {
  let isFirst = true;
  for (const line of linesOf(path)) {
    const text = line === 'too long' ? '' : line.text;
    const isParsed = isFirst || signs === undefined || signs.test(text);
    if (line === 'too long') unread.line(path);
    else if (isParsed && text.trim() !== '') {
      const value = parseJson(text);
      if (isRecord(value)) yield value;
      else if (isFirst) throw new Error('it is no file of JSON lines');
      else unread.line(path);
    }
    isFirst = false;
  }
}

const MAX_BESIDE_BYTES = 65_536;

function readBeside(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_BESIDE_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
