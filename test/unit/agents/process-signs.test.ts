import { describe, expect, test } from 'vitest';
import { AGENTS } from '../../../src/agents/index.ts';
import { detectActor } from '../../../src/facts/actor.ts';
import { agentNames } from '../../../src/facts/agent-names.ts';
import type { Ancestor } from '../../../src/facts/ancestors.ts';
import type { Environment } from '../../../src/model/request.ts';

interface Signs {
  /** what its shells have that no person's has; absent = nothing is known */
  readonly env?: Environment;
  /** command lines of its processes; absent = none is told from a person's */
  readonly lines?: readonly string[];
}

/** How shells and processes of each agent look; undefined = an editor in which people type as well. */
const SIGNS: Readonly<Record<string, Signs | undefined>> = {
  amp: {
    env: { AMP_CURRENT_THREAD_ID: 'T-1' },
    lines: ['amp', 'node /x/node_modules/@sourcegraph/amp/dist/main.js'],
  },
  antigravity: { env: { ANTIGRAVITY_AGENT: '1' }, lines: ['agy'] },
  claude: { env: { CLAUDECODE: '1' }, lines: ['claude -p x'] },
  cline: { env: { CLINE_ACTIVE: 'true' }, lines: ['node /usr/bin/cline'] },
  codex: { env: { CODEX_THREAD_ID: 'x' }, lines: ['/x/vendor/codex exec x'] },
  copilot: {
    env: { COPILOT_CLI: '1' },
    lines: ['copilot', 'node /x/node_modules/@github/copilot/index.js'],
  },
  crush: { env: { CRUSH: '1' }, lines: ['crush run x'] },
  cursor: { env: { CURSOR_AGENT: '1' }, lines: ['/x/.local/bin/cursor-agent -p x'] },
  devin: { lines: ['devin'] },
  droid: { lines: ['droid exec x'] },
  gemini: { env: { GEMINI_CLI: '1' }, lines: ['node /usr/bin/gemini'] },
  goose: { env: { GOOSE_TERMINAL: '1' }, lines: ['goose run x', '/opt/goose/bin/goosed agent'] },
  grok: { lines: ['grok'] },
  hermes: {
    env: { HERMES_SESSION_ID: '20260101_x' },
    lines: [
      'hermes chat',
      '/x/.hermes/hermes-agent/venv/bin/python3 /x/.hermes/hermes-agent/venv/bin/hermes chat',
      'python -m hermes_cli.main gateway run',
      'python3.14 /x/bin/hermes-acp',
    ],
  },
  kimi: { lines: ['kimi', 'Kimi Code', 'kimi-code', 'python3 /x/bin/kimi-cli'] },
  kiro: { env: { KIRO_AGENT_PATH: '/x' }, lines: ['kiro-cli chat', '/x/.local/bin/kiro-cli-chat chat'] },
  opencode: {
    env: { OPENCODE: '1' },
    lines: ['opencode', 'node /x/node_modules/opencode-ai/bin/opencode'],
  },
  qwen: { env: { QWEN_CODE: '1' }, lines: ['node /usr/bin/qwen'] },
  vibe: {
    env: { CI: 'true', NO_TTY: '1', NONINTERACTIVE: '1', LESS: '-FX' },
    lines: ['python3 /x/bin/vibe', 'vibe-acp'],
  },
  windsurf: undefined,
  pi: {
    env: { PI_CODING_AGENT: 'true' },
    lines: ['pi', 'node /x/node_modules/@earendil-works/pi-coding-agent/dist/cli.js'],
  },
  kilo: { env: { KILO: '1' }, lines: ['kilo', 'node /x/node_modules/@kilocode/cli/bin/kilo'] },
  auggie: {
    env: { AUGMENT_AGENT: '1' },
    lines: ['auggie', 'node /x/node_modules/@augmentcode/auggie/augment.mjs'],
  },
  openclaw: {
    env: { OPENCLAW_SHELL: 'exec' },
    lines: ['openclaw gateway', 'node /x/node_modules/openclaw/openclaw.mjs gateway'],
  },
  junie: { env: { JUNIE_SHIM_PATH: '/x' }, lines: ['junie'] },
  trae: undefined,
  aider: { lines: ['python3 /x/bin/aider', 'aider'] },
  bolt: { env: { SHELL: '/bin/jsh', npm_config_yes: 'true' } },
  jules: { env: { HOME: '/home/jules', USER: 'swebot' } },
  octofriend: { lines: ['octofriend', 'octo'] },
  replit: { env: { REPL_ID: 'x', REPLIT_MODE: 'assistant' } },
  'vscode-copilot': { env: { TERM_PROGRAM: 'vscode', GIT_PAGER: 'cat' } },
  zed: { env: { TERM_PROGRAM: 'zed', PAGER: 'cat' } },
};

const titled = (line: string): Ancestor => ({ pid: 7, started: '1', argv: [line], environment: () => undefined });
const started = (line: string): Ancestor => ({ ...titled(line), argv: line.split(' ') });
const who = (env: Environment, ...chain: Ancestor[]) => detectActor({ env, ancestors: () => chain });
const rows = Object.entries(SIGNS).flatMap(([name, signs]) => (signs === undefined ? [] : [[name, signs] as const]));

describe('shells of agents', () => {
  test.each(AGENTS.map(({ name, process }) => [name, process] as const))(
    '%s says how it is recognised',
    (name, process) => {
      expect(Object.keys(SIGNS)).toContain(name);
      expect(SIGNS[name] === undefined).toBe(process === 'editor');
      if (process !== 'editor') expect(Object.values(process).flat().length).toBeGreaterThan(0);
    },
  );

  test.each(rows)('%s by what is in them', (agent, { env }) => {
    if (env !== undefined) expect(who(env)).toMatchObject({ actor: 'ai', agent });
  });

  test.each(rows.flatMap(([agent, { lines = [] }]) => lines.map((line) => [agent, line])))('%s: %s', (agent, line) => {
    const shell = started('/bin/bash -c x');
    expect(who({}, shell, started(line))).toMatchObject({ actor: 'ai', agent });
    if (!/^\S*(node|python)/.test(line)) expect(who({}, shell, titled(line))).toMatchObject({ actor: 'ai', agent });
  });

  test('sh recognises each by its process too, where Node.js cannot be started', () => {
    const { programs } = agentNames();
    const own = rows.flatMap(([, { lines = [] }]) => lines.filter((line) => !/^\S*(node|python)/.test(line)));
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
