import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentNamed, HOOKED_AGENTS, INSTALLABLE_AGENTS } from '../../../src/agents/find.ts';
import {
  type AgentJob,
  agentState,
  allJobs,
  applyEdit,
  editsFor,
  filesOf,
  launcherOf,
} from '../../../src/install/agents/edit-agents.ts';
import { closes } from '../../support/hook-world.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-agents-')));
  mkdirSync(join(root, 'home'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const SETTINGS = `{
\t// the model that I like
\t"model": "m", /* é */
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{"matcher": "Write", "hooks": [{"type": "command", "command": "mine"}]} // keep
\t\t],
\t\t"Stop": [],
\t},
\t"amp.permissions": [ { "tool": "*", "action": "ask" }, ],
}`;
const MINE = '{"matcher": "Write", "hooks": [{"type": "command", "command": "mine"}]}';
/** Agents that ignore the whole file where it has comments, or fields that they do not know. */
const STRICT: Readonly<Record<string, string>> = {
  claude: `{\n\t"model": "m é",\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t${MINE}\n\t\t],\n\t\t"Stop": []\n\t}\n}`,
  codex: `{\n\t"description": "é",\n\t"hooks": {\n\t\t"PreToolUse": [${MINE}]\n\t}\n}`,
  openhands: `{\n\t"pre_tool_use": [\n\t\t${MINE}\n\t],\n\t"stop": []\n}`,
};
const settingsOf = (name: string) => STRICT[name] ?? SETTINGS;
const TOML = `# mine\nmodel = "m"\n\n[[hooks]]\nname = "mine"\n\n[tools]\nx = 1`;

function jobFor(name: string, project?: string): AgentJob {
  const agent = INSTALLABLE_AGENTS.find((one) => one.name === name);
  if (agent === undefined) throw new Error(name);
  return { agent, env: { HOME: join(root, 'home') }, project };
}

function change(job: AgentJob, way: 'install' | 'uninstall'): number {
  const edits = editsFor(job, way);
  for (const edit of edits) applyEdit(edit, job);
  return edits.length;
}

/** Everything below the root but our own records, with modes. */
function snapshot(folder = root): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.local')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [path, ...snapshot(path)];
      return [`${path} ${statSync(path).mode.toString(8)} ${readFileSync(path, 'latin1')}`];
    });
}

const NAMES = INSTALLABLE_AGENTS.map(({ name }) => name);
const JSON_NAMES = NAMES.filter((name) => filesOf({ ...plain(name) }).some(({ kind }) => kind === 'json'));

function plain(name: string): AgentJob {
  const agent = INSTALLABLE_AGENTS.find((one) => one.name === name) as AgentJob['agent'];
  return { agent, env: { HOME: '/home/dev' }, project: undefined };
}

test('every hook but those put in by hand can be installed', () => {
  const byHand = ['hermes']; // its settings are YAML that nothing else of ours edits
  expect([...NAMES, ...byHand].sort()).toEqual(HOOKED_AGENTS.map(({ name }) => name).sort());
});

test.each(NAMES)('%s: what the launcher says without Node refuses', (name) => {
  const { hook, setup } = plain(name).agent;
  expect(closes(name, (setup.refuse ?? hook.refuse)('why'))).toBe(true);
});

