import { expect, test } from 'vitest';
import { callView } from '../../../src/decide/tool-call.ts';

const input = { a: 1 };

test.each<[string, Parameters<typeof callView>[1], string | undefined, ReturnType<typeof callView>]>([
  ['a tool', { tool: 'web', input, isShell: false }, 'exec', { tool: 'web', names: ['web'], input }],
  [
    'a tool that runs a line, and is no shell',
    { tool: 'task', input, line: 'ls', isShell: false },
    'exec',
    { tool: 'task', names: ['task'], input, line: 'ls' },
  ],
  [
    'the shell of an agent',
    { tool: 'Bash', input, line: 'ls', isShell: true },
    'exec',
    { tool: 'Bash', names: ['Bash', 'exec'], input: { a: 1, command: 'ls' }, line: 'ls' },
  ],
  [
    'a line without a tool',
    { tool: undefined, input, line: 'ls', isShell: true },
    'exec',
    { tool: 'exec', names: ['exec'], input: { a: 1, command: 'ls' }, line: 'ls' },
  ],
  [
    'the same in a language without a name for it',
    { tool: undefined, input, line: 'ls', isShell: true },
    undefined,
    { tool: 'shell', names: ['shell'], input: { a: 1, command: 'ls' }, line: 'ls' },
  ],
])('%s', (_what, call, shellTool, wanted) => {
  expect(callView(shellTool === undefined ? {} : { shellTool }, call)).toStrictEqual(wanted);
});
