import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALLABLE_AGENTS } from '../../src/agents/find.ts';
import type { HookOutput } from '../../src/agents/hook.ts';
import { callFor } from '../support/agent-tables.ts';
import { closes, YES } from '../support/hook-world.ts';
import { CHECKOUT, TempHome } from '../support/installed.ts';

let home: TempHome;
let project: string;
/** as `agents status` says it */
let settings: readonly { readonly agent: string; readonly files: readonly string[] }[];

beforeAll(() => {
  home = new TempHome();
  project = join(home.home, 'project');
  mkdirSync(project);
  const ran = cli(['agents', 'install', ...INSTALLABLE_AGENTS.map(({ name }) => name)]);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  settings = JSON.parse(cli(['agents', 'status', '--json']).stdout);
});
afterAll(() => home.remove());

function cli(args: readonly string[], options: { readonly input?: string } = {}) {
  if (!existsSync(join(CHECKOUT, 'dist/cli.cjs'))) throw new Error('dist/ is missing: npm run build');
  // a person's: whoever runs the tests may be an agent
  return home.run(
    process.execPath,
    ['-e', `process.argv.splice(1, 0, 'x'); require(${JSON.stringify(join(CHECKOUT, 'dist/cli.cjs'))})`, ...args],
    options,
  );
}

/** Every text below a key that holds a command, in the settings of an agent. */
function registered(name: string): readonly string[] {
  const files = settings.find(({ agent }) => agent === name)?.files;
  return (files ?? []).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.toml'))
      return [...text.matchAll(/^command = (.*)$/gm)].map(([, value]) => JSON.parse(value ?? ''));
    if (!file.endsWith('.json')) return [];
    return commandsIn(JSON.parse(text));
  });
}

function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && /^(command|bash|to)$/.test(key) ? [one] : commandsIn(one),
  );
}

/** As the agent starts it. */
function start(name: string, payload: unknown, env: Record<string, string> = {}) {
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const options = { cwd: project, input, env: { ...callFor(name, 'ls').environment, ...env } };
  const starts = INSTALLABLE_AGENTS.find((agent) => agent.name === name)?.setup.starts;
  if (starts === 'file') return home.run(join(home.home, '.cline/hooks/PreToolUse'), [], options);
  if (typeof starts === 'object') return home.run(join(home.home, '.local/share/safeshell/hooks', name), [], options);
  const [command = ''] = registered(name);
  return starts === 'program' ? home.run(command, [], options) : home.run('/bin/sh', ['-c', command], options);
}

const ending = ({ status, stdout, stderr }: ReturnType<typeof start>) => ({ stdout, stderr, exit: status ?? -1 });

const NAMES = INSTALLABLE_AGENTS.map(({ name }) => name);
const refused = (name: string) => callFor(name, 'rm -rf /').payload;
const harmless = (name: string) => callFor(name, 'git status').payload;

describe.each(NAMES)('%s', (name) => {
  test('refuses what is recorded, and lets other things pass', () => {
    expect(closes(name, ending(start(name, refused(name))))).toBe(true);
    const passed = start(name, harmless(name));
    expect([passed.status, passed.stderr]).toEqual([0, '']);
    expect(YES).toContain(passed.stdout);
  });

  test('refuses where Node is killed, fails or is gone', () => {
    const launcher = join(home.home, '.local/share/safeshell/hooks', name);
    const text = readFileSync(launcher, 'utf8');
    const bodies = ['kill -9 $$', 'exit 0', 'exit 1', 'exit 2', 'exit 127'];
    const nodes = bodies.map((body, index) => home.script(join(home.home, `broken-node-${index}`), body));
    try {
      for (const node of [...nodes, '/nowhere/node']) {
        writeFileSync(launcher, text.replace(/^__ss_node=.*$/m, `__ss_node='${node}'`));
        expect([node, closes(name, ending(start(name, harmless(name))))]).toEqual([node, true]);
      }
    } finally {
      writeFileSync(launcher, text);
    }
  });
});

const HOOK = readFileSync(join(CHECKOUT, 'dist/hook.cjs'), 'utf8');

