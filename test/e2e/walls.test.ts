import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findWall, probeWall } from '../../src/install/wall.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { CHECKOUT, installedHome, type Ran, type TempHome } from '../support/installed.ts';
import { differences, filesBelow, type Picture } from '../support/recipes/picture.ts';
import { sampled } from '../support/runs.ts';
import { which } from '../support/shim-world.ts';
import { WALLED_PROGRAMS, type WalledProgram } from '../support/walls/programs.ts';

const wall = findWall(CHECKOUT);
const stands = wall !== undefined && probeWall(wall) !== 'none';
if (!stands) console.warn('not tested, nothing on this machine confines: walls');

let home: TempHome;
let project: string;
const docs = () => join(home.home, 'docs');

beforeAll(() => {
  home = installedHome('home', { packs: ['self', 'filesystem'] });
  const settings = home.read('.config/safeshell/config.yaml');
  home.file('.config/safeshell/config.yaml', `${settings}confine: local_code\n`);
  project = dirname(home.file('project/README.md', 'hello\n'));
  mkdirSync(join(project, '.git'));
  expect(home.safeshell(['agents', 'install', 'claude'])).toMatchObject({ status: 0 });
  expect(home.safeshell(['refresh'])).toMatchObject({ status: 0 });
});
afterAll(() => home.remove());

/** The HOME of tests lies in /tmp, which is therefore no folder that may be written. */
const AGENT = { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', TMPDIR: '/var/tmp' };

/** As an agent's shell tool does: its hook sees the line first, and may have another one run. */
function byAgent(line: string, cwd = project): Ran & { readonly ran: string | undefined } {
  const env = { PATH: home.guardedPath, ...AGENT };
  const payload = {
    ...{ session_id: 's', cwd, permission_mode: 'bypassPermissions', hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command: line } },
  };
  const hook = home.run(join(home.home, '.local/share/safeshell/hooks/claude'), [], {
    ...{ cwd, env, input: JSON.stringify(payload) },
  });
  const said = hook.stdout === '' ? {} : JSON.parse(hook.stdout).hookSpecificOutput;
  if (said.permissionDecision === 'deny' || hook.status !== 0)
    return { ...hook, stderr: `${hook.stderr}${said.permissionDecisionReason}`, ran: undefined };
  const ran: string = said.updatedInput?.command ?? line;
  return { ...home.run('/bin/bash', ['-c', ran], { cwd, env }), ran };
}

function write({ files }: Pick<WalledProgram, 'files'>): void {
  for (const [name, text] of Object.entries(files)) chmodSync(home.file(`project/${name}`, text), 0o755);
}

