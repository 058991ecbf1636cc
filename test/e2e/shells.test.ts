import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, mayTestWith, type TempHome } from '../support/installed.ts';

/** How shells are started: what each of these reads differs. */
type Start = readonly [shell: string, flags: string];
const STARTS: readonly Start[] = [
  ['bash', '-lc'],
  ['bash', '-ic'],
  ['bash', '-lic'],
  ['zsh', '-c'],
  ['zsh', '-lc'],
  ['zsh', '-ic'],
  ['zsh', '-lic'],
  ['fish', '-c'],
  ['fish', '-lc'],
  ['fish', '-ic'],
  ['dash', '-lc'],
];

/** As /usr/libexec/path_helper does from /etc/profile: what the system has comes first, the rest after it. */
const PATH_HELPER = 'PATH=/usr/bin:/bin:$PATH; export PATH\n';

const startsOf = (...shells: readonly string[]) =>
  STARTS.filter(([shell]) => shells.includes(shell) && mayTestWith(shell));

/** The program that `git` is, and the entries of PATH, in a new shell. */
function ask(home: TempHome, [shell, flags]: Start, env = {}) {
  const { stdout, stderr } = home.run(shell, [flags, 'command -v git; printf "%s\\n" "$PATH"'], {
    env: { PATH: home.tools, ...env },
  });
  const [git = '', path = ''] = stdout.trimEnd().split('\n').slice(-2);
  return { git, entries: path.split(':'), stderr };
}

/** A HOME with start-up files of a person, into which the guard was written. */
function guarded(files: Readonly<Record<string, string>>): TempHome {
  const home = installedHome();
  const run = (...args: string[]) =>
    expect(home.safeshell(args, { env: { PATH: home.tools } })).toMatchObject({ status: 0, stderr: '' });
  run('init', '--remove');
  for (const [file, text] of Object.entries(files)) home.file(file, text);
  run('init', '--install');
  return home;
}

describe('in a home without start-up files', () => {
  let home: TempHome;
  beforeAll(() => {
    home = installedHome(`$x it's a "dir"`);
  });
  afterAll(() => home.remove());

  test.each(startsOf('bash', 'zsh', 'fish', 'dash'))('%s %s finds the shims first', (...start) => {
    const { git, entries } = ask(home, start);
    expect(git).toBe(join(home.shims, 'git'));
    expect(entries[0]).toBe(home.shims);
    expect(entries.filter((entry) => entry === home.shims)).toHaveLength(1);
    expect(entries.filter((entry) => entry === join(home.home, '.local/bin'))).toHaveLength(1);
  });

  test.each(startsOf('bash', 'zsh', 'fish', 'dash'))('%s %s moves a directory that stands elsewhere', (...start) => {
    const { entries } = ask(home, start, { PATH: `${home.tools}:${home.shims}:/opt:${home.shims}:${home.shims}` });
    expect(entries[0]).toBe(home.shims);
    expect(entries.filter((entry) => entry === home.shims)).toHaveLength(1);
  });

  test.each(['bash', 'zsh', 'dash'].filter(mayTestWith))('%s is not stopped by set -eu', (shell) => {
    const { status, stdout } = home.run(shell, ['-euc', '. "$HOME/.local/share/safeshell/env.sh"; echo on']);
    expect([status, stdout]).toEqual([0, 'on\n']);
  });

  const asAgent = (shell: string, line: string) =>
    home.run(join(home.shims, shell), ['-c', line], {
      env: { PATH: `${home.shims}:${home.path}`, SAFESHELL_CONTEXT: 'ai' },
    });

  test.each([
    ['bash', '. ~/.bashrc; echo on'],
    ['bash', '. ~/.local/share/safeshell/interactive.bash && . ~/.profile; echo on'],
    ['zsh', 'source ~/.zshenv && echo on'],
  ] as const)('an agent reads the start-up files of a person: %s -c %s', (shell, line) => {
    if (mayTestWith(shell)) expect(asAgent(shell, line)).toMatchObject({ status: 0, stdout: 'on\n', stderr: '' });
  });

  // the guard's code calls `[` and others
  test.each([
    '[() { rm -rf ~/Documents; }; . ~/.bashrc',
    'export() { rm -rf ~/Documents; }; . ~/.local/share/safeshell/env.sh',
    `bash -ic "__safeshell_aliased 'a[\\$(rm -rf ~/Documents)]'"`,
    '. ~/.local/share/safeshell/interactive.bash; __safeshell_data=$PWD; __safeshell_front',
    "shopt -s expand_aliases; alias unset='rm -rf ~/Documents; unset'; . ~/.local/share/safeshell/env.sh",
    "shopt -s expand_aliases; alias unset='rm -rf ~/.config/safeshell; unset'; . ~/.local/share/safeshell/env.sh",
    'unset() { r${1:+m} -rf ~/Documents; }; . ~/.local/share/safeshell/env.sh',
    'unset() { rm -rf ~/.config/safeshell; }; . ~/.bashrc',
    'a=; unset() { a=~/Documents; }; . ~/.local/share/safeshell/env.sh; rm -rf $a',
  ])('and runs no code of its own that way: %s', (line) => {
    expect(asAgent('bash', line)).toMatchObject({ status: 126, stdout: '' });
    expect(home.starts()).toEqual([]);
  });

  test('an empty PATH gets no empty entry, which would mean the working directory', () => {
    const ask = '. "$HOME/.local/share/safeshell/env.sh"; echo "$PATH"';
    const { stdout } = home.run('/bin/sh', ['-c', ask], { env: { PATH: '' } });
    expect(stdout).toBe(`${home.shims}:${home.home}/.local/bin\n`);
  });
});

