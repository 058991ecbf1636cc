import { describe, expect, test } from 'vitest';
import { codeStarts } from '../../../src/calls/code-starts.ts';
import { destructiveStart } from '../../../src/calls/destructive-start.ts';
import type { JsonObject } from '../../../src/model/request.ts';

/** Each start as its words; `?` = nobody says that it is that language. */
const starts = (tool: string, input: JsonObject) =>
  codeStarts(tool, input).map(({ action, isGuess }) => {
    const text = action.kind === 'argv' ? action.argv.join(' ') : action.kind === 'line' ? action.line : '';
    return isGuess ? `? ${text}` : text;
  });

describe('what the text of a tool would run', () => {
  test.each<readonly [string, JsonObject, readonly string[]]>([
    ['x', { command: ['git', 'push'] }, ['git push']],
    ['x', { cmd: ['cd a', 'rm b'] }, ['cd a rm b', 'cd a', 'rm b']],
    ['x', { commands: ['cd a', 'rm b'] }, ['cd a', 'rm b']],
    ['x', { command: [] }, []],
    ['x', { commands: 'cd a && rm b' }, ['cd a && rm b']],
    ['x', { commands: [['rm', 'b']] }, ['rm b']],
    ['x', { argv: ['rm', 'b'] }, ['rm b']],
    ['x', { program: 'rm', args: ['b'] }, ['rm b']],
    ['x', { steps: [{ name: 'a' }, { run: { cmd: ['rm', 'b'] } }] }, ['rm b']],
    ['mcp__term__send', { input: 'rm b' }, ['? rm b']],
    ['search', { input: 'rm b' }, []],
    ['x', { code: 'a b', language: 'Python 3.12' }, ['python3 -c a b']],
    ['x', { code: 'a b', runtime: 'nodejs20' }, ['node -e a b']],
    ['x', { code: 'a b', language: 'rust' }, []],
    ['run_python', { code: 'a' }, ['python3 -c a']],
    ['execute_bash_script', { script: 'a' }, ['bash -c a']],
    ['run_powershell', { script: 'a' }, ['pwsh -Command a']],
    ['mcp__osascript__run', { script: 'a' }, ['osascript -e a']],
    ['x', { python_code: 'a b' }, ['python3 -c a b']],
    ['run', { code: 'a b' }, ['? bash -c a b', '? python3 -c a b', '? node -e a b']],
    ['deploy', { script: 'a b' }, ['? bash -c a b']],
    ['deploy', { script: 'a.sh' }, []],
    ['deploy', { code: 'a b' }, []],
    ['review', { code: 'a b', language: 'bash' }, []],
    ['x', { sql: 'drop it' }, ['psql -c drop it']],
    ['x', { sqlQuery: 'drop it' }, ['psql -c drop it']],
    ['x', { query: ' -- a\n(SELECT 1)' }, ['psql -c  -- a\n(SELECT 1)']],
    ['x', { query: 'the table to drop' }, []],
    ['search_docs', { query: 'drop table x' }, []],
    ['search_docs', { sql: 'drop table x' }, ['psql -c drop table x']],
  ])('%s %j', (tool, input, expected) => {
    expect(starts(tool, input)).toEqual(expected);
  });
});

describe('a call that destroys', () => {
  const call = { tool: 'mcp__cloud__apply', input: {} };

  test.each([
    [call, false, 0],
    [{ ...call, isDestructive: true }, false, 1],
    [{ ...call, isDestructive: true }, true, 0],
    [{ ...call, isDestructive: true, line: 'ls' }, false, 0],
    [{ ...call, tool: 'mcp__fs__delete_file' }, true, 0],
    [{ ...call, tool: 'mcp__fs__delete_file' }, false, 1],
    [{ ...call, tool: 'mcp__git__delete_project' }, true, 1],
    [{ ...call, tool: 'bulkDeleteUsers' }, false, 1],
    [{ ...call, tool: 'preview_delete' }, false, 0],
  ] as const)('%j, whose paths are judged: %s', (one, namesPaths, count) => {
    expect(destructiveStart(one, namesPaths)).toHaveLength(count);
  });
});
