import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxHere } from '../../src/install/box/bubblewrap.ts';
import { HAS_PTY } from '../support/pty.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld } from './world.ts';

const chosen = process.env.AGENTS?.split(',') ?? ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen'];
const agents = REAL_AGENTS.filter(({ name }) => chosen.includes(name));
const stands = HAS_PTY && boxHere().bubblewrap !== undefined;

interface Entry {
  readonly verdict: string;
}

/** What was refused or needs approval. */
function stopped({ home }: AgentWorld): readonly Entry[] {
  const log = home.safeshell(['log', '--json']).stdout.split('\n').filter(Boolean);
  return log.map((line) => JSON.parse(line) as Entry).filter(({ verdict }) => verdict !== 'allow');
}

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s with hooks and shims', (_name, agent) => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open({ shims: true });
    world.home.file('project/notes.txt', 'remember the milk\n');
    for (const args of ['init -q', 'config user.name x', 'config user.email x@y', 'add .', 'commit -qm x'])
      execFileSync('git', args.split(' '), { cwd: world.project });
  });
  afterAll(() => world.close());

  test("the agent's own commands run, and its model reads the output of a harmless line", async () => {
    const { told, output } = await world.askLine('git status --short; cat notes.txt');
    expect(told, output).toContain('remember the milk');
    expect(stopped(world)).toEqual([]);
  });

  test.skipIf(agent.mcp === undefined)('our MCP server is asked, by the name that the docs register', async () => {
    const { told, output } = await world.askServer({ command: 'safeshell', args: ['mcp'] }, 'wipe-all');
    expect(told, output).toContain('mine/wipe');
    expect(told).not.toContain('safeshell: refused');
    expect(stopped(world)).toEqual([]);
  });

  test.skipIf(!stands)('so it is in a box', async () => {
    const { told, output } = await world.askBoxed('git status --short; cat notes.txt');
    expect(told, output).toContain('remember the milk');
    expect(stopped(world)).toEqual([]);
  });
});