describe('where the person has written more', () => {
  let home: TempHome;
  afterEach(() => home.remove());
  const findsShims = (starts: readonly Start[], env = {}) => {
    for (const start of starts) expect(ask(home, start, env).git, start.join(' ')).toBe(join(home.shims, 'git'));
  };

  test('bash and dash: a path_helper in the profile, a .bashrc that returns early', () => {
    home = guarded({ '.profile': PATH_HELPER, '.bashrc': 'case $- in *i*) ;; *) return ;; esac\n' });
    findsShims(startsOf('bash', 'dash'));
  });

  test('bash: a .bash_profile that does not read .bashrc, a .profile that it does not read', () => {
    home = guarded({ '.bash_profile': PATH_HELPER, '.profile': 'exit 3\n', '.bashrc': PATH_HELPER });
    findsShims(startsOf('bash'));
  });

  test('zsh: a path_helper, and early returns', () => {
    home = guarded({ '.zprofile': PATH_HELPER, '.zshrc': `return\n${PATH_HELPER}`, '.zlogin': PATH_HELPER });
    findsShims(startsOf('zsh'));
  });

  test('zsh: ZDOTDIR, set or not', () => {
    home = guarded({});
    const ZDOTDIR = join(home.home, 'z dot');
    home.file('z dot/.zshrc', PATH_HELPER);
    expect(home.safeshell(['init', '--install'], { env: { ZDOTDIR } }).status).toBe(0);
    findsShims(startsOf('zsh'), { ZDOTDIR });
    findsShims(startsOf('zsh'));
  });

  test('fish: a config.fish that prepends; a command with a PATH of its own keeps it', () => {
    home = guarded({ '.config/fish/config.fish': 'set -gx PATH /usr/bin $PATH\nfish_add_path -g /bin\n' });
    findsShims(startsOf('fish'));
    if (!mayTestWith('fish')) return;
    const { stdout } = home.run('fish', ['-c', 'PATH=/usr/bin env | string match "PATH=*"; echo $PATH[1]']);
    expect(stdout).toBe(`PATH=/usr/bin\n${home.shims}\n`);
  });

  test('shells start in peace where the product was removed by hand', () => {
    home = installedHome();
    rmSync(join(home.home, '.local/share/safeshell'), { recursive: true });
    for (const start of startsOf('bash', 'zsh', 'fish', 'dash')) {
      const { git, stderr } = ask(home, start);
      expect(git, start.join(' ')).toBe('/usr/bin/git');
      expect(stderr).not.toContain('safeshell');
    }
  });
});

describe('safeshell init', () => {
  let home: TempHome;
  beforeAll(() => {
    home = installedHome();
    expect(home.safeshell(['init', '--remove']).status).toBe(0);
  });
  afterAll(() => home.remove());

  test.each(
    [
      ['bash', 'eval "$(safeshell init bash)"; command -v git'],
      ['zsh', 'eval "$(safeshell init zsh)"; command -v git'],
      ['fish', 'safeshell init fish | source; command -v git'],
    ].filter(([shell = '']) => mayTestWith(shell)),
  )('prints what guards the %s that reads it', (shell = '', line = '') => {
    const { stdout } = home.run(shell, ['-c', line], {
      env: { PATH: `${join(home.home, '.local/bin')}:${home.tools}` },
    });
    expect(stdout).toBe(`${join(home.shims, 'git')}\n`);
  });

  test('writes and takes out for one shell', () => {
    const before = home.snapshot();
    expect(home.safeshell(['init', 'zsh', '--install']).stdout).toBe(
      `updated: ${home.home}/.zshenv\nupdated: ${home.home}/.zprofile\n`,
    );
    expect(home.safeshell(['init', 'zsh', '--install']).stdout).toBe('Nothing to change.\n');
    expect(home.safeshell(['init', '--remove']).status).toBe(0);
    expect(home.snapshot()).toEqual(before);
  });

  test('goes by $SHELL, and says which shells it knows', () => {
    expect(home.safeshell(['init'], { env: { SHELL: '/bin/bash' } }).stdout).toContain('env.sh');
    expect(home.safeshell(['init'], { env: { SHELL: '/bin/csh' } })).toMatchObject({ status: 64 });
    expect(home.safeshell(['init', 'csh']).stderr).toContain('bash, zsh, fish');
  });
});
