import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { boxPlaces } from '../../src/store/box.ts';
import { WAYS, type Way } from '../support/box/ways.ts';
import { installedHome, type Ran, type RunOptions, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const stands = boxHere().bubblewrap !== undefined;
if (!stands) console.warn('not tested, there is no box on this machine: safeshell run');

const SUPPORT = join(import.meta.dirname, '../support/box');
const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const RULES = `version: 1
rules:
  - { name: wipe, commands: [rm], action: deny, message: Nothing is wiped }
  - name: push
    commands: [git]
    conditions: [{ args: { subcommand: push, any_flag: [--force] } }]
    action: deny
    message: Nothing is forced
  - { name: mask, commands: [tell], action: redact, message: It tells secrets }
  - { name: walled, commands: [own-wall], action: confine }
  - { name: old, commands: [old-way], action: redirect, redirect_to: "new-way $ARGS", message: It is gone }
`;

let home: TempHome;
const isRoot = process.getuid?.() === 0;
/** Root tests as somebody else, as most people are, where it can. */
const OTHER = ['--reuid', '65534', '--regid', '65534', '--clear-groups'];
const canBeOther = isRoot && which('setpriv') !== undefined && which('chown') !== undefined;

beforeAll(() => {
  // few rules: Node.js answers for each program that one of them may be about
  home = installedHome('home', { packs: ['self'] });
  home.file('.config/safeshell/rules/mine.yaml', RULES);
  mkdirSync(join(home.home, 'bin'));
  for (const name of ['tell', 'old-way', 'new-way'])
    home.script(join(home.home, 'bin', name), `echo ${name} "$@" ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`);
  home.script(join(home.home, 'bin/own-wall'), 'echo walled');
  copyFileSync(process.execPath, join(home.home, 'bin/agent'));
  expect(home.safeshell(['refresh'], { env: { PATH: `${home.home}/bin:${PATH}` } })).toMatchObject({ status: 0 });
});
afterAll(() => home.remove());

type As = 'other' | 'self';

function run(argv: readonly string[], as: As, { env = {}, ...options }: RunOptions = {}): Ran {
  const [program = '', ...args] = as === 'other' ? ['setpriv', ...OTHER, ...argv] : argv;
  if (as === 'other') spawnSync('chown', ['-R', '65534:65534', dirname(home.home)]);
  return home.run(program, args, { ...options, env: { PATH: `${home.home}/bin:${PATH}`, ...env } });
}

const boxed = (words: readonly string[], as: As = 'self', options?: RunOptions) =>
  run([home.launcher, 'run', '--', ...words], as, options);

interface Result {
  readonly name: string;
  readonly status: number | null;
  readonly out: string;
  readonly done: boolean;
}

/** Has the agent try the ways, one after the other, in a box or outside of any guard. */
function tried(ways: readonly Way[], where: 'box' | 'outside', as: As): ReadonlyMap<string, Result> {
  const folder = join(home.home, `${where}-${as}`);
  mkdirSync(folder);
  const root = boxPlaces()?.root ?? '';
  const inside = where === 'box' ? root : '';
  const places = { R: root, T: inside, OUT: String(process.pid) };
  const job = { ways, folder, places, git: `${inside}${which('git')}` };
  const file = join(folder, 'job.json');
  writeFileSync(file, JSON.stringify(job));
  const words = [join(home.home, 'bin/agent'), join(SUPPORT, 'agent.mjs'), file];
  const { stdout, stderr } = where === 'box' ? boxed(words, as) : run(words, as);
  expect(stderr).toBe('');
  const results = JSON.parse(stdout) as readonly Result[];
  return new Map(results.map((one) => [one.name, one]));
}

const isHere = ({ needs }: Pick<Way, 'needs'>) => needs.every((one) => which(one) !== undefined);

describe.skipIf(!stands).each<[string, As, readonly Way[]]>([
  [
    'as an ordinary user',
    canBeOther ? 'other' : 'self',
    WAYS.filter((way) => isHere(way) && way.by !== 'root' && (canBeOther || !isRoot)),
  ],
  ['as root', 'self', WAYS.filter((way) => isHere(way) && isRoot && (way.by === 'root' || way.stopped === 'wall'))],
])('ways round the guard, %s', (_, as, ways) => {
  let outside: ReadonlyMap<string, Result>;
  let inside: ReadonlyMap<string, Result>;
  beforeAll(() => {
    outside = tried(
      ways.filter((way) => way.untried === undefined && way.stopped !== 'wall'),
      'outside',
      as,
    );
    inside = tried(ways, 'box', as);
  }, 100_000);

  test.each(ways.map((way) => [way.name, way] as const))('%s', (name, { stopped, untried }) => {
    const result = inside.get(name);
    if (stopped === 'rule' && untried === undefined)
      expect(outside.get(name)?.done, `no way at all: ${outside.get(name)?.out}`).toBe(true);
    if (stopped === 'nothing') return;
    expect(result?.done, result?.out).toBe(false);
    if (stopped === 'rule') expect(result?.out).toMatch(/"decision":"(deny|require_approval)"/);
  });

  test.runIf(ways.length > 30)('most of them are judged', () => {
    const judged = ways.filter(({ name }) => inside.get(name)?.out.includes('"decision"'));
    expect(judged.length).toBeGreaterThanOrEqual(38);
    expect(ways.length).toBeGreaterThanOrEqual(40);
  });
});

describe.skipIf(!stands)('the box', () => {
  const node = (code: string) => [join(home.home, 'bin/agent'), '-e', code];

  test('keeps the status, the input, the arguments and the directory', () => {
    const code =
      'console.log(JSON.stringify([process.argv.slice(1), process.cwd(), require("fs").readFileSync(0, "utf8")])); process.exit(7)';
    const ran = boxed([...node(code), '--', 'a b', '', '$x'], 'self', { input: 'in' });
    expect(ran).toMatchObject({ status: 7, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual([['a b', '', '$x'], home.home, 'in']);
  });

  test('ends as its agent, which a signal ends', () => {
    expect(boxed(node('process.kill(process.pid, "SIGTERM")'))).toMatchObject({ status: 128 + 15 });
  });

  test('nothing of the guard can be written, also under other paths, and what is in its place is not believed', () => {
    const code = `const fs = require('fs'), cp = require('child_process'), h = process.env.HOME;
      const tries = ['.config/safeshell/config.yaml', '.local/state/safeshell/x', '.cache/safeshell/x', '.local/share/safeshell/shims/rm']
        .flatMap((p) => [h + '/' + p, ${JSON.stringify(boxPlaces()?.root)} + h + '/' + p]);
      const wrote = tries.filter((p) => { try { fs.writeFileSync(p, ''); return true } catch { return false } });
      fs.renameSync(h + '/.config', h + '/.moved');
      fs.mkdirSync(h + '/.config/safeshell', { recursive: true });
      fs.writeFileSync(h + '/.config/safeshell/config.yaml', 'version: 1\\n');
      const { status, stderr } = cp.spawnSync('/bin/rm', ['-rf', h + '/none'], { encoding: 'utf8' });
      fs.rmSync(h + '/.config', { recursive: true });
      fs.renameSync(h + '/.moved', h + '/.config');
      console.log(JSON.stringify({ wrote, status, stderr }));`;
    const said = JSON.parse(boxed(node(code)).stdout);
    expect(said).toMatchObject({ wrote: [], status: 126, stderr: expect.stringContaining('"deny"') });
  });

  test('output is masked and programs are replaced, once', () => {
    const ran = boxed(
      node('for (const p of ["tell", "old-way"]) require("child_process").spawnSync(p, ["x"], { stdio: "inherit" })'),
    );
    expect(ran.stdout).toMatch(/^tell x (?!ghp_).*\nnew-way x /);
  });

  test('output of a program that is called by its path is masked, where PATH has it not', () => {
    const code = `console.log(require('child_process').spawnSync(process.argv[1], ['x'], { env: {}, encoding: 'utf8' }).stdout)`;
    expect(boxed([...node(code), join(home.home, 'bin/tell')]).stdout).toMatch(/^tell x (?!ghp_)/);
  });

  /** As agents' own sandboxes are made; none of ours lies over this copy of bubblewrap. */
  test("in an agent's own sandbox its first shell is its hook's, and what that starts is judged", () => {
    copyFileSync('/usr/bin/bwrap', join(home.home, 'bin/sandbox'));
    const options = '--ro-bind / / --dev /dev --unshare-user --unshare-pid --proc /proc'.split(' ');
    const line = 'export GIT_CONFIG_COUNT=0; echo first; tell x; own-wall; /bin/rm -rf x; (echo y >$HOME/y)';
    const words = [join(home.home, 'bin/sandbox'), ...options, '--', '/bin/sh', '-c', line];
    const code = 'require("child_process").spawnSync(process.argv[1], process.argv.slice(2), { stdio: "inherit" })';
    const { stdout, stderr } = boxed([...node(code), '--', ...words], canBeOther ? 'other' : 'self');
    expect(stdout).toMatch(/^first\ntell x (?!ghp_).*\nwalled\n$/);
    expect(stderr).toMatch(/"deny".*"mine\/wipe".*Read-only file system/s);
    expect(existsSync(join(home.home, 'y'))).toBe(false);
  });

  test('who runs it again in there is told, and gets no second one', () => {
    const ran = boxed([home.launcher, 'run', '--', ...node('console.log("ran")')]);
    expect(ran).toMatchObject({ status: 0, stdout: 'ran\n', stderr: expect.stringContaining('a box already') });
  });

  test('its own commands count as an agent’s there', () => {
    expect(boxed([home.launcher, 'doctor']).stdout).toMatch(/count as an agent's: in the box of `safeshell run`/);
  });

  test('an agent that is not there, and what would be mounted', () => {
    expect(boxed(['no-such-agent'])).toMatchObject({ status: 127, stderr: expect.stringContaining('no-such-agent') });
    const said = JSON.parse(home.safeshell(['run', '--dry-run', '--json', 'x']).stdout);
    expect(said).toMatchObject({ box: 'bubblewrap', programs: expect.any(Number) });
    expect(said.programs).toBeGreaterThan(20);
    expect(existsSync(join(home.home, '.local/state/safeshell/boxes', 'x'))).toBe(false);
  });

  test.skipIf(!HAS_PTY)('has the terminal: Ctrl-C is for the agent alone', async () => {
    const code =
      'process.on("SIGINT", () => { console.log("got it"); process.exit(3) }); setInterval(() => {}, 1000); console.log("ready", process.stdout.isTTY)';
    const agent = home.file('agent.cjs', code);
    const env = { ...process.env, HOME: home.home, PATH, TERM: 'dumb' };
    const pty = new Pty(`trap : INT; ${home.launcher} run -- ${home.home}/bin/agent ${agent}; echo status $?`, {
      cwd: home.home,
      env,
    });
    await pty.expect('ready true');
    pty.type('\x03');
    await pty.expect('got it');
    await pty.expect('status 3');
    await pty.end();
  });

  test.skipIf(!HAS_PTY || !which('bash'))(
    'an agent that stops itself gives the terminal back, and goes on',
    async () => {
      const agent = home.file(
        'stop.cjs',
        'process.kill(process.pid, "SIGSTOP"); setTimeout(() => console.log("goes on"), 50)',
      );
      const env = { ...process.env, HOME: home.home, PATH, TERM: 'dumb', PS1: 'prompt> ' };
      const pty = new Pty('bash --norc --noprofile -i', { cwd: home.home, env });
      await pty.expect('prompt> ');
      pty.type(`${home.launcher} run -- ${home.home}/bin/agent ${agent}\n`);
      await pty.expect('Stopped');
      await pty.typeUntil('fg\n', 'goes on');
      pty.type('exit\n');
      await pty.end();
    },
  );
});
