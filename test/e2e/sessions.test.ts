import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { CHECKOUT } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

/** A command that asks, and one that is denied from its third call on. */
const ASK = '{ name: ask, commands: [frob], action: require_approval }';
const OFTEN =
  '{ name: often, commands: [grind], action: deny, conditions: [{ history: { program: grind, within_seconds: 600, min_count: 2 } }] }';
const file = (...rules: readonly string[]) => `rules: [${rules.join(', ')}]`;

const CARAPACE = `
rules:
  - id: no-write-after-web
    trigger: "the agent has read content from the internet"
    effect: "block all write operations (files, emails, APIs) without approval"
    mode: approve
  - id: ledger
    trigger: always
    effect: { operations: [write_sensitive], categories: [finance] }
    mode: block
`;

const CHAIN = `
rules:
  - id: anti-exfiltration
    when: { tool: send_email, chain: [{ tool: read_database, within_seconds: 120 }] }
    then: block
    message: "Data exfiltration: read_database to send_email"
`;

/** Below an agent everybody is an agent: nobody there could be asked. */
const isPerson = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'human';
const CLI = join(CHECKOUT, 'dist/cli.cjs');

let machine: GuardedMachine;
let work: string;

beforeAll(() => {
  if (!existsSync(CLI)) throw new Error('dist/ is missing: npm run build');
  machine = new GuardedMachine(file(ASK, OFTEN), { frob: 'exit 3', grind: 'exit 4' });
  work = join(machine.root, 'work');
});
afterAll(() => machine.remove());
beforeEach(() => {
  rmSync(join(machine.state, 'sessions'), { recursive: true, force: true });
  machine.takeRan();
});

let inForce = '';

/** These alone, beside the packs; what is already so is not compiled again. */
function userRules(files: Readonly<Record<string, string>>, settings = ''): void {
  const wanted = JSON.stringify([files, settings]);
  if (wanted === inForce) return;
  inForce = wanted;
  removePatiently(machine.userRules);
  mkdirSync(machine.userRules, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(machine.userRules, `${name}.yaml`), text);
  writeFileSync(join(machine.home, '.config/safeshell/config.yaml'), settings);
}

/** As an agent calls it that is in this session. */
function agent(session: string, input: string, ...words: readonly string[]) {
  return start(process.execPath, [CLI, ...words], input, { SAFESHELL_CONTEXT: 'ai', SAFESHELL_SESSION: session });
}

function start(program: string, args: readonly string[], input = '', env: Record<string, string> = {}) {
  return spawnSync(program, args, { cwd: work, env: { ...machine.env, ...env }, input, encoding: 'utf8' });
}

const cli = (...args: readonly string[]) => start(process.execPath, [CLI, ...args]);
const cliWith = (input: string, ...args: readonly string[]) => start(process.execPath, [CLI, ...args], input);