describe.each([
  ['empty', ''],
  ['blank', '\n'],
  ['cut', HOOK.slice(0, HOOK.length / 2)],
  ['zeros', '\0'.repeat(4096)],
  ['gone', undefined],
])('a hook.cjs that is %s', (what, text) => {
  test.each(NAMES)('is a refusal for %s, told in a sentence before all else', (name) => {
    const launcher = join(home.home, '.local/share/safeshell/hooks', name);
    const kept = readFileSync(launcher, 'utf8');
    const main = join(home.home, `damaged-${what}.cjs`);
    if (text !== undefined) writeFileSync(main, text);
    try {
      writeFileSync(launcher, kept.replace(/^__ss_main=.*$/m, `__ss_main='${main}'`));
      const ended = ending(start(name, harmless(name)));
      expect(closes(name, ended)).toBe(true);
      if (what === 'gone' || what === 'empty') {
        expect(ended.stdout + ended.stderr).toContain('hook.cjs is gone or empty');
        expect(ended.stderr).not.toMatch(/^ +at |node:internal/m);
      }
    } finally {
      writeFileSync(launcher, kept);
    }
  });
});

test('a Node that knows none of the options is asked again without, with all that was sent', () => {
  const launcher = join(home.home, '.local/share/safeshell/hooks/claude');
  const text = readFileSync(launcher, 'utf8');
  const node = home.script(
    join(home.home, 'old-node'),
    `case $1 in --*) exit 9 ;; esac; exec '${process.execPath}' "$@"`,
  );
  try {
    writeFileSync(launcher, text.replace(/^__ss_node=.*$/m, `__ss_node='${node}'`));
    expect(ending(start('claude', harmless('claude')))).toMatchObject({ exit: 0, stderr: '' });
    expect(start('claude', refused('claude')).stdout).toContain('"deny"');
  } finally {
    writeFileSync(launcher, text);
  }
});

/** A launcher of the same text but for `change`. */
function withLauncher<Result>(name: string, change: (text: string) => string, work: () => Result): Result {
  const launcher = join(home.home, '.local/share/safeshell/hooks', name);
  const text = readFileSync(launcher, 'utf8');
  try {
    writeFileSync(launcher, change(text));
    return work();
  } finally {
    writeFileSync(launcher, text);
  }
}

test.each([
  ['hangs', 'exec sleep 100'],
  ['is stopped', 'kill -STOP $$'],
  ['computes for ever', 'while :; do :; done'],
])('a Node that %s is a refusal while the agent still waits, and nothing else is said', (what, body) => {
  const node = home.script(join(home.home, `slow-node-${what.length}`), body);
  const change = (text: string) =>
    text
      .replace(/^__ss_node=.*$/m, `__ss_node='${node}'`)
      .replace('__ss_limit:+45}', what === 'computes for ever' ? '__ss_limit:+100}' : '__ss_limit:+1}')
      .replace('ulimit -S -t 8', 'ulimit -S -t 1');
  const ended = withLauncher('codex', change, () => ending(start('codex', harmless('codex'))));
  expect(closes('codex', ended)).toBe(true);
  expect(ended.stderr).toMatch(/^safeshell: not run: the guard (had no answer in time|gave no answer)\..*\n$/);
});

