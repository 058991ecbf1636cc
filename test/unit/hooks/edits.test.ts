import { describe, expect, test } from 'vitest';
import { closes, tryHook } from '../../support/hook-world.ts';

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
      expect(['', '{}', '{"decision":"allow"}']).toContain(ending.stdout);
    });
  },
);
