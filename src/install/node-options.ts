import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { makeFolder } from '../store/folders.ts';
import { MODES } from '../store/layout.ts';
import { sha256 } from '../store/sha256.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { shQuote } from '../util/sh-quote.ts';
import { changedSince, hasTimeTest, isSeen, look, markIn, replaceFolder, type Seen } from './freshness.ts';

/** Strings always have the same hashes, so a text can be made that is slow to read. */
export const FIXED_HASHES = '--no-rehash-snapshot';

/**
 * Each makes an answer at least 5 % cheaper with some Node.js (ADR 12): room for what an answer allocates, no new hashes of
 * all strings, and no machine code for functions that run a few hundred times. Node.js documents none of them, so any
 * version may drop one.
 */
const USEFUL: readonly string[] = [
  '--min-semi-space-size=8',
  FIXED_HASHES,
  '--interrupt-budget=1000000', // Node.js 20
  '--invocation-count-for-turbofan=30000', // 22 and later
  '--invocation-count-for-maglev=4000', // 24 and later
];

/**
 * The options that launchers start Node.js with. Launchers compare the time of Node's file with two marks first: after a
 * change of the file they use no options until the next refresh.
 *
 *   FOLDER/tried.json        options that were tried, options that work, and facts about Node's file
 *   FOLDER/KEY/from-0, to-0  the marks: see freshness.ts. KEY stands for the options that work: a launcher with others that
 *                            was not rewritten yet finds no marks
 */
export interface NodeOptions {
  readonly options: readonly string[];
  /** folder of the marks */
  readonly marks: string;
}

interface Tried {
  readonly all: readonly string[];
  readonly working: readonly string[];
  readonly seen: Seen;
}

/** `launchers`: the folder of shims or of hooks. */
export function nodeOptionsFolder(launchers: string): string {
  return join(dirname(launchers), 'node');
}

/** The options that work with this Node.js. Starts it only if its file or our list has changed. Throws what node:fs throws. */
export function nodeOptions(node: string, folder: string): NodeOptions {
  const known = triedIn(folder);
  if (known !== undefined && Object.hasOwn(known.seen, node) && isCurrent(known)) {
    return { options: known.working, marks: marksFor(known.working, folder) };
  }
  const startedMs = Date.now();
  const seen = look([node], startedMs);
  const options = workingOptions(node, USEFUL);
  const tried: Tried = { all: USEFUL, working: options, seen };
  replaceFolder(folder, (fresh) => {
    writeFileAtomic(join(fresh, 'tried.json'), JSON.stringify(tried), { mode: MODES.file });
    const marks = marksFor(options, fresh);
    makeFolder(marks);
    return markIn(marks, [node], startedMs);
  });
  return { options, marks: marksFor(options, folder) };
}

function marksFor(options: readonly string[], folder: string): string {
  return join(folder, sha256(options.join(' ')).slice(0, 8));
}

/** The recorded options; undefined = they were not tried with the Node.js that is there now. */
export function recordedOptions(folder: string): readonly string[] | undefined {
  const known = triedIn(folder);
  return known !== undefined && isCurrent(known) ? known.working : undefined;
}

/** Values for the templates. `$__ss_quick` is empty if the options do not count. */
export function optionValues({ options, marks }: NodeOptions): Readonly<Record<'OPTIONS' | 'TRIED', string>> {
  return {
    OPTIONS: options.map((option) => `\${__ss_quick:+${option}} `).join(''),
    TRIED: options.length === 0 ? 'false' : timeTest(marks),
  };
}

function timeTest(marks: string): string {
  const [from = '', to = ''] = ['from-0', 'to-0'].map((mark) => shQuote(join(marks, mark)));
  return hasTimeTest(from, to, '"$__ss_node"');
}

/** The options among these that work, alone and together. Starts Node.js once if all do. */
export function workingOptions(node: string, options: readonly string[]): readonly string[] {
  if (takes(node, options)) return options;
  const some = options.filter((option) => takes(node, [option]));
  return takes(node, some) ? some : [];
}

/** Does it start with them, and print nothing about them? */
function takes(node: string, options: readonly string[]): boolean {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '' }; // as launchers do
  const { status, stderr } = spawnSync(node, [...options, '-e', '0'], { env, encoding: 'utf8', timeout: 10_000 });
  return status === 0 && stderr === '';
}

function isCurrent({ all, seen }: Tried): boolean {
  return all.join(' ') === USEFUL.join(' ') && changedSince(seen).length === 0;
}

function triedIn(folder: string): Tried | undefined {
  const kept = parseJson(readIfThere(join(folder, 'tried.json')) ?? '');
  if (!isRecord(kept) || !isWords(kept.all) || !isWords(kept.working) || !isSeen(kept.seen)) return undefined;
  return { all: kept.all, working: kept.working, seen: kept.seen };
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}
