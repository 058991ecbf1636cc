import fc from 'fast-check';
import '../support/seed.ts';
import { expect, test } from 'vitest';
import { createGuard } from '../../src/api/main.ts';
import { hookPolicy, tryHook } from '../support/hook-world.ts';
import { runs } from '../support/runs.ts';

const RULES = 'version: 1\nrules:\n  - { name: no-frob, commands: [frob], action: deny, message: No. }\n';
const policy = hookPolicy(RULES);
const env = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const guard = createGuard({ rules: [{ text: RULES }], packs: false, cwd: '/home/dev/proj', env });

type Input = Record<string, unknown>;

/** Ways in which tools are told what to run: of a program and an argument. */
const TOLD: readonly ((program: string) => Input)[] = [
  ...['command', 'cmd', 'command_line', 'commandLine', 'CommandLine', 'shell_command', 'bashCommand', 'commands'].map(
    (field) => (program: string) => ({ [field]: `cd src && ${program} x` }),
  ),
  ...['command', 'cmd', 'argv'].map((field) => (program: string) => ({ [field]: [program, 'x'] })),
  (program) => ({ commands: ['cd src', `${program} x`] }),
  (program) => ({ commands: [[program, 'x']] }),
  (program) => ({ command: program, args: ['x'] }),
  (program) => ({ command: 'bash', args: ['-c', `${program} x`] }),
  (program) => ({ program, args: ['x'] }),
  (program) => ({ executable: program, arguments: ['x'] }),
  (program) => ({ input: `${program} x\n` }),
  (program) => ({ script: `${program} x` }),
];
/** What an input may stand in. */
const AROUND: readonly ((input: Input) => Input)[] = [
  ...['action', 'params', 'arguments', 'request'].map((field) => (input: Input) => ({ id: 7, [field]: input })),
  ...['steps', 'tasks'].map((field) => (input: Input) => ({ [field]: [{ note: 'first' }, input] })),
];
const TOOLS = ['mcp__x__run_command', 'mcp__desktop-commander__start_process_in_terminal', 'console'];

const asked = fc.record({
  tool: fc.constantFrom(...TOOLS),
  told: fc.constantFrom(...TOLD),
  around: fc.array(fc.constantFrom(...AROUND), { maxLength: 3 }),
  program: fc.constantFrom('frob', 'ls'),
});

test('hook and library find the command of a tool call in any field and at any depth, and agree', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ tool, told, around, program }) => {
      const input = around.reduce((inner, wrap) => wrap(inner), told(program));
      const payload = { hook_event_name: 'PreToolUse', cwd: '/home/dev/proj', tool_name: tool, tool_input: input };
      const { stdout } = await tryHook('claude', payload, { policy });
      const { verdict } = guard.check({ tool, input });
      expect([verdict, stdout.includes('"deny"')]).toEqual(program === 'frob' ? ['deny', true] : ['allow', false]);
    }),
    { numRuns: runs(500) },
  );
});
