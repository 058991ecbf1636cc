import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REAL_AGENTS } from './agents/index.ts';
import { type Answer, type Call, DAY, Scene } from './day.ts';
import type { Step, Wish } from './model-server.ts';
import { AgentWorld } from './world.ts';

const chosen = process.env.AGENTS?.split(',') ?? ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen'];
const agents = REAL_AGENTS.filter(({ name }) => chosen.includes(name));

interface Entry {
  readonly door: string;
  readonly verdict: string;
  readonly action: { readonly kind: string; readonly line?: string };
}

describe.each(agents.map((agent) => [agent.name, agent] as const))('a day with %s', (_name, agent) => {
  let world: AgentWorld;
  let scene: Scene;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open({ shims: true });
    scene = new Scene(world.home.home, world.project);
    scene.build();
  });
  afterAll(() => world.close());

  test('60 calls', { timeout: 900_000 }, async () => {
    const lost: string[] = [];
    const look = (call: Call | undefined) => {
      if (call?.leaves?.(scene) === false) lost.push(call.line);
    };
    const steps = DAY.map((call, at): Step => {
      const before = async () => {
        look(DAY[at - 1]);
        if (call.isApproved) approve();
      };
      return { wishes: wishesFor(call, world.project), before };
    });
    const { told, output } = await world.askForDay(steps);
    look(DAY.at(-1));
    if (process.env.DEBUG_DAY) {
      console.log(told.map((one, at) => `${at} ${JSON.stringify(DAY[at]?.line)} ${DAY[at]?.answer}\n   ${one}`).join('\n'), output);
      console.log(entries().map((one) => JSON.stringify(one)).join('\n'));
    }
    expect(told).toHaveLength(DAY.length);
    const wrong = DAY.flatMap((call, at) => {
      const text = told[at] ?? '';
      const said = answerIn(text);
      const reads = call.says === undefined || text.includes(call.says);
      return said === call.answer && reads ? [] : [{ ...call, said, text }];
    });
    expect(wrong).toEqual([]);
    expect(lost).toEqual([]);
  });

  const entries = () => {
    const lines = world.home.safeshell(['log', '--json', '--limit', '5000']).stdout.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Entry);
  };
  const approve = () => {
    const { stdout } = world.home.safeshell(['inbox', '--json']);
    const short = (JSON.parse(stdout) as { short: string; command: string }[]).at(-1)?.short ?? '';
    console.log(stdout, world.home.safeshell(['approve', short, '--yes']));
  };
});

/** As a hook says it, or a shim. */
function answerIn(text: string): Answer {
  if (/safeshell: not run|decision[\\"]+:[\\"]+require_approval/.test(text)) return 'asked';
  return /safeshell: refused|decision[\\"]+:[\\"]+deny/.test(text) ? 'refused' : 'runs';
}

function wishesFor({ line, tool }: Call, project: string): readonly Wish[] {
  if (tool === undefined) return [{ line }];
  if ('read' in tool) return [{ read: join(project, tool.read) }, { line }];
  if ('edited' in tool) return [{ ...tool, edited: join(project, tool.edited) }, { line }];
  return 'file' in tool ? [{ ...tool, file: join(project, tool.file) }, { line }] : [tool];
}
