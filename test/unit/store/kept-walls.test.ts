import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLER_TESTS } from '../../../src/gate/caller-tests.ts';
import { KEPT_WALLS, keepWall, keptWalls } from '../../../src/store/kept-walls.ts';
import { presentShells } from '../../support/shim-world.ts';

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
const marks = () => at('stamp.marks');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-kept-')));
  for (const one of ['stamp.marks', 'state/walls', 'cwd']) mkdirSync(at(one), { recursive: true });
  writeFileSync(at('stamp'), '');
  utimesSync(at('stamp'), 1, 1);
  writeFileSync(at('state/walls/broker.pid'), String(process.pid));
  writeFileSync(at('app'), '');
  symlinkSync('app', at('launcher'));
});
afterEach(() => {
  for (const one of [folder, `${folder}.old`]) rmSync(one, { recursive: true, force: true });
});

const wall = () => [at('launcher'), '--rw', at('cwd'), '--'];
const keep = (argv: readonly string[], words = wall()) =>
  keepWall(keptWalls(marks()), { cwd: at('cwd'), argv, wall: words });

/** By the test of a gate: what would be executed; undefined = the call is for Node.js. */
function confined(shell: readonly string[], argv: readonly string[], before = ':'): readonly string[] | undefined {
  const variables = [
    ...[
      `__ss_stamp='${at('stamp')}'`,
      `__ss_kept='${join(marks(), KEPT_WALLS)}'/tool`,
      `__ss_walls='${at('state/walls')}'`,
    ],
    ...['__ss_place=direct', '__ss_wall=', '__ss_real=/real/tool'],
  ];
  const { name, text } = CALLER_TESTS.first;
  const ask = `${name} "$@" && exit 3; ${name} "$@" && exit 4; __ss_behind "$@"`;
  const script = `set +aefu\n${variables.join('\n')}\n__ss_become() { printf '%s\\0' "$__ss_real" "$@"; }\n${text}\n${before}\n${ask}`;
  const [program = '', ...args] = [...shell, '-c', script, 'tool', ...argv.slice(1)];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: at('cwd'),
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  if (status === 3) return undefined;
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

describe.each(presentShells().map((shell) => [shell.join(' '), shell] as const))('%s', (_, shell) => {
  test.each([
    [['tool']],
    [['tool', '']],
    [['tool', 'a b', "it's", '*', '$(x)', '`y`', '\\', '!', '=', '(', '-n']],
    [['tool', 'ä', '\t']],
    [['tool', ...Array.from({ length: 12 }, (_one, index) => `w${index}`)]],
  ])('%j has the wall that it had', (argv) => {
    keep(['tool', 'other']);
    keep(argv);
    keep(['tool', 'another']);
    expect(confined(shell, argv)).toEqual([...wall(), '/real/tool', ...argv.slice(1)]);
  });

  test.each<[string, readonly string[], string]>([
    ['other words', ['tool', 'a', 'c'], ':'],
    ['a word more', ['tool', 'a', 'b', ''], ':'],
    ['words that are one', ['tool', 'a b'], ':'],
    ['another folder', ['tool', 'a', 'b'], 'cd ..'],
    ['a folder that is reached by a link', ['tool', 'a', 'b'], '__ss_place=indirect'],
    ['a line that has yet to start', ['tool', 'a', 'b'], '__ss_written=x'],
    ['a path that is gone', ['tool', 'a', 'b'], 'rm "${__ss_stamp%/*}/launcher"'],
    ['a link in the place of a path', ['tool', 'a', 'b'], 'mv ../cwd ../old; ln -s / ../cwd'],
    [
      'a link in the place of a folder above one',
      ['tool', 'a', 'b'],
      'up="${__ss_stamp%/*}"; mv "$up" "$up.old"; ln -s "$up.old" "$up"',
    ],
    [
      'a permit for one start',
      ['tool', 'a', 'b'],
      'mkdir "${__ss_walls%/*}/permits"; : >"${__ss_walls%/*}/permits/x.permit"',
    ],
    ['no broker', ['tool', 'a', 'b'], 'rm "$__ss_walls/broker.pid"'],
    ['a broker that has ended', ['tool', 'a', 'b'], 'sh -c "exit" & echo $! >"$__ss_walls/broker.pid"; wait'],
    ['a younger stamp', ['tool', 'a', 'b'], 'touch -d 2100-01-01 "$__ss_stamp"'],
  ])('%s: Node.js is asked', (_name, argv, before) => {
    keep(['tool', 'a', 'b']);
    expect(confined(shell, ['tool', 'a', 'b'])).toBeDefined();
    expect(confined(shell, argv, before)).toBeUndefined();
  });
});

test('the last calls of a program are kept, each once', () => {
  for (let index = 0; index < 9; index++) keep(['tool', String(index)]);
  keep(['tool', '7']);
  const kept = readFileSync(join(marks(), KEPT_WALLS, 'tool'), 'utf8');
  expect([...kept.matchAll(/"\$\{1\}" = '(\d)'/g)].map(([, word]) => word)).toEqual(['7', '8', '6', '5', '4', '3']);
});

test.each<[string, () => void]>([
  [
    'beside marks that are not those that were there',
    () => {
      const before = keptWalls(marks());
      mkdirSync(at('new'));
      rmSync(marks(), { recursive: true });
      mkdirSync(marks());
      keepWall({ ...before, identity: (before.identity ?? 0) + 1 }, { cwd: at('cwd'), argv: ['tool'], wall: wall() });
    },
  ],
  [
    'of no marks',
    () => {
      rmSync(marks(), { recursive: true });
      keepWall(keptWalls(marks()), { cwd: at('cwd'), argv: ['tool'], wall: wall() });
      mkdirSync(marks());
    },
  ],
  ['by a path', () => keep(['/bin/tool'])],
  ['with a line break', () => keep(['tool', 'a\nb'])],
  ['that is very long', () => keep(['tool', 'x'.repeat(7000)])],
])('nothing is kept %s', (_, act) => {
  act();
  expect(readdirSync(marks())).toEqual([]);
});
