import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cachesOf } from '../../../src/confine/caches.ts';
import { hostFacts } from '../../../src/facts/host.ts';
import { keptCaches } from '../../../src/host/kept-caches.ts';

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
const file = () => at('state/caches');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-caches-')));
  for (const one of ['home/.cache/pip', 'home/.npm', 'home/.cargo/registry', 'bin', 'state', 'elsewhere/pip'])
    mkdirSync(at(one), { recursive: true });
  for (const one of ['home', 'home/.cache', 'home/.cargo', 'home/.npm', 'bin']) age(at(one));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What has just changed may change again unnoticed. */
function age(path: string): void {
  utimesSync(path, 1e9, 1e9);
}

interface Asked {
  readonly env?: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  /** of the one who asks; ms since 1970 */
  readonly nowMs?: number;
}

/** Was it looked for, and what was found? */
function ask({ env = {}, programs = ['python3'], nowMs = LATER }: Asked = {}) {
  const all = { HOME: at('home'), PATH: `${at('bin')}:/nowhere`, ...env };
  const input = { facts: hostFacts({ env: all, cwd: at('home') }), env: all, programs, guarded: [at('state')] };
  let isFound = false;
  const find = () => {
    isFound = true;
    return cachesOf(input).paths;
  };
  return { paths: keptCaches(file(), input, find, nowMs), isFound };
}

/** Long after the folders of a test were made. */
const LATER = Date.now() + 3_600_000;

describe('caches of tools are kept', () => {
  test('from one call to the next', () => {
    const first = ask();
    expect(first.isFound).toBe(true);
    expect(first.paths).toContain(at('home/.cache/pip'));
    expect(ask()).toEqual({ paths: first.paths, isFound: false });
    expect(ask({ programs: ['ls', 'python3'] }).isFound).toBe(false);
  });

  test.each<[string, () => void]>([
    ['a cache that comes', () => mkdirSync(at('home/.cache/uv'))],
    ['one in the home directory', () => mkdirSync(at('home/.yarn/berry'), { recursive: true })],
    ['one in a folder that was not there', () => mkdirSync(at('home/.gradle/caches'), { recursive: true })],
    ['a cache that goes', () => rmSync(at('home/.cache/pip'), { recursive: true })],
    ['one in the home directory that goes', () => rmSync(at('home/.npm'), { recursive: true })],
    ['a tool that is installed', () => writeFileSync(at('bin/uv'), '')],
    [
      'a link in the place of a cache',
      () => {
        renameSync(at('home/.cache/pip'), at('home/.cache/old'));
        symlinkSync(at('home'), at('home/.cache/pip'));
      },
    ],
    [
      'a link in the place of a folder around it',
      () => {
        renameSync(at('home/.cache'), at('home/.old'));
        symlinkSync(at('elsewhere'), at('home/.cache'));
      },
    ],
    [
      'a link in the place of one in the home directory',
      () => {
        renameSync(at('home/.npm'), at('home/.old'));
        symlinkSync(at('home'), at('home/.npm'));
      },
    ],
    ['nothing that is kept', () => rmSync(file())],
    ['nothing whole', () => writeFileSync(file(), '[{"key":')],
    ['nothing of ours', () => writeFileSync(file(), '[{"key":"x"},3,null]')],
  ])('until there is %s', (_, change) => {
    ask();
    expect(ask().isFound).toBe(false);
    change();
    const { isFound, paths } = ask();
    expect(isFound).toBe(true);
    expect(paths).not.toContain(at('home'));
  });

  test.each<[string, Asked]>([
    ['another home directory', { env: { HOME: '/nowhere' } }],
    ['another PATH', { env: { PATH: '/nowhere' } }],
    ['variables that move them', { env: { PIP_CACHE_DIR: '/nowhere' } }],
    ['other tools', { programs: ['python3', 'uv'] }],
  ])('not for %s', (_, other) => {
    ask();
    expect(ask(other).isFound).toBe(true);
    expect(ask(other.env === undefined ? {} : { ...other, env: {} }).isFound).toBe(false);
  });

  test('not where a folder around them has just changed', () => {
    writeFileSync(at('home/.cache/new'), '');
    expect(ask({ nowMs: Date.now() }).isFound).toBe(true);
    expect(ask().isFound).toBe(true);
  });

  test('not where one is reached by a link', () => {
    renameSync(at('home/.cache'), at('cache'));
    symlinkSync(at('cache'), at('home/.cache'));
    expect(ask().paths).toContain(at('cache/pip'));
    expect(ask().isFound).toBe(true);
  });

  test('nowhere but in their file, and a few of them', () => {
    for (const name of ['npm', 'pnpm', 'yarn', 'bun', 'deno', 'uv', 'go', 'cargo', 'helm', 'mix'])
      ask({ programs: [name] });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toHaveLength(8);
    rmSync(dirname(file()), { recursive: true });
    writeFileSync(dirname(file()), '');
    expect(ask().paths).toContain(at('home/.npm'));
  });
});
