import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../src/settle/asker.ts';
import { answerOf, type HookTrial, hookPolicy, tryHook } from '../../support/hook-world.ts';

const PROVEN = 'cd src && rg -n foo | head -20';
/** As Claude Code 2.1.330 sends it where no rule of the person's and no hook has asked. */
const OFFERED = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
const ATTENDED = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ATTENDED: '1' };

const RULES = hookPolicy(`
version: 1
rules:
  - { name: sure, commands: [venture], action: require_approval, message: It cannot be taken back }
  - { name: never, commands: [wipe-all], action: deny, message: Nothing would be left }
`);

let codexHome: string;
let claudeHome: string;
beforeEach(() => {
  codexHome = mkdtempSync(join(tmpdir(), 'codex-home-'));
  claudeHome = mkdtempSync(join(tmpdir(), 'claude-home-'));
});
afterEach(() => {
  for (const folder of [codexHome, claudeHome]) rmSync(folder, { recursive: true, force: true });
});

function claude(command: string, trial: HookTrial = {}, more: object = {}, input: object = {}) {
  const payload = {
    session_id: 's',
    transcript_path: '/home/dev/.claude/projects/x/s.jsonl',
    cwd: '/home/dev/proj',
    permission_mode: 'default',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: { command, ...input },
    permission_suggestions: OFFERED,
    ...more,
  };
  return tryHook('claude', payload, {
    policy: RULES,
    autoApprove: 'reads',
    commandLine: ['claude'],
    ...trial,
    env: { ...ATTENDED, CLAUDE_CONFIG_DIR: claudeHome, ...trial.env },
  });
}

function codex(command: string, trial: HookTrial = {}, input: object = {}) {
  const payload = {
    session_id: 's',
    turn_id: 't',
    transcript_path: null,
    cwd: '/home/dev/proj',
    hook_event_name: 'PermissionRequest',
    model: 'm',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command, description: 'may I?', ...input },
  };
  const env = { CODEX_HOME: codexHome };
  return tryHook('codex', payload, { policy: RULES, autoApprove: 'reads', ...trial, env });
}

const SILENCE = { stdout: '', stderr: '', exit: 0 };
const ALLOWED = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
const denied = (message: unknown) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } },
});

describe.each([
  ['claude', claude],
  ['codex', codex],
] as const)('at a dialog of %s', (_name, dialog) => {
  test('what is proven is answered, and recorded as that', async () => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(answerOf(await dialog(PROVEN, { records }))).toEqual(ALLOWED);
    expect(records).toMatchObject([{ outcome: { kind: 'run', by: 'proof' } }]);
  });

  test.each([
    ['where it is off', PROVEN, { autoApprove: 'off' }],
    ['where nothing is said of it', PROVEN, { autoApprove: undefined }],
    ['that writes', 'cd src && rg -n foo > found', {}],
    ['that runs code', 'cd src && make', {}],
    ['that a rule asks about', 'venture', {}],
    ['that the guard asked about before this call was part of its session', PROVEN, { wasAsked: true }],
  ] as const)('silence, and no record, for what is not to be answered: %s', async (_why, line, trial) => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(await dialog(line, { ...trial, records } as HookTrial)).toEqual(SILENCE);
    expect(records).toEqual([]);
  });

  test('what a rule denies is denied', async () => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(answerOf(await dialog('wipe-all', { records }))).toEqual(denied(expect.stringContaining('[test/never]')));
    expect(records).toMatchObject([{ outcome: { kind: 'refuse', cause: 'denied' } }]);
  });

  test('a field that is not known may ask for more than the line', async () => {
    const more = { dangerouslyDisableSandbox: true };
    expect(await (dialog === claude ? claude(PROVEN, {}, {}, more) : codex(PROVEN, {}, more))).toEqual(SILENCE);
  });
});