/** What Claude Code's hook answers about a call: `` = it goes on. */
function hook(session: string, tool_name: string, tool_input: object): string {
  const payload = { hook_event_name: 'PreToolUse', tool_name, tool_input, cwd: work, session_id: session };
  const { stdout, stderr } = cliWith(
    JSON.stringify({ ...payload, permission_mode: 'default' }),
    'hook',
    '--agent',
    'claude',
  );
  expect(stderr).toBe('');
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

const bash = (session: string, command: string) => hook(session, 'Bash', { command, description: 'as it likes' });
const write = (session: string, file = 'notes.txt') =>
  hook(session, 'Write', { file_path: join(work, file), content: 'x' });
const stateOf = (session: string, rule: string) => {
  const rules = JSON.parse(cli('session', 'rules', '--session', session, '--json').stdout);
  return rules.find((one: { rule: string }) => one.rule === rule)?.state;
};

describe('what a session did', () => {
  test('wakes rules, in that session alone, until a person says otherwise', () => {
    userRules({ carapace: CARAPACE });
    expect(write('one')).toBe('');
    expect(bash('one', 'curl -s https://example.com/page')).toBe('');
    expect(write('one')).toBe('ask');
    expect(write('two')).toBe('');
    expect(stateOf('one', 'carapace/no-write-after-web')).toBe('activated');
    expect(stateOf('two', 'carapace/no-write-after-web')).toBe('inactive');
    expect(cli('session', 'disable', 'no-write-after-web', '--session', 'one').status).toBe(0);
    expect(write('one')).toBe('');
    expect(stateOf('one', 'carapace/no-write-after-web')).toBe('latent');
    expect(cli('session', '/enable', 'no-write-after-web', '--session', 'one').status).toBe(0);
    expect(write('one')).toBe('ask');
    expect(cli('session', 'reset', '--session', 'one').status).toBe(0);
    expect(write('one')).toBe('');
  });

  test('is known to `check --session`, which changes nothing', () => {
    userRules({ carapace: CARAPACE });
    bash('one', 'curl -s https://example.com/page');
    const before = cli('session', '--session', 'one', '--json').stdout;
    expect(cli('check', '--session', 'one', 'touch x').status).toBe(2);
    expect(cli('check', 'touch x').status).toBe(0);
    expect(cli('session', '--session', 'one', '--json').stdout).toBe(before);
  });

  test('counts for chains of calls', () => {
    userRules({ chain: CHAIN });
    expect(hook('one', 'send_email', { to: 'a@example.com' })).toBe('');
    expect(hook('one', 'read_database', { query: 'q' })).toBe('');
    expect(hook('one', 'send_email', { to: 'a@example.com' })).toBe('deny');
    expect(hook('two', 'send_email', { to: 'a@example.com' })).toBe('');
  });

  test('counts for rules about programs, from one shim to the next', () => {
    userRules({ often: file(OFTEN) });
    const grind = (session: string) => start('/bin/sh', ['-c', 'grind'], '', { SAFESHELL_SESSION: session }).status;
    expect([1, 2, 3].map(() => grind('one'))).toEqual([4, 4, 126]);
    expect(grind('two')).toBe(4);
  });

  test('is not kept where no rule asks for it', () => {
    userRules({});
    expect(bash('one', 'ls')).toBe('');
    expect(hook('one', 'read_database', {})).toBe('');
    expect(existsSync(join(machine.state, 'sessions'))).toBe(false);
  });

  test('that cannot be read is put aside and told, and rules count as awake', () => {
    userRules({ carapace: CARAPACE });
    const folder = join(machine.state, 'sessions/one');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'history-1.jsonl'), 'garbage\n');
    expect(write('one')).toBe('ask');
    expect(readdirSync(folder).some((name) => name.startsWith('damaged-'))).toBe(true);
    expect(cli('session', '--session', 'one').stdout).toContain('damaged, moved aside');
  });
});

test('settings say what paths hold and what tools do', () => {
  userRules(
    { carapace: CARAPACE },
    'classifier: { sensitive_paths: { finance: ["**/ledger/**"] }, tools: { "mcp__bank__*": ["write_sensitive:finance"] } }',
  );
  expect(write('one', 'ledger/2026.csv')).toBe('deny');
  expect(write('one', 'other.csv')).toBe('');
  expect(hook('one', 'mcp__bank__pay', {})).toBe('deny');
  writeFileSync(join(machine.home, '.config/safeshell/config.yaml'), 'classifier: { tools: { "x*": [sell] } }');
  const { status, stderr } = cli('check', 'ls');
  expect([status, stderr]).toEqual([0, expect.stringMatching(/config\.yaml:1:\d+:.*sell/)]);
});

describe('a person alone', () => {
  test.each([
    ['disable', 'ledger'],
    ['/approve', 'all'],
  ])('may say %s', (...words) => {
    userRules({ carapace: CARAPACE });
    const ran = start(process.execPath, [CLI, 'session', ...words, '--session', 'one'], '', {
      SAFESHELL_CONTEXT: 'ai',
    });
    expect([ran.status, ran.stderr]).toEqual([77, expect.stringContaining('only a person')]);
  });

  test('and only of rules that there are', () => {
    userRules({ carapace: CARAPACE });
    write('one');
    expect(cli('session', 'disable', 'nothing', '--session', 'one')).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('carapace/ledger'),
    });
    expect(cli('session', '/approve', 'all', '--session', 'one').status).toBe(64);
    expect(cli('session', 'frobnicate').status).toBe(64);
  });

  test.each(['status', 'rules', 'reset'])('and only about sessions that there are: %s', (action) => {
    const { status, stdout, stderr } = cli('session', action, '--session', 'none');
    expect([status, stdout, stderr]).toEqual([
      64,
      '',
      'safeshell: nothing is recorded of session `none` (safeshell session list)\n',
    ]);
    expect(existsSync(join(machine.state, 'sessions/none'))).toBe(false);
  });
});

