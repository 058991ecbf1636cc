import type { Facts } from '../../../src/model/facts.ts';
import type { Analysis, Invocation } from '../../../src/model/invocation.ts';
import type { Word } from '../../../src/model/word.ts';
import { type AnalyzeContext, analyzeLine } from '../../../src/shell/analyze.ts';

export interface World extends Partial<Omit<AnalyzeContext, 'facts'>> {
  readonly files?: Readonly<Record<string, string>>;
}

/** A world without a disk: only the files that a test names, and one repository at /repo. */
export function factsFor(files: Readonly<Record<string, string>> = {}): Facts {
  return {
    env: {},
    home: '/home/u',
    tmp: ['/tmp'],
    at: { epochMs: 0, minuteOfDay: 0, day: 1 },
    foldsCase: false,
    git: (cwd) => (cwd.startsWith('/repo') ? { root: '/repo', gitDir: '/repo/.git', branch: 'main' } : null),
    gitChanges: () => undefined,
    gitAhead: () => undefined,
    exists: (path) => (path in files ? 'yes' : 'no'),
    realpath: (path) => path,
    expandGlob: () => undefined,
    filesBelow: () => undefined,
    readText: (path, maxBytes) =>
      files[path] !== undefined && files[path].length <= maxBytes ? files[path] : undefined,
    readCode: (path) => (files[path] === undefined ? undefined : { text: files[path], isWhole: true }),
  };
}

export function analyze(line: string, { files, ...context }: World = {}): Analysis {
  const { cwd = '/repo/app', env = { HOME: '/home/u', PATH: '/usr/bin:/bin' } } = context;
  return analyzeLine(line, { ...context, cwd, env, facts: factsFor(files) });
}

/** `rm -rf <any variable>`: one line for people to read and tables to hold. */
export function show(word: Word): string {
  if (word.kind === 'known') return word.value;
  if (word.kind === 'glob') return `<glob ${word.pattern}>`;
  return `<${word.fields} ${word.reason} ${word.prefix}..${word.suffix}>`;
}

export function showStarts({ invocations }: Analysis): string[] {
  return invocations.map(({ argv }) => argv.map(show).join(' '));
}

interface Wanted {
  readonly invocations: readonly (readonly (string | null)[])[];
  readonly exact: boolean;
}

/** Undefined where every wanted argv is found, each by a start of its own (and with `exact`, nothing else). */
export function explainMismatch(
  analysis: Analysis,
  { invocations: wanted, exact }: Wanted,
  countable = /^/,
): string | undefined {
  const left = [...analysis.invocations];
  // what is wholly known is looked for first, so that a start with unknown words is not taken away from it
  const ordered = [...wanted].sort((a, b) => Number(a.includes(null)) - Number(b.includes(null)));
  for (const argv of ordered) {
    const index = left.findIndex((invocation) => matches(invocation.argv, argv));
    if (index < 0) return `missing ${JSON.stringify(argv)} in ${JSON.stringify(showStarts(analysis))}`;
    left.splice(index, 1);
  }
  const extra = exact ? left.filter(({ role, program }) => role === 'program' && countable.test(program ?? '')) : [];
  return extra.length === 0 ? undefined : `extra ${JSON.stringify(extra.map((one: Invocation) => one.argv.map(show)))}`;
}

/** `null` stands for any number of words, and so does an unknown word that may split, or a pattern. */
function matches(found: readonly Word[], wanted: readonly (string | null)[]): boolean {
  const [word, ...restFound] = found;
  const [text, ...restWanted] = wanted;
  if (word === undefined) return wanted.every((one) => one === null);
  if (wanted.length === 0) return found.every((one) => one.kind === 'unknown' && one.fields === 'any');
  if (text === null || text === undefined) return matches(found, restWanted) || matches(restFound, wanted);
  if (word.kind === 'known') return word.value === text && matches(restFound, restWanted);
  if (word.kind === 'unknown' && word.fields === 'one') {
    const fits = text.startsWith(word.prefix) && text.endsWith(word.suffix);
    return fits && matches(restFound, restWanted);
  }
  const starts = word.kind === 'glob' || text.startsWith(word.prefix);
  return matches(restFound, wanted) || (starts && (matches(restFound, restWanted) || matches(found, restWanted)));
}
