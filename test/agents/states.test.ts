import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord, parseJson } from '../../src/util/guards.ts';
import { AGENT_STATES, Files, type Truth } from '../support/agent-states.ts';
import type { RealAgent } from './agents/agent.ts';
import { REAL_AGENTS } from './agents/index.ts';
import { AgentWorld, type Run } from './world.ts';

const chosen = process.env.AGENTS?.split(',');
const names = [...new Set(AGENT_STATES.map(({ agent }) => agent))].filter((name) => chosen?.includes(name) ?? true);
const agents = REAL_AGENTS.filter(({ name }) => names.includes(name)).map(asTrusted);

/** A person trusts the hooks of Codex, which a flag does elsewhere. */
function asTrusted(agent: RealAgent): RealAgent {
  return { ...agent, args: agent.args.filter((arg) => arg !== '--dangerously-bypass-hook-trust') };
}

/** Writes what Codex keeps of hooks that a person trusts. */
function trust(world: AgentWorld, files: Files): void {
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'x', version: '1' } } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [world.project] } },
  ];
  const script = `{ printf '%s\\n' "$@"; exec cat "$0"; } | "${world.program.argv[0]}" app-server`;
  const fifo = join(world.home.home, 'wait');
  spawnSync('mkfifo', [fifo]);
  const args = [
    '-c',
    `exec 9<>"$0"; ${script} | while read -r line; do case $line in *'"id":2'*) echo "$line"; kill $$ ;; esac; done`,
  ];
  const env = { HOME: world.home.home, PATH: world.path };
  const { stdout } = spawnSync('/bin/sh', [...args, fifo, ...messages.map((one) => JSON.stringify(one))], {
    cwd: world.project,
    env,
    encoding: 'utf8',
    timeout: 20_000,
  });
  const answer = stdout.split('\n').map(parseJson).find(isRecord) as
    | { result: { data: { hooks: { key: string; currentHash: string }[] }[] } }
    | undefined;
  const hooks = answer?.result.data.flatMap((one) => one.hooks) ?? [];
  const states = hooks.map(({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`);
  files.write('.codex/config.toml', files.read('.codex/config.toml') + states.join(''));
}

function truthOf({ started, told }: Run): Truth {
  if (started.length > 0) return 'runs';
  return told.includes('[mine/wipe]') ? 'judged' : 'refused';
}

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  let world: AgentWorld;
  let files: Files;
  beforeAll(async () => {
    world = new AgentWorld(agent);
    await world.open();
    expect(world.home.safeshell(['agents', 'install', name])).toMatchObject({ status: 0, stderr: '' });
    files = new Files(world.home.home);
    if (name === 'codex') trust(world, new Files(world.home.home));
  });
  afterAll(() => world.close());

  const cli = (...args: readonly string[]) => {
    const { stdout } = world.home.safeshell([...args, '--json'], { cwd: world.project, env: { PATH: world.path } });
    return JSON.parse(stdout);
  };

  test.each(AGENT_STATES.filter((state) => state.agent === name).map((state) => [state.name, state] as const))(
    '%s',
    async (_name, { truth, says, change }) => {
      change(files);
      try {
        const run = await world.ask('wipe-all');
        expect(truthOf(run), run.output).toBe(truth);
        const isWell = says === 'installed';
        expect(cli('agents', 'status', name)).toMatchObject([{ state: says, judged: truth === 'judged' }]);
        const own = (cli('doctor').findings as { check: string; state: string }[]).filter(
          ({ check }) => check === `agent-${name}`,
        );
        expect(own).toMatchObject([{ state: isWell ? 'ok' : 'problem' }]);
        const results = (cli('doctor', '--fire').fired as { result: string }[]).map(({ result }) => result);
        expect(results).toEqual([{ judged: 'refused', runs: 'not-asked', refused: 'unjudged' }[truth]]);
      } finally {
        files.putBack();
        const launcher = join(world.home.home, '.local/share/safeshell/hooks', name);
        if (existsSync(launcher)) chmodSync(launcher, 0o755);
      }
    },
  );
});