describe('a build that is confined', () => {
  const policy = hookPolicy('version: 1\nrules: [{ name: walls, commands: [npm, make], action: confine }]\n');
  const nothing = { changed: 0, untracked: 0, ignored: 0, other: 0, commits: 0, bytes: 0 } as never;
  const asked: (readonly number[] | undefined)[] = [];
  const keeper =
    (promises: 'all' | 'partly'): HookTrial['keeper'] =>
    (_decision, _request, { confined } = {}) => {
      asked.push(confined);
      const kept = { promises, counts: nothing, missing: [], record: 7 };
      return { mode: 'keep', look: () => kept, keep: () => kept, isLocal: () => true };
    };
  const here = { policy, autoApprove: 'project', confines: true, shimmed: ['npm'], keeper: keeper('all') } as const;

  test('is answered once what is not committed was kept', async () => {
    const records: NonNullable<HookTrial['records']> = [];
    asked.length = 0;
    expect(answerOf(await claude('cd src && npm test', { ...here, records }))).toEqual(ALLOWED);
    expect(records).toMatchObject([{ outcome: { kind: 'run', by: 'proof', kept: 7, confined: true } }]);
    expect(asked).toEqual([[1]]);
  });

  test.each<[string, HookTrial, string?]>([
    ['at a lower level', { autoApprove: 'reads' }],
    ['where no shim sees to it', { shimmed: [] }],
    ['where the shim may not be found', {}, 'for PATH in x; do npm test; done'],
    ['where another start has none', {}, 'npm test && make test'],
    ['where nothing confines', { confines: false }],
    ['where the wall lets some things pass', { isPartial: true }],
    ['where nothing is kept', { keeper: () => undefined }],
    ['where not all is kept', { keeper: keeper('partly') }],
  ])('is left to the person %s', async (_why, trial, line = 'npm test') => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(await claude(line, { ...here, ...trial, records })).toEqual(SILENCE);
    expect(records).toEqual([]);
  });

  test('is left to the person where a yes leaves the sandbox of the agent', async () => {
    expect(await codex('npm test', here)).toEqual(SILENCE);
    expect(answerOf(await codex(PROVEN, here))).toEqual(ALLOWED);
  });
});

