import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';

const RULES = `
rules:
  - { name: no, commands: [frob], action: deny, message: "No frobs.", help: "frob gently", conditions: [{ args: { operand: deny } }] }
  - name: ask
    commands: [frob]
    action: require_approval
    severity: high
    message: A frob overwrites what others have frobbed before, on every machine.
    help: "Use \`frob --gently\`: it refuses where others have frobbed."
    conditions: [{ args: { operand: ask } }]
`;
const PROMPT = '/?] ';
const CTRL_C = '\x03';

const isBelowAgent = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'ai';
const isTestable = HAS_PTY && !isBelowAgent;

let machine: GuardedMachine;
beforeAll(() => {
  machine = new GuardedMachine(RULES, { frob: 'exit 3' });
});
afterAll(() => machine.remove());
beforeEach(() => {
  removePatiently(machine.state);
  removePatiently(machine.userRules);
  rmSync(join(work(), 'go'), { force: true });
  machine.takeRan();
});

const work = () => join(machine.root, 'work');
const open = (command: string, env: Record<string, string> = {}) =>
  new Pty(command, { cwd: work(), env: { ...machine.env, ...env } });
const script = (lines: readonly string[]) => writeFileSync(join(work(), 'script'), lines.join('\n'));

describe.skipIf(!isTestable)('what was typed before the question', () => {
  /** Types while something else runs, which the terminal shows; then the question comes. */
  async function typedAhead(keys: string, shown: string): Promise<Pty> {
    const pty = open('echo ready; until [ -e go ]; do :; done; frob ask; echo "status $?"');
    await pty.expect('ready');
    pty.type(keys);
    await pty.expect(shown);
    writeFileSync(join(work(), 'go'), '');
    await pty.expect(PROMPT);
    return pty;
  }

  test.each([
    ['a line', 'y\n', 'y\r\n'],
    ['lines', 'a\ny\ny\n', 'a\r\ny\r\ny\r\n'],
    ['the beginning of a line', 'y', 'y'],
    ['a line and a beginning', 'y\nyes', 'y\r\nyes'],
  ])('does not answer it: %s', async (_what, keys, shown) => {
    const pty = await typedAhead(keys, shown);
    pty.type('\n');
    await pty.expect('status 126');
    await pty.end();
    expect(machine.takeRan()).toEqual([]);
  });

  test('what is typed at the prompt does', async () => {
    const pty = await typedAhead('n\n', 'n\r\n');
    pty.type('y\n');
    await pty.expect('status 3');
    await pty.end();
    expect(machine.takeRan()).toEqual(['frob ask']);
  });

  test.skipIf(which('bash') === undefined)('a block that is pasted into a shell does not answer it', async () => {
    const pty = open('bash --norc --noprofile -i', { PS1: '> ', INPUTRC: '/dev/null' });
    await pty.expect('> ');
    pty.type("bind 'set enable-bracketed-paste off'\n");
    await pty.expect('> ');
    pty.type('frob ask\ny\nfrob ask\ny\n');
    await pty.expect(PROMPT);
    pty.type('n\n');
    await pty.expect('not run');
    await pty.expect('> ');
    pty.type('exit\n');
    await pty.end();
    expect(machine.takeRan()).toEqual([]);
  });

  test('several lines that are pasted at the prompt do not answer it', async () => {
    const pty = open('frob ask');
    await pty.expect(PROMPT);
    pty.type('y\nfrob more\n');
    await pty.expect(PROMPT);
    expect(machine.takeRan()).toEqual([]);
    pty.type('y\n');
    expect((await pty.end()).status).toBe(3);
  });

  test('input that never ends is nobody who answers', async () => {
    const pty = open('echo ready; until [ -e go ]; do :; done; frob ask; echo "status $?"');
    await pty.expect('ready');
    const typing = setInterval(() => pty.type('y\n'), 20);
    writeFileSync(join(work(), 'go'), '');
    await pty.expect('status 126').finally(() => clearInterval(typing));
    await pty.end();
    expect(machine.takeRan()).toEqual([]);
  });
});

describe.skipIf(!isTestable)('a program that reads single keys', () => {
  const asks = (before: string) => [
    'modes=$(stty -g)',
    "printf '\\033[?1049hSCREEN'",
    'stty raw -echo',
    before,
    'own=$(stty -g)',
    'frob ask 2>said; status=$?',
    '[ "$(stty -g)" = "$own" ] && kept=kept',
    "printf '\\033[?1049l'",
    'stty "$modes"',
    'echo "status $status $kept"',
  ];

  test('keeps its screen and its modes: the question goes to the inbox', async () => {
    script([...asks(''), 'cat said']);
    const pty = open('sh script');
    await pty.expect('status 126 kept');
    const { shown } = await pty.end();
    expect(shown).toContain('\x1b[?1049hSCREEN\x1b[?1049l');
    expect(shown).toMatch(
      /safeshell: needs approval, not run {2}frob ask {2}\(a program has this terminal; to run it: safeshell approve [\da-f]{8}, in another terminal\)\r?\n$/,
    );
    expect(machine.takeRan()).toEqual([]);
  });

  test('that gives the terminal back before is asked as any other', async () => {
    script(asks('stty "$modes"'));
    const pty = open('sh script');
    await pty.expect(PROMPT);
    pty.type('y\n');
    await pty.expect('status 3 kept');
    await pty.end();
  });
});

