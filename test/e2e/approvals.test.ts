import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { SIGN_MS, watchInbox } from '../../src/store/watchers.ts';
import { type Agent, AgentMachine, type Ran } from '../support/agent-machine.ts';
import { Loopback } from '../support/loopback.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const RULES = `
rules:
  - { name: ask, commands: [frob], action: require_approval, message: "Frobs hard.", help: "frob gently", conditions: [{ args: { operand: ask } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
  - { name: ask-leak, commands: [leak], action: require_approval }
  - { name: hide-leak, commands: [leak], action: redact }
`;

/** Below an agent everybody is an agent: nobody there may answer. */
const isTestable = HAS_PTY && detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'human';
if (!isTestable) console.warn('approvals are not tested: started by an agent, or no `script` of util-linux');

let machine: AgentMachine;
let agent: Agent;
beforeAll(() => {
  machine = new AgentMachine(RULES, { frob: 'exit 3', leak: 'echo john@corp.example' });
});
afterAll(() => machine.remove());
beforeEach(() => {
  removePatiently(machine.state);
  removePatiently(machine.userRules);
  machine.takeRan();
  agent = machine.agent();
});
afterEach(() => agent.end());

const inbox = () => join(machine.state, 'inbox');
const listed = () => JSON.parse(machine.person(['approve', '--json']).stdout) as Record<string, unknown>[];
const lineOf = ({ stderr }: Ran) => JSON.parse(stderr.replace('safeshell: ', '')) as Record<string, unknown>;
const decisionOf = (answer: unknown) =>
  (answer as { hookSpecificOutput?: Record<string, string> } | undefined)?.hookSpecificOutput;

/** Somebody looks at the inbox: this process. */
async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch = watchInbox(inbox());
  try {
    return await work();
  } finally {
    watch.stop();
  }
}

async function asked(): Promise<string> {
  await expect.poll(() => listed().filter(({ waiting }) => waiting).length, { timeout: 60_000 }).toBe(1);
  return String(listed()[0]?.id);
}

describe.skipIf(!isTestable)('an agent whose command needs a person', () => {
  test('is refused at once where nobody looks, and told what to say; the rerun of what was approved runs, once', async () => {
    const refused = lineOf(await agent.shell('frob ask'));
    expect(refused).toMatchObject({ cause: 'nobody-to-ask', retry: false, rule: 'p/ask', help: 'frob gently' });
    expect(refused.advice).toContain(`\`${refused.approve}\``);
    const [id] = String(refused.approve).split(' ').slice(-1);
    expect(listed()).toMatchObject([{ short: id, command: 'frob ask', waiting: false, denied: false }]);

    const answered = machine.person(['approve', String(id), '--yes']);
    const where = join(machine.root, 'work');
    expect(refused.advice).toContain(
      `run exactly the same command again in ${where}: the approval is for that alone, once`,
    );
    expect([answered.status, answered.stdout]).toEqual([
      0,
      `Approved. Exactly this command in ${where}, once, within ten minutes, in any session of yours. It runs when it is tried again.\n`,
    ]);
    expect((await agent.shell('frob ask more')).status).toBe(126);
    expect(machine.takeRan()).toEqual([]);
    const rerun = await agent.shell('frob ask');
    expect([rerun.status, lineOf(rerun)]).toMatchObject([3, { decision: 'approved', by: 'once' }]);
    expect(machine.takeRan()).toEqual(['frob ask']);
    expect((await agent.shell('frob ask')).status).toBe(126);
    expect(machine.takeRan()).toEqual([]);
    expect(machine.audit().map(({ outcome }) => outcome)).toContainEqual({ kind: 'run', by: 'once', who: 'cli' });
  });

  /** What `claude -p` is told by its hook in a session of its own; `allow` = it goes on. */
  async function print(session: string, command: string, more: object = {}): Promise<string> {
    const answer = decisionOf(await agent.hook(command, { permission_mode: 'bypassPermissions', ...more }, session));
    return answer?.permissionDecision === 'deny' ? String(answer.permissionDecisionReason) : 'allow';
  }

  test('an approval of a script ends where what it starts changes', async () => {
    const script = join(machine.root, 'work', 'steps.sh');
    const refusedId = async () => /safeshell approve (\w+)/.exec(await print('one', 'sh steps.sh'))?.[1] ?? '';
    writeFileSync(script, 'frob ask\n');
    machine.person(['approve', await refusedId(), '--yes', '--minutes', '10']);
    expect(await print('two', 'sh steps.sh')).toBe('allow');
    writeFileSync(script, '# the same\n\nfrob ask\n');
    expect(await print('two', 'sh steps.sh')).toBe('allow');
    writeFileSync(script, 'frob ask elsewhere\n');
    expect(await print('two', 'sh steps.sh')).toContain('safeshell approve');
    rmSync(script);
  });

  test('a yes that nobody has used can be taken back', async () => {
    const [, id = ''] = /safeshell approve (\w+)/.exec(await print('one', 'frob ask')) ?? [];
    machine.person(['approve', id, '--yes']);
    expect(machine.person(['deny', id]).status).toBe(0);
    expect(await print('two', 'frob ask')).toContain('A person said no.');
  });

  test.each<[readonly string[], string, string, readonly string[]]>([
    [[], 'once', 'once, within ten minutes, in any session', ['two: allow', 'three: refused']],
    [['--minutes', '10'], 'minutes', 'as often as it is tried until', ['two: allow', 'three: allow', 'one: allow']],
    [['--session'], 'session', 'in session one only', ['two: refused', 'one: allow', 'one: allow', 'two: refused']],
  ])(
    'in one session is approved with %j: the next has it, unless it is for the session alone',
    async (options, answer, covers, tries) => {
      const refused = await print('one', 'frob ask');
      const [, id = ''] = /safeshell approve ([\da-f]+)/.exec(refused) ?? [];
      const approved = machine.person(['approve', id, '--yes', '--json', ...options]);
      expect(JSON.parse(approved.stdout)).toMatchObject({
        answer,
        taken: true,
        covers: expect.stringContaining(covers),
      });
      for (const [cwd, command] of [
        [join(machine.root, 'work'), 'frob ask more'],
        [join(machine.root, 'work', 'sub'), 'frob ask'],
        [machine.root, 'frob ask'],
      ] as const) {
        expect([cwd, await print('two', command, { cwd })]).toEqual([cwd, expect.stringContaining('not run')]);
      }
      const told: string[] = [];
      for (const session of tries.map((one) => one.split(':')[0]!)) {
        told.push(`${session}: ${(await print(session, 'frob ask')) === 'allow' ? 'allow' : 'refused'}`);
      }
      expect(told).toEqual(tries);
    },
  );

  test('approved once, one of two sessions that try it at the same time has it', async () => {
    await print('one', 'frob ask');
    machine.person(['approve', String(listed()[0]?.short), '--yes']);
    const both = await Promise.all(['two', 'three'].map((session) => print(session, 'frob ask')));
    expect(both.filter((one) => one === 'allow')).toHaveLength(1);
  });

  test('waits while somebody looks, and hears a no with its reason; the same is not asked again', async () => {
    await watched(async () => {
      const waiting = agent.shell('frob ask');
      const id = await asked();
      expect(machine.person(['deny', id.slice(0, 6), '--reason', 'use the gentle one']).status).toBe(0);
      const refused = lineOf(await waiting);
      expect(refused).toMatchObject({ cause: 'said-no', said: 'use the gentle one', retry: false });
      expect(refused.advice).toContain('A person said no: "use the gentle one".');
      expect(lineOf(await agent.shell('frob ask'))).toMatchObject({ cause: 'said-no', said: 'use the gentle one' });
      expect(listed()).toMatchObject([{ denied: true }]);
      // a person may think again
      expect(machine.person(['approve', id, '--yes']).status).toBe(0);
      expect((await agent.shell('frob ask')).status).toBe(3);
    });
  });

  test.each([
    [['--session'], ['session', 'earlier']],
    [
      ['--minutes', '5'],
      ['minutes', 'earlier'],
    ],
    [['--always'], ['always', 'rules']],
  ])('approved with %j it runs again without a question', async (options, by) => {
    await watched(async () => {
      const waiting = agent.shell('frob ask "a b"');
      const answered = machine.person(['approve', await asked(), '--yes', ...options]);
      expect([answered.status, answered.stderr]).toEqual([0, '']);
      expect((await waiting).status).toBe(3);
      expect((await agent.shell('frob ask "a b"')).status).toBe(3);
      expect(machine.takeRan()).toEqual(['frob ask a b', 'frob ask a b']);
      expect(machine.audit().map(({ outcome }) => (outcome as { by: string }).by)).toEqual(by);
    });
  });

  test('lists what still wants an answer; what was answered is one line, and open with --all', async () => {
    await agent.shell('frob ask one');
    await agent.shell('frob ask two');
    const [{ short } = {}] = listed();
    machine.person(['deny', String(short)]);
    const { stdout } = machine.person(['approve']);
    expect(stdout).toMatch(/^open {4}\w+ {2}frob ask two/);
    expect(stdout).toContain('1 older, answered or given up: safeshell inbox --all');
    expect(stdout).not.toContain('frob ask one');
    expect(machine.person(['approve', '--all']).stdout).toMatch(/^denied {4}\w+ {2}frob ask one/m);
  });

  test('shows a person what would run before they approve it', async () => {
    const { request } = lineOf(await agent.shell("frob ask 'a\u001b[2J'"));
    const type = async (keys: string) => {
      const words = `"${process.execPath}" "${machine.cli}" approve ${request}`;
      const pty = new Pty(words, { cwd: join(machine.root, 'work'), env: machine.env });
      await pty.expect("frob ask 'a\\x1b[2J'");
      await pty.expect('Approve it? [y/N] ');
      pty.type(keys);
      return (await pty.end()).status;
    };
    expect([await type('\n'), await type('x\n'), await type('y\n')]).toEqual([1, 1, 0]);
    for (const args of [
      ['approve', 'abcd'],
      ['approve', '..'],
      ['deny', 'ab'],
      ['approve', '--minutes', '0'],
    ]) {
      expect([args, machine.person(args).status]).toEqual([args, 64]);
    }
    expect(machine.person(['approve', String(request)]).status).toBe(1);
    expect((await agent.shell("frob ask 'a\u001b[2J'")).status).toBe(3);
  });

  test('cannot answer itself, nor where it is at a terminal', async () => {
    const { approve } = lineOf(await agent.shell('frob ask'));
    const id = String(approve).split(' ').at(-1);
    const cli = `"${process.execPath}" "${machine.cli}"`;
    for (const line of [
      `${cli} approve ${id} --yes`,
      `SAFESHELL_CONTEXT=human ${cli} approve ${id} --yes`,
      `env -i HOME="$HOME" ${cli} approve ${id} --yes`,
      `script -qec '${cli} approve ${id} --yes' /dev/null`,
      `setsid ${cli} deny ${id}`,
    ]) {
      expect([line, (await agent.shell(line)).status]).toEqual([line, 77]);
    }
    expect(listed()).toMatchObject([{ denied: false }]);
    expect((await agent.shell('frob ask')).status).toBe(126);
  });

  test('several who ask the same wait for one answer each', async () => {
    await watched(async () => {
      const both = [agent.shell('frob ask'), agent.shell('frob ask')];
      machine.person(['approve', await asked(), '--yes']);
      await Promise.race(both);
      expect(machine.takeRan()).toEqual(['frob ask']);
      const again = await asked();
      machine.person(['approve', again, '--yes']);
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([3, 3]);
    });
  });

  test('goes on at once when whoever looked is gone', async () => {
    const watch = watchInbox(inbox());
    const waiting = agent.shell('frob ask');
    await asked();
    watch.stop();
    expect(lineOf(await waiting)).toMatchObject({ cause: 'nobody-to-ask' });
    expect(machine.takeRan()).toEqual([]);
  });

  test('does not wait for a monitor that nobody has used for two minutes, until a key is pressed there', async () => {
    const watch = watchInbox(inbox(), { signedMs: Date.now() - SIGN_MS });
    try {
      expect(lineOf(await agent.shell('frob ask'))).toMatchObject({ cause: 'nobody-to-ask' });
      expect(listed()).toMatchObject([{ command: 'frob ask', waiting: false }]);
      watch.sign();
      const waiting = agent.shell('frob ask');
      machine.person(['approve', await asked(), '--yes']);
      expect((await waiting).status).toBe(3);
    } finally {
      watch.stop();
    }
  });

  test('what is denied by a rule is nobody to approve', async () => {
    await watched(async () => {
      expect(lineOf(await agent.shell('frob deny'))).toMatchObject({ cause: 'denied', approve: null });
      expect(existsSync(inbox()) && readdirSync(inbox()).some((name) => name.endsWith('.request'))).toBe(false);
    });
  });
});

