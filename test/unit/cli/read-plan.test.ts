import { describe, expect, test } from 'vitest';
import { readPlan } from '../../../src/surfaces/cli/plan/read-plan.ts';

const line = (text: string, cwd = '/repo') => ({ action: { kind: 'line', line: text }, cwd });

describe('a plan', () => {
  test.each([
    ['one command a line', '# a plan\n\n  ls -la\ntouch a: b\n'],
    ['a single command', 'ls -la'],
    ['JSON', '["ls -la", "touch a: b"]'],
    [
      'JSON with more in it',
      '{"steps": [{"command": "ls -la", "description": "look"}, {"command": "touch a: b", "cwd": "."}]}',
    ],
    ['YAML', 'steps:\n  - ls -la\n  - command: "touch a: b"\n'],
  ])('in %s', (_format, text) => {
    const all = [line('ls -la'), line('touch a: b')];
    expect(readPlan(text, '/repo')).toEqual({ steps: text === 'ls -la' ? all.slice(0, 1) : all });
  });

  test('of words and tool calls, in directories of their own', () => {
    const text =
      '[{"argv": ["rm", "a b"], "cwd": "sub"}, {"tool": "Write", "input": {"file_path": "x"}, "cwd": "/tmp"}]';
    expect(readPlan(text, '/repo')).toEqual({
      steps: [
        { action: { kind: 'argv', argv: ['rm', 'a b'] }, cwd: '/repo/sub' },
        { action: { kind: 'tool', tool: 'Write', input: { file_path: 'x' } }, cwd: '/tmp' },
      ],
    });
  });

  test.each([
    ['', 'the plan has no steps'],
    ['# nothing', 'the plan has no steps'],
    ['[]', 'the plan has no steps'],
    ['[{"command": "ls", "when": 1}]', 'step 1: unknown key `when`, expected one of command'],
    ['["ls", {"argv": []}]', 'step 2: `argv` must be a list of strings, at least one'],
    ['[{"argv": ["a", 1]}]', 'step 1: `argv`'],
    ['[{"tool": "Write", "argv": ["a"]}]', 'step 1: expected one of `command`, `argv` and `tool`'],
    ['[{"tool": "Write", "input": []}]', 'step 1: `tool`'],
    ['[{"command": "ls", "cwd": 1}]', 'step 1: `cwd`'],
    ['["", 7]', 'step 1: empty command'],
    ['[null]', 'step 1: expected a command'],
    [`[${Array(1001).fill('"ls"').join(',')}]`, '1001 steps'],
  ])('%j is none', (text, problem) => {
    expect(readPlan(text, '/repo')).toEqual({ problems: expect.arrayContaining([expect.stringContaining(problem)]) });
  });
});
