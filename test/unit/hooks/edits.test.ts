import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/facts/host.ts';
import { keeperOf } from '../../../src/host/keep-losses.ts';
import { keeperFor } from '../../../src/host/keeper-for.ts';
import { DEFAULT_UNDO } from '../../../src/model/undo.ts';
import { settingsInForce } from '../../../src/policy/settings.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { undoStore } from '../../../src/undo/store.ts';
import { closes, type HookTrial, hookPolicy, tryHook, YES } from '../../support/hook-world.ts';

/** A tool of an agent that writes one file. `path` goes where it stands in the payload. */
interface Editor {
  readonly agent: string;
  readonly tool: string;
  payload(path: string): object;
}

const CWD = '/home/dev/proj';
const common = (tool_name: string, tool_input: unknown, event = 'PreToolUse') => ({
  session_id: 's',
  cwd: CWD,
  hook_event_name: event,
  tool_name,
  tool_input,
});
const patch = (path: string) =>
  `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: ${path}\n+x\n*** End Patch`;
const moved = (path: string) =>
  `*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ${path}\n@@\n-x\n+y\n*** End Patch`;

/** Agents whose payloads are alike; fields as their tools have them. */
const ALIKE: readonly (readonly [agent: string, tool: string, input: (path: string) => unknown, event?: string])[] = [
  ['claude', 'Write', (file_path) => ({ file_path, content: 'x' })],
  ['claude', 'Edit', (file_path) => ({ file_path, old_string: 'a', new_string: 'b', replace_all: false })],
  ['claude', 'MultiEdit', (file_path) => ({ file_path, edits: [{ old_string: 'a', new_string: 'b' }] })],
  ['claude', 'NotebookEdit', (notebook_path) => ({ notebook_path, new_source: 'x' })],
  ['claude', 'mcp__filesystem__write_file', (path) => ({ path, content: 'x' })],
  ['codex', 'apply_patch', (path) => ({ command: patch(path) })],
  ['codex', 'apply_patch', (path) => ({ command: moved(path) })],
  ['codex', 'Bash', (path) => ({ command: `apply_patch <<'EOF'\n${patch(path)}\nEOF` })],
  ['gemini', 'write_file', (file_path) => ({ file_path, content: 'x' }), 'BeforeTool'],
  ['gemini', 'replace', (file_path) => ({ file_path, old_string: 'a', new_string: 'b' }), 'BeforeTool'],
  ['qwen', 'write_file', (file_path) => ({ file_path, content: 'x' })],
  ['qwen', 'edit', (file_path) => ({ file_path, old_string: 'a', new_string: 'b' })],
  ['qwen', 'notebook_edit', (notebook_path) => ({ notebook_path, new_source: 'x' })],
  ['droid', 'Create', (file_path) => ({ file_path, content: 'x' })],
  ['droid', 'ApplyPatch', (path) => ({ input: patch(path) })],
  ['devin', 'write', (file_path) => ({ file_path, content: 'x' })],
  ['kimi', 'WriteFile', (path) => ({ path, content: 'x' })],
  ['kimi', 'StrReplaceFile', (path) => ({ path, edit: { old: 'a', new: 'b' } })],
  ['kiro', 'fs_write', (path) => ({ command: 'create', path, file_text: 'x' }), 'preToolUse'],
  ['vibe', 'file_system.write_file', (path) => ({ path, content: 'x' }), 'pre_tool'],
  ['hermes', 'write_file', (path) => ({ path, content: 'x' }), 'pre_tool_call'],
];

const copilot = (toolName: string, toolArgs: unknown) => ({
  sessionId: 's',
  timestamp: 1,
  cwd: CWD,
  toolName,
  toolArgs,
});
const opencode = (tool: string, args: object) => ({ tool, args, sessionID: 's', directory: CWD });
const cline = (name: string, input: object) => ({
  clineVersion: '',
  workspaceRoots: [CWD],
  tool_call: { name, input },
});
const antigravity = (name: string, args: object) => ({ toolCall: { name, args }, workspacePaths: [CWD] });
const withEvent = (tool_name: string, tool_input: object) => ({
  event: 'PreToolUse',
  cwd: CWD,
  working_dir: CWD,
  tool_name,
  tool_input,
});