describe.skipIf(!isTestable)('elsewhere', () => {
  const settings = () => join(machine.userRules, '..', 'config.yaml');
  let server: Loopback | undefined;
  afterEach(() => {
    server?.close();
    rmSync(settings(), { force: true });
  });

  async function withWebhook(reply: object): Promise<void> {
    server = new Loopback(() => reply);
    const url = await server.open();
    mkdirSync(dirname(settings()), { recursive: true });
    writeFileSync(settings(), `approval_timeout: 2\nchannels: { webhook: { url: "${url}", secret: quiet } }\n`);
  }

  test('the command waits for the answer of a web hook, though nobody looks at the inbox', async () => {
    await withWebhook({ answer: 'yes', by: 'ann' });
    expect((await agent.shell('frob ask')).status).toBe(3);
    expect(server?.received[0]?.body).toMatchObject({ type: 'approval_request', command: 'frob ask', actor: 'ai' });
    expect(machine.audit()).toMatchObject([{ outcome: { kind: 'run', by: 'once', who: 'webhook:ann' } }]);
  });

  test('no answer in time is a no; it can still be approved for the next try', async () => {
    await withWebhook({});
    const refused = lineOf(await agent.shell('frob ask'));
    expect(refused).toMatchObject({ cause: 'timeout', retry: false });
    expect(machine.takeRan()).toEqual([]);
    machine.person(['approve', String(refused.request), '--yes']);
    expect((await agent.shell('frob ask')).status).toBe(3);
  });
});