describe('of several sessions', () => {
  beforeEach(() => {
    userRules({ carapace: CARAPACE });
    for (const session of ['one', 'two']) bash(session, 'curl -s https://example.com/page');
  });
  const planOfAgent = (session: string) => agent(session, 'touch a\n', 'plan', '-');

  test.each([[['session']], [['session', 'disable', 'ledger']], [['plan', '-']]])(
    'nobody knows which is meant where there is no terminal, so they are shown: %j',
    (words) => {
      const told = cliWith('touch a\n', ...words);
      const line = (session: string) => new RegExp(`^  ${session} +claude +${work} +just now *$`, 'm');
      expect([told.status, told.stdout]).toEqual([64, '']);
      for (const session of ['one', 'two']) expect(told.stderr).toMatch(line(session));
      const { stdout, status } = cliWith('touch a\n', ...words, '--json');
      const last_active = expect.stringMatching(/^\d{4}-.*Z$/);
      const sessions = ['two', 'one'].map((session) => ({
        session,
        agent: 'claude',
        cwd: work,
        last_active,
        pending_steps: [],
      }));
      expect([status, JSON.parse(stdout)]).toEqual([64, { sessions }]);
      expect(cli('session', 'list').stdout).toMatch(line('one'));
      expect(JSON.parse(cli('session', 'list', '--json').stdout)).toEqual(sessions);
    },
  );

  test('an answer to a plan is for the one in which it waits', () => {
    planOfAgent('one');
    expect(cli('session', '/approve', 'all')).toMatchObject({ status: 0, stdout: expect.stringContaining('touch a') });
    expect([bash('one', 'touch a'), bash('two', 'touch a')]).toEqual(['', 'ask']);
    expect(cli('session', '/approve', 'all').status).toBe(64);
    for (const session of ['one', 'two']) agent(session, 'touch b\n', 'plan', '-');
    const both = cli('session', '/deny');
    expect(both.status).toBe(64);
    for (const session of ['one', 'two'])
      expect(both.stderr).toMatch(new RegExp(`^  ${session} .* plan of 1 step pending$`, 'm'));
    expect(cli('session', '--session', 'one').stdout).toContain(
      '\nA plan is pending in session two: safeshell session ',
    );
    expect(cli('session', 'list').stdout).toMatch(/two .* plan of 1 step pending\n/);
  });

  test.skipIf(!HAS_PTY || !isPerson)('a terminal means its own', async () => {
    writeFileSync(join(work, 'plan.txt'), 'ls\n');
    const node = `'${process.execPath}' '${CLI}'`;
    const command = `${node} session | head -1; ${node} plan plan.txt | head -1`;
    const pty = new Pty(command, { cwd: work, env: machine.env });
    await pty.expect('0 calls that ran');
    await pty.expect('plan of 1 step  session ');
    await pty.end();
    planOfAgent('two');
    const answer = new Pty(`${node} session /approve all`, { cwd: work, env: machine.env });
    await answer.expect('touch a');
    await answer.expect('[Y/n]');
    expect(bash('two', 'touch a')).not.toBe('');
    answer.type('y\r');
    await answer.expect('Approved.');
    expect((await answer.end()).status).toBe(0);
    expect(bash('two', 'touch a')).toBe('');
  });
});

