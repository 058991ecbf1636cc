import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';
import type { RealAgent } from './agents/agent.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { type Answer, type Call, DAY, Scene } from './day.ts';
import type { Step, Wish } from './model-server.ts';
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

interface Wrong extends Call {
  readonly got: Answer | 'broken';
  readonly told: string;
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

  /** The calls that were answered in another way than the table says, and those that left something else behind. */
  const live = async (calls: readonly Call[], approve: () => void) => {
    scene.build();
    const lost: string[] = [];
    const look = (call: Call | undefined) => {
      try {
        if (call?.leaves?.(scene) === false) lost.push(call.line);
      } catch (error) {
        lost.push(`${call?.line}: ${error}`);
      }
    };
    const steps = calls.map((call, at): Step => {
      const before = () => {
        look(calls[at - 1]);
        if (call.isApproved) approve();
      };
      return { wishes: wishesFor(call, world.project, agent), before };
    });
    const { told, output } = await world.askForDay(steps);
    look(calls.at(-1));
    if (told.length !== calls.length) throw new Error(`it ended after ${told.length} calls: ${output}`);
    const wrong = calls.flatMap((call, at): Wrong[] => {
      const text = told[at] ?? '';
      const got = answerIn(text);
      return got === call.answer && text.includes(call.says ?? '') ? [] : [{ ...call, got, told: text }];
    });
    return { wrong, lost };
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
    const approve = () => {
      const { stdout } = world.home.safeshell(['inbox', '--json']);
      const reset = (JSON.parse(stdout) as Question[]).find(({ command }) => command === 'git reset --hard');
      expect(world.home.safeshell(['approve', reset?.short ?? '', '--yes'])).toMatchObject({ status: 0 });
    };
    expect(await live(DAY, approve)).toEqual({ wrong: [], lost: [] });
    expectRecordOf(DAY, 0);
  });

  test.runIf(HAS_PTY && WATCHED.has(name))(
    'and with a monitor open, where a person answers',
    { timeout: DAY_MS },
    async () => {
      const before = entries().length;
      const pty = new Pty(`stty rows 24 cols 80; exec ${shQuote(world.home.launcher)} monitor`, {
        cwd: world.home.home,
        env: { HOME: world.home.home, PATH: world.home.tools, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      });
      // the person says yes at once to what is approved later otherwise
      const calls = DAY.filter((_call, at) => !DAY[at + 1]?.isApproved);
      const answerAll = async () => {
        for (const call of calls.filter(({ answer, isApproved }) => answer === 'asked' || isApproved)) {
          await pty.expect('y once');
          await pty.typeUntil(call.isApproved ? 'y' : 'd', call.isApproved ? 'approved' : 'denied');
        }
      };
      try {
        await pty.expect('nothing waits');
        const [day] = await Promise.all([live(calls, () => {}), answerAll()]);
        expect(day).toEqual({ wrong: [], lost: [] });
        expectRecordOf(calls, before);
      } finally {
        pty.hangUp();
      }
    },
  );

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

function wishesFor({ line, tool, answer }: Call, project: string, { hidesSecrets }: RealAgent): readonly Wish[] {
  if (tool === undefined || (hidesSecrets && answer === 'asked')) return [{ line }];
  if ('read' in tool) return [{ read: join(project, tool.read) }, { line }];
  if ('edited' in tool) return [{ ...tool, edited: join(project, tool.edited) }, { line }];
  return 'file' in tool ? [{ ...tool, file: join(project, tool.file) }, { line }] : [tool];
}
