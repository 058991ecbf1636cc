import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callFor } from '../support/agent-tables.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

const AGENTS = ['claude', 'codex', 'gemini'];

/** For each way that code in files runs, and each door beside it: what must be stopped, and a near twin that must pass. */
const ROWS: readonly (readonly [harmful: string, harmless: string])[] = [
  ['./clean.sh', './build.sh'],
  ['sh clean.sh', 'sh build.sh'],
  ['make clean', 'make all'],
  ['npm run clean', 'npm run all'],
  ['python3 clean.py', 'python3 all.py'],
  ['git -C hooked commit -m x', 'git -C plain commit -m x'],
  ['cd hooked && git commit -m x', 'cd plain && git commit -m x'],
  ["tmux send-keys -t x 'rm -rf ~' Enter", "tmux send-keys -t x 'ls' Enter"],
  ['mv ~/.local/share x', 'mv share x'],
  ['cp settings.json ~/.claude', 'cp settings.json out'],
  ['ln -s ~/.claude/settings.json x', 'ln -s settings.json x'],
  ['tr a a < ~/.ssh/id_rsa', 'tr a a < all.py'],
  ['exec 3<~/.ssh/id_rsa; cat <&3', 'exec 3<all.py; cat <&3'],
  ['grep -r PRIVATE ~/.ssh', 'grep -r PRIVATE .'],
  ['git-reset --hard', 'git-status'],
  ['yes | git checkout -p', 'git checkout -p'],
  [': > ~/Documents/*', ': > out.txt'],
  ['perl -e \'unlink glob "$ENV{HOME}/*"\'', "perl -e 'print 1'"],
  ["PS4='$(rm -rf ~)' sh -xc :", "PS4='+ ' sh -xc :"],
  ['BASH_ENV=clean.sh bash -c :', 'BASH_ENVY=build.sh bash -c :'],
];

let home: TempHome;
beforeAll(() => {
  home = installedHome('home', { agents: AGENTS });
  const script = (name: string, body: string) => home.script(home.file(`p/${name}`, ''), body);
  script('clean.sh', 'rm -rf ~/');
  script('build.sh', 'echo built');
  home.file('p/clean.py', 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n');
  home.file('p/all.py', 'print(1)\n');
  home.file('p/Makefile', 'all:\n\techo built\nclean:\n\trm -rf ~/\n');
  home.file('p/package.json', '{"scripts": {"all": "echo built", "clean": "rm -rf ~/"}}');
  home.file('p/settings.json', '{}');
  for (const name of ['hooked', 'plain']) {
    for (const part of ['objects', 'refs', 'hooks'])
      mkdirSync(join(home.home, 'p', name, '.git', part), { recursive: true });
    home.file(`p/${name}/.git/HEAD`, 'ref: refs/heads/feature\n');
  }
  script('hooked/.git/hooks/pre-commit', 'rm -rf ~/');
  home.file('.ssh/id_rsa', 'key');
  home.file('Documents/a', 'a');
});
afterAll(() => home.remove());

/** The answer of an agent's hook; '' = the line may run. */
function answer(agent: string, line: string): string {
  const cwd = join(home.home, 'p');
  const { environment = {}, payload } = callFor(agent, line);
  const input = JSON.stringify({ ...(payload as object), cwd });
  const ran = home.run(join(home.home, '.local/share/safeshell/hooks', agent), [], { cwd, input, env: environment });
  const isStopped = ran.status === 2 || /"(deny|ask|block|denied)"/.test(ran.stdout);
  return isStopped ? `${agent}: ${ran.stdout}${ran.stderr}` : '';
}

// the variable of the last twin is not one that a shell reads: any BASH_ENV is asked about
test.each(ROWS)('%s is stopped at the hook, %s is not', (harmful, harmless) => {
  for (const agent of AGENTS) {
    expect(answer(agent, harmful)).not.toBe('');
    expect(answer(agent, harmless)).toBe('');
  }
});
