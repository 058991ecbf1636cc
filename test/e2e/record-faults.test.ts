import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, existsSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECKOUT, TempHome } from '../support/installed.ts';

const CLI = join(CHECKOUT, 'dist/cli.cjs');
const [UID, GID] = [12_345, 12_345];
const isRoot = process.getuid?.() === 0;
/** Root may do everything: what a person cannot is shown as another user. */
const asPerson = isRoot ? ['setpriv', '--reuid', `${UID}`, '--regid', `${GID}`, '--clear-groups'] : [];

let home: TempHome;
let audit: string;
let mayTest = true;
beforeAll(() => {
  const [program = process.execPath, ...args] = [...asPerson, process.execPath, CLI, '--version'];
  mayTest = spawnSync(program, args, { cwd: '/' }).status === 0;
  if (!mayTest) console.warn('not tested, another user cannot start the product here: faults of the record');
  home = new TempHome();
  audit = join(home.home, '.local/state/safeshell/audit');
  if (isRoot) for (const path of [dirname(home.home), home.home]) chownSync(path, UID, GID);
  if (mayTest) expect(hook('ls -la').status).toBe(0);
});
beforeEach(({ skip }) => {
  if (!mayTest) skip();
});
afterAll(() => home.remove());

interface Run {
  readonly input?: string;
  readonly user?: readonly string[];
  readonly stdout?: number;
  readonly env?: Readonly<Record<string, string>>;
}

function cli(args: readonly string[], { input = '', user = asPerson, stdout, env = {} }: Run = {}) {
  const [program = '', ...rest] = [...user, process.execPath, CLI, ...args];
  const whole = { HOME: home.home, PATH: home.path, LANG: 'C.UTF-8', ...env };
  const stdio = ['pipe', stdout ?? 'pipe', 'pipe'] as const;
  const ran = spawnSync(program, rest, {
    cwd: '/',
    env: whole,
    input,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: [...stdio],
  });
  return { status: ran.status, stdout: ran.stdout ?? '', stderr: ran.stderr };
}

function hook(command: string, { session_id = 's-1', ...run }: Run & { readonly session_id?: string } = {}) {
  const call = { hook_event_name: 'PreToolUse', session_id, cwd: '/', tool_name: 'Bash' };
  return cli(['hook', '--agent', 'claude'], { ...run, input: JSON.stringify({ ...call, tool_input: { command } }) });
}

/** The file of today. */
const day = () => readdirSync(audit).find((name) => name.startsWith('2')) ?? '';

describe('what cannot be read or written is told in one line, with a status of its own', () => {
  const STACK = /^ +at /m;
  test.each<[string, string, number, readonly string[], number, RegExp]>([
    [
      'a folder that cannot be written',
      '.',
      0o500,
      ['log', 'verify'],
      74,
      /^safeshell: new records could not be sealed: EACCES/,
    ],
    ['the same', '.', 0o500, ['log', 'upkeep'], 74, /^safeshell: EACCES/],
    ['the same', '.', 0o500, ['log'], 0, /^$/],
    ['a folder that cannot be read', '.', 0o000, ['log', 'verify'], 74, /^safeshell: EACCES/],
    ['the same', '.', 0o000, ['log'], 74, /^safeshell: EACCES/],
    ['the same', '.', 0o000, ['log', 'stats'], 74, /^safeshell: EACCES/],
    ['the same', '.', 0o000, ['statusline'], 0, /^$/],
    ['a day that cannot be read', 'day', 0o000, ['log'], 74, /^safeshell: some records cannot be read: EACCES/],
    ['the same', 'day', 0o000, ['log', 'stats', '--json'], 74, /^safeshell: some records/],
    ['the same', 'day', 0o000, ['report', '--output', '-'], 74, /^safeshell: some records/],
    ['the same', 'day', 0o000, ['log', 'verify'], 1, /^$/],
    ['the same', 'day', 0o000, ['log', 'upkeep'], 0, /^$/],
  ])('%s: %s %o, %j', (_name, what, mode, args, status, said) => {
    const path = what === 'day' ? join(audit, day()) : audit;
    const before = statSync(path).mode;
    chmodSync(path, mode);
    const ran = cli(args);
    chmodSync(path, before);
    expect([ran.status, ran.stderr]).toEqual([status, expect.stringMatching(said)]);
    expect(ran.stdout + ran.stderr).not.toMatch(STACK);
    if (args[1] === 'verify' && status === 1) expect(ran.stdout).toMatch(/^problem {2}\S+: cannot be read$/m);
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk behind standard output', () => {
    const stdout = openSync('/dev/full', 'w');
    const ran = cli(['log'], { stdout });
    closeSync(stdout);
    expect([ran.status, ran.stderr]).toEqual([74, expect.stringMatching(/^safeshell: .*ENOSPC.*\n$/)]);
  });
});