describe('a line that our hook has put into safeshell-sh', () => {
  const WRAPPER = '/home/dev/.local/share/safeshell/safeshell-sh';
  const inShell = (quoted: string) => `SAFESHELL_SHELL=/bin/bash '${WRAPPER}' -c ${quoted}`;
  const NPM = inShell("'npm test'");
  const policy = hookPolicy(`
version: 1
rules:
  - { name: walls, commands: [npm, make], action: confine }
  - { name: sure, commands: [venture], action: require_approval }
  - { name: secret, commands: [tell], action: redact }
`);
  const nothing = { changed: 0, untracked: 0, ignored: 0, other: 0, commits: 0, bytes: 0 } as never;
  const kept = { promises: 'all', counts: nothing, missing: [], record: 7 } as const;
  const keeper: HookTrial['keeper'] = () => ({ mode: 'keep', look: () => kept, keep: () => kept, isLocal: () => true });
  const here = { policy, autoApprove: 'project', confines: true, wrapper: WRAPPER, keeper } as const;
  const lineOf = (records: NonNullable<HookTrial['records']>) =>
    records.map(({ request: { action } }) => action.kind === 'tool' && [action.line, action.input.command]);

  const beforeCall = async (command: string) => {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } };
    const more = { permission_mode: 'default', cwd: '/home/dev/proj' };
    const ending = await tryHook('claude', { ...payload, ...more }, { ...here, env: ATTENDED, isApproved: true });
    const answer = answerOf(ending) as { hookSpecificOutput: { updatedInput: { command: string } } };
    return answer.hookSpecificOutput.updatedInput.command;
  };

  test.each([
    ['npm test', NPM],
    ['cd src && npm test -- "a b"', inShell('\'cd src && npm test -- "a b"\'')],
    ["npm test -- 'a'", inShell("'npm test -- '\\''a'\\'''")],
  ])('is what the hook before the call makes of it: %s', async (line, expected) => {
    expect(await beforeCall(line)).toBe(expected);
    const records: NonNullable<HookTrial['records']> = [];
    expect(answerOf(await claude(expected, { ...here, records }))).toEqual(ALLOWED);
    expect(records).toMatchObject([{ outcome: { kind: 'run', by: 'proof', kept: 7, confined: true } }]);
    expect(lineOf(records)).toEqual([[line, line]]);
  });

  test.each<[string, string, HookTrial?]>([
    ['edited', NPM.replace('npm test', 'npm test; venture')],
    ['edited behind it', `${NPM}; venture`],
    ['edited behind it', `${NPM} >x`],
    ['edited before it', `A=1 ${NPM}`],
    ['with another space', NPM.replace(' -c', '  -c')],
    ['in other quotes', inShell('"npm test"')],
    ['with another shell', NPM.replace('/bin/bash', '/bin/sh')],
    ['with a mask of its own', NPM.replace(" '/", " SAFESHELL_REDACT='x' '/")],
    ['with another wrapper', NPM.replace('/home/dev', '/tmp')],
    ['nested', inShell(`'${NPM.replaceAll("'", "'\\''")}'`)],
    ['of what nothing has to confine', inShell("'make-nothing x'")],
    ['where nothing confines now', NPM, { confines: false }],
    ['where the wall lets some things pass', NPM, { isPartial: true }],
    ['where other rules hold now', NPM, { policy: RULES }],
    ['where shims see to it now', NPM, { shimmed: ['npm'] }],
    ['where not all is kept', NPM, { keeper: () => undefined }],
    [
      'where the person wants to be asked',
      NPM,
      {
        settings: { [join('/claude', 'settings.json')]: { permissions: { ask: ['Bash(npm:*)'] } } },
        env: { CLAUDE_CONFIG_DIR: '/claude' },
      },
    ],
  ])('%s it is not answered: %s', async (_how, line, trial = {}) => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(await claude(line, { ...here, ...trial, records })).toEqual(SILENCE);
    expect(records).toEqual([]);
  });

  test('is asked about elsewhere as the model wrote it, with its masks', async () => {
    const ask = async (command: string) => {
      const records: NonNullable<HookTrial['records']> = [];
      const elsewhere = () => ({ answer: 'once', who: 'monitor' }) as const;
      const ending = await claude(command, { ...here, autoApprove: 'reads', elsewhere, records });
      return [answerOf(ending), lineOf(records)];
    };
    expect(await ask(NPM)).toEqual([undefined, []]);
    for (const line of ['npm test && venture', 'tell it; venture'])
      expect(await ask(await beforeCall(line))).toEqual([ALLOWED, [[line, line]]]);
    expect(await ask(`${NPM}; venture`)).toEqual([ALLOWED, [[`${NPM}; venture`, `${NPM}; venture`]]]);
  });
});

describe('at an open dialog of Claude Code', () => {
  test.each<[string, Reply, unknown]>([
    ['a yes', { answer: 'once', who: 'monitor' }, ALLOWED],
    ['a yes for the session', { answer: 'session', who: 'monitor' }, ALLOWED],
    ['a no', { answer: 'no', who: 'cli', reason: 'use the other' }, denied(expect.stringContaining('use the other'))],
    ['nobody', { unanswered: 'timeout' }, undefined],
    ['the end of the dialog', { signal: 'SIGTERM' }, undefined],
  ])('%s elsewhere about what the guard asks', async (_name, said, answer) => {
    for (const autoApprove of ['off', 'reads'] as const) {
      const records: NonNullable<HookTrial['records']> = [];
      // the guard's own question comes without offers
      const ending = await claude(
        'venture',
        { elsewhere: () => said, autoApprove, records },
        { permission_suggestions: [] },
      );
      expect([answerOf(ending), ending.exit]).toEqual([answer, 0]);
      expect(records).toHaveLength(answer === undefined ? 0 : 1);
    }
  });

  test('elsewhere is heard about what is not proven, where anything is to be answered by itself', async () => {
    const elsewhere = () => ({ answer: 'once', who: 'monitor' }) as const;
    expect(answerOf(await claude('make', { elsewhere }))).toEqual(ALLOWED);
    expect(await claude('make', { elsewhere, autoApprove: 'off' })).toEqual(SILENCE);
  });

  test.each([
    ['a sub-agent waits for its hooks', { agent_id: 'a1' }, {}],
    ['with nobody there it waits for them, too', {}, { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } }],
  ] as const)('nobody elsewhere is waited for: %s', async (_why, more, trial) => {
    const elsewhere = () => {
      throw new Error('asked');
    };
    expect(await claude('venture', { ...trial, elsewhere }, more)).toEqual(SILENCE);
    expect(answerOf(await claude(PROVEN, { ...trial, elsewhere }, more))).toEqual(ALLOWED);
  });

  test('a choice, a text or a file is not agreed to elsewhere', async () => {
    const elsewhere = () => ({ answer: 'once', who: 'monitor' }) as const;
    const question = { tool_name: 'AskUserQuestion', tool_input: { questions: [] } };
    expect(await claude('', { elsewhere }, question)).toEqual(SILENCE);
  });

  test('a rule of the person, or a hook, has asked where it offers nothing at all: only they answer', async () => {
    expect(await claude(PROVEN, {}, { permission_suggestions: undefined })).toEqual(SILENCE);
  });

  test.each(['(cd src && ls); (cd test; ls)', 'for f in src/*; do cat "$f"; done'])(
    'it can remember no part of %s, and offers an empty list',
    async (line) => {
      expect(answerOf(await claude(line, {}, { permission_suggestions: [] }))).toEqual(ALLOWED);
      const settings = { '/claude/settings.json': { permissions: { ask: ['Bash(ls:*)', 'Bash(cat:*)'] } } };
      const trial = { settings, env: { CLAUDE_CONFIG_DIR: '/claude' } };
      expect(await claude(line, trial, { permission_suggestions: [] })).toEqual(SILENCE);
    },
  );
});

