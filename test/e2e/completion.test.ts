import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-completion-')));
const env = { HOME: root, PATH: '/usr/bin:/bin', TERM: 'dumb', LC_ALL: 'C.UTF-8' };
const scriptOf = (shell: string) => join(root, `completion.${shell}`);

function run(program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8', input: '' });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout;
}

beforeAll(() => {
  const cli = join(CHECKOUT, 'dist/cli.cjs');
  run(process.execPath, [cli, 'check', 'ls']); // compiles the rules, which leaves their names
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(scriptOf(shell), run(process.execPath, [cli, 'completion', shell]));
  mkdirSync(join(root, '.local/state/safeshell/sessions/one-session'), { recursive: true });
  mkdirSync(join(root, 'some-folder'));
  writeFileSync(join(root, 'some file'), '');
});
afterAll(() => removePatiently(root));

/** What is typed, and all that may stand for its last word. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['safeshell pa', ['packs']],
  ['safeshell rules en', ['enable']],
  ['safeshell rules show git/push-f', ['git/push-force']],
  ['safeshell rules show git/push-force git/reset-h', ['git/reset-hard']],
  ['safeshell rules disable --y', ['--yes']],
  ['safeshell packs disable tr', ['trash']],
  ['safeshell packs show --json wind', ['windows']],
  ['safeshell check --actor ', ['ai', 'human']],
  ['safeshell check --session one', ['one-session']],
  ['safeshell log ver', ['verify']],
  ['safeshell log --agent cla', ['claude']],
  ['safeshell agents install cl', ['claude', 'cline']],
  ['safeshell completion z', ['zsh']],
  ['safeshell deny --reason ', []],
  ['safeshell rules show no-such-rule', []],
];

test.each(LINES)('bash completes `%s`', (line, words) => {
  const code = `source "$1"; COMP_WORDS=(${line.replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    complete -p safeshell >/dev/null && _safeshell && printf '%s\\n' "\${COMPREPLY[@]}"`;
  const found = run('/bin/bash', ['--norc', '-c', code, 'bash', scriptOf('bash')])
    .split('\n')
    .filter(Boolean);
  expect(found).toEqual(words);
});

test.runIf(which('fish')).each(LINES)('fish completes `%s`', (line, words) => {
  const code = `source ${scriptOf('fish')}; complete -C '${line}'`;
  const found = run('fish', ['--no-config', '-c', code]).split('\n').filter(Boolean);
  expect(found.map((one) => one.replace(/\t.*/, '')).sort()).toEqual([...words].sort());
});

describe.runIf(HAS_PTY)('Tab', () => {
  test.each([
    ['bash', `bash --norc --noprofile -i`, (file: string) => `source ${file}`],
    ['zsh', 'zsh -f -i', (file: string) => `autoload -Uz compinit; compinit -D -u; source ${file}`],
    ['fish', 'fish --no-config -i', (file: string) => `source ${file}`],
  ])('in %s finishes the word at a prompt', async (shell, command, load) => {
    if (which(shell) === undefined) return;
    const pty = new Pty(command, { cwd: root, env: { ...env, PS1: '> ', TERM: 'xterm' } });
    const ready = shell === 'fish' ? 'echo READ(echo Y)' : "echo READ''Y";
    pty.type(`${load(scriptOf(shell))}; ${ready}\n`);
    await pty.expect('READY');
    pty.type('safeshell rules show git/reset-h\t');
    await pty.expect('ard');
    pty.type('\x15exit\n');
    expect((await pty.end()).status).toBe(0);
  });
});

test.runIf(which('zsh'))('zsh finds it in a folder of fpath', () => {
  const folder = join(root, 'fpath');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, '_safeshell'),
    run(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), 'completion', 'zsh']),
  );
  const code = 'fpath=($1 $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[safeshell]';
  expect(run('zsh', ['-f', '-c', code, 'zsh', folder])).toBe('_safeshell\n');
});

test('names of a project, and names that a shell would read, are not offered', () => {
  const names = run('/bin/cat', [join(root, '.cache/safeshell/names')])
    .split('\n')
    .filter(Boolean);
  expect(names.filter((line) => !/^(pack|rule) \w[\w./-]*$/.test(line))).toEqual([]);
  expect(names).toContain('rule git/push-force');
});