const EDITORS: readonly Editor[] = [
  ...ALIKE.map(([agent, tool, input, event]) => ({
    agent,
    tool,
    payload: (path: string) => common(tool, input(path), event),
  })),
  {
    agent: 'copilot',
    tool: 'create_file',
    payload: (filePath) => ({ ...common('create_file', { filePath, content: 'x' }), timestamp: 'x', tool_use_id: 't' }),
  },
  { agent: 'copilot', tool: 'create', payload: (path) => copilot('create', { path, file_text: 'x' }) },
  {
    agent: 'copilot',
    tool: 'edit',
    payload: (path) => copilot('edit', JSON.stringify({ path, old_str: 'a', new_str: 'b' })),
  },
  {
    agent: 'copilot',
    tool: 'str_replace_editor',
    payload: (path) => copilot('str_replace_editor', { command: 'create', path }),
  },
  { agent: 'copilot', tool: 'apply_patch', payload: (path) => copilot('apply_patch', patch(path)) },
  { agent: 'opencode', tool: 'write', payload: (filePath) => opencode('write', { filePath, content: 'x' }) },
  {
    agent: 'opencode',
    tool: 'edit',
    payload: (filePath) => opencode('edit', { filePath, oldString: 'a', newString: 'b' }),
  },
  { agent: 'opencode', tool: 'apply_patch', payload: (path) => opencode('apply_patch', { patchText: moved(path) }) },
  ...['str-replace-editor', 'save-file'].map((tool) => ({
    agent: 'auggie',
    tool,
    payload: (path: string) => ({ ...common(tool, { path }), workspace_roots: [CWD], is_mcp_tool: false }),
  })),
  { agent: 'kilo', tool: 'write', payload: (filePath) => opencode('write', { filePath, content: 'x' }) },
  { agent: 'pi', tool: 'write', payload: (path) => opencode('write', { path, content: 'x' }) },
  { agent: 'pi', tool: 'edit', payload: (path) => opencode('edit', { path, edits: [{ oldText: 'a', newText: 'b' }] }) },
  { agent: 'openclaw', tool: 'write', payload: (path) => opencode('write', { path, content: 'x' }) },
  { agent: 'openclaw', tool: 'edit', payload: (path) => opencode('edit', { path, edits: [] }) },
  { agent: 'openclaw', tool: 'apply_patch', payload: (path) => opencode('apply_patch', { input: patch(path) }) },
  {
    agent: 'junie',
    tool: 'Write',
    payload: (file_path) => ({ ...common('Write', { file_path, content: 'x' }), project_path: CWD }),
  },
  {
    agent: 'trae',
    tool: 'Edit',
    payload: (file_path) => ({ ...common('Edit', { file_path }), llm_tool_name: 'edit_file', workspace_roots: [CWD] }),
  },
  { agent: 'cline', tool: 'editor', payload: (path) => cline('editor', { path, old_text: 'a', new_text: 'b' }) },
  { agent: 'cline', tool: 'write_to_file', payload: (path) => cline('write_to_file', { path, content: 'x' }) },
  { agent: 'cline', tool: 'replace_in_file', payload: (path) => cline('replace_in_file', { path, diff: 'x' }) },
  { agent: 'cline', tool: 'apply_patch', payload: (path) => cline('apply_patch', { input: patch(path) }) },
  {
    agent: 'cursor',
    tool: 'Write',
    payload: (file_path) => ({ ...common('Write', { file_path, content: 'x' }, 'preToolUse'), workspace_roots: [CWD] }),
  },
  {
    agent: 'antigravity',
    tool: 'write_to_file',
    payload: (TargetFile) => antigravity('write_to_file', { TargetFile }),
  },
  {
    agent: 'antigravity',
    tool: 'replace_file_content',
    payload: (TargetFile) => antigravity('replace_file_content', { TargetFile }),
  },
  {
    agent: 'windsurf',
    tool: 'pre_write_code',
    payload: (file_path) => ({ agent_action_name: 'pre_write_code', tool_info: { file_path, edits: [] } }),
  },
  {
    agent: 'goose',
    tool: 'developer__text_editor',
    payload: (path) => withEvent('developer__text_editor', { command: 'write', path }),
  },
  { agent: 'crush', tool: 'write', payload: (file_path) => withEvent('write', { file_path, content: 'x' }) },
  {
    agent: 'grok',
    tool: 'search_replace',
    payload: (file_path) => ({
      hookEventName: 'pre_tool_use',
      cwd: CWD,
      toolName: 'search_replace',
      toolInput: { file_path },
    }),
  },
];