/** As `start`, but nobody waits for it. `pieces`: what the agent writes; its end stays open. */
function startApart(name: string, payload: unknown, pieces?: readonly string[]): Promise<HookOutput> {
  const env = { HOME: home.home, PATH: home.path, LANG: 'C.UTF-8' };
  const child = spawn('/bin/sh', ['-c', registered(name)[0] ?? ''], { cwd: project, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
  if (pieces === undefined) child.stdin.end(JSON.stringify(payload));
  else for (const piece of pieces) child.stdin.write(piece);
  return new Promise((resolve) => child.on('close', (exit) => resolve({ ...said, exit: exit ?? -1 })));
}

describe('an agent that leaves the input open', () => {
  const LONG = 5000;
  const text = (line: string) => JSON.stringify(callFor('claude', line).payload);
  const halves = (all: string) => [all.slice(0, all.length / 2), all.slice(all.length / 2)];

  test.each<[what: string, pieces: readonly string[], verdict: string]>([
    ['a plain call', [text('git status')], ''],
    ['a plain call and a newline', [`${text('git status')}\n`], ''],
    ['a plain call in two pieces', halves(text('git status')), ''],
    ['what is refused', [text('rm -rf /')], 'deny'],
    ['what is refused, and a newline', [`${text('rm -rf /')}\n`], 'deny'],
    ['what is refused, in two pieces', halves(text('rm -rf /')), 'deny'],
    ['a long call', [text(`echo ${'x'.repeat(LONG)}`)], ''],
    ['a long call that is refused', [text(`echo ${'x'.repeat(LONG)}; rm -rf /`)], 'deny'],
    ['a long call in two pieces', halves(text(`echo ${'x'.repeat(LONG)}; rm -rf /`)), 'deny'],
  ])('%s is answered', async (_, pieces, verdict) => {
    const { stdout, exit } = await startApart('claude', undefined, pieces);
    expect([exit, stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, verdict]);
  });

  test.each([
    ['at once', 20],
    ['in the second piece', LONG],
  ])('what does not end is refused once: %s', async (_, length) => {
    const ended = await startApart('claude', undefined, [text(`echo ${'x'.repeat(2 * LONG)}`).slice(0, length)]);
    expect(closes('claude', ended)).toBe(true);
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: 'block' });
  });
});

describe('where many calls come at once', () => {
  const slots = () => join(home.home, '.local/share/safeshell/hooks/.slots');

  test('each of them is answered', async () => {
    const lines = ['git status $X', 'ls -la && cat $Y', 'for f in *; do echo "$f"; done', 'rm -rf ~'];
    const calls = Array.from({ length: 48 }, (_, index) => lines[index % lines.length] ?? '');
    const all = await Promise.all(calls.map((line) => startApart('claude', callFor('claude', line).payload)));
    expect(all.map(({ stdout, stderr, exit }) => [stderr, exit, stdout.includes('"deny"')])).toEqual(
      calls.map((line) => ['', 0, line.startsWith('rm')]),
    );
  });

  const live = () => `${process.pid}\n`;
  const quick = (text: string) => text.replace('"$3" 0.3', '"$3" 0.01');
  const SLOTS = Array.from({ length: 64 }, (_, index) => String(index));

  test.each<[what: string, put: (path: string) => void]>([
    ['the process of somebody who does not go on', (path) => writeFileSync(path, live())],
    ['our process group', (path) => writeFileSync(path, '0\n')],
    ['a process that is gone', (path) => writeFileSync(path, '4194304\n')],
    ['no number', (path) => writeFileSync(path, `-1 $(touch x)\n`)],
    ['a number that is none', (path) => writeFileSync(path, `${'9'.repeat(300)}\n`)],
    ['nothing', (path) => writeFileSync(path, '')],
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path) => expect(home.run('mkfifo', [path]).status).toBe(0)],
    [
      'a file of any size',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 40);
      },
    ],
    ['another file', (path) => symlinkSync(home.file('precious', `${process.pid} precious\n`), path)],
  ])('a slot that is or names %s neither stops a call nor lets one pass', (_, put) => {
    rmSync(slots(), { recursive: true, force: true });
    mkdirSync(slots());
    for (const name of SLOTS) put(join(slots(), name));
    withLauncher('claude', quick, () => {
      expect(ending(start('claude', harmless('claude')))).toMatchObject({ exit: 0, stderr: '' });
      expect(start('claude', refused('claude')).stdout).toContain('"deny"');
    });
    if (existsSync(join(home.home, 'precious'))) expect(home.read('precious')).toBe(`${process.pid} precious\n`);
    rmSync(slots(), { recursive: true });
    expect(start('claude', refused('claude')).stdout).toContain('"deny"');
    mkdirSync(slots());
  });

  test('a call whose turn does not come in time is refused, and may be tried again', () => {
    for (const name of SLOTS) writeFileSync(join(slots(), name), live());
    const impatient = (text: string) => quick(text).replace('-lt 200 ] || exit 75', '-lt 2 ] || exit 75');
    for (const payload of [harmless('codex'), refused('codex')]) {
      const ended = withLauncher('codex', impatient, () => ending(start('codex', payload)));
      expect(ended.stderr).toMatch(/^safeshell: not run: .* The machine is probably busy\. .* run the same again\./);
      expect(closes('codex', ended)).toBe(true);
    }
    for (const name of SLOTS) rmSync(join(slots(), name), { force: true });
  });
});