describe('an agent has many names', () => {
  test.each([
    ['claude', ['claude-code', 'Claude Code', 'claude_code', 'CLAUDE']],
    ['codex', ['codex-cli', 'openai-codex']],
    ['gemini', ['gemini-cli']],
    ['antigravity', ['antigravity-cli', 'agy']],
    ['cursor', ['cursor-agent', 'cursor-cli']],
    ['copilot', ['copilot-cli', 'github-copilot', 'github-copilot-cli', 'GitHub Copilot']],
    ['opencode', ['opencode-ai']],
    ['qwen', ['qwen-code']],
    ['cline', ['cline-cli']],
    ['windsurf', ['cascade']],
    ['devin', ['devin-cli']],
    ['kiro', ['kiro-cli']],
    ['droid', ['factory-droid', 'factory']],
    ['amp', ['amp-code']],
    ['grok', ['grok-build', 'grok-cli']],
    ['kimi', ['kimi-code', 'kimi-cli']],
    ['vibe', ['mistral-vibe']],
    ['hermes', ['hermes-agent']],
  ])('%s', (name, others) => {
    for (const other of others) expect([other, agentNamed(other)?.name]).toEqual([other, name]);
  });

  test('and shares none', () => {
    const names = HOOKED_AGENTS.flatMap(({ name, title, aliases = [] }) => [
      ...new Set([name, title.toLowerCase().replaceAll(' ', '-'), ...aliases]),
    ]);
    expect(names).toEqual([...new Set(names)]);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(['', 'claud', 'all', 'agent', '-', 'constructor', '../x'])('%j is none', (name) => {
    expect(agentNamed(name)).toBeUndefined();
  });
});

describe.each(NAMES)('%s', (name) => {
  const isProject = !plain(name).agent.setup.onlyUser;

  test.each(isProject ? ['user', 'project'] : ['user'])('comes and goes without a trace: %s', (scope) => {
    const job = jobFor(name, scope === 'project' ? join(root, 'project') : undefined);
    const before = snapshot();
    expect(agentState(job)).toBe('absent');
    expect(change(job, 'install')).toBeGreaterThan(0);
    expect(agentState(job)).toBe('installed');
    expect(change(job, 'install')).toBe(0);
    change(job, 'uninstall');
    expect(snapshot()).toEqual(before);
    expect(change(job, 'uninstall')).toBe(0);
  });

  test('settings of a person are as they were, to the byte', () => {
    const job = jobFor(name);
    const shared = filesOf(job).filter(({ kind }) => kind !== 'own');
    for (const file of shared) write(file.path, Buffer.from(file.kind === 'lines' ? TOML : settingsOf(name)), 0o640);
    const before = snapshot();
    change(job, 'install');
    for (const file of shared) expect(readFileSync(file.path, 'utf8')).toContain(launcherOf(job.agent, job.env));
    change(job, 'uninstall');
    expect(snapshot()).toEqual(before);
  });

  test('what people change meanwhile stays', () => {
    const job = jobFor(name);
    const shared = filesOf(job).filter(({ kind }) => kind !== 'own');
    for (const file of shared) write(file.path, Buffer.from(file.kind === 'lines' ? TOML : settingsOf(name)), 0o640);
    change(job, 'install');
    for (const file of shared) {
      writeFileSync(file.path, readFileSync(file.path, 'latin1').replace('"m"', '"n"'), 'latin1');
    }
    expect(agentState(job)).toBe('installed');
    change(job, 'uninstall');
    for (const file of shared) {
      // a version that the file needs for any hook may be needed by others now
      const text = readFileSync(file.path, 'utf8').replace(/,\s*"version": 1/, '');
      const original = file.kind === 'lines' ? `${TOML}\n` : settingsOf(name);
      expect(text).toBe(original.replace('"m"', '"n"'));
    }
  });
});

function write(path: string, bytes: Buffer, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  chmodSync(path, mode);
}

/** With these in its settings an agent ignores them all, a hook of ours as well. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  claude: ['// only'],
  codex: ['// only', '"a"', '"PreToolUse"'],
  openhands: ['// only', '"hooks"', '"PreToolUse"'],
};

describe.each(JSON_NAMES)('%s: other shapes of settings', (name) => {
  test.each([
    ['{}', 'empty'],
    ['', 'nothing'],
    ['{"hooks":{}}', 'one line'],
    ['{\r\n  "hooks": {}\r\n}\r\n', 'line ends of Windows'],
    ['// only a comment\n{\n}\n', 'a comment first'],
    ['\ufeff{"a": 1}', 'a byte order mark'],
    ['{"PreToolUse": []}', 'the events at the top'],
  ])('%j', (text) => {
    const job = jobFor(name);
    for (const file of filesOf(job)) write(file.path, Buffer.from(text), 0o600);
    const before = snapshot();
    if (IGNORED[name]?.some((one) => text.includes(one))) {
      expect(() => editsFor(job, 'install')).toThrow(filesOf(job)[0]?.path);
      expect(agentState(job)).toBe('unreadable');
      return;
    }
    change(job, 'install');
    expect(agentState(job)).toBe('installed');
    for (const file of filesOf(job)) expect(readFileSync(file.path, 'utf8')).not.toMatch(/[^\r]\n.*\r\n/);
    change(job, 'uninstall');
    expect(snapshot()).toEqual(before);
  });

  test.each([
    '{',
    '[]',
    '"x"',
    '{"hooks": 1, "amp.permissions": 1, "safeshell": 1, "PreToolUse": 1, "pre_tool_use": 1}',
    'null',
  ])('stays as it is: %s', (text) => {
    const job = jobFor(name);
    for (const file of filesOf(job)) write(file.path, Buffer.from(text), 0o600);
    expect(() => editsFor(job, 'install')).toThrow(filesOf(job)[0]?.path);
    expect(agentState(job)).toBe('unreadable');
    expect(editsFor(job, 'uninstall')).toEqual([]);
  });
});

test('every place that was ever written into is known', () => {
  const project = join(root, 'project');
  change(jobFor('claude', project), 'install');
  const places = allJobs({ HOME: join(root, 'home') }).filter(({ agent }) => agent.name === 'claude');
  expect(places.map((job) => job.project)).toEqual([undefined, project]);
});

describe.each(JSON_NAMES)('%s: what moves in the settings', (name) => {
  /** As agents write their settings anew: in their own layout, with more in it. */
  const rewrite = (path: string, change: (settings: Record<string, unknown>) => unknown) =>
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), undefined, 4));
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return [{ matcher: 'x', hooks: [] }, ...value, { matcher: 'y', hooks: [] }];
    return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, deeper(one)]));
  };
  const deeper = (value: unknown) => (typeof value === 'object' && value !== null ? shuffled(value) : value);

  test('is still there, and goes', () => {
    const job = { ...jobFor(name), env: { HOME: join(root, 'home é') } };
    change(job, 'install');
    for (const { path } of filesOf(job))
      rewrite(path, (settings) => ({ first: 1, ...(shuffled(settings) as object), $version: 4 }));
    expect(agentState(job)).toBe('installed');
    expect(change(job, 'install')).toBe(0);
    change(job, 'uninstall');
    expect(agentState(job)).toBe(name === 'codex' ? 'unreadable' : 'absent'); // it knows none of these fields
    for (const { path } of filesOf(job)) {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ first: 1, $version: 4 });
      expect(readFileSync(path, 'utf8')).not.toContain('safeshell/hooks/');
    }
  });

  test('and is put right where it is there twice, or not as it was', () => {
    const job = jobFor(name);
    change(job, 'install');
    const texts = filesOf(job).map(({ path }) => readFileSync(path, 'utf8'));
    const twice = (value: unknown): unknown => {
      if (Array.isArray(value)) return [...value, ...value];
      return typeof value === 'object' && value !== null ? mapped(value, twice) : value;
    };
    const other = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map((item) => ({ ...item, more: 1 }));
      return typeof value === 'object' && value !== null ? mapped(value, other) : value;
    };
    for (const way of [twice, other]) {
      for (const { path } of filesOf(job)) rewrite(path, (settings) => way(settings));
      expect(agentState(job)).toBe('outdated');
      change(job, 'install');
      expect(agentState(job)).toBe('installed');
      filesOf(job).forEach(({ path }, at) => {
        expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(texts[at] ?? ''));
      });
    }
  });
});