describe.skipIf(!isTestable)('one command, one question', () => {
  test("agreed to in the agent's own dialog, the line runs; a second one asks again", async () => {
    expect(decisionOf(await agent.hook('cd . && frob ask; true'))).toMatchObject({ permissionDecision: 'ask' });
    expect((await agent.shell('cd . && frob ask; true')).stderr).toBe('');
    expect(machine.takeRan()).toEqual(['frob ask']);
    expect((await agent.shell('frob ask')).status).toBe(126);
    expect(machine.takeRan()).toEqual([]);
  });

  test('it holds for exactly these words, there, for that agent', async () => {
    const another = machine.agent();
    await agent.hook('frob ask "a b"');
    expect((await agent.shell('frob ask a b')).status).toBe(126);
    expect((await agent.shell('mkdir -p in && cd in && frob ask "a b"')).status).toBe(126);
    expect((await another.shell('frob ask "a b"')).status).toBe(126);
    expect((await agent.shell('frob ask "a b"')).status).toBe(3);
    another.end();
  });

  test('the next thing that the agent does ends it', async () => {
    await agent.hook('frob ask');
    await agent.hook('true');
    expect((await agent.shell('frob ask')).status).toBe(126);
    expect(machine.takeRan()).toEqual([]);
  });

  test('a wrapper and what it starts are one question', async () => {
    await agent.hook('env A=1 frob ask');
    expect((await agent.shell('env A=1 frob ask')).status).toBe(3);
    const person = new Pty('env A=1 frob ask', { cwd: join(machine.root, 'work'), env: machine.env });
    await person.expect('/?] ');
    person.type('y\n');
    expect((await person.end()).status).toBe(3);
    expect(machine.takeRan()).toEqual(['frob ask', 'frob ask']);
  });

  test('what is to be masked is asked in the inbox, and the rerun of an approved line runs masked, once', async () => {
    const line = 'for one in "$(date)" x; do leak "$one"; done';
    const refused = decisionOf(await agent.hook(line));
    expect(refused).toMatchObject({ permissionDecision: 'deny' });
    const id = /safeshell approve (\w+)/.exec(refused?.permissionDecisionReason ?? '')?.[1] ?? '';
    machine.person(['approve', id, '--yes']);
    const answer = (await agent.hook(line)) as { hookSpecificOutput: { updatedInput: { command: string } } };
    const { command } = answer.hookSpecificOutput.updatedInput;
    const ran = await agent.shell(command);
    expect([ran.status, ran.stdout]).toEqual([0, 'jo*************le\njo*************le\n']);
    expect((await agent.shell(command)).status).toBe(126);
    expect(machine.takeRan()).toHaveLength(2);
  });

  test('without a dialog the inbox is asked, and the rerun of an approved line passes hook and shim', async () => {
    const headless = { permission_mode: 'bypassPermissions' };
    const refused = decisionOf(await agent.hook('frob ask', headless));
    expect(refused).toMatchObject({ permissionDecision: 'deny' });
    const id = /safeshell approve (\w+)/.exec(refused?.permissionDecisionReason ?? '')?.[1] ?? '';
    machine.person(['approve', id, '--yes']);
    expect(await agent.hook('frob ask', headless)).toBeUndefined();
    expect((await agent.shell('frob ask')).status).toBe(3);
    expect(decisionOf(await agent.hook('frob ask', headless))).toMatchObject({ permissionDecision: 'deny' });
    expect((await agent.shell('frob ask')).status).toBe(126);
  });
});
