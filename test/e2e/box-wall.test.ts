import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { boxWallHere } from '../../src/install/box/sandbox-runtime.ts';
import { boxPlaces } from '../../src/store/box.ts';
import { watchInbox } from '../../src/store/watchers.ts';
import { CHECKOUT, installedHome, onlyPacks, type Ran, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const isThere = boxHere().bubblewrap !== undefined && boxWallHere(CHECKOUT).package !== undefined;
if (!isThere) console.warn('not tested, there is no wall around a box on this machine: safeshell run --wall');
/** Where CI is set it must be there. */
const stands = isThere || (Boolean(process.env.CI) && process.platform === 'linux');

const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';
const RULES = `version: 1
rules:
  - { name: wipe, commands: [rm], action: deny, message: Nothing is wiped }
  - { name: keys, commands: [cat], context: ai_only, conditions: [{ reads_credentials: { what: files } }], action: deny }
  - name: env
    commands: [cat]
    conditions: [{ path_matches: { patterns: [".env"], access: read } }]
    action: require_approval
`;
const SETTINGS = `${onlyPacks(['self'])}approval_timeout: 60\n`;
const isRoot = process.getuid?.() === 0;
/** Root tests as somebody else, too, as most people are. */
const OTHER = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
const canBeOther = isRoot && which('setpriv') !== undefined;
type As = 'other' | 'self';
const BOTH: readonly As[] = canBeOther ? ['other', 'self'] : ['self'];

let home: TempHome;
let project: string;
let web: Server;
let port: number;
/** What was asked of the network. */
let visits: string[];

beforeAll(async () => {
  home = installedHome('home', { packs: ['self'] });
  home.file('.config/safeshell/rules/mine.yaml', RULES);
  home.file('.config/safeshell/config.yaml', SETTINGS);
  home.file('.ssh/id_ed25519', 'KEY');
  home.file('.ssh/config', 'Host x');
  home.file('app/.env', 'SECRET');
  home.file('app/src/x.txt', 'text');
  project = join(home.home, 'app');
  mkdirSync(join(home.home, 'bin'));
  copyFileSync(process.execPath, join(home.home, 'bin/agent'));
  expect(home.safeshell(['refresh'], { env: { PATH: `${home.home}/bin:${PATH}` } })).toMatchObject({ status: 0 });
  if (canBeOther) spawnSync('chmod', ['755', dirname(home.home)]);
  visits = [];
  web = createHttpServer((request, response) => {
    visits.push(request.url ?? '');
    response.end('page');
  });
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  port = (web.address() as AddressInfo).port;
});
afterAll(() => {
  web.close();
  home.remove();
});

const env = (more: Readonly<Record<string, string>> = {}) => ({
  ...{ HOME: home.home, PATH: `${home.home}/bin:${PATH}`, TERM: 'dumb', LANG: 'C.UTF-8' },
  ...more,
});

function words(as: As, code: string, options: readonly string[] = ['--wall']): readonly string[] {
  if (canBeOther) spawnSync('chown', ['-R', as === 'other' ? '65534:65534' : '0:0', dirname(home.home)]);
  const prefix = as === 'other' ? OTHER : [];
  return [...prefix, home.launcher, 'run', ...options, '--', join(home.home, 'bin/agent'), '-e', code];
}

function run(as: As, code: string, options?: readonly string[]): Ran {
  const [program = '', ...args] = words(as, code, options);
  return spawnSync(program, args, { cwd: project, env: env(), encoding: 'utf8', timeout: 60_000 });
}

/** Runs beside us: it can be answered meanwhile. */
function started(
  code: string,
  more?: Readonly<Record<string, string>>,
): { child: ChildProcess; out(): Promise<string> } {
  const [program = '', ...args] = words('self', code);
  const child = spawn(program, args, { cwd: project, env: env(more), stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { child, out: () => new Promise((resolve) => child.on('close', () => resolve(text))) };
}

/** Tries each, and prints what came of it as JSON. */
const TRY = `const fs = require('fs'), cp = require('child_process'), net = require('net');
const said = {};
const tries = (name, work) => { try { said[name] = work() ?? 'done' } catch (error) { said[name] = error.code ?? String(error) } };
const home = process.env.HOME, root = ${JSON.stringify(boxPlaces()?.root)};
`;
const TELL = ';process.stdout.write(JSON.stringify(said));';

describe.skipIf(!stands).each(BOTH)('behind the wall, as %s user', (as) => {
  test('it writes to its project, not elsewhere, and reads no key', () => {
    const ran = run(
      as,
      `${TRY}
      tries('project', () => fs.writeFileSync('made', ''));
      tries('home', () => fs.writeFileSync(home + '/outside', ''));
      tries('rc', () => fs.appendFileSync(home + '/.bashrc', ''));
      tries('other view', () => fs.writeFileSync(root + home + '/app/outside', ''));
      tries('guard', () => fs.writeFileSync(home + '/.config/safeshell/config.yaml', ''));
      for (const view of ['', root]) {
        tries('key' + !!view, () => fs.readFileSync(view + home + '/.ssh/id_ed25519', 'utf8'));
        tries('env' + !!view, () => fs.readFileSync(view + home + '/app/.env', 'utf8'));
      }
      tries('no key', () => fs.readFileSync(home + '/.ssh/config', 'utf8'));
      tries('file', () => fs.readFileSync('src/x.txt', 'utf8'));
      tries('unlink', () => fs.unlinkSync('.env'));
      tries('link', () => fs.linkSync('.env', 'e'));
      tries('null', () => fs.writeFileSync('/dev/null', 'x'));
      said.rule = cp.spawnSync('/bin/rm', ['-rf', 'made'], { encoding: 'utf8' }).status;
      tries('kernel', () => fs.writeFileSync('/proc/sys/kernel/core_pattern', 'x'));
      ${TELL}`,
    );
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual({
      ...{ project: 'done', home: 'EROFS', rc: 'EROFS', 'other view': 'EROFS', guard: 'EROFS' },
      ...{ keyfalse: 'EACCES', keytrue: 'EACCES', envfalse: 'EACCES', envtrue: 'EACCES' },
      ...{ 'no key': 'Host x', file: 'text', unlink: 'EBUSY', link: 'EXDEV', null: 'done', rule: 126 },
      kernel: expect.stringMatching(/^(EROFS|EACCES)$/),
    });
    expect(existsSync(join(home.home, 'outside'))).toBe(false);
    expect(home.read('app/.env')).toBe('SECRET');
  });

  test('the network is not there, nor are sockets of others; its own are', async () => {
    const path = join(tmpdir(), `box-wall-${process.pid}.sock`);
    const other = createServer((socket) => socket.end('outside')).listen(path);
    await new Promise((resolve) => other.once('listening', resolve));
    spawnSync('chmod', ['777', path]);
    const code = `${TRY}
      const dial = (name, to) => new Promise((resolve) => net.connect(to).on('data', (text) => resolve(said[name] = String(text)))
        .on('connect', () => { said[name] ??= 'connected' }).on('error', (error) => resolve(said[name] = error.code)));
      (async () => {
        await dial('web', { port: ${port}, host: '127.0.0.1' });
        await dial('socket', ${JSON.stringify(path)});
        await dial('socket in the other view', root + ${JSON.stringify(path)});
        const own = net.createServer((socket) => socket.end('own')).listen(7777, '127.0.0.1', async () => {
          await dial('own', { port: 7777, host: '127.0.0.1' });
          own.close();
          ${TELL}
        });
      })();`;
    const ran = await new Promise<string>((resolve) => {
      const [program = '', ...args] = words(as, code);
      const child = spawn(program, args, { cwd: project, env: env(), stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      child.on('close', () => resolve(text));
    });
    other.close();
    expect(JSON.parse(ran)).toEqual({
      ...{ web: 'ECONNREFUSED', own: 'own' },
      ...{ socket: 'ECONNREFUSED', 'socket in the other view': 'ECONNREFUSED' },
    });
    expect(visits).toEqual([]);
  });
});

/** Fetches a page of ours by its proxy, as curl would. */
const FETCH = `const http = require('http');
const proxy = new URL(process.env.http_proxy);
const auth = 'Basic ' + Buffer.from(proxy.username + ':' + proxy.password).toString('base64');
const fetched = (path) => new Promise((resolve, reject) => http.get({ host: proxy.hostname, port: proxy.port,
  path: 'http://127.0.0.1:' + process.env.PAGE + path, headers: { 'Proxy-Authorization': auth } }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode)) }).on('error', reject));
`;

interface Asked {
  readonly id: string;
  readonly door: string;
  readonly command: string;
  readonly waiting: boolean;
}

describe.skipIf(!stands)('a domain that nobody has let through', () => {
  const open = () =>
    (JSON.parse(home.safeshell(['inbox', '--json']).stdout) as readonly Asked[]).filter(({ door }) => door === 'wall');
  const asked = async (): Promise<Asked> => {
    for (let tries = 0; tries < 200; tries++) {
      const first = open().find(({ waiting }) => waiting);
      if (first !== undefined) return first;
      await sleep(50);
    }
    throw new Error('nothing was asked');
  };
  /** Somebody looks at the inbox. */
  const watching = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const watch = watchInbox(join(home.home, '.local/state/safeshell/inbox'));
    try {
      return await work();
    } finally {
      watch.stop();
    }
  };

  test('is refused where nobody is there to ask; the question stays', () => {
    const code = `${FETCH} fetched('/refused').then((status) => console.log(status))`;
    const [program = '', ...args] = words('self', code);
    const { stdout } = spawnSync(program, args, { cwd: project, env: env({ PAGE: `${port}` }), encoding: 'utf8' });
    expect(stdout).toBe('403\n');
    const [question] = open();
    expect(question).toMatchObject({ command: `connect to 127.0.0.1:${port}` });
    expect(home.safeshell(['deny', question?.id ?? '']).status).toBe(0);
    expect(visits).toEqual([]);
    expect(home.safeshell(['log', '--door', 'wall', '--json']).stdout).toContain('"host":"127.0.0.1"');
  });

  test.each([
    ['approve', [200, 200], ['/first', '/second']],
    ['deny', [403, 403], []],
  ] as const)('%s from another process counts until the agent ends', async (answer, statuses, seen) => {
    visits.length = 0;
    const said = await watching(async () => {
      const code = `${FETCH} (async () => { console.log(JSON.stringify([await fetched('/first'), await fetched('/second')])) })()`;
      const agent = started(code, { PAGE: `${port}` });
      const out = agent.out();
      const { id } = await asked();
      const given = answer === 'approve' ? [answer, '--yes', id] : [answer, id];
      expect(home.safeshell(given)).toMatchObject({ status: 0 });
      return out;
    });
    expect(JSON.parse(said)).toEqual(statuses);
    expect(visits).toEqual(seen);
  });

  test('cannot be let through from inside', () => {
    const code = `${TRY} said.status = cp.spawnSync(home + '/.local/bin/safeshell', ['approve', '--yes', '0'.repeat(64)]).status;
      said.boxes = fs.readdirSync(home + '/.local/state/safeshell/inbox').map((name) => { try {
        fs.writeFileSync(home + '/.local/state/safeshell/inbox/x.answer', '') ; return 'wrote' } catch (error) { return error.code } })[0] ?? 'EROFS'; ${TELL}`;
    const { stdout } = run('self', code);
    expect(JSON.parse(stdout)).toMatchObject({ boxes: 'EROFS', status: expect.not.stringMatching(/^0$/) });
  });

  test('settings let it through unasked, at the port of this machine that they name', async () => {
    visits.length = 0;
    home.file('.config/safeshell/config.yaml', `${SETTINGS}wall: { domains: ["localhost:${port}"] }\n`);
    const code = `fetch('http://127.0.0.1:${port}/named').then(async (answer) => console.log(await answer.text()))`;
    expect(await started(code).out()).toBe('page\n');
    expect(visits).toEqual(['/named']);
    home.file('.config/safeshell/config.yaml', SETTINGS);
  });
});

describe.skipIf(!stands)('the agent behind the wall', () => {
  test('has its own status, arguments and signal', () => {
    expect(run('self', 'process.exit(7)')).toMatchObject({ status: 7, stderr: '' });
    expect(run('self', 'process.kill(process.pid, "SIGTERM")')).toMatchObject({ status: 128 + 15 });
  });

  test('keeps its own folder, and signs in; what registers its hooks it cannot write', () => {
    home.file('.claude/settings.json', '{}');
    home.file('.claude/.credentials.json', 'LOGIN');
    home.file('.codex/auth.json', 'OF ANOTHER');
    linkSync(join(home.home, 'bin/agent'), join(home.home, 'bin/claude'));
    const code = `${TRY}
      tries('own', () => fs.writeFileSync(home + '/.claude/session', ''));
      tries('hooks', () => fs.writeFileSync(home + '/.claude/settings.json', ''));
      tries('replaced', () => fs.renameSync(home + '/.claude/session', home + '/.claude/settings.json'));
      tries('login', () => fs.readFileSync(home + '/.claude/.credentials.json', 'utf8'));
      tries('of another', () => fs.readFileSync(home + '/.codex/auth.json', 'utf8'));
      ${TELL}`;
    const [program = '', ...args] = words('self', code).map((word) => word.replace(/bin\/agent$/, 'bin/claude'));
    const { stdout } = spawnSync(program, args, { cwd: project, env: env(), encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual({
      ...{ own: 'done', hooks: 'EROFS', replaced: 'EBUSY', login: 'LOGIN', 'of another': 'EACCES' },
    });
  });

  test('who runs it again in there is told, and no wall is claimed where there is none', () => {
    const again = (options: string) =>
      `const { status, stderr } = require('child_process').spawnSync(process.env.HOME + '/.local/bin/safeshell', ['run'${options}, '--', 'true'], { encoding: 'utf8' });
       process.stdout.write(JSON.stringify({ status, stderr }))`;
    const said = (code: string, options?: readonly string[]) => JSON.parse(run('self', code, options).stdout);
    expect(said(again(`, '--wall'`))).toMatchObject({ status: 0, stderr: expect.stringContaining('a box already') });
    expect(said(again(`, '--wall'`), [])).toMatchObject({ status: 70, stderr: expect.stringContaining('no wall') });
  });

  test.skipIf(!HAS_PTY)('has the terminal: Ctrl-C is for it alone, and its way out stays', async () => {
    const code = `${FETCH} process.on('SIGINT', async () => { console.log('got it', await fetched('/x')); process.exit(3) });
      setInterval(() => {}, 1000); console.log('ready', process.stdout.isTTY, require('fs').existsSync('/dev/tty'))`;
    const agent = home.file('app/agent.cjs', code);
    const pty = new Pty(`trap : INT; ${home.launcher} run --wall -- ${home.home}/bin/agent ${agent}; echo status $?`, {
      cwd: project,
      env: env({ PAGE: `${port}` }),
    });
    await pty.expect('ready true true');
    pty.type('\x03');
    await pty.expect('got it 403');
    await pty.expect('status 3');
    await pty.end();
  });

  test.skipIf(!HAS_PTY || !which('python3'))('types nothing for the shell that waits for it', async () => {
    const typing = home.file('app/type.py', "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSTI, b'x')\n");
    const code = `const { status, stderr } = require('child_process').spawnSync('python3', ['${typing}'], { stdio: ['inherit', 'pipe', 'pipe'], encoding: 'utf8' });
      console.log('typed', status, stderr.includes('Operation not permitted') || stderr)`;
    const agent = home.file('app/types.cjs', code);
    const pty = new Pty(`${home.launcher} run --wall -- ${home.home}/bin/agent ${agent}`, { cwd: project, env: env() });
    await pty.expect('typed 1 true');
    await pty.end();
  });

  test('what would be mounted, and what is left behind: what lies over programs, for the next one', () => {
    const { stdout } = run('self', '', ['--wall', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ box: 'bubblewrap', wall: true });
    expect(stdout).toContain(`${home.home}/.ssh/id_ed25519`);
    const left = readdirSync(join(home.home, '.local/state/safeshell/boxes'));
    expect(left.filter((name) => !name.startsWith('over-'))).toEqual([]);
  });

  test('without the package nothing runs, and it says what is missing', () => {
    const folder = join(home.home, '.local/share/safeshell/app/node_modules');
    renameSync(folder, `${folder}.away`);
    try {
      const ran = run('self', 'require("fs").writeFileSync("ran", "")');
      expect(ran).toMatchObject({ status: 70, stdout: '', stderr: expect.stringContaining('sandbox-runtime') });
      expect(existsSync(join(project, 'ran'))).toBe(false);
      expect(home.safeshell(['doctor']).stdout).toContain('there is no wall');
    } finally {
      renameSync(`${folder}.away`, folder);
    }
  });
});
