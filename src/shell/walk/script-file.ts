import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Invocation, Wrapper } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { isKnownGenerator } from '../generators.ts';
import { LIMITS } from '../limits.ts';
import type { CodeOptions, Frame, Machine, Start } from '../machine.ts';
import { type UnknownValue, unknown, type Value } from '../value.ts';
import { COPIERS } from './copies.ts';
import { runInFile } from './in-file.ts';
import { fileKey } from './redirects.ts';

export interface Script {
  readonly content: Value;
  /** the file is as it was before the line: its own doubts are not this line's */
  readonly onDisk: boolean;
}

/** What a file that the line runs holds, where the line wrote it or the disk has it. */
export function scriptAt(path: Word, machine: Machine, frame: Frame): Script | undefined {
  const stream = machine.record.streams.get(path);
  if (stream !== undefined) return { content: stream, onDisk: false };
  const descriptor = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(wordValue(path) ?? '')?.[1];
  const feed = descriptor === undefined ? undefined : machine.record.descriptors.get(Number(descriptor));
  if (feed?.kind === 'data') return { content: feed.data, onDisk: false };
  const absolute = fileKey(path, frame);
  if (absolute === undefined || absolute.startsWith('/dev/')) return undefined;
  const written = writtenAt(absolute, machine);
  if (written !== undefined) return { content: written, onDisk: false };
  const text = !absolute.startsWith('/') ? undefined : machine.facts.readText(absolute, LIMITS.scriptBytes);
  return text === undefined ? undefined : { content: { known: true, text }, onDisk: true };
}

/** Runs the text of a script; a file of the user's own is followed without its own doubts. */
export function runScriptText(
  script: Script,
  what: string,
  machine: Machine,
  frame: Frame,
  options: CodeOptions,
): void {
  const { content, onDisk } = script;
  if (!content.known) {
    if (isKnownGenerator(content.from, machine)) return;
    if (isAppendedTo(content)) {
      machine.runCode(content.suffix, frame.with({ spans: false }), options);
      return;
    }
    machine.record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
    return;
  }
  const run = (inner: Frame) => machine.runCode(content.text, inner.with({ spans: false }), options);
  if (onDisk) runInFile(frame, machine, run);
  else run(frame);
}

/** `echo .. >> ~/.bashrc; . ~/.bashrc`: what the line adds is known, the rest is the user's own. */
function isAppendedTo(content: UnknownValue): boolean {
  return content.reason === 'stdin' && content.from.length === 0 && content.prefix === '' && content.suffix !== '';
}

/** `./x.sh` that the line wrote before. */
export function runWrittenScript(start: Start, wrapper: Wrapper, machine: Machine): void {
  const [path] = start.argv as [Word];
  const absolute = fileKey(path, start.frame);
  if (absolute === undefined) return;
  const content = writtenAt(absolute, machine);
  if (content === undefined) return;
  const { frame } = start;
  const inner: Frame = frame.with({ scope: frame.scope.child(), depth: frame.depth + 1, via: [...frame.via, wrapper] });
  runScriptText({ content, onDisk: false }, path.text, machine, inner, { positional: start.argv });
}

const MAX_COPIES = 8;

/** What the line wrote there, or to the file that this one is a copy of. */
function writtenAt(path: string, machine: Machine): Value | undefined {
  const { files, sources } = machine.record;
  let at: string | undefined = path;
  for (let step = 0; at !== undefined && step < MAX_COPIES; step++) {
    const written: Value | undefined = writtenByProgram(at, machine) ?? files.get(at);
    if (written !== undefined) return written;
    at = sources.get(at);
  }
  return undefined;
}

/** They touch a file, but what is in it is what was there, or in its original. */
const KEEPS_CONTENT = new Set([...COPIERS, 'chmod', 'chown', 'chgrp', 'touch']);
const DOWNLOADERS = new Set(['curl', 'wget', 'aria2c']);
/** What they write comes from elsewhere, or is spelled otherwise than it runs. Others edit or build files of the user's own. */
const BRINGS_CONTENT = new Set([
  ...DOWNLOADERS,
  ...'scp sftp rsync ftp tftp nc ncat socat aws gsutil gcloud az gh rclone base64 basenc xxd uudecode openssl gpg gpg2 age'.split(
    ' ',
  ),
  ...'tee sponge dd split gunzip gzip bunzip2 unxz zstd'.split(' '),
]);

/** A file that an earlier command of the line made or changed, as far as its arguments tell. */
function writtenByProgram(path: string, machine: Machine): Value | undefined {
  const { invocations, writtenAfter, files } = machine.record;
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
  const place = { scope: { cwd: invocation.cwd } } as Frame;
  const written = grammar === undefined ? [] : accesses(parsed).filter(({ access }) => access === 'write');
  const names = DOWNLOADERS.has(program) ? parsed.operands.map(({ word }) => baseName(wordValue(word) ?? '')) : [];
  const writes = {
    paths: new Set(written.map(({ word }) => fileKey(word, place) ?? '')),
    downloads: new Set(names),
  };
  WRITES.set(invocation, writes);
  return writes;
}