test('the plugin of OpenCode throws what is refused, and hands on the rest', async () => {
  const file = join(home.home, '.config/opencode/plugins/safeshell.js');
  const module = join(dirname(file), 'safeshell.mjs');
  writeFileSync(module, readFileSync(file));
  const { Safeshell } = await import(/* @vite-ignore */ pathToFileURL(module).href);
  const before = (await Safeshell({ directory: project }))['tool.execute.before'];
  const call = (command: string) => before({ tool: 'bash', sessionID: 's' }, { args: { command } });
  await expect(call('rm -rf /')).rejects.toThrow(/safeshell: refused: `rm -rf \/`/);
  await expect(call('git status')).resolves.toBeUndefined();
});

test('whoever starts the launcher does not choose the rules', () => {
  const elsewhere = join(home.home, 'elsewhere');
  for (const env of [
    { HOME: elsewhere },
    { XDG_CONFIG_HOME: elsewhere, XDG_CACHE_HOME: elsewhere },
    { NODE_OPTIONS: '-r /nowhere' },
  ]) {
    const { status, stdout } = start('claude', refused('claude'), env as Record<string, string>);
    expect([status, stdout.includes('"deny"')]).toEqual([0, true]);
  }
});

describe('a line that the gate lets pass', () => {
  const payload = (command: string) => ({
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  });
  const records = () => {
    const folder = join(home.home, '.local/state/safeshell/audit');
    return existsSync(folder) ? home.run('/bin/sh', ['-c', 'cat "$1"/*', 'x', folder]).stdout.split('\n').length : 0;
  };

  /** Files that were written a moment ago keep the launchers stale for as long: each call goes to Node, and is recorded. */
  const untilFresh = async () => {
    const isSilent = () => {
      const before = records();
      expect(start('claude', payload('frobnicate a')).stdout).toBe('');
      return records() === before;
    };
    await expect.poll(isSilent, { timeout: 60_000, interval: 300 }).toBe(true);
    return records();
  };

  test('starts no Node, until a rule file changes', async () => {
    const first = await untilFresh();
    for (const line of ['git status | cat', 'cd . && ls -la "a b" 2>&1']) start('claude', payload(line));
    expect(records()).toBe(first);
    start('claude', payload('git status $X'));
    expect(records()).toBe(first + 1);
    home.file(
      '.config/safeshell/rules/mine.yaml',
      'version: 1\nrules:\n  - { name: x, commands: [frobnicate], action: deny }\n',
    );
    expect(start('claude', payload('frobnicate a')).stdout).toContain('"deny"');
    expect(start('claude', payload('frobnicate a')).stdout).toContain('"deny"');
  });

  test('starts no Node in a project whose rules are about other programs, until they change', async () => {
    const other = join(home.home, 'other');
    const rules = (name: string) =>
      home.file('other/.safeshell/rules.yaml', `version: 1\nrules: [{ name: x, commands: [${name}], action: deny }]\n`);
    const said = (line: string) => {
      const before = records();
      const { stdout } = start('claude', { ...payload(line), cwd: other });
      return stdout.includes('"deny"') ? 'denied' : records() === before ? 'no Node' : 'Node';
    };
    const becomesQuiet = (line: string) =>
      expect.poll(() => said(line), { timeout: 60_000, interval: 500 }).toBe('no Node');
    const file = rules('knob');
    await becomesQuiet('my-harmless-tool a');
    expect(said('my-harmless-tool a | knob')).toBe('denied');
    const { atime, mtime } = statSync(file);
    rules('nibs');
    utimesSync(file, atime, mtime);
    expect(said('nibs')).toBe('denied'); // to the millisecond is not the time that it had
    await becomesQuiet('knob');
    rules('my-harmless-tool');
    expect(said('my-harmless-tool a')).toBe('denied');
    rmSync(file);
    await becomesQuiet('my-harmless-tool a'); // what the last change started may still be writing launchers
  });

  test('is for Node while an approval of another line of its session is left', async () => {
    const added = (line: string, more: object = {}) => {
      const before = records();
      expect(start('claude', { ...payload(line), ...more }).stdout).toBe('');
      return records() - before;
    };
    const isPassed = () => expect.poll(() => added('my-harmless-tool a'), { timeout: 60_000, interval: 500 }).toBe(0);
    const grants = () => readdirSync(join(home.home, '.local/state/safeshell/grants'));
    await isPassed();
    expect(start('claude', { ...payload('git push --force'), permission_mode: 'default' }).stdout).toContain('"ask"');
    expect(grants()).toHaveLength(1);
    expect(added('my-harmless-tool a', { session_id: 'other' })).toBe(0);
    expect(grants()).toHaveLength(1);
    expect(added('my-harmless-tool a')).toBe(1);
    expect(grants()).toEqual([]);
    await isPassed();
  });

  test.each(['', '\n', '\n\n', ' '])('may end in %j', (end) => {
    expect(ending(start('claude', JSON.stringify(payload('my-harmless-tool a')) + end))).toEqual({
      stdout: '',
      stderr: '',
      exit: 0,
    });
  });

  test('does not let pass what follows it', () => {
    for (const more of ['{}', '\n{}', 'x', '\nx\n', 'x'.repeat(5000)]) {
      const whole = JSON.stringify(payload('rm -rf /')) + more;
      expect(closes('claude', ending(start('claude', whole)))).toBe(true);
    }
  });

  test('is replayed to the byte where it is for Node after all', () => {
    // the beginning and a newline, then the rest
    const replay = `x=$(cat <&4; echo .); { printf '%s' "\${x%??}"; cat; } >'${join(home.home, 'seen')}'`;
    const spy = home.script(join(home.home, 'spy-node'), replay);
    const launcher = join(home.home, '.local/share/safeshell/hooks/claude');
    const text = readFileSync(launcher, 'utf8');
    try {
      writeFileSync(launcher, text.replace(/^__ss_node=.*$/m, `__ss_node='${spy}'`));
      for (const whole of [
        '{',
        'a\n\n',
        '\n',
        ' \\n %s \\\\ é \ufffd',
        '-n',
        `${'x'.repeat(4095)}\n${'y'.repeat(70_000)}\n`,
        '{"a":1}\n\nmore',
      ]) {
        start('claude', whole);
        expect(readFileSync(join(home.home, 'seen'), 'utf8')).toBe(whole);
      }
    } finally {
      writeFileSync(launcher, text);
    }
  });
});

