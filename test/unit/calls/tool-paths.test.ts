import { describe, expect, test } from 'vitest';
import { fileActions } from '../../../src/calls/tool-paths.ts';
import type { JsonObject } from '../../../src/model/request.ts';
import { closes, tryHook } from '../../support/hook-world.ts';

const starts = (tool: string, input: JsonObject) =>
  fileActions(tool, input, '/home/dev').map((action) => (action.kind === 'argv' ? action.argv.join(' ') : action));

const PATCH = `*** Begin Patch
*** Update File: src/a.ts
@@
-x
+y
*** Move to: src/b.ts
*** Add File: .env
+A=1
*** Delete File: old.txt
*** End Patch`;

const DIFF = `diff --git a/x/y b/x/y
--- "a/x/y \\"z"\t2026-01-01
+++ "b/x/y "z"
@@ -1 +1 @@
-x
+y
--- a/gone
+++ /dev/null
similarity index 90%
rename from old
rename to new
`;

describe('what a tool does to files', () => {
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['Write', { file_path: '/x/a', content: 'path: /etc/passwd' }, ['tee -- /x/a']],
    ['Edit', { file_path: '~/.bashrc', old_string: 'a', new_string: 'b' }, ['tee -- /home/dev/.bashrc']],
    ['MultiEdit', { file_path: 'a', edits: [{ old_string: 'x' }] }, ['tee -- a']],
    ['NotebookEdit', { notebook_path: 'a.ipynb' }, ['tee -- a.ipynb']],
    ['Read', { file_path: '.env' }, ['cat -- .env']],
    ['read_many_files', { paths: ['a', 'b'] }, ['cat -- a b']],
    ['write_to_file', { TargetFile: '/x' }, ['tee -- /x']],
    ['view_file', { AbsolutePath: '/x' }, ['cat -- /x']],
    ['replace', { file_path: '/x' }, ['tee -- /x']],
    ['search_replace', { filePath: '/x' }, ['tee -- /x']],
    ['Delete', { path: 'a' }, ['rm -- a']],
    ['mcp__fs__move_file', { source: 'a', destination: 'b' }, ['tee -- a b']],
    ['mcp__fs__read_file', { uri: 'https://x/y', path: 'file:///etc/a%20b' }, ['cat -- /etc/a b']],
    ['fs_read', { operations: [{ mode: 'Line', path: '/x' }] }, ['cat -- /x']],
    ['Glob', { path: '/x', pattern: '*' }, []],
    ['read_many_files', { include: ['src/**', '.env'] }, ['cat -- src .env']],
    ['read_many_files', { paths: ['a'], include: ['**/*.md'], exclude: ['.env'] }, ['cat -- a *.md']],
    ['LS', { path: '/x' }, []],
    ['WebFetch', { url: 'https://example.com/a', prompt: 'p' }, []],
    ['TodoWrite', { todos: [{ content: 'x' }] }, []],
    ...['command', 'input', 'patchText'].map(
      (field) =>
        ['apply_patch', { [field]: PATCH }, ['tee -- .env', 'rm -- old.txt', 'mv -- src/a.ts src/b.ts']] as const,
    ),
    ['patch', { changes: [{ patch: PATCH }] }, ['tee -- .env', 'rm -- old.txt', 'mv -- src/a.ts src/b.ts']],
    ['mcp__fs__apply_patch', { path: 'c', patch: DIFF }, ['tee -- x/y "z c', 'rm -- gone', 'mv -- old new']],
    ['apply_patch', { input: '  *** Add File: ~/.bashrc\r\n+x\r\n' }, ['tee -- /home/dev/.bashrc']],
    ['editor', { path: 'a', old_text: 'x', new_text: '*** Add File: b' }, ['tee -- a']],
    ['read_files', { files: [{ path: 'a' }, { path: 'file:///etc/passwd' }] }, ['cat -- a /etc/passwd']],
    ['replace_in_file', { path: 'a', diff: '--- a/x\n+++ b/x' }, ['tee -- a']],
    ['str_replace_editor', { command: 'view', path: '/x' }, ['cat -- /x']],
    ['Write', { command: 'view', file_path: '/x' }, ['tee -- /x']],
    ['str_replace_editor', { command: 'create', path: '/x', file_text: 'y' }, ['tee -- /x']],
    ['apply_patch', { command: 'rm -rf /' }, []],
  ])('%s %j', (tool, input, expected) => {
    expect(starts(tool, input)).toEqual(expected);
  });
});

