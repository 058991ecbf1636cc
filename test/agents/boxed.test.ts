import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { HAS_PTY } from '../support/pty.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld } from './world.ts';

const chosen = process.env.AGENTS?.split(',') ?? ['claude', 'codex'];
const agents = REAL_AGENTS.filter(({ name }) => chosen.includes(name));

/** No hook is registered: what is stopped here, the box has stopped. */
describe
  .skipIf(!HAS_PTY || boxHere().bubblewrap === undefined)
  .each(agents.map((agent) => [agent.name, agent] as const))('%s in a box', (_, agent) => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open();
    const PATH = `${join(world.home.home, 'bin')}:${world.path}`;
    expect(world.home.safeshell(['refresh'], { env: { PATH } })).toMatchObject({ status: 0 });
  });
  afterAll(() => world.close());

  test('what a rule denies does not run, and the model reads why', async () => {
    const run = await world.askBoxed(`python3 -S -c 'import os; os.system("${world.lineOf('wipe-all')} --now")'`);
    expect(run.started, run.output).toEqual([]);
    expect(run.told).toContain('mine/wipe');
  });

  test('what no rule is about runs', async () => {
    const run = await world.askBoxed(`${world.lineOf('greet')} you`);
    expect(run.started, run.output + run.told).toEqual(['greet you']);
  });
});