describe.skipIf(!isTestable)('the modes of the terminal', () => {
  test.each([
    ['', 'y\n', 3],
    ['-echo', 'y\n', 3],
    ['-ixon susp undef', '\n', 126],
  ])('are as they were, with %j', async (modes, keys, status) => {
    script([`stty ${modes}; own=$(stty -g)`, `frob ask; echo "status $?"; [ "$(stty -g)" = "$own" ] && echo kept`]);
    const pty = open('sh script');
    await pty.expect(PROMPT);
    pty.type(keys);
    await pty.expect(`status ${status}`);
    await pty.expect('kept');
    await pty.end();
  });

  test('are as they were after a Ctrl-C', async () => {
    script(["trap 'echo trapped' INT", 'own=$(stty -g)', 'frob ask', '[ "$(stty -g)" = "$own" ] && echo kept']);
    const pty = open('sh script');
    await pty.expect(PROMPT);
    pty.type(CTRL_C);
    await pty.expect('trapped');
    await pty.expect('kept');
    await pty.end();
  });
});

describe.skipIf(!isTestable)('what a person reads', () => {
  test('of a refusal is no JSON, and wrapped', async () => {
    const { shown } = await open('stty cols 24; frob deny').end();
    expect(shown).toBe('safeshell: denied\n    frob deny\n  [p/no]\n  No frobs.\n  instead: frob gently\n');
  });

  test.each([
    [{ TERM: 'xterm-256color' }, true],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('has colours where they are wanted: %j', async (env, isColored) => {
    const pty = open('frob ask', env);
    await pty.expect('?] ');
    pty.type('n\n');
    expect((await pty.end()).shown.includes('\x1b[')).toBe(isColored);
  });
});

const TMUX = which('tmux');
describe.skipIf(!isTestable || TMUX === undefined)('the screen', () => {
  let server = 0; // one for each test: the last one may still be on its way out
  const tmux = (...words: string[]) =>
    execFileSync(TMUX ?? '', ['-L', `q${server}`, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TMUX_TMPDIR: machine.root },
    });
  const ONCE_SEEN = ['sh', '-c', 'tmux wait-for seen; exec env -i TMUX="$TMUX" "$@" sh -c "frob ask; cat"', 'sh'];
  const screen = () => tmux('capture-pane', '-p', '-t', 'q').trimEnd();

  test.each([
    [
      80,
      24,
      `safeshell: needs approval  frob ask  [p/ask, high]
  A frob overwrites what others have frobbed before, on every machine.
  instead: Use \`frob --gently\`: it refuses where others have frobbed.
Run it? [y/N/session/always/?]`,
      `Run it? [y/N/session/always/?] a
  \`frob ask\` runs in ~/work and below it without a question, from now on: yours
  and agents'. Just these words; p/ask still asks about any others.
  Kept in ~/home/.config/safeshell/rules/exceptions.yaml; to undo it, delete its
  line there.
Allow it always? [y/N]`,
    ],
    [
      40,
      12,
      `safeshell: needs approval  frob ask
  [p/ask, high]
  A frob overwrites what others have
  frobbed before, on every machine.
  instead: Use \`frob --gently\`: it
  refuses where others have frobbed.
Run it? [y/N/session/always/?]`,
      `Run it? [y/N/session/always/?] a
  \`frob ask\` runs in ~/work and below it
  without a question, from now on: yours
  and agents'. Just these words; p/ask
  still asks about any others.`,
    ],
  ])('at %sx%s', async (columns, rows, question, always) => {
    // the root is its home, so that paths are always as long
    const env = { ...machine.env, TERM: 'screen', HOME: machine.root, XDG_CONFIG_HOME: join(machine.home, '.config') };
    const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const size = ['-x', String(columns), '-y', String(rows)];
    server++;
    tmux('new-session', '-d', '-s', 'q', ...size, '-c', work(), ...ONCE_SEEN, ...words);
    // somebody looks: nobody is asked in a session without a client
    tmux('set-option', '-g', 'window-size', 'manual');
    const client = new Pty(`${TMUX} -L q${server} attach -t q`, {
      cwd: work(),
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TERM: 'xterm', TMUX_TMPDIR: machine.root },
    });
    try {
      await expect.poll(() => tmux('list-clients'), { timeout: 60_000 }).not.toBe('');
      tmux('wait-for', '-S', 'seen');
      await expect.poll(screen, { timeout: 60_000 }).toBe(question);
      tmux('send-keys', '-t', 'q', 'a', 'Enter');
      await expect.poll(screen, { timeout: 60_000 }).toContain('Allow it always? [y/N]');
      expect(screen()).toContain(always);
    } finally {
      tmux('kill-server');
      await client.end();
    }
  });
});