const GUARDED = [
  '/home/dev/.bashrc',
  '../.zshrc',
  '/home/dev/proj/../.profile',
  '/home/dev/.config/safeshell/config.yaml',
  '.safeshell/rules.yaml',
  '.git/hooks/pre-commit',
  '/home/dev/proj/.git/config',
  '.claude/settings.json',
  '/etc/passwd',
  '~/.bashrc',
];

/** Not in a line of shell: there it is a path below a folder called `file:`. */
const URI = 'file:///home/dev/%2Ebashrc';

describe.each(EDITORS.map((editor) => [editor.agent, editor.tool, editor] as const))(
  '%s %s',
  (agent, tool, { payload }) => {
    test.each(GUARDED)('may not write %s without a person', async (path) => {
      const ending = await tryHook(agent, payload(path));
      const isAsked = /"(force_)?ask"/.test(ending.stdout);
      expect(isAsked || closes(agent, ending), ending.stdout + ending.stderr).toBe(true);
    });

    test.skipIf(tool === 'Bash')('nor as a URI', async () => {
      const ending = await tryHook(agent, payload(URI));
      expect(/"(force_)?ask"/.test(ending.stdout) || closes(agent, ending)).toBe(true);
    });

    test.each(['src/b.ts', '/home/dev/proj/docs/git/hooks/x.md'])('writes %s', async (path) => {
      const ending = await tryHook(agent, payload(path));
      expect([ending.exit, ending.stderr]).toEqual([0, '']);
      expect(YES).toContain(ending.stdout);
    });
  },
);

