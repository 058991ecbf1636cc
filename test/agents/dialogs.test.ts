import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_PTY } from '../support/pty.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld, type Seat } from './world.ts';

const chosen = process.env.AGENTS?.split(',');
const agents = REAL_AGENTS.filter(({ name, asking }) => asking !== undefined && (chosen?.includes(name) ?? true));

/** Of these Claude Code 2.1.330 asks about the first, Codex about whatever its model wants to run outside of its sandbox. */
const PROVEN = "awk '{print $1}' a.txt";
/** Its second part Claude Code asks about as well, and offers to remember. */
const BOTH = `${PROVEN} && xxd a.txt`;
const PATIENCE = { timeout: 60_000 };

describe.runIf(HAS_PTY).each(agents.map((agent) => [agent.name, agent] as const))('dialogs of %s', (name, agent) => {
  let world: AgentWorld;
  const { asking } = agent;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open();
    world.home.file('project/a.txt', 'one two\n');
    expect(world.home.safeshell(['agents', 'install', name])).toMatchObject({ status: 0 });
    say('auto_approve: reads');
  });
  afterAll(() => world.close());

  const say = (settings: string) => world.home.file('.config/safeshell/config.yaml', `version: 1\n${settings}\n`);
  const dialogs = () => {
    const lines = world.home.safeshell(['log', '--json']).stdout.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as { dialog?: boolean }).filter(({ dialog }) => dialog === true);
  };
  const answered = ({ told }: Seat) => expect.poll(told, PATIENCE).not.toBe('');
  const question = () => {
    const { stdout } = world.home.safeshell(['inbox', '--json']);
    return (JSON.parse(stdout) as { short: string }[]).map(({ short }) => short);
  };
  /** Where the dialog is open meanwhile, it may be answered yet until the question is asked elsewhere. */
  const leavesToPerson = async (line: string, options: readonly string[] = []) => {
    const left = async (seat: Seat) => {
      await seat.opened();
      if (asking?.isOpen) await expect.poll(question, PATIENCE).toHaveLength(1);
      expect(seat.told()).toBe('');
    };
    await world.sit(line, left, options);
    await expect.poll(question, PATIENCE).toEqual([]);
  };

  test.each([PROVEN, BOTH])('a proven line is not left to the person: %s', async (line) => {
    await world.sit(line, async (seat) => {
      await answered(seat);
      expect(seat.told()).toContain('one');
    });
    expect(dialogs().at(-1)).toMatchObject({ outcome: { kind: 'run', by: 'proof' }, dialog: true, agent: name });
  });

  test('one that is not proven is, and nothing is recorded of it', async () => {
    const before = dialogs().length;
    await world.sit(world.lineOf('greet'), async (seat) => {
      await seat.opened();
      expect([seat.started(), seat.told()]).toEqual([[], '']);
      const agreed = () => {
        seat.pty.type(asking?.yes ?? ''); // a dialog that was just drawn may not hear it yet
        return seat.told();
      };
      await expect.poll(agreed, { ...PATIENCE, interval: 2000 }).not.toBe('');
      expect(seat.started()).toEqual(['greet']);
    });
    await expect.poll(question, PATIENCE).toEqual([]);
    expect(dialogs()).toHaveLength(before);
  });

  test('so is a proven one where that is off', async () => {
    say('auto_approve: off');
    await world.sit(PROVEN, async (seat) => {
      await seat.opened();
      expect(seat.told()).toBe('');
    });
    say('auto_approve: reads');
  });

  test.runIf(name === 'claude')('nor is a test that our hook has put into the shell that confines it', async () => {
    say('auto_approve: project\nconfine: local_code');
    world.home.file('project/package.json', JSON.stringify({ scripts: { test: 'echo tested' } }));
    for (const args of ['init -q', 'config user.name x', 'config user.email x@y', 'add .', 'commit -qm x'])
      execFileSync('git', args.split(' '), { cwd: world.project });
    await world.sit('npm test', async (seat) => {
      await answered(seat);
      expect(seat.told()).toContain('tested');
    });
    const outcome = { kind: 'run', by: 'proof', confined: true };
    expect(dialogs().at(-1)).toMatchObject({ outcome, action: { line: 'npm test' } });
    say('auto_approve: reads');
  });

  test.each([
    ['denying', PROVEN],
    ['denying', BOTH],
    ['wanting', PROVEN],
    ['wanting', BOTH],
  ] as const)('rules of the person for the agent hold: %s, %s', async (way, line) => {
    const file = join(world.home.home, asking?.file ?? '');
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    for (const [path, text] of Object.entries(asking?.[way](before ?? '') ?? {})) world.home.file(path, text);
    try {
      if (way === 'wanting') await leavesToPerson(line);
      else
        await world.sit(line, async (seat) => {
          await answered(seat);
          expect(seat.told()).not.toContain('one');
        });
    } finally {
      if (before === undefined) rmSync(file);
      else world.home.file(asking?.file ?? '', before);
    }
  });

  test.runIf(asking?.handed)('so do those that it was handed when it was started', async () => {
    await leavesToPerson(BOTH, asking?.handed);
  });

  test.runIf(asking?.isOpen)('somebody elsewhere answers what the agent asks, and its dialog closes', async () => {
    await world.sit(world.lineOf('greet'), async (seat) => {
      await seat.opened();
      await expect.poll(question, PATIENCE).toHaveLength(1);
      expect(world.home.safeshell(['approve', question()[0] ?? '', '--yes'])).toMatchObject({ status: 0 });
      await answered(seat);
      expect(seat.started()).toEqual(['greet']);
    });
    expect(dialogs().at(-1)).toMatchObject({ outcome: { kind: 'run', by: 'once', who: 'cli' } });
  });

  test.runIf(asking?.isOpen)('and what a rule of the guard asks', async () => {
    await world.sit(world.lineOf('venture'), async (seat) => {
      await expect.poll(question, PATIENCE).toHaveLength(1);
      expect(world.home.safeshell(['deny', question()[0] ?? '', '--reason', 'not today'])).toMatchObject({ status: 0 });
      await answered(seat);
      expect([seat.started(), seat.told()]).toEqual([[], expect.stringContaining('not today')]);
    });
  });

  test.runIf(asking?.isOpen)('the question goes with the dialog: answered no there, or the agent is gone', async () => {
    for (const end of ['\u001b', undefined]) {
      await world.sit(world.lineOf('greet'), async ({ pty, opened }) => {
        await opened();
        await expect.poll(question, PATIENCE).toHaveLength(1);
        if (end === undefined) return;
        pty.type(end);
        await expect.poll(question, PATIENCE).toEqual([]);
      });
      await expect.poll(question, PATIENCE).toEqual([]);
    }
  });
});