/** Payloads as 2.1.330 sends them, with the offer that it makes for any file of its folders, settings and hooks among them. */
describe('a file tool of Claude Code', () => {
  const kept = { promises: 'all', counts: {} as never, missing: [], record: 7 } as const;
  const keeper =
    (promises: 'all' | 'partly'): HookTrial['keeper'] =>
    (_decision, _request, { tool } = {}) => {
      const one = { ...kept, promises };
      return tool && { mode: 'keep', look: () => one, keep: () => one, isLocal: () => true };
    };
  const here = { autoApprove: 'project', keeper: keeper('all') } as const;
  const file = (path: string, trial: HookTrial = {}, more: object = {}, input: object = {}) =>
    claude(
      '',
      { ...here, ...trial },
      { tool_name: 'Write', tool_input: { file_path: path, content: 'x', ...input }, ...more },
    );
  const edit = {
    tool_name: 'Edit',
    tool_input: { file_path: '/home/dev/proj/a.ts', old_string: 'a', new_string: 'b', replace_all: false },
  };

  test('is answered for an ordinary file of the project, of which all is kept', async () => {
    const records: NonNullable<HookTrial['records']> = [];
    expect(answerOf(await file('/home/dev/proj/src/a.ts', { records }))).toEqual(ALLOWED);
    expect(answerOf(await claude('', here, edit))).toEqual(ALLOWED);
    expect(records).toMatchObject([{ outcome: { kind: 'run', by: 'proof', kept: 7 } }]);
  });

  test.each<[string, string, HookTrial?, object?, object?]>([
    ['at a lower level', 'a.ts', { autoApprove: 'reads' }],
    ['where not all is kept', 'a.ts', { keeper: keeper('partly') }],
    ['outside', '../a.ts'],
    ['in the home directory', '~/a.ts'],
    ['the project itself', '.'],
    ['a secret', '.env'],
    ['a key', 'server.key'],
    ['git', '.git/hooks/pre-commit'],
    ['settings of an agent', '.claude/settings.local.json'],
    ['settings of an editor', '.vscode/tasks.json'],
    ['a hook', '.husky/pre-commit'],
    ['CI', '.github/workflows/x.yml'],
    ['a start-up file', '.envrc'],
    ['without a path', ''],
    ['where a hook or a rule has asked', 'a.ts', {}, { permission_suggestions: undefined }],
    ['where it offers nothing', 'a.ts', {}, { permission_suggestions: [] }],
    [
      'with a folder that it would add',
      'a.ts',
      {},
      { permission_suggestions: [...OFFERED, { type: 'addDirectories' }] },
    ],
    ['while it plans', 'a.ts', {}, { permission_mode: 'plan' }],
    ['where edits are accepted, but for special files', 'a.ts', {}, { permission_mode: 'acceptEdits' }],
    ['of another kind', 'a.ts', {}, { tool_name: 'mcp__fs__write_file' }],
    ['of another kind', 'a.ts', {}, { tool_name: 'constructor' }],
    ['with a field that is not known', 'a.ts', {}, {}, { mode: 0o4755 }],
    [
      'of which the guard asks',
      'a.ts',
      {
        policy: hookPolicy(
          'version: 1\nrules: [{ name: w, conditions: [{ tool: Write }], action: require_approval }]\n',
        ),
      },
    ],
    [
      'of which the guard would ask',
      'a.ts',
      {
        policy: hookPolicy(
          'version: 1\nrules: [{ name: w, commands: [tee], action: require_approval, enforce: false }]\n',
        ),
      },
    ],
    ...['Edit', 'Write', 'Edit(src/**)', 'Read(a)', 7].map((rule): [string, string, HookTrial] => [
      `where a rule says ${rule}`,
      'a.ts',
      {
        settings: { '/claude/settings.json': { permissions: { ask: [rule] } } },
        env: { CLAUDE_CONFIG_DIR: '/claude' },
      },
    ]),
  ])('is left to the person: %s', async (_why, path, trial = {}, more = {}, input = {}) => {
    const records: NonNullable<HookTrial['records']> = [];
    const absolute = path === '' || path.startsWith('~') ? path : `/home/dev/proj/${path}`;
    expect(await file(absolute, { ...trial, records }, more, input)).toEqual(SILENCE);
    expect(records).toEqual([]);
  });

  test('rules about the shell are not about files', async () => {
    const settings = { '/claude/settings.json': { permissions: { ask: ['Bash(tee:*)', 'Bash', 'WebFetch'] } } };
    expect(answerOf(await file('/home/dev/proj/a.ts', { settings, env: { CLAUDE_CONFIG_DIR: '/claude' } }))).toEqual(
      ALLOWED,
    );
  });
});

