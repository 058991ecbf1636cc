import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installationOf } from '../../src/install/installation.ts';
import { type Stage, uninstall } from '../../src/install/uninstall.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
const agents = { claude: '.claude/settings.json', cursor: '.cursor/hooks.json' };
const PAYLOADS = {
  claude: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git status' }, cwd: '/' },
  cursor: { hook_event_name: 'beforeShellExecution', command: 'git status', cwd: '/', workspace_roots: [] },
};

beforeEach(() => {
  home = installedHome();
  for (const agent of Object.keys(agents)) mkdirSync(join(home.home, `.${agent}`));
  expect(home.safeshell(['agents', 'install', ...Object.keys(agents)])).toMatchObject({ status: 0, stderr: '' });
});
afterEach(() => home.remove());

/** Each door, by an agent: what must go to Node while the guard is on. */
function calls(): Readonly<Record<string, unknown>> {
  const env = { PATH: home.guardedPath, CLAUDECODE: '1' };
  const run = (program: string, args: readonly string[], input = '') => {
    const { status, stderr } = home.run(program, args, { env, input });
    return [status, stderr];
  };
  const hook = (agent: keyof typeof PAYLOADS) => {
    const launcher = join(home.home, '.local/share/safeshell/hooks', agent);
    return run('/bin/sh', ['-c', shQuote(launcher)], JSON.stringify(PAYLOADS[agent]));
  };
  return {
    shim: run('/bin/sh', ['-c', 'git -c a.b=c --version']),
    wrapper: run(join(home.home, '.local/bin/safeshell-sh'), ['-c', 'git --version']),
    claude: hook('claude'),
    cursor: hook('cursor'),
  };
}

const FINE = [0, ''];

test('at each stage of uninstalling what is called works', () => {
  const env = { HOME: home.home, PATH: home.guardedPath };
  const product = join(home.home, '.local/share/safeshell/app');
  const installation = installationOf(product);
  const registered = () =>
    Object.values(agents).filter((file) => existsSync(join(home.home, file)) && home.read(file).includes('safeshell'));
  expect(registered()).toHaveLength(2);
  const stages: Stage[] = [];
  const onStage = (stage: Stage) => {
    stages.push(stage);
    expect(registered()).toEqual([]);
    expect(home.read('.profile')).not.toContain('safeshell');
    const done = calls();
    if (stage === 'removed') expect(done.shim).toEqual(FINE);
    else expect([stage, done]).toEqual([stage, { shim: FINE, wrapper: FINE, claude: FINE, cursor: FINE }]);
    if (stage === 'emptied') expect(existsSync(product)).toBe(false);
  };
  home.file('.profile', `${home.read('.profile')}# mine\n`);
  const report = uninstall({ env, installation, purge: false, dryRun: false, onStage });
  expect(report.failed).toEqual([]);
  expect(stages).toEqual(['unregistered', 'open', 'emptied', 'removed']);
});

test('commands that run all the time meanwhile, run', async () => {
  const record = join(home.home, 'ended');
  const stop = join(home.home, 'stop');
  writeFileSync(record, '');
  const call = '/bin/sh -c "git -c a.b=c --version"';
  const loop = `until [ -e ${shQuote(stop)} ]; do ${call} >/dev/null 2>>${shQuote(record)}; echo $?; done`;
  const shell = spawn('/bin/sh', ['-c', `(${loop}) >>${shQuote(record)}`], {
    env: { HOME: home.home, PATH: home.guardedPath, SAFESHELL_CONTEXT: 'ai' },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => shell.on('close', resolve));
  const lines = () => readFileSync(record, 'utf8').trimEnd().split('\n');
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBeGreaterThan(3);
  const uninstalling = spawn(home.launcher, ['uninstall'], { env: { HOME: home.home, PATH: home.path } });
  const status = await new Promise((resolve) => uninstalling.on('close', resolve));
  const after = lines().length;
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBeGreaterThan(after + 20);
  writeFileSync(stop, '');
  await ended;
  expect(status).toBe(0);
  expect(new Set(lines())).toEqual(new Set(['0']));
});
