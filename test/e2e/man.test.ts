import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/model/errors.ts';
import { EXIT_MEANINGS } from '../../src/model/exit-status.ts';
import { CHECKOUT } from '../support/installed.ts';
import { which } from '../support/shim-world.ts';

const folder = join(CHECKOUT, 'dist/man');
const pages = readdirSync(folder).map((name) => join(folder, name));

function run(program: string, args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: '/nonexistent' },
  });
  return { stdout, stderr, status };
}

function helpOf(...command: readonly string[]): string {
  return run(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), ...command, '--help']).stdout;
}

test('every command of --help has its page', () => {
  const commands = [...helpOf().matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  const named = commands.filter((name) => name !== 'help').map((name) => `safeshell-${name}.1`);
  expect(readdirSync(folder).sort()).toEqual([...named, 'safeshell.1'].sort());
});

test('the package names every page, as npm puts only those where man looks', () => {
  const { man } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
  expect(man).toEqual(
    readdirSync(folder)
      .sort()
      .map((name) => `./dist/man/${name}`),
  );
});

test('pages are no text of the repository: a build makes them', () => {
  expect(readFileSync(join(CHECKOUT, '.gitignore'), 'utf8')).toMatch(/^\/?dist\/?$/m);
});

test('every exit status of the command line has its meaning', () => {
  const ofShims: readonly number[] = [EXIT.run, EXIT.replace, EXIT.confine];
  const statuses = Object.values(EXIT).filter((status) => !ofShims.includes(status));
  expect([...EXIT_MEANINGS.keys()].sort()).toEqual(statuses.sort());
});

describe.runIf(which('groff'))('groff', () => {
  test.each([80, 40])('sets every page at %d columns without a warning', (columns) => {
    for (const page of pages) {
      const { stdout, stderr } = run('groff', [
        '-man',
        '-Tutf8',
        '-P-cbou',
        `-rLL=${columns}n`,
        '-ww',
        '-Wbreak',
        page,
      ]);
      expect({ page, stderr }).toEqual({ page, stderr: '' });
      for (const head of ['NAME', 'SYNOPSIS', 'OPTIONS', 'EXIT STATUS', 'FILES', 'ENVIRONMENT', 'SEE ALSO'])
        expect(stdout, page).toMatch(new RegExp(`^${head}$`, 'm'));
    }
  });

  test('what is said of options is what --help says', () => {
    const text = (printed: string) => printed.replace(/[`‘’\s]+/g, ' ').replace(/[−‐]/g, '-');
    const page = text(
      run('groff', ['-man', '-Tutf8', '-P-cbou', '-rLL=80n', join(folder, 'safeshell-check.1')]).stdout,
    );
    const options = [...helpOf('check').matchAll(/^ {2}(--[\w-]+(?: <[^>]+>)?) {2,}(\S.*(?:\n {6,}\S.*)*)/gm)];
    expect(options.length).toBeGreaterThan(4);
    for (const [, option, what = ''] of options) {
      expect(page).toContain(option);
      expect(page).toContain(text(what));
    }
  });
});

test.runIf(which('mandoc'))('mandoc has nothing to fix', () => {
  expect(run('mandoc', ['-T', 'lint', '-W', 'warning', ...pages]).stdout).toBe('');
});