describe.skipIf(!stands)('behind a wall', () => {
  let before: Picture;
  beforeEach(() => {
    rmSync(docs(), { recursive: true, force: true });
    home.file('docs/letter.txt', 'dear\n');
    home.file('docs/deep/er/a.txt', 'a\n');
    before = filesBelow(docs());
  });
  const changed = () => differences(before, filesBelow(docs()), () => true);

  const programs = sampled(WALLED_PROGRAMS, 'WALLS_EVERY', 6);
  test.each(
    programs
      .filter(({ needs }) => needs.every((one) => which(one) !== undefined))
      .map((one) => [one.name, one] as const),
  )('%s', (_, program) => {
    write(program);
    const { stdout, stderr, ran } = byAgent(program.line);
    expect(ran, `not run: ${stderr}`).toBeDefined();
    expect(changed(), `${ran}\n${stdout}${stderr}`).toEqual([]);
    expect(existsSync(join(home.home, '.marker'))).toBe(false);
    expect(existsSync(join(project, 'began')), `it did nothing: ${ran}\n${stdout}${stderr}`).toBe(true);
    rmSync(join(project, 'began'));
  });

  test('what it does to its own project stays', () => {
    home.file(
      'project/Makefile',
      'all:\n\tmkdir -p build; echo x > build/a; mv build/a build/b; ln -s b build/c; /bin/rm README.md\n',
    );
    expect(byAgent('make -s')).toMatchObject({ status: 0, stderr: '' });
    expect([existsSync(join(project, 'build/c')), existsSync(join(project, 'README.md'))]).toEqual([true, false]);
    expect(byAgent('make -s clean 2>/dev/null; echo $?').stdout).toMatch(/2\n/);
  });

  test.each([
    ['make -s', 'all:\n\texit 7\n', 2],
    ['make -s', 'all:\n\t@echo out; echo err >&2\n', 0],
  ])('%s keeps its status and its output', (line, makefile, status) => {
    home.file('project/Makefile', makefile);
    expect(byAgent(line).status).toBe(status);
  });

  test('a status that our own programs use among them is its own', () => {
    home.file('project/x.py', 'import sys; sys.exit(224)\n');
    expect(byAgent('python3 x.py').status).toBe(224);
  });

  test('signals and standard input reach it', () => {
    home.file(
      'project/x.py',
      'import os, signal, sys\nprint(sys.stdin.read(), flush=True)\nos.kill(os.getpid(), signal.SIGTERM)\n',
    );
    const { stdout, status } = byAgent('printf hello | python3 x.py; echo $?');
    expect([stdout, status]).toEqual(['hello\n143\n', 0]);
  });

  test('it is on record as confined, and what people start is not confined', () => {
    home.file('project/Makefile', `all:\n\t@/usr/bin/touch ${shQuote(join(docs(), 'by-make'))}\n`);
    byAgent('make');
    expect(existsSync(join(docs(), 'by-make'))).toBe(false);
    expect(home.safeshell(['log', '--json']).stdout).toMatch(/"confined":true/);
    expect(home.run('make', [], { cwd: project, env: { PATH: home.guardedPath } })).toMatchObject({ status: 0 });
    expect(existsSync(join(docs(), 'by-make'))).toBe(true);
  });

  test('a person is told where no shim sees what is to be confined', () => {
    const mine = home.file(
      '.config/safeshell/rules/mine.yaml',
      'version: 1\nrules: [{ name: w, commands: [make, x.sh], action: confine }]\n',
    );
    const line = join(home.home, '.local/share/safeshell/safeshell-line');
    const typed = (text: string) => home.run(line, ['bash', text], { cwd: project, env: { PATH: home.guardedPath } });
    try {
      expect(typed('make -n')).toMatchObject({ status: 0 });
      expect(typed('./x.sh')).toMatchObject({ status: 1, stderr: expect.stringContaining('safeshell confine --') });
    } finally {
      rmSync(mine);
    }
  });

  test('where the launcher is gone a rule that confines runs nothing', () => {
    const mine = home.file(
      '.config/safeshell/rules/mine.yaml',
      'version: 1\nrules: [{ name: w, commands: [make], action: confine }]\n',
    );
    const launcher = join(home.home, '.local/share/safeshell/app/bin/landlock-run');
    home.file('project/Makefile', 'all:\n\t@echo ran\n');
    const away = `${launcher}.away`;
    home.run('/bin/mv', [launcher, away]);
    try {
      const { ran, stderr } = byAgent('make');
      expect([ran, stderr]).toEqual([undefined, expect.stringContaining('nothing sees to that here')]);
      const atShim = home.run('make', [], { cwd: project, env: { PATH: home.guardedPath, ...AGENT } });
      expect(atShim).toMatchObject({ status: 126, stdout: '' });
    } finally {
      home.run('/bin/mv', [away, launcher]);
      rmSync(mine);
    }
  });

  const make = (env: Readonly<Record<string, string>> = {}) =>
    home.run('make', [], { cwd: project, env: { PATH: home.guardedPath, ...AGENT, ...env } });

  test('where its words cannot be left it does not run', () => {
    home.file('project/Makefile', 'all:\n\t@echo ran\n');
    const walls = join(home.home, '.local/state/safeshell/walls');
    home.run('/bin/mv', [walls, `${walls}.away`]);
    home.file('.local/state/safeshell/walls', ''); // as on a disk that is full
    try {
      expect(make()).toMatchObject({ status: 126, stdout: '' });
    } finally {
      rmSync(walls);
      home.run('/bin/mv', [`${walls}.away`, walls]);
    }
    expect(make()).toMatchObject({ status: 0, stdout: 'ran\n' });
  });

  test('where the launcher is none, or fails, it does not run', () => {
    home.file('project/Makefile', 'all:\n\t@echo ran\n');
    const launcher = join(home.home, '.local/share/safeshell/app/bin/landlock-run');
    home.run('/bin/mv', [launcher, `${launcher}.away`]);
    try {
      home.script(launcher, 'exit 125');
      expect(make()).toMatchObject({ status: 125, stdout: '' });
      home.run('/bin/cp', ['/etc/passwd', launcher]);
      const { status, stdout } = make();
      expect([status === 0, stdout]).toEqual([false, '']);
    } finally {
      home.run('/bin/mv', [`${launcher}.away`, launcher]);
    }
  });

  test('where the guard is killed in between it does not run', () => {
    home.file('project/Makefile', 'all:\n\t@echo ran\n');
    const shim = readFileSync(join(home.shims, 'make'), 'utf8');
    const node = home.script(join(home.home, 'killed-node'), 'kill -9 $$');
    writeFileSync(join(home.shims, 'make'), shim.replace(/^__ss_node=.*$/m, `__ss_node='${node}'`));
    try {
      expect(make()).toMatchObject({ status: 126, stdout: '' });
    } finally {
      writeFileSync(join(home.shims, 'make'), shim);
    }
  });
});
