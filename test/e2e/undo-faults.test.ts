import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { layoutOf } from '../../src/store/layout.ts';
import { installedHome, type TempHome } from '../support/installed.ts';
import { hasProc, killNodeOf } from '../support/killed.ts';
import { runs } from '../support/runs.ts';

let home: TempHome;
let project: string;
let store: string;
const AI = { SAFESHELL_CONTEXT: 'ai' };
const WHO = ['-c', 'user.name=n', '-c', 'user.email=n@example.com'];

beforeAll(() => {
  // without a space: values of git's configuration are lines of sh
  home = installedHome('home', { config: 'undo: { mode: instead_of_asking }\n', agents: ['claude'] });
  project = join(home.home, 'project');
  store = layoutOf({ HOME: home.home }).state.undo;
});
afterAll(() => home.remove());

/** A repository of two commits with work that git does not hold, and nothing kept of it. */
beforeEach(() => {
  for (const folder of [project, store, join(home.home, 'other')]) rmSync(folder, { recursive: true, force: true });
  write('notes.md', 'first\n');
  write('src/a.ts', 'a\n');
  git('init -q -b work');
  git('add -A');
  git('commit -qm first');
  write('notes.md', 'second\n');
  git('commit -qam second');
  write('notes.md', 'changed\n');
  write('src/new.ts', 'new\n');
});

