import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { installedHome, mayTestWith, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

/** What each tool does to PATH, without what it does besides; `on` and `off` are typed. Tools' folders have a `git` of their own. */
const TOOLS: Readonly<Record<string, { setUp?: string; on: string; off?: string; folder?: string }>> = {
  'export PATH': { on: 'export PATH="$HOME/tool/bin:$PATH"' },
  'rbenv, pyenv, asdf': { setUp: 'start() { export PATH="$HOME/tool/bin:${PATH}"; }', on: 'start' },
  'nvm: prepends, then puts another version in its place': {
    setUp: `use() {
  case ":$PATH:" in
  *:"$HOME/tool/"*/bin:*) export PATH="\${PATH%%"$HOME/tool/"*}$HOME/tool/$1/bin:\${PATH#*"$HOME/tool/"*/bin:}" ;;
  *) export PATH="$HOME/tool/$1/bin:$PATH" ;;
  esac
}`,
    on: 'use 18; use 20',
    folder: 'tool/20/bin',
  },
  virtualenv: {
    setUp: `activate() { _OLD_VIRTUAL_PATH="$PATH"; PATH="$HOME/tool/bin:$PATH"; export PATH; hash -r; }
deactivate() { PATH="\${_OLD_VIRTUAL_PATH:-}"; export PATH; unset _OLD_VIRTUAL_PATH; hash -r; }`,
    on: 'activate',
    off: 'deactivate',
  },
  conda: {
    setUp: `conda() {
  case $1 in
  activate) export PATH="$HOME/tool/bin:$PATH" ;;
  deactivate) case ":$PATH:" in *:"$HOME/tool/bin":*) PATH="\${PATH%%"$HOME/tool/bin:"*}\${PATH#*"$HOME/tool/bin:"}" ;; esac ;;
  esac
}`,
    on: 'conda activate',
    off: 'conda deactivate',
  },
  'direnv: at the prompt, where a folder is entered': {
    setUp: `_direnv_hook() {
  case $PWD:\${DIRENV_BACK-} in
  "$HOME/tool:") DIRENV_BACK=$PATH; export PATH="$HOME/tool/bin:$PATH" ;;
  "$HOME/tool:"*) ;;
  *:?*) export PATH="$DIRENV_BACK"; DIRENV_BACK= ;;
  esac
}
if [ -n "\${ZSH_VERSION-}" ]; then precmd_functions=(_direnv_hook $precmd_functions)
else PROMPT_COMMAND="_direnv_hook\${PROMPT_COMMAND:+;$PROMPT_COMMAND}"; fi`,
    on: 'cd ~/tool',
    off: 'cd ..',
  },
  'mise: at each prompt, whatever PATH is by then': {
    setUp: `_mise_hook() { case ":$PATH:" in *:"$HOME/tool/bin":*) ;; *) export PATH="$HOME/tool/bin:$PATH" ;; esac; }
if [ -n "\${ZSH_VERSION-}" ]; then precmd_functions=(_mise_hook $precmd_functions)
else PROMPT_COMMAND="_mise_hook\${PROMPT_COMMAND:+;$PROMPT_COMMAND}"; fi`,
    on: ':',
  },
};
const SHELLS = ['bash', 'zsh'].filter(mayTestWith);
if (!HAS_PTY) console.warn('open shells are not tested: no `script` of util-linux');

let home: TempHome;
beforeAll(() => {
  home = installedHome(undefined, { packs: ['git'] });
  // a line that is refused at the prompt never comes to the shim that these tests are about
  expect(home.safeshell(['init', 'bash', '--no-lines']).status).toBe(0);
  for (const folder of ['tool/bin', 'tool/18/bin', 'tool/20/bin']) program(join(home.home, folder, 'git'));
});
afterAll(() => home.remove());

function program(path: string, body = 'echo a git of its own'): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** Types lines at a shell's prompt, all ahead, and leaves it; what was shown. */
async function typeLines(shell: string, lines: readonly string[]): Promise<string> {
  const pty = new Pty(`${shell} -i`, {
    cwd: home.home,
    env: { HOME: home.home, PATH: home.path, TERM: 'dumb', LANG: 'C.UTF-8' },
  });
  pty.type(`${[...lines, 'exit'].join('\n')}\n`);
  const { shown } = await pty.end();
  return shown;
}

/** Line by line what `say NAME` said: the git that is found, and PATH. */
function said(shown: string, name: string): { git: string; entries: readonly string[] } {
  const [, git = '', path = ''] = new RegExp(`<${name}\\|(.*?)\\|(.*?)>`).exec(shown) ?? [];
  return { git, entries: path.split(':') };
}
const SAY = 'say() { printf "<%s|%s|%s>\\n" "$1" "$(command -v git)" "$PATH"; }';

describe.skipIf(!HAS_PTY).each(SHELLS)('PATH in an open %s', (shell) => {
  test.each(Object.entries(TOOLS))('%s', async (_tool, { setUp = ':', on, off = ':', folder = 'tool/bin' }) => {
    home.file('set-up.sh', `${setUp}\n${SAY}\n`);
    const shown = await typeLines(shell, ['say none; . ./set-up.sh', 'say before', on, 'say on', off, 'say off']);
    const git = join(home.shims, 'git');
    const states = ['before', 'on', 'off'].map((state) => said(shown, state));
    for (const state of states) {
      expect(state.git, shown).toBe(git);
      expect(state.entries.filter((entry) => entry === home.shims)).toHaveLength(1);
    }
    expect(states[1]?.entries[1]).toBe(join(home.home, folder));
    if (off !== ':') expect(states[2]?.entries).toEqual(states[0]?.entries);
  });
});

describe.skipIf(!HAS_PTY).each(['bash', 'zsh', 'fish'].filter(mayTestWith))(
  'a program that comes later, in %s',
  (shell) => {
    const rules = '.config/safeshell/rules/later.yaml';
    const ran = () => existsSync(join(home.home, 'ran'));
    const install = (folder: string) =>
      program(join(home.home, 'ready'), 'touch "$HOME/ran"') ?? `mkdir -p ${folder}; cp ready ${folder}/frob`;
    const use = ['frob no', 'frob no'];

    beforeAll(() => {
      home.file(rules, 'version: 1\nrules: [{ name: no-frob, commands: [frob], action: deny, message: No frobs. }]\n');
      mkdirSync(join(home.home, 'late'), { recursive: true });
      expect(home.safeshell(['refresh']).status).toBe(0);
    });
    afterAll(() => home.file(rules, 'version: 1\nrules: []\n'));
    // a refresh that the shim of the test before has begun may still come, with another PATH: it takes nothing away
    afterEach(() => {
      for (const name of ['late/frob', 'new', 'ran', 'was'])
        rmSync(join(home.home, name), { recursive: true, force: true });
      expect(home.safeshell(['refresh']).status).toBe(0);
    });
    const addTo = (folder: string) =>
      shell === 'fish' ? `set -gx PATH $PATH ~/${folder}` : `export PATH="$PATH:$HOME/${folder}"`;

    test('in a folder of PATH', async () => {
      const shown = await typeLines(shell, [addTo('late'), 'frob; frob', install('late'), 'echo x', ...use]);
      expect(shown).toContain('No frobs.');
      expect(ran(), shown).toBe(false);
    });

    test('in a folder that is new in PATH', async () => {
      const shown = await typeLines(shell, [install('new'), addTo('new'), ...use]);
      expect(shown).toContain('No frobs.');
      expect(ran(), shown).toBe(false);
    });

    test('while a refresh writes another generation', async () => {
      const script = join(home.home, '.local/share/safeshell/later.sh');
      const text = readFileSync(script, 'utf8');
      const other = '{ echo other; sed 1d "$programs"; } >"$programs.other"; mv "$programs.other" "$programs"';
      writeFileSync(script, `programs=${shQuote(join(home.shims, '.programs'))}; ${other}\n${text}`);
      const shown = await typeLines(shell, ['echo x', install('new'), addTo('new'), ...use]);
      writeFileSync(script, text);
      expect(shown).toContain('No frobs.');
      expect(ran(), shown).toBe(false);
    });

    test('that the shell has run before a rule named it', async () => {
      home.file(rules, 'version: 1\nrules: []\n');
      expect(home.safeshell(['refresh']).status).toBe(0);
      const rule = `rules: [{ name: no-frob, commands: [frob], action: deny, message: No frobs. }]`;
      home.file('next.yaml', `version: 1\n${rule}\n`);
      const shown = await typeLines(shell, [
        install('late'),
        addTo('late'),
        'frob; frob; mv ran was',
        `cp next.yaml ${rules}; safeshell refresh`,
        ...use,
      ]);
      expect(shown).toContain('No frobs.');
      expect(ran(), shown).toBe(false);
    });
  },
);
