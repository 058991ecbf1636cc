import { describe, expect, test } from 'vitest';
import { SILENT } from '../../../src/agents/outputs.ts';
import { hookPolicy, tryHook } from '../../support/hook-world.ts';

const policy = hookPolicy('version: 1\nrules: [{ name: w, commands: [make], action: confine }]\n');
const refused = {
  path: '/home/dev/.foo/x',
  permit: { path: '/home/dev/.foo', isNewFile: false },
  project: '/home/dev/proj',
};
const told = (name: string, payload: object, about: object = refused) =>
  tryHook(name, payload, { policy, confines: true, refused: about as typeof refused });

const LINE = 'make all';
const common = { session_id: 's', transcript_path: '/t', cwd: '/home/dev/proj', permission_mode: 'default' };
const bash = { ...common, tool_name: 'Bash', tool_input: { command: LINE }, tool_use_id: 'toolu_1' };
const shell = { ...common, tool_name: 'run_shell_command', tool_input: { command: LINE }, timestamp: 'now' };
const claude = { ...bash, hook_event_name: 'PostToolUseFailure', error: 'Exit code 2\nout', is_interrupt: false };
const codex = { ...bash, turn_id: 't', model: 'm', hook_event_name: 'PostToolUse', tool_response: 'out\n' };
const gemini = {
  ...shell,
  hook_event_name: 'AfterTool',
  tool_response: {
    llmContent: '<untrusted_context>\nOutput: out\nExit Code: 2\nProcess Group PGID: 7\n',
    returnDisplay: 'out',
  },
};
const qwen = {
  ...{ ...shell, hook_event_name: 'PostToolUseFailure', tool_call_id: 'c', is_interrupt: false },
  error: `Command: ${LINE}\nDirectory: (root)\nOutput: out\nError: (none)\nExit Code: 2\nSignal: (none)`,
};
const copilot = {
  ...{ sessionId: 's', timestamp: 1, cwd: '/home/dev/proj', toolName: 'bash', toolArgs: { command: LINE } },
  toolResult: { resultType: 'success', textResultForLlm: 'out\n<shellId: 0 completed with exit code 2>' },
};
const opencode = { tool: 'bash', args: { command: LINE }, sessionID: 's', directory: '/home/dev/proj', output: 'out' };

const nested = (event: string) => (additionalContext: unknown) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext },
});

describe('after a call that a wall has stopped', () => {
  test.each<[string, object, (context: unknown) => object]>([
    ['claude', claude, nested('PostToolUseFailure')],
    ['codex', codex, nested('PostToolUse')],
    ['gemini', gemini, nested('AfterTool')],
    ['qwen', qwen, nested('PostToolUseFailure')],
    ['copilot', copilot, (additionalContext) => ({ additionalContext })],
    ['opencode', opencode, (context) => ({ decision: 'allow', context })],
    ['kilo', opencode, (context) => ({ decision: 'allow', context })],
  ])('%s: its model reads why, and nothing else is answered', async (name, payload, answer) => {
    const { stdout, stderr, exit } = await told(name, payload);
    expect([JSON.parse(stdout), stderr, exit]).toEqual([
      answer(expect.stringContaining('`safeshell permit --project ~/proj ~/.foo`')),
      '',
      0,
    ]);
  });

  test.each<[string, object, string]>([
    ['a path', refused, 'Writing ~/.foo/x was refused. A person may permit it: '],
    [
      'a new file',
      { ...refused, permit: { path: '/home/dev/.foorc', isNewFile: true } },
      '--project ~/proj --file ~/.foorc`',
    ],
    ['no project', { ...refused, project: undefined }, '`safeshell permit --everywhere ~/.foo`. An agent cannot'],
    ['no path', { ...refused, path: undefined, permit: undefined }, 'A link or rename out of it was refused.'],
    ['what nobody may', { ...refused, permit: undefined }, 'Nobody can permit that: keep it in the project.'],
    [
      'what runs later',
      { ...refused, risk: { kind: 'rule', rule: 'a/b', says: 'This file runs\n commands later.' } },
      'not offered: this file runs commands later [a/b]. A person who wants it anyway types `safeshell permit PATH`;',
    ],
    ['keys', { ...refused, risk: { kind: 'credentials' } }, 'not offered: keys, tokens or passwords are kept there.'],
    ['programs', { ...refused, risk: { kind: 'programs' } }, 'not offered: programs are started from there'],
    ['a rule without words', { ...refused, risk: { kind: 'rule', rule: 'a/b' } }, 'from writing there [a/b].'],
    [
      'odd names',
      { ...refused, permit: { path: "/home/dev/a 'b'", isNewFile: false } },
      "~/proj '/home/dev/a '\\''b'\\'''`",
    ],
  ])('%s', async (_, about, words) => {
    const { stdout } = await told('claude', claude, about);
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(words);
  });
});

describe('nothing is told', () => {
  const other = { tool_input: { command: 'ls' } };
  const odd = { tool_response: { llmContent: 7 } };
  test.each<[string, string, object]>([
    ['of what was not confined', 'claude', { ...claude, ...other }],
    ['of a tool without a line', 'claude', { ...claude, tool_name: 'Write', tool_input: { file_path: '/x' } }],
    ['of a call that somebody ended', 'claude', { ...claude, is_interrupt: true }],
    ['of a program that did not start', 'claude', { ...claude, error: 'Exit code 126\nx: Permission denied' }],
    ['of an error without words', 'claude', { ...claude, error: { a: 1 } }],
    ['of a call that went well', 'claude', { ...bash, hook_event_name: 'PostToolUse', tool_response: { stdout: 'x' } }],
    ['of a call that went well', 'gemini', { ...gemini, tool_response: { llmContent: 'Output: Exit Code: 3 is bad' } }],
    ['of a call that went well', 'qwen', { ...qwen, hook_event_name: 'PostToolUse' }],
    [
      'of a call that went well',
      'copilot',
      { ...copilot, toolResult: { textResultForLlm: 'x\n<shellId: 0 completed with exit code 0>' } },
    ],
    ['of a result of another shape', 'gemini', { ...gemini, ...odd }],
    ['of a result of another shape', 'copilot', { ...copilot, toolResult: 'x' }],
    ['by an agent that takes no words', 'droid', { ...claude, tool_name: 'Execute' }],
  ])('%s (%s)', async (_, name, payload) => {
    expect(await told(name, payload)).toEqual(SILENT);
  });

  test('where nothing is known of a refusal', async () => {
    expect(await tryHook('claude', claude, { policy, confines: true })).toEqual(SILENT);
    expect(await tryHook('claude', claude, { policy })).toEqual(SILENT);
  });
});
