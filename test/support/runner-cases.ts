import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { knownWord, type Word, wordValue } from '../../src/model/word.ts';
import type { RunnerCall, RunnerFinding } from '../../src/runners/runner.ts';
import { resolvePath } from '../../src/util/path.ts';

export interface RunnerRow {
  /** words at blanks, or a list of words */
  readonly run: string | readonly string[];
  /** text by path, relative to /p */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** `file:line shell: code`, `file:line argv`, `file:line language < path`; behind it `in folder`, `with A=b` */
  readonly found: readonly string[];
}

export function runnerCallOf({ run, files, env = {} }: RunnerRow): RunnerCall {
  const words = typeof run === 'string' ? run.split(' ') : run;
  const all = new Map(Object.entries(files).map(([path, text]) => [resolvePath('/p', path), text]));
  return {
    argv: words.map((word) => knownWord(word)),
    cwd: '/p',
    inProject: (name) => (all.has(`/p/bin/${name}`) ? `/p/bin/${name}` : undefined),
    variable: (name) => env[name] ?? (name === 'HOME' ? '/home/u' : undefined),
    changed: (name) => env[name],
    files: {
      read: (path) => all.get(path),
      exists: (path) => [...all.keys()].some((one) => one === path || one.startsWith(`${path}/`)),
      matching: (glob, folder) => {
        const fits = new RegExp(`^${resolvePath(folder, glob).replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
        return [...all.keys()].filter((path) => fits.test(path));
      },
    },
  };
}

function relative(path: string): string {
  return path.startsWith('/p/') ? path.slice(3) : path;
}

function said(word: Word): string {
  return wordValue(word) ?? `<${word.text}>`;
}

export function summary(finding: RunnerFinding): string {
  const { file, line, effects } = finding;
  const folder =
    effects?.cwd === undefined || wordValue(effects.cwd) === '/p' ? '' : ` in ${relative(said(effects.cwd))}`;
  const set = (effects?.assignments ?? []).map(({ name, value }) => `${name}=${said(value)}`);
  const place = line === undefined ? relative(file) : `${relative(file)}:${line}`;
  return `${place} ${what(finding)}${folder}${set.length === 0 ? '' : ` with ${set.join(' ')}`}`;
}

function what(finding: RunnerFinding): string {
  switch (finding.kind) {
    case 'argv':
      return `${finding.argv.map(said).join(' ')}${finding.standsFor === undefined ? '' : ` (${finding.standsFor})`}`;
    case 'code':
      return `${finding.shell ?? finding.language}: ${said(finding.code)}`;
    case 'script-file':
      return `${finding.shell ?? finding.language} < ${said(finding.path)}`;
    default:
      return finding.kind;
  }
}

const FOLDER = 'test/tables/runners';

export const RUNNER_CASES: readonly (readonly [file: string, rows: readonly RunnerRow[]])[] = readdirSync(FOLDER).map(
  (file) => [file, parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))] as const,
);
