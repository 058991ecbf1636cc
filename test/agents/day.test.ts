import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { type Answer, type Call, DAY, Scene, wishesFor } from './day.ts';
import type { Step } from './model-server.ts';
import { AgentWorld } from './world.ts';

const chosen = process.env.AGENTS?.split(',') ?? ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen'];
const agents = REAL_AGENTS.filter(({ name }) => chosen.includes(name));
const DAY_MS = 900_000;
/** A monitor waits with each question for a person: these agents have a longer day. */
const WATCHED = new Set(['claude', 'codex']);

interface Entry {
  readonly door: string;
  readonly verdict: string;
  readonly outcome: { readonly kind: string };
}

interface Wrong {
  readonly line: string;
  readonly answer: Answer;
  readonly got: Answer | 'broken';
  readonly told: string;
  /** whether it left what it should */
  readonly left: boolean | undefined;
}

describe.each(agents.map((agent) => [agent.name, agent] as const))('a day with %s', (name, agent) => {
  let world: AgentWorld;
  let scene: Scene;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open({ shims: true });
    scene = new Scene(world.home.home, world.project);
  });
  afterAll(() => world.close());

  const entries = () => {
    const { stdout } = world.home.safeshell(['log', '--json', '--limit', '5000']);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Entry);
  };

  /** The calls that were answered in another way than the table says, or left something else behind. */
  const live = async (calls: readonly Call[], onCall: (call: Call) => void): Promise<readonly Wrong[]> => {
    scene.build();
    const left: (boolean | undefined)[] = [];
    const look = (at: number) => {
      try {
        left[at] = calls[at]?.leaves?.(scene);
      } catch {
        left[at] = false; // what it looks at is not there
      }
    };
    const steps = calls.map((call, at): Step => {
      const before = () => {
        look(at - 1);
        onCall(call);
      };
      return { wishes: wishesFor(call, world.project, agent), before };
    });
    const { told, output } = await world.askForDay(steps);
    look(calls.length - 1);
    if (told.length !== calls.length) throw new Error(`it ended after ${told.length} calls: ${output}`);
    return calls.flatMap(({ line, answer, says = '' }, at) => {
      const text = told[at] ?? '';
      const got = answerIn(text);
      if (got === answer && text.includes(says) && left[at] !== false) return [];
      return [{ line, answer, got, told: text, left: left[at] }];
    });
  };

  /** What is on record was stopped for its model alone: nothing of its own program, and no line that is ours. */
  const expectRecordOf = (calls: readonly Call[], before: number) => {
    const stopped = entries()
      .slice(before)
      .filter(({ verdict }) => verdict !== 'allow');
    const byHook = stopped.filter(({ door }) => door === 'hook').map(({ verdict }) => verdict);
    expect(byHook).toEqual(calls.flatMap(verdictOf));
    expect(stopped.filter(({ door, outcome }) => door !== 'hook' && outcome.kind !== 'run')).toEqual([]);
  };

  test('60 calls: each is answered as the table says', { timeout: DAY_MS }, async () => {
    const approve = ({ isApproved }: Call) => {
      if (!isApproved) return;
      const { stdout } = world.home.safeshell(['inbox', '--json']);
      const reset = (JSON.parse(stdout) as Question[]).find(({ command }) => command === 'git reset --hard');
      expect(world.home.safeshell(['approve', reset?.short ?? '', '--yes'])).toMatchObject({ status: 0 });
    };
    expect(await live(DAY, approve)).toEqual([]);
    expectRecordOf(DAY, 0);
  });

  test.runIf(HAS_PTY && WATCHED.has(name))(
    'the same while a person answers in a monitor',
    { timeout: DAY_MS },
    async () => {
      const before = entries().length;
      const pty = new Pty(`stty rows 24 cols 80; exec ${shQuote(world.home.launcher)} monitor`, {
        cwd: world.home.home,
        env: { HOME: world.home.home, PATH: world.home.tools, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      });
      let key = 'd';
      const person = setInterval(() => pty.type(key), 500); // keys count from when a question is shown
      try {
        await pty.expect('nothing waits');
        // the person says yes at once to what is refused first otherwise
        const calls = DAY.filter((_call, at) => !DAY[at + 1]?.isApproved);
        expect(await live(calls, ({ isApproved }) => (key = isApproved ? 'y' : 'd'))).toEqual([]);
        expectRecordOf(calls, before);
      } finally {
        clearInterval(person);
        pty.hangUp();
      }
    },
  );

  const stoppedBy = async (act: () => Promise<unknown>) => {
    const before = entries().length;
    await act();
    return entries()
      .slice(before)
      .filter(({ verdict }) => verdict !== 'allow');
  };

  test.skipIf(agent.mcp === undefined)('our MCP server is asked, by the name that the docs register', async () => {
    const act = async () => {
      const { told, output } = await world.askServer({ command: 'safeshell', args: ['mcp'] }, 'wipe-all');
      expect(told, output).toContain('mine/wipe');
      expect(told).not.toContain('safeshell: refused');
    };
    expect(await stoppedBy(act)).toEqual([]);
  });

  test.runIf(HAS_PTY && boxHere().bubblewrap !== undefined)('one call in a box', async () => {
    const act = async () => {
      const { told, output } = await world.askBoxed('git log -1 --format=%s; cat package.json');
      expect(told, output).toContain('"calc');
    };
    expect(await stoppedBy(act)).toEqual([]);
  });

  /** Claude Code starts its shell by name then, and hands it a PATH in a file. */
  test('one call without SHELL', async () => {
    world.shell = undefined;
    const { told } = await world.askLine('git log -1 --format=%s; cat package.json');
    expect(told).toContain('"calc');
  });
});

interface Question {
  readonly short: string;
  readonly command: string;
}

const verdictOf = ({ answer, isApproved }: Call): readonly string[] => {
  if (answer === 'asked' || isApproved) return ['require_approval'];
  return answer === 'refused' ? ['deny'] : [];
};

/** In the words of a hook, or of a shim; `broken`: the guard could not answer. */
function answerIn(text: string): Answer | 'broken' {
  if (!/safeshell: (?:not run|refused)|decision[\\"]+:[\\"]+(?:require_approval|deny)/.test(text)) return 'runs';
  if (/needs a person's approval|A person said no/.test(text)) return 'asked';
  return /No approval is possible/.test(text) ? 'refused' : 'broken';
}
