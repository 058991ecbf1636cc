import { spawn } from 'node:child_process';
import { getProvidersByType } from 'am-i-vibing';
import { describe, expect, test } from 'vitest';
import { detectActor } from '../../../src/facts/actor.ts';
import { type Ancestor, ancestorsInTable, hostAncestors } from '../../../src/facts/ancestors.ts';
import type { Environment } from '../../../src/model/request.ts';

function ancestor(line: string, environment?: Environment): Ancestor {
  return { pid: 7, started: '1', argv: line.split(' '), environment: () => environment };
}

function who(env: Environment, ...chain: Ancestor[]) {
  return detectActor({ env, ancestors: () => chain });
}

describe('signs of an agent', () => {
  test.each<[string, Environment]>([
    ['claude', { CLAUDECODE: '1' }],
    ['codex', { CODEX_THREAD_ID: 'x' }],
    ['cursor', { CURSOR_AGENT: '1' }],
    ['gemini', { GEMINI_CLI: '1' }],
    ['copilot', { COPILOT_CLI: '1' }],
    ['opencode', { OPENCODE: '1', AGENT: '1' }],
    ['qwen', { QWEN_CODE: '1' }],
    ['cline', { CLINE_ACTIVE: 'true' }],
    ['goose', { GOOSE_TERMINAL: '1' }],
    ['kilo', { KILO: '1' }],
    ['openclaw', { OPENCLAW_SHELL: 'exec' }],
    ['junie', { JUNIE_SHIM_PATH: '/home/dev/.local/bin/junie' }],
    ['crush', { AI_AGENT: 'crush', AGENT: 'crush' }],
    ['ai-agent', { AI_AGENT: 'anything' }],
    ['claude', { CLAUDECODE: '1', SAFESHELL_CONTEXT: 'human' }],
  ])('%s by its marker', (agent, env) => expect(who(env)).toMatchObject({ actor: 'ai', agent }));

  test.each([
    ['claude', 'claude --continue'],
    ['claude', '/home/u/.local/bin/claude'],
    ['claude', 'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'],
    ['qwen', 'node /usr/lib/node_modules/@qwen-code/qwen-code/cli.js'],
    ['gemini', 'node --no-warnings /usr/bin/gemini.js -p x'],
    ['copilot', 'node /usr/bin/copilot'],
    ['aider', '/usr/bin/python3 /home/u/.local/bin/aider'],
    ['aider', 'python3.12 -m aider'],
    ['codex', 'codex exec x'],
  ])('%s among the ancestors: %s', (agent, line) =>
    expect(who({}, ancestor('bash -c x'), ancestor(line), ancestor('-zsh'))).toMatchObject({ actor: 'ai', agent }),
  );

  test.each([
    'cursor',
    'code --type=renderer',
    'windsurf',
    'zed',
    'node /x/claude-notes/server.js',
    'vim claude',
    'bash claude',
    'python3 server.py codex',
  ])('%s is none', (line) => expect(who({}, ancestor('bash'), ancestor(line))).toMatchObject({ actor: 'human' }));

  test.each<[string, Environment]>([
    ['an API key', { ANTHROPIC_API_KEY: 'x', AIDER_API_KEY: 'x' }],
    ['an editor', { CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'vscode', CODEIUM_EDITOR_APP_ROOT: '/x' }],
    ['an empty marker', { CLAUDECODE: '' }],
    ['a person in OpenClaw', { OPENCLAW_SHELL: 'tui-local' }],
    ['the data folder of Junie', { JUNIE_DATA: '/data/junie' }],
    ['a workspace', { REPL_ID: 'x' }],
  ])('%s is none', (_, env) => expect(who(env)).toEqual({ actor: 'human', how: 'no sign of an agent' }));
});

describe('what is said', () => {
  test.each<[Environment, string, string]>([
    [{ SAFESHELL_CONTEXT: 'ai' }, 'ai', '`SAFESHELL_CONTEXT` is ai'],
    [{ SAFESHELL_CONTEXT: 'human' }, 'human', '`SAFESHELL_CONTEXT` is human'],
    [{ SAFESHELL_CONTEXT: 'other' }, 'human', 'no sign of an agent'],
    [{ CLAUDECODE: '1' }, 'ai', '`CLAUDECODE` is set (Claude Code)'],
  ])('%j: %s', (env, actor, how) => expect(who(env)).toMatchObject({ actor, how }));

  test('an ancestor is named with its pid', () =>
    expect(who({}, ancestor('/usr/bin/codex exec')).how).toBe('started by `codex` (Codex CLI, pid 7)'));

  test('ai needs no look at processes', () => {
    const ancestors = () => {
      throw new Error('asked');
    };
    expect(detectActor({ env: { SAFESHELL_CONTEXT: 'ai' }, ancestors }).actor).toBe('ai');
  });

  test('the variable can be trusted over all signs', () => {
    const settings = { trustContextVariable: true };
    const env = { CLAUDECODE: '1', SAFESHELL_CONTEXT: 'human' };
    expect(detectActor({ env, settings, ancestors: () => [ancestor('claude')] }).actor).toBe('human');
    expect(detectActor({ env: { CLAUDECODE: '1' }, settings, ancestors: () => [] }).actor).toBe('ai');
  });
});