/** It offers what to remember of the other parts, although a rule asks about one: seen live in 2.1.330. */
describe('Claude Code may ask because a rule of its settings says so', () => {
  const asking = (...ask: unknown[]) => ({ permissions: { ask } });
  const MINE = '/home/dev/.claude/settings.json';
  const PROJECT = '/home/dev/proj/.claude/settings.json';
  const LOCAL = '/home/dev/proj/.claude/settings.local.json';
  const at = async (settings: NonNullable<HookTrial['settings']>, trial: HookTrial = {}) => {
    const ending = await claude(PROVEN, { settings, ...trial, env: { CLAUDE_CONFIG_DIR: undefined, ...trial.env } });
    return ending.stdout === '' ? 'left' : answerOf(ending);
  };

  test.each([
    'Bash(head:*)',
    'Bash(rg -n *)',
    'Bash(* -n foo)',
    'Bash(LC_ALL=C rg:*)',
    'Bash(src && rg *)',
    'Bash(cd:*)',
    'Bash(*)',
    'Bash',
    'B*',
    'Read(./src/**)',
    'Edit',
    'no rule (',
    '',
    7,
  ])('%s: it is left to the person', async (rule) => {
    for (const file of [MINE, PROJECT, LOCAL]) expect(await at({ [file]: asking('WebFetch', rule) })).toBe('left');
  });

  test.each(['Bash(git push:*)', 'Bash(npm *)', 'WebFetch(domain:example.org)', 'mcp__github', 'Task', 'Skill'])(
    '%s is about something else',
    async (rule) => {
      expect(await at({ [MINE]: asking(rule), [LOCAL]: { permissions: { allow: ['Bash(rg:*)'] } } })).toEqual(ALLOWED);
    },
  );

  test.each([
    ['a list that is none', { permissions: { ask: 'Bash(npm:*)' } }],
    ['permissions that are none', { permissions: ['ask'] }],
    ['a file that holds no settings', ['permissions']],
    ['a program that says what holds', { policyHelper: { path: '/opt/policy' } }],
  ])('%s', async (_what, settings) => {
    expect(await at({ [MINE]: settings })).toBe('left');
  });

  test('a file that cannot be read may hold one', async () => {
    const settings = {
      get [MINE]() {
        throw new Error('it is not JSON');
      },
    };
    expect(await at(settings)).toBe('left');
  });

  test('folders above count, the one in which it was started, and the repository of a linked working tree', async () => {
    const rule = asking('Bash(rg:*)');
    expect(await at({ '/home/dev/.claude/settings.local.json': rule })).toBe('left');
    const env = { CLAUDE_PROJECT_DIR: '/srv/begun' };
    expect(await at({ '/srv/begun/.claude/settings.json': rule }, { env })).toBe('left');
    expect(await at({ '/srv/begun/.claude/settings.json': rule })).toEqual(ALLOWED);
    const trial = { gitDir: '/srv/main/.git/worktrees/proj' };
    expect(await at({ '/srv/main/.claude/settings.local.json': rule }, trial)).toBe('left');
  });

  test.each([
    ['--settings', '{}'],
    ['--settings={}', ''],
    ['--managed-settings', '{}'],
  ])('settings that it was handed are not known: %s', async (...words) => {
    expect(await at({}, { commandLine: ['claude', ...words] })).toBe('left');
    expect(await at({}, { commandLine: ['claude', '--setting-sources', 'user'] })).toEqual(ALLOWED);
  });

  test('nor is anything of a process that was not found', async () => {
    expect(await at({}, { commandLine: [] })).toBe('left');
  });

  test.each([
    ['{"permissions":{"ask":["Bash(rg:*)"]}}', SILENCE],
    ['{"settings":{"permissions":{"ask":["Bash(npm:*)"]}}}', SILENCE],
    ['{"permissions":{"deny":["Bash(rg:*)"]}}', ALLOWED],
  ])('what an organization has sent: %s', async (text, expected) => {
    writeFileSync(join(claudeHome, 'remote-settings.json'), text);
    const ending = await claude(PROVEN);
    expect(expected === SILENCE ? ending : answerOf(ending)).toEqual(expected);
  });
});