/** Search tools of agents, with the fields that each has for what it searches. */
describe('what a search reads', () => {
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['Grep', { pattern: '/etc/passwd' }, []],
    ['Grep', { pattern: 'x', path: '~/.ssh' }, ['grep -e text -r -- /home/dev/.ssh']],
    ['Grep', { pattern: 'x', path: 'src', output_mode: 'count' }, ['grep -l -e text -r -- src']],
    // others take no notice of the mode
    ['grep_search', { pattern: 'x', path: 'src', output_mode: 'count' }, ['grep -e text -r -- src']],
    ['grep', { pattern: 'x', path: 'src', output_mode: 'files_with_matches' }, ['grep -e text -r -- src']],
    ['Grep', { pattern: 'x', glob: '.env' }, ['grep -e text -- .env']],
    ['Grep', { pattern: 'x', path: 'a', glob: '**/*.{js,ts}' }, ['grep -e text -- a/*.js a/*.ts']],
    ['Grep', { pattern: 'x', path: '~', glob: '.ssh/**' }, ['grep -e text -r -- /home/dev/.ssh']],
    ['Grep', { pattern: 'x', glob: '/etc/ssl/*' }, ['grep -e text -r -- /etc/ssl']],
    ['Grep', { pattern: 'x', glob: '*.ts, !*.lock, *.js' }, ['grep -e text -- *.ts *.js']],
    ['Grep', { pattern: 'x', glob_pattern: 'id_rsa*' }, ['grep -e text -- id_rsa* id_rsa']],
    ['grep', { pattern: 'x', include: '.e*' }, ['grep -e text -- .e* .env .env.local .env.production .envrc']],
    ['grep', { regex: 'x', include_pattern: '**/.netrc' }, ['grep -e text -- .netrc']],
    ['search_file_content', { pattern: 'x', dir_path: '~/.aws', include: '*' }, ['grep -e text -r -- /home/dev/.aws']],
    ['grep_search', { query: 'x', includePattern: '.env' }, ['grep -e text -- .env']],
    ['grep_search', { SearchPath: '/x', Query: 'y', Includes: ['*.go'] }, ['grep -e text -- /x/*.go']],
    ['search_files', { path: '/x', regex: 'y', file_pattern: '.env' }, ['grep -e text -- /x/.env']],
    ['search_files', { pattern: 'x', target: 'content', path: '/x', file_glob: '*.py' }, ['grep -e text -- /x/*.py']],
    ['codebase_search', { query: 'x', target_directories: ['/y'] }, ['grep -e text -r -- /y']],
    ['rg', { pattern: 'x', paths: ['a', 'b'] }, ['grep -e text -r -- a b']],
    ['WebSearch', { query: '.env' }, []],
    ['mcp__tracker__search_issues', { query: '.env', repo: 'a' }, []],
  ])('%s %j', (tool, input, expected) => {
    expect(starts(tool, input)).toEqual(expected);
  });
});

describe('path rules see file tools', () => {
  const payload = (tool: string, input: JsonObject | string) => ({
    session_id: 's',
    cwd: '/home/dev/proj',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
  });

  test.each<readonly [string, JsonObject | string, boolean]>([
    ['Edit', { file_path: '/home/dev/.bashrc' }, true],
    ['Write', { file_path: '/home/dev/.config/safeshell/rules/mine.yaml', content: '' }, true],
    ['Write', { file_path: '.claude/settings.json', content: '' }, true],
    ['Write', { file_path: '../../../etc/passwd', content: '' }, true],
    ['Read', { file_path: '.env' }, true],
    ['Read', { file_path: '/home/dev/.ssh/id_ed25519' }, true],
    ['apply_patch', { command: '*** Begin Patch\n*** Add File: /home/dev/.bashrc\n+x\n*** End Patch' }, true],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: a\n*** Move to: /home/dev/.bashrc\n@@\n-x\n+y\n*** End Patch',
      true,
    ],
    ['apply_patch', { command: '*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+x\n*** End Patch' }, true],
    ['Bash', { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: /home/dev/.bashrc\n+x\nEOF" }, true],
    ['Bash', { command: "cd .. && applypatch '*** Add File: .bashrc\n+x'" }, true],
    ['Bash', { command: "echo '*** Delete File: /home/dev/.bashrc' | apply_patch" }, true],
    [
      'Bash',
      {
        command:
          "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n+rm -rf /\nEOF",
      },
      false,
    ],
    ['apply_patch', '*** Begin Patch\n*** Update File: a.ts\n+*** Add File: /home/dev/.bashrc\n*** End Patch', false],
    ['mcp__shell__run', { command: 'rm -rf /' }, true],
    ['mcp__x__y', { cmd: 'rm -rf ~' }, true],
    ['Write', { file_path: 'src/a.ts', content: 'rm -rf /' }, false],
    ['Edit', { file_path: '/home/dev/proj/README.md' }, false],
    ['Read', { file_path: 'src/a.ts' }, false],
    ['Delete', { file_path: 'src/a.ts' }, false],
    ['Task', { description: 'd', prompt: 'rm -rf /' }, false],
  ])('%s %j', async (tool, input, isRefused) => {
    const ending = await tryHook('codex', payload(tool, input));
    expect(closes('codex', ending)).toBe(isRefused);
    if (!isRefused) expect(ending).toEqual({ stdout: '', stderr: '', exit: 0 });
  });
});
