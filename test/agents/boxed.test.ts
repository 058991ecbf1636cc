import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { boxWallHere } from '../../src/install/box/sandbox-runtime.ts';
import { CHECKOUT } from '../support/installed.ts';
import { HAS_PTY } from '../support/pty.ts';
import { which } from '../support/shim-world.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld, PLACE, SECRET } from './world.ts';

const chosen = process.env.AGENTS?.split(',') ?? ['claude', 'codex'];
const agents = REAL_AGENTS.filter(({ name }) => chosen.includes(name));
const stands = HAS_PTY && boxHere().bubblewrap !== undefined;

async function opened(world: AgentWorld): Promise<AgentWorld> {
  await world.open();
  const PATH = `${join(world.home.home, 'bin')}:${world.path}`;
  expect(world.home.safeshell(['refresh'], { env: { PATH } })).toMatchObject({ status: 0 });
  return world;
}

/** No hook is registered: what is stopped here, the box has stopped. */
describe.skipIf(!stands).each(agents.map((agent) => [agent.name, agent] as const))('%s in a box', (_, agent) => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = await opened(new AgentWorld(agent, PLACE));
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

  test.skipIf(boxWallHere(CHECKOUT).package === undefined)('behind a wall it works', async () => {
    world.letModelThrough();
    world.home.file('project/a.secret', 'SECRET');
    // the rule is about cat
    const run = await world.askBoxed(`head a.secret; touch ~/outside; ${world.lineOf('greet')} you`, {
      options: ['--wall'],
    });
    expect(run.told, run.output).toMatch(/Permission denied[\s\S]*Read-only file system[\s\S]*ran greet/);
  });
});

const sandboxed = agents.filter(({ sandboxed: its }) => its?.needs.every((name) => which(name) !== undefined));

/** Sandboxes of agents take no home directory in a temp folder. */
describe.skipIf(!stands).each(sandboxed.map((agent) => [agent.name, agent] as const))(
  '%s in a box, its own sandbox in it',
  (_, agent) => {
    let world: AgentWorld;
    const ask = (line: string) => world.askBoxed(line, agent.sandboxed);
    beforeAll(async () => {
      world = await opened(new AgentWorld(agent, '/var/tmp'));
    });
    afterAll(() => world.close());

    test('its line runs, and writes where its sandbox lets it', async () => {
      const run = await ask(
        `${world.lineOf('greet')} you; echo made-here >made; cat made; echo x >${world.home.home}/outside`,
      );
      expect(run.started, run.told).toEqual(['greet you']);
      expect(run.told).toMatch(/ran greet.*made-here.*read-only file system/is);
      expect(existsSync(join(world.home.home, 'outside'))).toBe(false);
    });

    test('what a rule denies does not run, and the model reads why', async () => {
      const run = await ask(`python3 -S -c 'import os; os.system("${world.lineOf('wipe-all')} --now")'`);
      expect(run.started, run.output).toEqual([]);
      expect(run.told).toContain('mine/wipe');
    });

    test('what needs an approval is refused: nobody outside can be asked', async () => {
      const run = await ask(world.lineOf('venture'));
      expect(run.started, run.output).toEqual([]);
      expect(run.told).toContain('mine/sure');
    });

    test('what is to be confined has its sandbox for a wall', async () => {
      const run = await ask(
        `mkdir -p .stray && HOME=$PWD ${world.lineOf('stray')}; cat .stray/x; ${world.lineOf('stray')}`,
      );
      expect(run.told).toMatch(/x.*(read-only file system|nonexistent|no such file)/is);
      expect(run.told).not.toContain('decision');
    });

    test('output is masked', async () => {
      const run = await ask(world.lineOf('tell'));
      expect(run.told).toContain('ran tell');
      expect(run.told).not.toContain(SECRET);
    });
  },
);