test('the guard notes what it hands to the dialog', async () => {
  const handed: NonNullable<HookTrial['handed']> = [];
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'venture' } };
  const trial = { policy: RULES, env: ATTENDED, handed };
  await tryHook('claude', { ...payload, permission_mode: 'default', cwd: '/home/dev/proj' }, trial);
  expect(handed.map(({ action }) => action.kind === 'tool' && action.line)).toEqual(['venture']);
});

describe('Codex asks', () => {
  const elsewhere = () => {
    throw new Error('asked');
  };

  test('before it opens its dialog, which nobody elsewhere delays', async () => {
    expect(await codex('make', { elsewhere })).toEqual(SILENCE);
    expect(await codex('venture', { elsewhere })).toEqual(SILENCE);
  });

  test('for a host that a running command wants to reach: only a person answers', async () => {
    expect(await codex(PROVEN, {}, { description: 'network-access example.org' })).toEqual(SILENCE);
  });

  test.each([
    ['prefix_rule(pattern=["rg"], decision="prompt")', SILENCE],
    ['prefix_rule(pattern=["git", "push"], decision="prompt")', ALLOWED],
    ['prefix_rule(pattern=["rg"], decision="allow")', ALLOWED],
  ])('because a rule of the person may say so: %s', async (rule, expected) => {
    mkdirSync(join(codexHome, 'rules'));
    writeFileSync(join(codexHome, 'rules/mine.rules'), `${rule}\n`);
    const ending = await codex(PROVEN);
    expect(expected === SILENCE ? ending : answerOf(ending)).toEqual(expected);
  });

  test('and where its rules cannot be read nothing is answered by itself', async () => {
    mkdirSync(join(codexHome, 'rules/mine.rules'), { recursive: true });
    expect(await codex(PROVEN)).toEqual(SILENCE);
  });
});

test.each(['qwen', 'copilot', 'droid'])('%s, whose event was not tried, is left to its own dialog', async (name) => {
  const payload = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: PROVEN } };
  expect(await tryHook(name, payload, { policy: RULES, autoApprove: 'reads' })).toEqual(SILENCE);
});