function mapped(value: object, way: (one: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, way(one)]));
}

describe('where the first entry that fits decides, ours stands in front of it', () => {
  const allow = { tool: '*', action: 'allow' };
  const reject = { tool: 'Bash', matches: { cmd: 'rm *' }, action: 'reject' };
  const mcp = { tool: 'mcp__*', action: 'allow' };
  const group = { matcher: 'Execute', hooks: [{ type: 'command', command: 'mine' }] };

  test.each([
    ['amp', 'amp.permissions', [allow], 0],
    ['amp', 'amp.permissions', [reject, mcp, allow, reject], 2],
    ['amp', 'amp.permissions', [mcp, reject], 2],
    ['amp', 'amp.permissions', [{ tool: 'Bash', action: 'ask' }], 0],
    ['amp', 'amp.permissions', [{ tool: 'Ba?h', action: 'allow' }], 0],
    ['amp', 'amp.permissions', [{ action: 'allow' }], 0],
    ['droid', 'PreToolUse', [group, group], 0],
    ['droid', 'PreToolUse', [{ matcher: 'Execute', hooks: [] }], 1],
  ])('%s: %s %j', (name, list, entries, expected) => {
    const job = jobFor(name);
    const path = filesOf(job)[0]?.path ?? '';
    const text = JSON.stringify({ [list]: entries });
    write(path, Buffer.from(text), 0o600);
    change(job, 'install');
    const held = JSON.parse(readFileSync(path, 'utf8'))[list] as unknown[];
    expect(held.findIndex((entry) => JSON.stringify(entry).includes('safeshell/hooks/'))).toBe(expected);
    expect(held.filter((entry) => !JSON.stringify(entry).includes('safeshell/hooks/'))).toEqual(entries);
    expect(agentState(job)).toBe('installed');
    change(job, 'uninstall');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test.each([
    ['amp', 'amp.permissions', allow, 'hidden'],
    ['amp', 'amp.permissions', reject, 'installed'],
    ['amp', 'amp.permissions', mcp, 'installed'],
    ['droid', 'PreToolUse', group, 'hidden'],
    ['claude', 'PreToolUse', group, 'installed'], // asks them all
  ])('%s: what a person puts first later is %j %j: %s', (name, list, entry, state) => {
    const job = jobFor(name);
    const path = filesOf(job)[0]?.path ?? '';
    change(job, 'install');
    const settings = JSON.parse(readFileSync(path, 'utf8'));
    const lists = settings.hooks ?? settings;
    lists[list] = [entry, ...lists[list]];
    writeFileSync(path, JSON.stringify(settings));
    expect(agentState(job)).toBe(state);
    change(job, 'install');
    expect(agentState(job)).toBe('installed');
    expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(entry).slice(1, 20));
  });
});

test('a settings file that is a link stays one', () => {
  const job = jobFor('claude');
  const real = join(root, 'dotfiles.json');
  writeFileSync(real, settingsOf('claude'));
  const path = filesOf(job)[0]?.path ?? '';
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(real, path);
  change(job, 'install');
  expect(readFileSync(real, 'utf8')).toContain('safeshell/hooks/claude');
  change(job, 'uninstall');
  expect(readFileSync(real, 'utf8')).toBe(settingsOf('claude'));
});

test("a file of somebody else's in our place is left alone", () => {
  const job = jobFor('cline');
  const path = filesOf(job)[0]?.path ?? '';
  write(path, Buffer.from('#!/bin/sh\necho mine\n'), 0o755);
  expect(() => editsFor(job, 'install')).toThrow(/not ours/);
  expect(editsFor(job, 'uninstall')).toEqual([]);
});

test('an entry that is out of date is replaced, and a hook in a group of others goes alone', () => {
  const job = jobFor('claude');
  const command = launcherOf(job.agent, job.env);
  const old = {
    matcher: '',
    hooks: [
      { type: 'command', command: 'mine' },
      { type: 'command', command, timeout: 1 },
    ],
  };
  const path = filesOf(job)[0]?.path ?? '';
  write(path, Buffer.from(JSON.stringify({ hooks: { PreToolUse: [old] } })), 0o600);
  expect(agentState(job)).toBe('outdated');
  change(job, 'install');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    hooks: {
      PreToolUse: [
        { matcher: '', hooks: [{ type: 'command', command: 'mine' }] },
        {
          matcher: '*',
          hooks: [{ type: 'command', command: expect.stringContaining(command), timeout: 120, onFailure: 'block' }],
        },
      ],
      // it waits beside an open dialog: no short time, and nothing that a failure would refuse
      PermissionRequest: [
        {
          matcher: '*',
          hooks: [
            { type: 'command', command: expect.stringMatching(/safeshell\/hooks\/claude dialog$/), timeout: 3600 },
          ],
        },
      ],
      // nothing is refused any more: it ends with 0 whatever is missing
      PostToolUseFailure: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command: expect.stringMatching(/after; exit 0' safeshell .*\/hooks\/claude$/),
              timeout: 120,
            },
          ],
        },
      ],
    },
  });
});