describe('a plan', () => {
  const STEPS = ['cat README', 'curl -s https://example.com', 'touch a', 'touch b'];
  test('is judged step by step, each with the effects of those before it, and nothing stays', () => {
    userRules({ carapace: CARAPACE });
    const ran = cliWith(STEPS.join('\n'), 'plan', '-', '--session', 'one', '--actor', 'ai', '--dry-run', '--json');
    const told = JSON.parse(ran.stdout) as { status: string; steps: { rules: string[] }[] };
    expect(told.steps.map(({ rules }) => rules.length)).toEqual([0, 0, 1, 1]);
    expect([ran.status, told.status]).toEqual([2, 'waiting']);
    expect(existsSync(join(machine.state, 'sessions/one'))).toBe(false);
    expect(cliWith('["ls", {"argv": []}]', 'plan', '-')).toMatchObject({
      status: 65,
      stderr: expect.stringContaining('step 2'),
    });
  });

  test('that nothing stops is approved without a question; one that a rule denies is denied', () => {
    userRules({ carapace: CARAPACE }, 'classifier: { sensitive_paths: { finance: ["**/ledger/**"] } }');
    expect(cliWith('ls\ncat a\n', 'plan', '-', '--session', 'one').status).toBe(0);
    const steps = JSON.stringify([{ tool: 'Write', input: { file_path: join(work, 'ledger/a'), content: '' } }]);
    expect(cliWith(steps, 'plan', '-', '--session', 'one').status).toBe(1);
    expect(existsSync(join(machine.state, 'sessions/one'))).toBe(false);
  });

  test('of an agent waits for a person, who sees what it is', () => {
    userRules({ carapace: CARAPACE });
    const asked = agent('one', STEPS.join('\n'), 'plan', '-');
    expect(asked).toMatchObject({ status: 2, stdout: expect.stringContaining('waits for a person') });
    expect(cli('session', '--session', 'one').stdout).toContain('4. touch b');
    const answered = cli('session', '/approve', '1-3', 'only', '--session', 'one');
    expect([answered.status, answered.stdout.includes('touch a\n'), answered.stdout.includes('touch b')]).toEqual([
      0,
      true,
      false,
    ]);
    expect(bash('one', 'curl -s https://example.com')).toBe('');
    expect(bash('one', 'touch a')).toBe('');
    expect(bash('one', 'touch b')).toBe('ask');
    expect(bash('one', 'touch a a2')).toBe('ask');
    expect(cli('session', '/deny', '--session', 'one').status).toBe(64);
  });

  test.each([['plan', '-'], ['session'], ['session', 'rules'], ['check', 'ls'], ['explain', 'ls']])(
    'of another session is none of an agent: %s',
    (...words) => {
      userRules({ carapace: CARAPACE });
      expect(agent('one', STEPS.join('\n'), 'plan', '-').status).toBe(2);
      const before = cli('session', '--session', 'one', '--json').stdout;
      const other = agent('two', 'touch b\n', ...words, '--session', 'one');
      expect(other).toMatchObject({ status: 77, stdout: '', stderr: expect.stringContaining('only a person') });
      expect(cli('session', '--session', 'one', '--json').stdout).toBe(before);
      expect(agent('one', 'touch b\n', ...words, '--session', 'one').status).not.toBe(77);
    },
  );

  test('covers the programs that its steps start, so that their shims do not ask', () => {
    const frob = (line: string) => start('/bin/sh', ['-c', line], '', { SAFESHELL_SESSION: 'one' }).status;
    userRules({ ask: file(ASK) });
    expect(frob('frob -a x')).toBe(126);
    agent('one', 'frob -a x\n', 'plan', '-');
    expect(cli('session', '/approve', 'all', '--session', 'one').status).toBe(0);
    expect(frob('frob -a x')).toBe(3);
    expect(frob('frob -a y')).toBe(126);
  });

  test('finds the session that the agent around it has a name for', async () => {
    userRules({ ask: file(ASK) });
    const node = `'${process.execPath}' '${CLI}'`;
    const line = 'echo frob -a x | safeshell plan -';
    const payload = JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: line },
      cwd: work,
      session_id: 'named',
    });
    // as an agent does: asks its hook, starts the line, and later the step itself
    const agent = join(machine.bin, 'claude');
    writeFileSync(
      agent,
      `printf '%s' '${payload}' | ${node} hook --agent claude\necho 'frob -a x' | ${node} plan -\necho "planned $?"\n` +
        'read -r _\nfrob -a x\necho "ran $?"\nfrob -a y\necho "ran $?"\n',
    );
    const child = spawn('/bin/sh', [agent], { cwd: work, env: { ...machine.env, SAFESHELL_CONTEXT: '' } });
    let said = '';
    const ended = new Promise((resolve) => child.on('close', resolve));
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('planned')) resolve();
      });
      child.on('close', () => resolve());
    });
    expect(said).toContain('session named');
    expect(cli('session', '/approve', 'all', '--session', 'named').status).toBe(0);
    child.stdin.end('\n');
    await ended;
    expect(said.slice(said.indexOf('planned'))).toBe('planned 2\nran 3\nran 126\n');
  });

  describe.skipIf(!HAS_PTY || !isPerson)('asks once, at a terminal', () => {
    const HINT = 'such as 1-3,5: ';

    test.each<[string[], number, string]>([
      [['a'], 0, 'approved'],
      [['/approve 1-3 only'], 2, 'partly_approved'],
      [['d'], 1, 'denied'],
      [['perhaps', '9', 'a'], 0, 'approved'],
    ])('%j', async (answers, status, word) => {
      userRules({ carapace: CARAPACE });
      writeFileSync(join(work, 'plan.txt'), STEPS.join('\n'));
      const command = `'${process.execPath}' '${CLI}' plan plan.txt --session one --actor ai --json >out.json`;
      const pty = new Pty(command, { cwd: work, env: machine.env });
      await pty.expect('Rules that apply');
      await pty.expect('carapace/no-write-after-web');
      await pty.expect('(steps 3-4)');
      for (const answer of answers) {
        await pty.expect(HINT);
        pty.type(`${answer}\n`);
      }
      expect((await pty.end()).status).toBe(status);
      const told = JSON.parse(start('/bin/cat', ['out.json']).stdout);
      expect(told.status).toBe(word);
      const isApproved = told.steps.map(({ approved }: { approved: boolean }) => approved);
      expect(isApproved).toEqual([true, true, word !== 'denied', word === 'approved']);
    });

    test('and an interrupted question decides nothing', async () => {
      userRules({ carapace: CARAPACE });
      const command = `'${process.execPath}' '${CLI}' plan plan.txt --session one --actor ai`;
      const pty = new Pty(command, { cwd: work, env: machine.env });
      await pty.expect(HINT);
      pty.type('\x03');
      expect((await pty.end()).status).toBe(130);
      expect(existsSync(join(machine.state, 'sessions/one'))).toBe(false);
    });
  });
});