describe('what an edit overwrites is kept, unless git has it', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'edits-')));
  const project = join(home, 'project');
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const layout = layoutOf(env);
  const policy = hookPolicy('version: 1\nrules: []\n');
  const keeper: HookTrial['keeper'] = (decision, request, also) =>
    keeperFor(decision, request, { layout, env, facts: hostFacts({ env, cwd: project }) }, also);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: project, env });

  beforeAll(() => {
    settingsInForce(layout); // kept there
    mkdirSync(join(project, 'src'), { recursive: true });
    const longAgo = Date.now() / 1000 - 3600;
    for (const name of ['clean', 'changed', 'staged', 'src/clean', 'ignored', 'untracked', '../outside']) {
      writeFileSync(join(project, name), `${name}\n`);
      utimesSync(join(project, name), longAgo, longAgo);
    }
    writeFileSync(join(project, '.gitignore'), 'ignored\n');
    symlinkSync('ignored', join(project, 'link'));
    git('init', '-q');
    git('add', 'clean', 'changed', 'staged', 'src');
    git('commit', '-qm', 'x');
    appendFileSync(join(project, 'changed'), 'more\n');
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** What the call has kept: the command of the record, and its paths below the project. */
  const keptBy = async (agent: string, payload: object) => {
    const records: NonNullable<HookTrial['records']> = [];
    const { exit, stderr } = await tryHook(agent, payload, { policy, keeper, records });
    const [outcome] = records.map((one) => one.outcome);
    expect([exit, stderr, outcome]).toEqual([0, '', expect.objectContaining({ kind: 'run', by: 'rules' })]);
    const store = undoStore(layout);
    const record = outcome?.kind === 'run' && outcome.kept !== undefined ? store.read(outcome.kept) : undefined;
    if (record === undefined) return undefined;
    const paths = store.paths(record).map(({ path }) => path.replace(`${project}/`, ''));
    return { command: record.command, promises: record.promises, paths };
  };
  const write = (name: string) => keptBy('claude', common('Write', { file_path: join(project, name), content: 'x' }));

  test.each(EDITORS.map((editor) => [editor.agent, editor.tool, editor] as const))(
    '%s %s',
    async (agent, _tool, { payload }) => {
      expect(await keptBy(agent, payload(join(project, 'ignored')))).toMatchObject({
        promises: 'all',
        paths: ['ignored'],
      });
      expect(await keptBy(agent, payload(join(project, 'new')))).toBeUndefined();
    },
  );

  test.each([
    ['ignored', ['ignored']],
    ['untracked', ['untracked']],
    ['changed', ['changed']],
    ['../outside', [join(home, 'outside')]],
    ['link', ['ignored']],
    ['clean', undefined],
    ['src/clean', undefined],
    ['src', undefined],
    ['new', undefined],
  ])('%s', async (name, paths) => {
    expect((await write(name))?.paths).toEqual(paths);
  });

  test('staged, as the next `git add` forgets it', async () => {
    appendFileSync(join(project, 'staged'), 'more\n');
    git('add', 'staged');
    expect((await write('staged'))?.paths).toEqual(['staged']);
    git('commit', '-qm', 'y');
  });

  test('all that one patch changes and deletes is in one record', async () => {
    const of = (verb: string, name: string) => `*** ${verb} File: ${join(project, name)}\n`;
    const text = `*** Begin Patch\n${of('Update', 'changed')}@@\n-x\n+y\n${of('Delete', 'untracked')}${of('Update', 'clean')}@@\n-x\n+y\n*** End Patch`;
    expect(await keptBy('codex', common('apply_patch', { command: text }))).toEqual({
      command: `apply_patch ${[join(project, 'changed'), join(project, 'clean'), join(project, 'untracked')].join(' ')}`,
      promises: 'all',
      paths: ['changed', 'untracked'],
    });
  });

  test('keeping answers a question about one file, and none about another of the same call', async () => {
    const asking = hookPolicy(`version: 1
rules:
  - { name: over, commands: [tee], action: require_approval, undoable: true, conditions: [{ path_matches: "**/untracked" }] }
  - { name: gone, commands: [rm], action: require_approval, conditions: [{ path_matches: "**/changed" }] }
`);
    const undo = { ...DEFAULT_UNDO, mode: 'instead_of_asking' } as const;
    const answering: HookTrial['keeper'] = (decision, request, { confined = [], tool } = {}) => {
      const others = tool?.standIns.filter(({ analysis }) => analysis !== decision.analysis) ?? [];
      return keeperOf({
        decision,
        request,
        confined,
        undo,
        layout,
        env,
        facts: hostFacts({ env, cwd: project }),
        ...(tool && { tool: { what: tool.what, others, isHeld: () => false } }),
      });
    };
    const outcomeOf = async (...files: readonly string[]) => {
      const records: NonNullable<HookTrial['records']> = [];
      const text = files.map((file) => `*** ${file.replace(': ', ` File: ${project}/`)}\n@@\n-x\n+y\n`).join('');
      const payload = common('apply_patch', { command: `*** Begin Patch\n${text}*** End Patch` });
      await tryHook('codex', payload, { policy: asking, keeper: answering, records });
      return records[0]?.outcome;
    };
    expect(await outcomeOf('Update: untracked')).toMatchObject({ kind: 'run', by: 'kept' });
    expect(await outcomeOf('Update: untracked', 'Delete: changed')).toMatchObject({ kind: 'refuse' });
  });

  test('git was told not to look at it', async () => {
    git('update-index', '--assume-unchanged', 'src/clean');
    expect((await write('src/clean'))?.paths).toEqual(['src/clean']);
  });

  test('what cannot be kept is told, and the call runs', async () => {
    rmSync(layout.state.undo, { recursive: true, force: true });
    writeFileSync(layout.state.undo, 'a file in its place\n');
    const told: unknown[] = [];
    const records: NonNullable<HookTrial['records']> = [];
    const payload = common('Write', { file_path: join(project, 'ignored'), content: 'x' });
    await tryHook('claude', payload, {
      policy,
      keeper,
      records,
      tellKept: (_outcome, kept) => told.push(kept.problem),
    });
    expect([records[0]?.outcome, told]).toEqual([{ kind: 'run', by: 'rules' }, [expect.stringContaining('EEXIST')]]);
    rmSync(layout.state.undo);
  });
});