test('a rule file with errors is told once in a session, by those who have a place for it', () => {
  const call = (command: string, session_id: string) => {
    const payload = {
      session_id,
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
    };
    return start('claude', payload).stdout;
  };
  const file = '.config/safeshell/rules/broken.yaml';
  home.file(file, 'version: 1\nrules:\n  - { name: b, commands: [frob], action: forbid }\n');
  try {
    const [first, again, refused, other] = [
      call('ls $X', 'noted'),
      call('ls $X', 'noted'),
      call('rm -rf /', 'noted'),
      call('rm -rf /', 'noted-2'),
    ];
    expect(JSON.parse(first)).toEqual({ systemMessage: expect.stringMatching(/broken\.yaml.*safeshell lint/) });
    expect(again).toBe('');
    expect(Object.keys(JSON.parse(refused))).toEqual(['hookSpecificOutput']);
    expect(JSON.parse(other)).toMatchObject({ systemMessage: expect.stringContaining('broken.yaml') });
    expect(other).toContain('"deny"');
  } finally {
    rmSync(join(home.home, file));
  }
});

test('other names that people have for an agent are understood, on record stands ours', () => {
  const input = JSON.stringify(refused('qwen'));
  const ended = cli(['hook', '--agent', 'qwen-code'], { input });
  expect(closes('qwen', ending(ended))).toBe(true);
  const logged = cli(['log', '--agent', 'qwen-code', '--json', '--limit', '1']).stdout;
  expect(JSON.parse(logged)).toMatchObject({ agent: 'qwen', outcome: { kind: 'refuse' } });
  // it starts the launchers, which is on record
  const status = JSON.parse(cli(['agents', 'status', 'Qwen Code', 'github-copilot', '--json']).stdout);
  expect(status).toMatchObject([
    { agent: 'copilot', state: 'installed' },
    { agent: 'qwen', state: 'installed' },
  ]);
  expect(cli(['agents', 'install', 'qwn'])).toMatchObject({ status: 64, stderr: expect.stringContaining('`qwn`') });
  expect(cli(['agents', 'install', 'hermes'])).toMatchObject({
    status: 64,
    stderr: expect.stringContaining('added manually'),
  });
});

