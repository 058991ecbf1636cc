import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { installedHome, mayTestWith, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

/** Each script runs twice, with and without the guard in PATH, in like places: nobody can tell them apart. */
let guarded: TempHome;
let root: string;

const IDENTITY = {
  GIT_AUTHOR_NAME: 'u',
  GIT_AUTHOR_EMAIL: 'u@localhost',
  GIT_COMMITTER_NAME: 'u',
  GIT_COMMITTER_EMAIL: 'u@localhost',
};
const DATES = { GIT_AUTHOR_DATE: '2025-01-06T10:00:00Z', GIT_COMMITTER_DATE: '2025-01-06T10:00:00Z' };
const REPOSITORY = `
git init -q -b topic repo && cd repo
for i in 1 2 3; do echo $i >>file; git add file; git commit -q -m "commit $i"; done
`;

beforeAll(() => {
  guarded = installedHome();
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-invisible-')));
});
afterAll(() => {
  guarded.remove();
  removePatiently(root);
});

function environment(path: string) {
  return {
    HOME: guarded.home,
    PATH: path,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...IDENTITY,
    ...DATES,
  };
}

/** stdout, stderr and status; the folders' own names are blotted out. */
function outcome(shell: string, script: string, path: string) {
  const cwd = realpathSync(mkdtempSync(join(root, 'run-')));
  const { status, stdout, stderr } = guarded.run(shell, ['-c', script], { cwd, env: environment(path) });
  return { status, stdout: stdout.replaceAll(cwd, 'HERE'), stderr: stderr.replaceAll(cwd, 'HERE') };
}

describe('scripts', () => {
  test.each([
    [
      'rebase -i with an editor',
      'bash',
      `${REPOSITORY}GIT_SEQUENCE_EDITOR="sed -i -e 2s/pick/squash/" GIT_EDITOR=true git rebase -i HEAD~2 2>&1 | tail -n 1; git log --format=%s`,
    ],
    [
      'a pager',
      'bash',
      `${REPOSITORY}GIT_PAGER='sed s/^/paged:/' git -c core.pager='sed s/^/paged:/' --paginate log --format=%s`,
    ],
    [
      'add -p from a pipe',
      'bash',
      `${REPOSITORY}echo more >>file; printf 'y\\n' | git add -p | cat; git status --short`,
    ],
    ['a reader that stops early', 'bash', 'yes | head -n 3; echo "${PIPESTATUS[@]}"'],
    ['a job server', 'sh', `printf 'all: a b c\\n%%:\\n\\t@echo $@; sleep 0\\n' >Makefile; make -s -j3 | sort`],
    [
      'make in make',
      'sh',
      `printf 'all:\\n\\t@$(MAKE) -s -j2 inner\\ninner: x y\\nx y:\\n\\t@echo $@\\n' >Makefile; make -s -j2 | sort`,
    ],
    [
      'process substitution in bash',
      'bash',
      'echo a >1; echo b >2; diff <(cat 1) <(cat 2); cat < <(git --version | cut -c1-3)',
    ],
    ['descriptors 3 to 9', 'bash', `exec 3>three 7<<<seven; git --version >&3; cat <&7; cat three | cut -c1-3`],
    [
      'exit statuses',
      'bash',
      'false; echo $?; git nonsense 2>/dev/null; echo $?; find missing 2>/dev/null; echo $?; nosuchprogram 2>/dev/null; echo $?',
    ],
    [
      'odd words',
      'bash',
      `mkdir -- '-rf' '$x' 'sp ace' 'utf-8-é' $'new\\nline'; touch -- '-rf/a' '$x/b'; find . -type f | sort; cp -r -- '$x' copy; ls -A copy`,
    ],
    ['standard input that is closed', 'bash', 'git --version <&- | cut -c1-3; find . -maxdepth 0 <&-'],
    ['signals', 'bash', "bash -c 'kill -TERM $$'; echo $?; timeout 0.1 sleep 5; echo $?"],
    ['argv[0]', 'bash', `git --no-such-option 2>&1 | head -n 1; find --no-such-option 2>&1 | cut -d: -f1 | head -n 1`],
  ])('%s', (_name, shell, script) => {
    expect(outcome(shell, script, guarded.guardedPath)).toEqual(outcome(shell, script, guarded.path));
  });

  test.skipIf(!mayTestWith('zsh'))('process substitution in zsh', () => {
    const script = 'echo a >1; echo b >2; diff <(cat 1) <(cat 2); cat =(git --version) | cut -c1-3';
    expect(outcome('/usr/bin/zsh', script, guarded.guardedPath)).toEqual(outcome('/usr/bin/zsh', script, guarded.path));
  });
});

describe.skipIf(!HAS_PTY)('at a terminal', () => {
  const shown = async (command: string, path: string, keys: (pty: Pty) => Promise<void> = async () => {}) => {
    const cwd = realpathSync(mkdtempSync(join(root, 'run-')));
    const pty = new Pty(command, { cwd, env: environment(path) });
    await keys(pty);
    const end = await pty.end();
    return { status: end.status, shown: end.shown.replaceAll(cwd, 'HERE') };
  };

  test('a person is asked by the program itself, and by nobody else', async () => {
    const script = `bash -c '${REPOSITORY.replaceAll('\n', ';').replaceAll('; ;', ';').replace(/^;|;$/g, '')}; echo more >>file; git add -p'`;
    const answer = async (pty: Pty) => {
      await pty.expect('Stage this hunk');
      pty.type('y\n');
    };
    const [with_, without] = [
      await shown(script, guarded.guardedPath, answer),
      await shown(script, guarded.path, answer),
    ];
    expect(with_).toEqual(without);
  });

  test('a program sees a terminal', async () => {
    const script = `sh -c 'git --version >/dev/null; test -t 0 && test -t 1 && find . -maxdepth 0 -exec test -t 1 \\; -print'`;
    expect(await shown(script, guarded.guardedPath)).toEqual(await shown(script, guarded.path));
  });
});
