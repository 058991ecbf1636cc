import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { lossesOf } from '../../../src/losses/losses.ts';
import type { GitLoss, Loss, PathLoss } from '../../../src/model/loss.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';

interface Row {
  readonly line: string;
  /** see `shown` */
  readonly loses: readonly string[];
  /** relative to the repository */
  readonly cwd?: string;
  /** null = detached */
  readonly branch?: string | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const ROOT = '/repo';
const FILES = 'a b notes.md f f.gz src/x.o src/y.c src/lib/z.c dir/a dir/y build/x.log .git/HEAD';

function lossesIn({ line, cwd = '.', branch = 'main', files = {}, links = {}, env = {} }: Row): readonly string[] {
  const here = cwd === '.' ? ROOT : `${ROOT}/${cwd}`;
  const environment = { HOME: '/home/u', PATH: '/usr/bin:/bin', ...env };
  const known = Object.fromEntries(FILES.split(' ').map((name) => [`${ROOT}/${name}`, '']));
  const facts = whatIfFacts({
    env: environment,
    cwd: ROOT,
    at: localTime('2025-01-06T10:00:00'),
    git: { branch, root: ROOT },
    files: { ...known, '/home/u/x': '', ...files },
    links,
  });
  return lossesOf(analyzeLine(line, { cwd: here, env: environment, facts }), facts).map(shown);
}

const short = (path: string) =>
  path === ROOT ? '.' : path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;

/** `tree src`, `below . *.o`, `below dir from src`, `changed in a`, `untracked at HEAD~2`, `refs HEAD refs/heads/main`, `unknown`. */
function shown(loss: Loss): string {
  if (loss.kind === 'unknown') return `unknown: ${loss.why}`;
  return loss.kind === 'path' ? shownPath(loss) : shownGit(loss);
}

function shownPath({ what, path, names = [], from }: PathLoss): string {
  return [what, short(path), ...names, ...(from === undefined ? [] : ['from', short(from)])].join(' ');
}

function shownGit({ what, within, commit, refs, nested, exact, repository: { root, gitDir } }: GitLoss): string {
  const place = root === ROOT && gitDir === `${ROOT}/.git` ? [] : ['of', root];
  return [
    what,
    ...(within === undefined ? [] : ['in', ...within.map(short)]),
    ...(refs ?? (what === 'refs' ? ['any'] : [])),
    ...(commit === undefined ? [] : [what === 'refs' ? 'to' : 'at', commit]),
    ...(exact ? ['exact'] : []),
    ...(nested ? ['nested'] : []),
    ...place,
  ].join(' ');
}

const folder = 'test/tables/losses';

describe.each(readdirSync(folder).map((name) => [basename(name, '.yaml')]))('%s', (name) => {
  const rows = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) as readonly Row[];
  test.each(rows.map((row) => [row.line, row] as const))('%s', (_line, row) => {
    expect(lossesIn(row)).toEqual(row.loses);
  });
});