const at = (name: string) => join(project, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const git = (line: string) =>
  execFileSync('git', [...WHO, ...line.split(' ')], { cwd: project, env: environment(home.tools), stdio: 'pipe' })
    .toString()
    .trimEnd();
const undo = (...args: readonly string[]) => home.safeshell(['undo', ...args], { cwd: '/', env: AI });
const records = () =>
  JSON.parse(undo('--list', '--json').stdout) as { id: number; promises: string; command: string }[];
const path = () => `${home.shims}:${home.tools}`;
const environment = (PATH: string) => ({ HOME: home.home, LANG: 'C.UTF-8', ...AI, PATH });
const launcher = () => join(home.home, '.local/share/safeshell/hooks/claude');

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

function payload(command: string): string {
  const call = { tool_name: 'Bash', tool_input: { command }, cwd: project, session_id: 's' };
  return JSON.stringify({ hook_event_name: 'PreToolUse', ...call });
}

/** What an agent's shell runs. */
const run = (line: string) => home.run('/bin/sh', ['-c', line], { cwd: project, env: { ...AI, PATH: path() } });
/** What an agent asks before it runs a line. */
const ask = (line: string) => home.run(launcher(), [], { cwd: project, input: payload(line), env: AI });
/** Status 0 and none of these: the agent runs the line. */
const STOPS = /"permissionDecision":"(deny|ask)"/;

describe('a store that cannot take anything', () => {
  const FAULTS: readonly (readonly [fault: string, reason: string, make: () => boolean])[] = [
    [
      'a file in its place',
      'could not be kept',
      () => {
        mkdirSync(dirname(store), { recursive: true });
        writeFileSync(store, 'in the way');
        return true;
      },
    ],
    [
      'a link that leads nowhere',
      'could not be kept',
      () => {
        mkdirSync(dirname(store), { recursive: true });
        symlinkSync('/nowhere/at/all', store);
        return true;
      },
    ],
    ['a file system that is read-only', 'could not be kept', () => mounted('size=1m,ro')],
    ['a disk that is full', 'the disk is full', () => mounted('size=64k') && filled()],
    ['a disk without room for one more file', 'the disk is full', () => mounted('size=1m,nr_inodes=2')],
  ];

  test.each(FAULTS)('%s: nothing runs unkept, and the reason is told', (_fault, reason, make) => {
    write('big.txt', 'x'.repeat(500_000));
    try {
      if (!make()) return;
      for (const line of ['rm big.txt', 'rm -rf src', 'git reset --hard', 'git clean -fd']) {
        const asked = ask(line);
        expect([line, asked.status === 2 || STOPS.test(asked.stdout)]).toEqual([line, true]);
        expect(`${asked.stdout}${asked.stderr}`).toContain(reason);
        const ran = run(line);
        expect([line, ran.status]).toEqual([line, 126]);
        expect(ran.stderr).toContain(reason);
      }
      expect(existsSync(at('big.txt')) && existsSync(at('src/new.ts'))).toBe(true);
      expect(read('notes.md')).toBe('changed\n');
    } finally {
      unmounted();
    }
    expect(run('rm big.txt').status).toBe(0);
    expect(undo('--yes').status).toBe(0);
    expect(read('big.txt')).toHaveLength(500_000);
  });

  test('a disk that is full does not lose what was kept before', () => {
    if (!mounted('size=200k')) return;
    try {
      expect(run('rm src/new.ts').status).toBe(0);
      write('big.txt', 'x'.repeat(500_000));
      expect(run('rm big.txt').status).toBe(126);
      expect(undo('--yes').status).toBe(0);
      expect(read('src/new.ts')).toBe('new\n');
    } finally {
      unmounted();
    }
  });

  /** A file system of its own in place of the store; false = this user may not. */
  function mounted(options: string): boolean {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=700,${options}`, 'tmpfs', store], { stdio: 'ignore' });
      return true;
    } catch {
      console.warn('not tested, may not mount: a store on a disk that is full or read-only');
      return false;
    }
  }

  function filled(): true {
    expect(() => writeFileSync(join(store, 'filler'), 'x'.repeat(100_000))).toThrow('ENOSPC');
    return true;
  }

  function unmounted(): void {
    try {
      execFileSync('umount', [store], { stdio: 'ignore' });
    } catch {
      // it was none
    }
    rmSync(store, { recursive: true, force: true });
  }
});

describe.skipIf(!hasProc)('what is killed', () => {
  const DELAYS_MS = [0, 30, 60, 90, 120, 160, 200];
  const BIG = 'x'.repeat(30_000_000);
  const spawned = (program: string, args: readonly string[]) =>
    spawn(program, args, { cwd: project, env: environment(path()), stdio: ['pipe', 'pipe', 'ignore'] });

  test('while it keeps, at the shim, has not run', async () => {
    const killed: boolean[] = [];
    for (const delay of DELAYS_MS) {
      write('notes.md', BIG);
      const child = spawned('/bin/sh', ['-c', 'rm notes.md']);
      const ended = once(child, 'exit');
      killed.push(await killNodeOf(child, delay));
      await ended;
      // it had answered before
      if (!existsSync(at('notes.md'))) expect(undo('--yes').status).toBe(0);
      expect(read('notes.md') === BIG).toBe(true);
    }
    expect(killed).toContain(true);
    expect(undo('--list', '--json').stderr).toBe('');
  });

  test('while it keeps, at a hook, blocks the call', async () => {
    const blocked: boolean[] = [];
    for (const delay of DELAYS_MS) {
      write('notes.md', BIG);
      const child = spawned(launcher(), []);
      let answer = '';
      child.stdout.on('data', (data) => {
        answer += String(data);
      });
      child.stdin.end(payload('git reset --hard'));
      const ended = once(child, 'close');
      await killNodeOf(child, delay);
      const [status] = await ended;
      blocked.push(status === 2 || STOPS.test(answer));
      if (blocked.at(-1)) continue;
      // what an agent would run now
      expect(status).toBe(0);
      git('reset -q --hard');
      expect(undo('--yes').status).toBe(0);
      expect(read('notes.md') === BIG).toBe(true);
    }
    expect(blocked).toContain(true);
    expect(undo('--list', '--json').stderr).toBe('');
    expect(git('fsck --no-dangling')).toBe('');
  });

  test('while it is undone, is undone by the next', async () => {
    for (let number = 0; number < 300; number++) write(`many/${number}`, `${number}\n`.repeat(20_000));
    expect(run('rm -rf many').status).toBe(0);
    const [{ id } = { id: 0 }] = records();
    const killed: boolean[] = [];
    for (const delay of DELAYS_MS) {
      const child = spawned(home.launcher, ['undo', String(id), '--yes']);
      const ended = once(child, 'exit');
      killed.push(await killNodeOf(child, delay));
      await ended;
    }
    expect(killed).toContain(true);
    expect(undo(String(id), '--yes').status).toBe(0);
    for (let number = 0; number < 300; number++)
      expect(read(`many/${number}`) === `${number}\n`.repeat(20_000)).toBe(true);
    expect(readdirSync(at('many'))).toHaveLength(300);
    expect(undo('--list', '--json').stderr).toBe('');
  });
});

test('commands at once: each is kept', async () => {
  const names = Array.from({ length: 8 }, (_, number) => `file ${number}`);
  for (const name of names) write(name, `${name}\n`.repeat(1000));
  const environmentOfAgent = environment(path());
  const ends = await Promise.all(
    names.map(async (name, number) => {
      const line = number % 2 === 0 ? `rm '${name}'` : `: >'${name}'`;
      const child =
        number % 2 === 0
          ? spawn('/bin/sh', ['-c', line], { cwd: project, env: environmentOfAgent, stdio: 'ignore' })
          : spawn(launcher(), [], { cwd: project, env: environmentOfAgent, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin?.end(payload(line));
      const [status] = await once(child, 'exit');
      if (number % 2 === 1) writeFileSync(at(name), '');
      return status;
    }),
  );
  expect(ends).toEqual(names.map(() => 0));
  const kept = records();
  expect(kept.map(({ promises }) => promises)).toEqual(names.map(() => 'all'));
  expect(new Set(kept.map(({ id }) => id)).size).toBe(8);
  for (const { id } of kept) expect(undo(String(id), '--yes').status).toBe(0);
  expect(names.map(read)).toEqual(names.map((name) => `${name}\n`.repeat(1000)));
});

test('a repository whose configuration runs programs runs none, kept or undone', () => {
  const ran = join(home.home, 'ran');
  const program = home.script(join(home.home, 'program'), `echo "$0 $*" >>'${ran}'\ncat`);
  const HOOKS = 'post-index-change reference-transaction post-checkout post-commit post-rewrite pre-auto-gc';
  for (const hook of HOOKS.split(' '))
    for (const folder of ['.git/hooks', 'hooks']) {
      write(`${folder}/${hook}`, readFileSync(program, 'utf8'));
      chmodSync(at(`${folder}/${hook}`), 0o755);
    }
  write('.gitattributes', '* filter=x diff=x merge=x\n');
  const CONFIG = `
    core.fsmonitor core.sshCommand core.gitProxy core.editor core.pager core.askPass core.alternateRefsCommand
    filter.x.clean filter.x.smudge filter.x.process diff.external diff.x.textconv diff.x.command merge.x.driver gpg.program
    pager.status pager.diff pager.log interactive.diffFilter sequence.editor trailer.x.command credential.helper uploadpack.packObjectsHook`;
  const setting = (key: string, value: string) => git(`config ${key} ${value}`);
  for (const key of CONFIG.trim().split(/\s+/)) setting(key, program);
  setting('filter.x.required', 'true');
  setting('commit.gpgSign', 'true');
  setting('log.showSignature', 'true');
  setting('core.hooksPath', 'hooks');
  for (const alias of ['status', 'update-ref', 'stash', 'diff', 'rev-parse']) setting(`alias.${alias}`, `!${program}`);
  rmSync(ran, { force: true });
  for (const line of [
    'git reset --hard HEAD~1',
    'git clean -fdx',
    'git stash -u',
    'rm -rf src',
    'git branch -D work',
  ]) {
    const asked = ask(line);
    expect([line, asked.status, STOPS.test(asked.stdout)]).toEqual([line, 0, false]);
  }
  expect(run('rm -rf src notes.md').status).toBe(0);
  expect(undo('--list', '--json').status).toBe(0);
  for (const args of [['--diff'], ['--yes'], []]) {
    const undone = undo(...args);
    expect([args, undone.status, undone.stderr]).toEqual([args, 0, '']);
  }
  home.safeshell(['check', 'git reset --hard'], { cwd: project, env: AI });
  home.safeshell(['explain', 'git clean -fdx'], { cwd: project, env: AI });
  expect(['notes.md', 'src/a.ts', 'src/new.ts'].map(read)).toEqual(['changed\n', 'a\n', 'new\n']);
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
  // git itself does
  home.run('git', ['add', '-A'], { cwd: project, env: { PATH: home.tools } });
  expect(existsSync(ran)).toBe(true);
});

/** Of five lines. */
const TIMES = Math.max(5, runs(40));

describe(`${TIMES} times kept`, () => {
  const shown = () =>
    [
      'status',
      'branch -a',
      'tag',
      'log --branches --tags --oneline --decorate',
      'stash list',
      'push --all --porcelain origin',
      'push --tags --porcelain origin',
      'fetch origin',
      'ls-remote origin',
    ].map((line) => git(line));

  test('git shows and carries nothing of it, and collects none of it', () => {
    git('clone -q --bare . ../other/remote.git');
    git('remote add origin ../other/remote.git');
    git('fetch -q');
    git('branch lost HEAD~1');
    git('tag v1');
    shown(); // pushes and fetches
    const before = shown();
    const LINES = ['git reset --hard', 'git clean -fdx', 'git branch -D lost', 'rm -rf src', 'git reset --soft HEAD~1'];
    for (let number = 0; number < TIMES; number++) {
      write('src/new.ts', `${number}\n`);
      const line = LINES[number % LINES.length] as string;
      const asked = ask(line);
      expect([line, asked.status, STOPS.test(asked.stdout)]).toEqual([line, 0, false]);
    }
    expect(shown()).toEqual(before);
    git('reset -q --hard');
    git('branch -q -D lost');
    git('reflog expire --expire=now --all');
    git('gc -q --prune=now');
    expect(git('fsck --no-dangling')).toBe('');
    git('clone -q . ../other/copy');
    expect(git('-C ../other/copy for-each-ref --format=%(refname)')).not.toContain('safeshell');
    expect(git('-C ../other/remote.git for-each-ref --format=%(refname)')).not.toContain('safeshell');
    const kept = records();
    const byCommand = (line: string) => kept.find(({ command }) => command === line)?.id;
    for (const line of LINES) expect(undo(String(byCommand(line)), '--yes').status).toBe(0);
    expect(git('rev-parse lost work~1').split('\n')).toEqual(Array(2).fill(git('rev-parse lost')));
    expect([read('notes.md'), existsSync(at('src/new.ts'))]).toEqual(['changed\n', true]);
  });
});