describe('what an agent has started, but is no ancestor of any more', () => {
  const marked = { CLAUDECODE: '1' };
  test.each<[string, Environment, Ancestor[], string]>([
    ['tmux, which hands the marker on', marked, [ancestor('zsh'), ancestor('tmux new -d', marked)], 'ai'],
    ['tmux, below which the marker is gone', {}, [ancestor('zsh', {}), ancestor('tmux: server', marked)], 'ai'],
    ['a login shell', marked, [ancestor('make'), ancestor('-bash', marked)], 'ai'],
    ['a daemon without ancestors', marked, [ancestor('sh -c x', marked)], 'ai'],
    ['a marker that says human', { SAFESHELL_CONTEXT: 'human' }, [ancestor('screen', marked)], 'ai'],
    ['tmux of a person', {}, [ancestor('zsh', {}), ancestor('tmux', { TERM: 'xterm' })], 'human'],
    ['tmux that does not say', {}, [ancestor('zsh', {}), ancestor('tmux')], 'human'],
    ['an editor of a person', {}, [ancestor('zsh', {}), ancestor('code', { TERM_PROGRAM: 'vscode' })], 'human'],
  ])('%s', (_, env, chain, actor) => expect(who(env, ...chain).actor).toBe(actor));

  test('is named', () =>
    expect(who({}, ancestor('tmux: server', marked)).how).toBe(
      '`tmux` was started with `CLAUDECODE` (Claude Code, pid 7)',
    ));
});

describe('the providers of am-i-vibing', () => {
  /** Signs that a human's own shell has too. */
  const TOO_WEAK = ['AIDER_API_KEY', 'REPL_ID', 'CODEIUM_EDITOR_APP_ROOT'];
  const agents = getProvidersByType('agent');

  test('are read from the library', () => expect(agents.length).toBeGreaterThan(15));

  test.each(agents.flatMap(({ name, envVars = [] }) => envVars.map((group) => [name, group] as const)))(
    '%s by %j',
    (_, group) => {
      const { any = [], all = [] } =
        typeof group === 'string' || !('any' in group || 'all' in group) ? { all: [group] } : group;
      for (const choice of any.length > 0 ? any : [undefined]) {
        const needed = [...all, ...(choice === undefined ? [] : [choice])] as (string | [string, string])[];
        const pairs = needed.map((one) => (typeof one === 'string' ? [one, 'x'] : one));
        const weak = pairs.length === 1 && TOO_WEAK.includes(pairs[0]?.[0] ?? '');
        expect(who(Object.fromEntries(pairs)).actor).toBe(weak ? 'human' : 'ai');
      }
    },
  );

  test.each(agents.flatMap(({ name, processChecks = [] }) => processChecks.map((one) => [name, one] as const)))(
    '%s by its process %s',
    (_, program) => expect(who({}, ancestor(program)).actor).toBe('ai'),
  );

  test.each(getProvidersByType('interactive').map((one) => one.name))('%s is not taken for an agent', (name) => {
    expect(who({}, ancestor(name.toLowerCase())).actor).toBe('human');
  });
});

describe.runIf(process.platform === 'linux')('ancestors of a real process', () => {
  test('are found up to the first', () => {
    const chain = hostAncestors(process.pid);
    expect(chain[0]).toMatchObject({ pid: process.pid, started: expect.stringMatching(/^\d+$/) });
    expect(chain[1]?.pid).toBe(process.ppid);
  });

  test('with argv and environment', async () => {
    const child = spawn('sleep', ['30'], { argv0: '-codex) x', env: { CODEX_CI: '1', ODD: 'a=b' }, stdio: 'ignore' });
    await new Promise((resolve) => child.once('spawn', resolve));
    try {
      // the system shows the words a moment after the start
      await expect.poll(() => hostAncestors(child.pid)[0]?.argv).toEqual(['-codex) x', '30']);
      const [one] = hostAncestors(child.pid);
      expect(one?.environment()).toEqual({ CODEX_CI: '1', ODD: 'a=b' });
      expect(one && hostAncestors(child.pid)[1]?.pid).toBe(process.pid);
    } finally {
      child.kill();
    }
  });

  test('of none are none', () => expect(hostAncestors(2 ** 22 + 1)).toEqual([]));
});

test('a table of ps is read', () => {
  const table = [
    '    1     0 Mon Jan  6 10:00:00 2025 /sbin/launchd',
    '  200     1 Mon Jan  6 10:00:01 2025 claude --continue',
    '  300   200 Mon Jan 16 10:00:02 2025 /bin/zsh -c git status',
    'garbage',
  ].join('\n');
  const chain = ancestorsInTable(table, 300);
  expect(chain.map((one) => one.argv[0])).toEqual(['/bin/zsh', 'claude', '/sbin/launchd']);
  expect(chain[0]?.started).toBe('Mon Jan 16 10:00:02 2025');
  expect(detectActor({ env: {}, ancestors: () => chain })).toMatchObject({ actor: 'ai', agent: 'claude' });
  expect(ancestorsInTable('5 5 Mon Jan  6 10:00:00 2025 x', 5)).toHaveLength(64);
});