test('without a name those are registered that are used here', () => {
  const other = new TempHome();
  try {
    const install = () =>
      other.run(process.execPath, [
        '-e',
        `process.argv.splice(1, 0, 'x'); require(${JSON.stringify(join(CHECKOUT, 'dist/cli.cjs'))})`,
        ...['agents', 'install', '--json'],
      ]);
    expect(install()).toMatchObject({ status: 64, stderr: expect.stringContaining('no agents were found here') });
    mkdirSync(join(other.home, '.codex'));
    mkdirSync(join(other.home, '.config/opencode'), { recursive: true });
    const { changed } = JSON.parse(install().stdout) as { changed: string[] };
    expect(changed.map((path) => path.slice(other.home.length))).toEqual([
      '/.codex/hooks.json',
      '/.config/opencode/plugins/safeshell.js',
    ]);
  } finally {
    other.remove();
  }
});

describe('--project takes a folder, or stands alone behind the names', () => {
  const at = (words: readonly string[], cwd = project) =>
    home.run(
      process.execPath,
      [
        '-e',
        `process.argv.splice(1, 0, 'x'); require(${JSON.stringify(join(CHECKOUT, 'dist/cli.cjs'))})`,
        ...['agents', ...words, '--json'],
      ],
      { cwd },
    );
  const FILE = '.claude/settings.json';

  test.each([
    [['install', 'claude', '--project'], [FILE]],
    [['install', '--project', 'claude'], [FILE]],
    [['install', '--project', 'Claude Code'], [FILE]],
    [['install', '--project=claude'], [FILE]],
    [['install', 'claude', '--project', '.'], [FILE]],
    [
      ['install', '--project', '.', 'claude', 'codex'],
      [FILE, '.codex/hooks.json'],
    ],
    [['install', 'claude', '--project', 'sub'], [`sub/${FILE}`]],
    [['install', 'codex', '--project', 'gemini'], ['gemini/.codex/hooks.json']],
  ])('%j', (words, files) => {
    for (const name of ['sub', 'gemini']) mkdirSync(join(project, name), { recursive: true });
    const { status, stdout, stderr } = at([...words, '--dry-run']);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).changed).toEqual(files.map((file) => join(project, file)));
  });

  test.each([
    [['install', 'claude', '--project', 'nowhere'], 'there is no folder `nowhere`'],
    [['install', '--project', 'nowhere'], 'there is no folder `nowhere`'],
    [['install', '--project', 'claude', 'codex'], 'for the agent: `safeshell agents install codex claude --project .`'],
    [['install', '--project', 'gemini'], '`--project ./gemini`'],
    [['install', 'amp', '--project', '.'], 'Amp has no hooks that a project can share'],
  ])('%j is refused', (words, why) => {
    mkdirSync(join(project, 'gemini'), { recursive: true });
    expect(at(words)).toMatchObject({ status: 64, stderr: expect.stringContaining(why) });
    expect(existsSync(join(project, 'nowhere'))).toBe(false);
    expect(existsSync(join(project, 'claude'))).toBe(false);
  });
});

test('all of it goes again', () => {
  const ran = cli(['agents', 'uninstall']);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  const states = JSON.parse(cli(['agents', 'status', '--json']).stdout) as { state: string }[];
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['absent']));
});
