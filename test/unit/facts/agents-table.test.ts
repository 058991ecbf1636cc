import { describe, expect, test } from 'vitest';
import { AGENTS as HOOKED } from '../../../src/agents/index.ts';
import { detectActor } from '../../../src/facts/actor.ts';
import { agentNames } from '../../../src/facts/agent-names.ts';
import type { Ancestor } from '../../../src/facts/ancestors.ts';
import type { Environment } from '../../../src/model/request.ts';

interface Signs {
  /** in AGENTS */
  readonly id: string;
  /** what its shells have that no person's has; absent = nothing is known */
  readonly env?: Environment;
  /** how its process is called */
  readonly lines: readonly string[];
}

/** What marks the shells of each agent that has a hook; undefined = an editor in which people type too, and nothing tells. */
const SIGNS: Readonly<Record<string, Signs | undefined>> = {
  amp: {
    id: 'amp',
    env: { AMP_CURRENT_THREAD_ID: 'T-1' },
    lines: ['amp', 'node /x/node_modules/@sourcegraph/amp/dist/main.js'],
  },
  antigravity: { id: 'antigravity', env: { ANTIGRAVITY_AGENT: '1' }, lines: ['agy'] },
  claude: { id: 'claude-code', env: { CLAUDECODE: '1' }, lines: ['claude -p x'] },
  cline: { id: 'cline', env: { CLINE_ACTIVE: 'true' }, lines: ['node /usr/bin/cline'] },
  codex: { id: 'codex', env: { CODEX_THREAD_ID: 'x' }, lines: ['/x/vendor/codex exec x'] },
  copilot: {
    id: 'copilot-cli',
    env: { COPILOT_CLI: '1' },
    lines: ['copilot', 'node /x/node_modules/@github/copilot/index.js'],
  },
  crush: { id: 'crush', env: { CRUSH: '1' }, lines: ['crush run x'] },
  cursor: { id: 'cursor-agent', env: { CURSOR_AGENT: '1' }, lines: ['/x/.local/bin/cursor-agent -p x'] },
  devin: { id: 'devin', lines: ['devin'] },
  droid: { id: 'droid', lines: ['droid exec x'] },
  gemini: { id: 'gemini-agent', env: { GEMINI_CLI: '1' }, lines: ['node /usr/bin/gemini'] },
  goose: { id: 'goose', env: { GOOSE_TERMINAL: '1' }, lines: ['goose run x', '/opt/goose/bin/goosed agent'] },
  grok: { id: 'grok', lines: ['grok'] },
  hermes: {
    id: 'hermes',
    env: { HERMES_SESSION_ID: '20260101_x' },
    lines: [
      'hermes chat',
      '/x/.hermes/hermes-agent/venv/bin/python3 /x/.hermes/hermes-agent/venv/bin/hermes chat',
      'python -m hermes_cli.main gateway run',
      'python3.14 /x/bin/hermes-acp',
    ],
  },
  kimi: { id: 'kimi', lines: ['kimi', 'Kimi Code', 'kimi-code', 'python3 /x/bin/kimi-cli'] },
  kiro: { id: 'kiro', env: { KIRO_AGENT_PATH: '/x' }, lines: ['kiro-cli chat', '/x/.local/bin/kiro-cli-chat chat'] },
  opencode: {
    id: 'opencode',
    env: { OPENCODE: '1' },
    lines: ['opencode', 'node /x/node_modules/opencode-ai/bin/opencode'],
  },
  qwen: { id: 'qwen-code', env: { QWEN_CODE: '1' }, lines: ['node /usr/bin/qwen'] },
  vibe: {
    id: 'vibe',
    env: { CI: 'true', NO_TTY: '1', NONINTERACTIVE: '1', LESS: '-FX' },
    lines: ['python3 /x/bin/vibe', 'vibe-acp'],
  },
  windsurf: undefined,
  pi: {
    id: 'pi',
    env: { PI_CODING_AGENT: 'true' },
    lines: ['pi', 'node /x/node_modules/@earendil-works/pi-coding-agent/dist/cli.js'],
  },
  kilo: { id: 'kilo', env: { KILO: '1' }, lines: ['kilo', 'node /x/node_modules/@kilocode/cli/bin/kilo'] },
  auggie: {
    id: 'auggie',
    env: { AUGMENT_AGENT: '1' },
    lines: ['auggie', 'node /x/node_modules/@augmentcode/auggie/augment.mjs'],
  },
  openclaw: {
    id: 'openclaw',
    env: { OPENCLAW_SHELL: 'exec' },
    lines: ['openclaw gateway', 'node /x/node_modules/openclaw/openclaw.mjs gateway'],
  },
  junie: { id: 'junie', env: { JUNIE_SHIM_PATH: '/x' }, lines: ['junie'] },
  trae: undefined,
};

const titled = (line: string): Ancestor => ({ pid: 7, started: '1', argv: [line], environment: () => undefined });
const started = (line: string): Ancestor => ({ ...titled(line), argv: line.split(' ') });
const who = (env: Environment, ...chain: Ancestor[]) => detectActor({ env, ancestors: () => chain });
const rows = Object.entries(SIGNS).flatMap(([name, signs]) => (signs === undefined ? [] : [[name, signs] as const]));

describe('shells of agents', () => {
  test('every agent that has a hook is in the table', () => {
    expect(Object.keys(SIGNS).sort()).toEqual(HOOKED.map(({ name }) => name).sort());
  });

  test.each(rows)('%s by what is in them', (_, { id, env }) => {
    if (env !== undefined) expect(who(env)).toMatchObject({ actor: 'ai', agent: id });
  });

  test.each(rows.flatMap(([, { id, lines }]) => lines.map((line) => [line, id])))('%s: %s', (line, agent) => {
    const shell = started('/bin/bash -c x');
    expect(who({}, shell, started(line))).toMatchObject({ actor: 'ai', agent });
    if (!/^\S*(node|python)/.test(line)) expect(who({}, shell, titled(line))).toMatchObject({ actor: 'ai', agent });
  });

  test('sh knows each by its process too, where Node.js cannot be asked', () => {
    const { programs } = agentNames();
    const own = rows.flatMap(([, { lines }]) => lines.filter((line) => !/^\S*(node|python)/.test(line)));
    const names = own.map((line) => line.slice(line.lastIndexOf('/', line.indexOf(' ')) + 1).replace(/ [a-z-].*/, ''));
    expect(names.filter((name) => !programs.includes(name))).toEqual([]);
  });
});

describe('shells of people', () => {
  test.each(['windsurf', 'kiro', 'kiro-cli-term', 'cursor', 'hermesc', 'goose-notes', 'vibes'])('below %s', (line) => {
    expect(who({}, started('bash'), started(line))).toMatchObject({ actor: 'human' });
  });

  test.each<[string, Environment]>([
    ['CI without a terminal', { CI: 'true', NO_TTY: '1', NONINTERACTIVE: '1' }],
    ['a pager', { LESS: '-FX', PAGER: 'cat' }],
    ['the home of Hermes', { HERMES_HOME: '/home/u/.hermes' }],
  ])('with %s', (_, env) => expect(who(env)).toMatchObject({ actor: 'human' }));
});
