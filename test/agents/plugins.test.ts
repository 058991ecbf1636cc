import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKOUT } from '../support/installed.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld } from './world.ts';

const chosen = process.env.AGENTS?.split(',');
const agents = REAL_AGENTS.filter(({ name }) => chosen?.includes(name) ?? true).filter(
  ({ name, plugin }) => plugin !== undefined || name === 'opencode',
);

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s with the plugin', (name, agent) => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open();
    if (name === 'opencode') {
      const folder = join(world.home.home, '.config/opencode/plugins');
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(CHECKOUT, 'integrations/opencode/safeshell.js'), join(folder, 'safeshell.js'));
    } else await world.plugIn();
  });
  afterAll(() => world.close());

  test('asks the guard', async () => {
    const refused = await world.ask('wipe-all');
    expect([refused.started, refused.told], refused.output).toEqual([
      [],
      expect.stringContaining('Nothing would be left'),
    ]);
    const run = await world.ask('greet', 'you');
    expect([run.started, run.told], run.output).toEqual([['greet you'], expect.stringContaining('ran greet')]);
  });

  test('runs nothing where the guard is gone', async () => {
    rmSync(world.home.launcher);
    const run = await world.ask('greet');
    expect(run.started, run.output).toEqual([]);
    // Copilot keeps what a hook says on stderr to itself
    expect(run.told).toContain(name === 'copilot' ? 'Denied by preToolUse hook' : 'safeshell is not installed');
  });
});