test.skipIf(!existsSync('/proc/self')).each(['XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR'])(
  'where %s is /proc the hook answers',
  (variable) => {
    const ran = hook('git push --force', { env: { [variable]: '/proc' } });
    expect([ran.status, JSON.parse(ran.stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  },
);

describe('a record that cannot be written', () => {
  const NOTICE = /safeshell: what runs here is not recorded: EACCES.*`safeshell doctor` shows the fix\.$/;
  const withFolders = (names: readonly string[], mode: number) => {
    for (const name of names) chmodSync(join(home.home, name), mode);
  };
  const said = (command: string, session_id: string) => {
    const ran = hook(command, { session_id });
    const { systemMessage, hookSpecificOutput } = ran.stdout === '' ? {} : JSON.parse(ran.stdout);
    return [ran.status, ran.stderr, systemMessage, hookSpecificOutput?.permissionDecisionReason];
  };

  test('is told once in a session, and stops nothing', () => {
    withFolders(['.local/state/safeshell/audit', `.local/state/safeshell/audit/${day()}`], 0o500);
    expect(said('ls', 'told')).toEqual([0, '', expect.stringMatching(NOTICE), undefined]);
    expect(said('ls', 'told')).toEqual([0, '', undefined, undefined]);
    const ASKED = expect.stringContaining('git push --force');
    expect(said('git push --force', 'other')).toEqual([0, '', expect.stringMatching(NOTICE), ASKED]);
    expect(said('git push --force', 'other')).toEqual([0, '', undefined, ASKED]);
    const doctor = cli(['doctor', '--json']);
    const found = JSON.parse(doctor.stdout).findings.filter(({ check }: { check: string }) => check === 'record');
    expect(found).toMatchObject([{ state: 'problem' }, { state: 'problem', fix: expect.stringContaining('chown') }]);
    withFolders([`.local/state/safeshell/audit/${day()}`, '.local/state/safeshell/audit'], 0o700);
  });

  test('is told once, too, where nothing of the state can be written; each time where nothing can', () => {
    const state = [
      '.local/state/safeshell/audit',
      `.local/state/safeshell/audit/${day()}`,
      '.local/state/safeshell/sessions',
    ];
    withFolders(state, 0o500);
    expect(said('ls', 'in the cache')).toEqual([0, '', expect.stringMatching(NOTICE), undefined]);
    expect(said('ls', 'in the cache')).toEqual([0, '', undefined, undefined]);
    withFolders(['.cache/safeshell'], 0o500);
    for (const _ of [1, 2]) expect(said('ls', 'nowhere')).toEqual([0, '', expect.stringMatching(NOTICE), undefined]);
    withFolders([...state, '.cache/safeshell'], 0o700);
  });

  test('is no finding of doctor where it can', () => {
    const { findings } = JSON.parse(cli(['doctor', '--json']).stdout);
    expect(findings.filter(({ check }: { check: string }) => check === 'record')).toMatchObject([{ state: 'ok' }]);
  });

  test.skipIf(!isRoot)('is found by doctor where root left it, by the person and by root', () => {
    const path = join(audit, day());
    chownSync(path, 0, 0);
    for (const user of [asPerson, []]) {
      const { findings } = JSON.parse(cli(['doctor', '--json'], { user }).stdout);
      const [found] = findings.filter(({ check }: { check: string }) => check === 'record');
      const fix = `sudo chown -R ${UID} '${join(home.home, '.local/state/safeshell')}'`;
      expect(found).toMatchObject({ state: 'problem', what: expect.stringContaining(path), fix });
    }
    chownSync(path, UID, GID);
  });
});

if (!isRoot) console.warn('not tested, needs root: what root leaves in the record of a person');
test.skipIf(!isRoot)('what root does in the HOME of a person leaves the record to that person', () => {
  const before = linesOf(['log', '--json']);
  hook('git status', { user: [] });
  cli(['log', 'verify'], { user: [] });
  hook('git diff');
  expect(cli(['log', 'verify']).status).toBe(0);
  expect(linesOf(['log', '--json'])).toBe(before + 2);
  const made = readdirSync(home.home, { recursive: true, encoding: 'utf8' });
  expect(made.filter((name) => lstatSync(join(home.home, name)).uid !== UID)).toEqual([]);
});

function linesOf(args: readonly string[]): number {
  return cli(args).stdout.split('\n').length;
}
