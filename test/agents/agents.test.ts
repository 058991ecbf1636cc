import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_PTY } from '../support/pty.ts';
import type { RealAgent } from './agents/agent.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld, type Run, SECRET } from './world.ts';

const chosen = process.env.AGENTS?.split(',');
const agents = REAL_AGENTS.filter(({ name }) => chosen?.includes(name) ?? true);
/** One line for each agent, as docs/agents.md has them. */
const matrix: string[] = [];

afterAll(() => console.log(['', '| agent | version | seen |', '| --- | --- | --- |', ...matrix].join('\n')));

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  let world: AgentWorld;
  const seen: string[] = [];
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open();
  });
  afterAll(() => {
    matrix.push(`| ${name} | ${world.program.version} | ${seen.join(', ')} |`);
    world.close();
  });

  test('without the guard it does what its model asks for', async () => {
    const run = await world.ask('wipe-all');
    expect(run.started, run.output).toEqual(['wipe-all']);
  });

  test('with the guard a refused call does not run, and the model reads why', async () => {
    expect(world.home.safeshell(['agents', 'install', name])).toMatchObject({ status: 0, stderr: '' });
    const run = await world.ask('wipe-all', '--now');
    expect(run.started, run.output).toEqual([]);
    expect(run.told).toMatch(/\[mine\/wipe\]. Nothing would be left\..*Do not retry it/);
    seen.push('refuses, the model reads why');
  });

  test('doctor says that it asks', () => {
    const { stdout } = world.home.safeshell(['doctor', '--json'], { env: { PATH: world.path } });
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; what: string }[] };
    const own = findings.filter(({ check }) => check === `agent-${name}`);
    // a flag of the tests stands for its trust
    expect(own).toMatchObject([{ state: name === 'codex' ? 'problem' : 'ok' }]);
  });

  test('doctor --fire says what its hook does', () => {
    const fired = () => {
      const { stdout } = world.home.safeshell(['doctor', '--fire', '--json'], { env: { PATH: world.path } });
      const said = JSON.parse(stdout) as { fired: { result: string }[] };
      return said.fired.map(({ result }) => result);
    };
    const launcher = join(world.home.home, '.local/share/safeshell/hooks', name);
    const isAsked = name !== 'codex';
    expect(fired()).toEqual([isAsked ? 'refused' : 'not-asked']);
    renameSync(launcher, `${launcher}.away`);
    expect(fired()).toEqual([isAsked ? 'unjudged' : 'not-asked']);
    renameSync(`${launcher}.away`, launcher);
  });

  test('a harmless call runs', async () => {
    const run = await world.ask('greet', 'you');
    // not what it printed: Qwen Code at times loses what a program prints that ends at once, with and without a guard
    expect(run.started, run.output).toEqual(['greet you']);
    expect(run.told).not.toContain('safeshell:');
    seen.push('lets run');
  });

  test.skipIf(!agent.rewrites || ['cline', 'pi'].includes(name))(
    'a write that a wall refuses is told to the model',
    async () => {
      mkdirSync(join(world.home.home, '.stray'), { recursive: true });
      const run = await world.ask('stray');
      expect(run.sent, run.output).toContain('`safeshell permit --project ~/project ~/.stray`');
      expect(existsSync(join(world.home.home, '.stray/x'))).toBe(false);
      seen.push('told of a refused write');
    },
  );

  test('what a person has to approve does not run with nobody there, and the model reads how they can', async () => {
    const run = await world.ask('venture');
    expect([run.started, run.told], run.output).toEqual([[], expect.stringMatching(/`safeshell approve [\da-f]+`/)]);
    // each run is a session of its own
    const [, id = ''] = /`safeshell approve ([\da-f]+)`/.exec(run.told) ?? [];
    expect(world.home.safeshell(['approve', id, '--yes'])).toMatchObject({ status: 0 });
    const [approved, after] = [await world.ask('venture'), await world.ask('venture')];
    expect([approved.started, after.started], approved.output).toEqual([['venture'], []]);
    seen.push('leaves questions in the inbox');
  });

  test.skipIf(agent.mcp === undefined)('our own MCP server is asked, a stranger of its name is judged', async () => {
    const own = await world.askServer({ command: world.home.launcher, args: ['mcp'] }, 'wipe-all');
    expect([own.told, own.started], own.output).toEqual([expect.stringMatching(/mine\/wipe/), []]);
    expect(own.told).not.toContain('safeshell: refused');
    const stranger = { command: process.execPath, args: [join(import.meta.dirname, 'servers/stranger.mjs')] };
    const harmless = await world.askServer(stranger, 'greet');
    expect([harmless.told, harmless.started], harmless.output).toEqual([
      expect.stringMatching(/stranger ran/),
      ['greet'],
    ]);
    const refused = await world.askServer(stranger, 'wipe-all');
    expect([refused.told, refused.started], refused.output).toEqual([expect.stringMatching(/safeshell: refused/), []]);
    seen.push('knows our MCP server');
  });

  test.skipIf(agent.attended === undefined || !HAS_PTY)('at a terminal its own dialog asks', async () => {
    expect(await world.askAtTerminal('venture')).toEqual([]);
    seen.push('asks in its dialog');
  });

  test.skipIf(agent.patchModel === undefined)(
    'a file of the guard cannot be made by a patch, another can',
    async () => {
      const own = 'project/.safeshell/rules.yaml';
      const run = await world.askToPatch(own);
      expect([existsSync(join(world.home.home, own)), run.told], run.output).toEqual([
        false,
        expect.stringMatching(/\[self\/own-files\]/),
      ]);
      const other = await world.askToPatch('project/notes.txt');
      expect(existsSync(join(world.home.home, 'project/notes.txt')), other.output).toBe(true);
      seen.push('judges patches');
    },
  );

  test.skipIf(!agent.onlyPatches)('nor by a patch in a line of shell', async () => {
    const own = 'project/.safeshell/rules.yaml';
    const run = await world.askToPatchByShell(own);
    expect([existsSync(join(world.home.home, own)), run.told], run.output).toEqual([
      false,
      expect.stringMatching(/\[self\/own-files\]/),
    ]);
  });

  test.skipIf(agent.onlyPatches)('a file of the guard cannot be written', async () => {
    const path = 'project/.safeshell/rules.yaml';
    const run = await world.askToWrite(path);
    const heard = agent.endsRun ? run.output : run.told;
    expect([existsSync(join(world.home.home, path)), heard], run.output).toEqual([
      false,
      expect.stringMatching(agent.endsRun ?? /\[self\/own-files\]/),
    ]);
    seen.push('guards files');
  });

  test('a file that it overwrites with its own tool comes back', async () => {
    const path = 'project/local.cfg'; // Gemini CLI itself refuses to write `.env`
    world.home.file(path, 'KEY=1\n');
    const run = await (agent.onlyPatches ? world.askToPatch(path) : world.askToWrite(path));
    const { status, stdout } = world.home.safeshell(['undo', '--yes']);
    expect([status, stdout], run.output).toEqual([0, expect.stringContaining(join(world.home.home, path))]);
    expect(readFileSync(join(world.home.home, path), 'utf8')).toBe('KEY=1\n');
    seen.push('keeps files');
  });

  test('a redirected call runs as something else, or is refused with the way to go', async () => {
    const run = await world.ask('old-way', 'a b');
    expect(run.started, run.output).toEqual(agent.rewrites ? ['new-way a b'] : []);
    if (!agent.rewrites) expect(run.told).toContain('new-way a b');
    seen.push(agent.rewrites ? 'rewrites' : 'names what to run instead');
  });

  test('what it prints is masked, or it does not run', async () => {
    const run = await world.ask('tell');
    expect([run.started, run.told.includes(SECRET)], run.output).toEqual([agent.rewrites ? ['tell'] : [], false]);
    expect(run.told).toContain(agent.rewrites ? 'ran tell' : 'It tells secrets');
    if (agent.rewrites) seen.push('masks');
  });

  test('what is told of a rule file with errors changes no answer', async () => {
    const broken = world.home.file('.config/safeshell/rules/broken.yaml', 'rules: [{ nam: x }]\n');
    try {
      expect((await world.ask('greet', 'you')).started).toEqual(['greet you']);
      const run = await world.ask('wipe-all', '--now');
      expect([run.started, run.told], run.output).toEqual([[], expect.stringContaining('[mine/wipe]')]);
      if (agent.rewrites) expect((await world.ask('old-way', 'a b')).started).toEqual(['new-way a b']);
    } finally {
      rmSync(broken);
    }
    seen.push('is told of broken rules');
  });

  test.skipIf(!agent.searches)(
    'its search tool prints no secrets, and searches the project for whatever it likes',
    async () => {
      const secret = 'password=not-for-models';
      for (const path of ['.ssh/id_rsa', 'project/.env', 'project/.env.local']) world.home.file(path, `${secret}\n`);
      world.home.file('project/reset.ts', 'const password = ask();\n');
      for (const place of [{ folder: '.ssh' }, { glob: '.env' }, { glob: '**/.env*' }]) {
        const run = await world.askToSearch('password', place);
        const byItself = 'folder' in place ? agent.searches?.outside : undefined;
        expect([run.told.includes(secret), run.told], JSON.stringify(place)).toEqual([
          false,
          expect.stringMatching(byItself ?? /safeshell: (refused|not run): .*\[secrets\//),
        ]);
      }
      const counted = await world.askToSearch('password', { glob: '.env', mode: 'count' });
      expect(counted.told, counted.output).not.toContain(secret);
      for (const place of [{}, { glob: '*.ts' }]) {
        const run = await world.askToSearch('password', place);
        expect(run.told, run.output).toMatch(agent.searches?.lacking ?? /const password = ask\(\)/);
        expect(run.told).not.toContain('safeshell:');
      }
      seen.push('keeps searches from secrets');
    },
  );

  test.each([
    ['is killed', 'kill -9 $$'],
    ['hangs', 'exec sleep 100'],
  ])('where Node %s nothing runs', async (how, body) => {
    const node = world.home.script(join(world.home.home, 'bin/broken-node'), body);
    const change = (text: string) => text.replace(/^__ss_node=.*$/m, `__ss_node='${node}'`);
    const run = await withLauncher(world, change, () => world.ask('greet'));
    const heard = agent.endsRun ? run.output : run.told;
    expect([run.started, heard], run.output).toEqual([
      [],
      expect.stringMatching(agent.endsRun ?? /guard (?:gave no answer|had no answer in time)/),
    ]);
    expect(run.told).not.toContain('/bin/sh -c');
    seen.push(`refuses where Node ${how}`);
  });

  test.each([
    ['killed', 'kill -9 $$'],
    ['hanging', 'exec sleep 100'],
  ] as const)('a %s launcher', async (how, body) => {
    const expected = agent[how];
    if (expected === undefined) return;
    const run = await withLauncher(
      world,
      () => `#!/bin/sh\n${body}\n`,
      () => world.ask('greet'),
    );
    expect(fateOf(run), run.output).toBe(expected);
    seen.push(`${expected === 'refused' ? 'refuses' : 'goes on'} with a ${how} launcher`);
  });

  test('where the launcher is gone nothing runs, and it says so', async () => {
    const launcher = join(world.home.home, '.local/share/safeshell/hooks', name);
    const run = await without([launcher], () => world.ask('greet'));
    const heard = agent.endsRun ? run.output : run.told;
    expect([run.started, heard], run.output).toEqual([
      [],
      expect.stringMatching(agent.endsRun ?? /its launcher is missing/),
    ]);
    expect(run.told).not.toContain('/bin/sh -c');
    seen.push('refuses without its launcher');
  });

  test('settings that a team shares guard those who have safeshell, and tell the others what is missing', async () => {
    const { home } = world;
    expect(home.safeshell(['agents', 'uninstall', name]).status).toBe(0);
    const scope = { cwd: join(home.home, 'project') };
    expect(home.safeshell(['agents', 'install', name, '--project'], scope)).toMatchObject({ status: 0, stderr: '' });
    const refused = await world.ask('wipe-all', '--now');
    expect([refused.started, refused.told], refused.output).toEqual([[], expect.stringContaining('[mine/wipe]')]);
    expect((await world.ask('greet', 'you')).started).toEqual(['greet you']);
    const hooks = join(home.home, '.local/share/safeshell/hooks');
    const run = await without([hooks, home.launcher], () => world.ask('greet'));
    const heard = agent.endsRun ? run.output : run.told;
    expect([run.started, heard], run.output).toEqual([
      [],
      expect.stringMatching(agent.endsRun ?? /safeshell is not installed here/),
    ]);
    expect(home.safeshell(['agents', 'uninstall', name, '--project'], scope).status).toBe(0);
    seen.push('shared settings');
  });

  test('without the guard again it is as before', async () => {
    expect(world.home.safeshell(['agents', 'uninstall', name])).toMatchObject({ status: 0, stderr: '' });
    expect((await world.ask('wipe-all')).started).toEqual(['wipe-all']);
  });
});

function fateOf({ started }: Run): RealAgent['killed'] {
  return started.length === 0 ? 'refused' : 'runs';
}

/** While these are not there. */
async function without(paths: readonly string[], act: () => Promise<Run>): Promise<Run> {
  for (const path of paths) renameSync(path, `${path}.away`);
  try {
    return await act();
  } finally {
    for (const path of paths) {
      rmSync(path, { recursive: true, force: true });
      renameSync(`${path}.away`, path);
    }
  }
}

/** With another launcher, once more where a refresh in the background has put its own there meanwhile. */
async function withLauncher(
  world: AgentWorld,
  change: (text: string) => string,
  act: () => Promise<Run>,
): Promise<Run> {
  const launcher = join(world.home.home, '.local/share/safeshell/hooks', world.agent.name);
  const text = readFileSync(launcher, 'utf8');
  try {
    for (;;) {
      writeFileSync(launcher, change(text));
      const run = await act();
      if (readFileSync(launcher, 'utf8') === change(text)) return run;
    }
  } finally {
    writeFileSync(launcher, text);
  }
}
