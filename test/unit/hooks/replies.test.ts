import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { Request } from '../../../src/model/request.ts';
import { answerOf, closes, hookPolicy, tryHook } from '../../support/hook-world.ts';

const POLICY = hookPolicy(`
version: 1
rules:
  - { name: no, commands: [frob], conditions: [{ args: { operand: no } }], action: deny, message: Not this, help: Use fix }
  - { name: ask, commands: [frob], conditions: [{ args: { operand: ask } }], action: require_approval, message: Sure }
  - { name: mask, commands: [printenv], action: redact }
  - { name: other, commands: [old], action: redirect, redirect_to: "new --keep $ARGS", message: Old is gone }
  - { name: wall, commands: [make, x.sh], action: confine }
  - { name: sure, commands: [make], conditions: [{ args: { operand: deploy } }], action: require_approval, message: Sure }
  - { name: wrap, commands: [nice], action: redirect, redirect_to: "new $ARGS", message: Old is gone }
`);

const claude = (command: string, more = {}) => ({
  session_id: 's',
  cwd: '/home/dev/proj',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'd' },
  ...more,
});

async function output(name: string, payload: unknown) {
  return (answerOf(await tryHook(name, payload, { policy: POLICY })) as Record<string, unknown>) ?? {};
}

describe('a refusal', () => {
  test('says what, by which rule, why, what instead, and that a retry is no use', async () => {
    const { hookSpecificOutput } = await output('claude', claude('cd x && frob no'));
    expect(hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason:
        'safeshell: refused: `cd x && frob no` [test/no]. Not this. Instead: Use fix. No approval is possible. ' +
        'Do not retry it and do not reach the same effect another way.',
    });
  });
});

describe('a question', () => {
  test.each([
    ['claude', claude('frob ask'), 'ask'],
    ['claude', claude('frob ask', { permission_mode: 'plan' }), 'ask'],
    ['claude', claude('frob ask', { permission_mode: 'bypassPermissions' }), 'deny'],
    ['claude', claude('frob ask', { permission_mode: undefined }), 'deny'],
    ['codex', claude('frob ask'), 'deny'],
    ['copilot', claude('frob ask'), 'ask'],
    ['qwen', claude('frob ask', { tool_name: 'run_shell_command' }), 'deny'],
  ])('%s: %j', async (name, payload, decision) => {
    const { hookSpecificOutput } = await output(name, payload);
    expect(hookSpecificOutput).toMatchObject({ permissionDecision: decision });
  });

  const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' };
  test.each([
    ...['default', 'plan', 'acceptEdits', 'auto', 'bypassPermissions', 'dontAsk'].map(
      (mode) => [mode, ATTENDED, 'ask'] as const,
    ),
    ['a mode that nobody has seen', ATTENDED, 'deny'],
    ['auto', { ...ATTENDED, CLAUDE_CODE_SESSION_ATTENDED: '0' }, 'deny'],
    ['default', { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'deny'],
    ['auto', {}, 'deny'], // of a version that does not say whether somebody is there
    ['default', {}, 'ask'],
    ['default', { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, 'deny'],
    ['default', { CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' }, 'ask'],
  ] as const)('Claude Code in mode %s with %j: %s', async (permission_mode, env, decision) => {
    const ending = await tryHook('claude', claude('frob ask', { permission_mode }), { policy: POLICY, env });
    expect(answerOf(ending)).toMatchObject({ hookSpecificOutput: { permissionDecision: decision } });
  });

  const FLAT = { toolName: 'bash', toolArgs: { command: 'frob ask' }, cwd: '/home/dev/proj' };
  const SHELL = { hook_event_name: 'beforeShellExecution', command: 'frob ask', cwd: '' };
  const CRUSH = { event: 'PreToolUse', tool_name: 'bash', tool_input: { command: 'frob ask' } };
  const TERMINAL = { toolCall: { name: 'run_command', args: { CommandLine: 'frob ask' } } };
  test.each([
    ['claude', claude('frob ask'), ['claude', '-p', 'do it'], false],
    ['claude', claude('frob ask'), ['claude', '--print=x'], false],
    ['claude', claude('frob ask'), ['claude', 'tidy up', '--permission-mode', 'plan'], true],
    ['copilot', FLAT, ['copilot', '-p', 'do it', '--yolo'], false],
    ['copilot', FLAT, ['node', '/x/node_modules/@github/copilot/index.js', '--prompt=do it'], false],
    ['copilot', FLAT, ['copilot', '-pdo it'], false],
    ['copilot', FLAT, ['copilot', '-i', 'print --prompt'], true],
    ['copilot', claude('frob ask'), ['copilot', '--prompt', 'do it'], false],
    ['cursor', SHELL, ['cursor-agent', 'do it'], false], // Auto-review would run it unasked
    ['droid', claude('frob ask', { tool_name: 'Execute' }), ['droid', 'do it'], false], // it would only be logged
    ['crush', CRUSH, ['crush'], false],
    ['copilot', claude('frob ask', { permission_mode: undefined, timestamp: 'x', tool_use_id: 't' }), ['code'], false],
    ['antigravity', TERMINAL, ['agy', '-p', 'do it'], false],
    ['antigravity', TERMINAL, ['agy'], true],
    ['pi', { tool: 'bash', args: { command: 'frob ask' }, dialog: true }, ['pi'], true],
    ['pi', { tool: 'bash', args: { command: 'frob ask' }, dialog: false }, ['pi'], false],
    ['pi', { tool: 'bash', args: { command: 'frob ask' }, dialog: 'yes' }, ['pi'], false],
    ['openclaw', { tool: 'exec', args: { command: 'frob ask' }, dialog: true }, ['openclaw'], true],
    ['openclaw', { tool: 'exec', args: { command: 'frob ask' }, dialog: false }, ['openclaw'], false],
    ['openclaw', { tool: 'exec', args: { command: 'frob ask' } }, ['openclaw'], false],
  ] as const)('%s %j, started as %j: asks %s', async (name, payload, commandLine, asks) => {
    const ending = await tryHook(name, payload, { policy: POLICY, commandLine });
    expect([/"(force_)?ask"/.test(ending.stdout), closes(name, ending)]).toEqual([asks, !asks]);
    if (!asks) expect(ending.stdout + ending.stderr).toContain('in a terminal of their own');
  });

  test('is asked in the words of each agent that has a dialog', async () => {
    const flat = { toolName: 'bash', toolArgs: '{"command":"frob ask"}', cwd: '/home/dev/proj' };
    expect(await output('copilot', flat)).toMatchObject({ permissionDecision: 'ask' });
    const call = { toolCall: { name: 'run_command', args: { CommandLine: 'frob ask' } } };
    expect(await output('antigravity', call)).toMatchObject({ decision: 'force_ask' });
  });

  test('that nobody can be asked is a refusal that says how a person can', async () => {
    const named = { ...claude('frob ask', { tool_name: 'run_shell_command' }), hook_event_name: 'BeforeTool' };
    const { reason } = await output('gemini', named);
    expect(reason).toMatch(/needs a person's approval.*in a terminal of their own/);
  });

  test('is not asked again where a person has said yes for the session', async () => {
    const records: { outcome: Outcome; request: Request }[] = [];
    const ending = await tryHook('codex', claude('frob ask'), { policy: POLICY, isApproved: true, records });
    expect(ending.stdout).toBe('');
    expect(records).toMatchObject([{ outcome: { kind: 'run', by: 'earlier' }, request: { sessionId: 's' } }]);
  });

  test('the record says that the dialog was asked', async () => {
    const records: { outcome: Outcome; request: Request }[] = [];
    await tryHook('claude', claude('frob ask'), { policy: POLICY, records });
    expect(records).toMatchObject([{ outcome: { kind: 'asked' }, request: { actor: 'ai', action: { tool: 'Bash' } } }]);
  });
});

describe('a replacement', () => {
  const rewritten = async (line: string) => {
    const { hookSpecificOutput } = await output('claude', claude(line));
    return (hookSpecificOutput as { updatedInput?: { command: string } })?.updatedInput?.command;
  };

  test.each([
    ['old a', 'new --keep a'],
    ["old 'a b' >x 2>&1", "new --keep 'a b' >x 2>&1"],
    ['A=1 old a && ls | head', 'A=1 new --keep a && ls | head'],
    ['old a; old b', 'new --keep a; new --keep b'],
    ["echo 'old a'; old é", "echo 'old a'; new --keep 'é'"],
    ['f() { old a; }; f', 'f() { new --keep a; }; f'],
    ['if true; then old a; fi', 'if true; then new --keep a; fi'],
    ['nice ls -l', 'new ls -l'], // what it starts goes with it
  ])('%s', async (line, expected) => {
    expect(await rewritten(line)).toBe(expected);
  });

  test.each([
    'sudo old a',
    'old "$X"',
    'for i in a b; do old $i; done',
    'old $(echo a)',
    'old >x a',
    "bash -c 'old a'",
    'old a; frob no',
    'find . -exec old {} +',
  ])('%s cannot be put there exactly', async (line) => {
    const ending = await tryHook('codex', claude(line), { policy: POLICY });
    expect(closes('codex', ending)).toBe(true);
  });

  test.each([
    ['codex', claude('old a'), ['hookSpecificOutput', 'updatedInput'], { command: 'new --keep a', description: 'd' }],
    [
      'copilot',
      { toolName: 'bash', toolArgs: { command: 'old a', x: 1 } },
      ['modifiedArgs'],
      { command: 'new --keep a', x: 1 },
    ],
    ['opencode', { tool: 'bash', args: { command: 'old a' } }, ['args'], { command: 'new --keep a' }],
    [
      'cline',
      { tool_call: { name: 'run_commands', input: { commands: ['ls', 'old a'] } } },
      ['overrideInput'],
      { commands: ['ls', 'new --keep a'] },
    ],
    [
      'droid',
      claude('old a', { tool_name: 'Execute' }),
      ['hookSpecificOutput'],
      {
        hookEventName: 'PreToolUse', // no decision: an allow would skip its own questions
        updatedInput: { command: 'new --keep a', description: 'd' },
        additionalContext: expect.stringContaining('Old is gone'),
      },
    ],
    [
      'crush',
      { event: 'PreToolUse', tool_name: 'bash', tool_input: { command: 'old a', timeout: 1 } },
      [],
      { updated_input: { command: 'new --keep a', timeout: 1 }, context: expect.stringContaining('Old is gone') },
    ],
    [
      'gemini',
      { ...claude('old a', { tool_name: 'run_shell_command' }), hook_event_name: 'BeforeTool' },
      ['hookSpecificOutput', 'tool_input'],
      { command: 'new --keep a', description: 'd' },
    ],
  ] as const)('in the words of %s', async (name, payload, path, expected) => {
    const answer = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], await output(name, payload));
    expect(answer).toEqual(expected);
  });

  test('a yes is said in words where silence is a failure', async () => {
    const payload = { hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '' };
    expect(await output('cursor', payload)).toEqual({ permission: 'allow' }); // `{}` is a failure to its editor
  });

  test('is named where the agent cannot be handed another line', async () => {
    const ending = await tryHook('kiro', { ...claude('old a', { tool_name: 'shell' }) }, { policy: POLICY });
    expect(closes('kiro', ending)).toBe(true);
    expect(ending.stderr).toContain('Run this instead: new --keep a');
  });
});

describe('an output that is to be masked', () => {
  const wrapper = '/opt/it is/safeshell-sh';

  test('is masked by the shell that runs the line', async () => {
    const line = "printenv 'A B'; ls";
    const ending = await tryHook('claude', claude(line), { policy: POLICY, wrapper });
    expect(answerOf(ending)).toMatchObject({
      hookSpecificOutput: {
        updatedInput: {
          command: `SAFESHELL_SHELL=/bin/bash '${wrapper}' -c 'printenv '\\''A B'\\''; ls'`,
          description: 'd',
        },
      },
    });
  });

  test.each([
    ['codex', claude('printenv'), undefined],
    ['kiro', claude('printenv', { tool_name: 'shell' }), wrapper],
    ['claude', claude('printenv', { tool_name: 'PowerShell' }), wrapper],
  ])('is refused where nothing can mask it: %s', async (name, payload, at) => {
    expect(closes(name, await tryHook(name, payload, { policy: POLICY, wrapper: at }))).toBe(true);
  });
});

describe('a command that is to be confined', () => {
  const wrapper = '/opt/safeshell-sh';
  const here = { policy: POLICY, wrapper, confines: true, shimmed: ['make', 'sudo'] };
  const inShell = (line: string) => `SAFESHELL_SHELL=/bin/bash '${wrapper}' -c ${line}`;
  const tried = async (line: string, trial = here, name = 'claude', tool_name = 'Bash') => {
    const ending = await tryHook(name, claude(line, { tool_name }), trial);
    const { hookSpecificOutput: said } = (answerOf(ending) ?? {}) as { hookSpecificOutput?: Record<string, unknown> };
    return { ending, said };
  };

  test.each(['make', 'cd sub && make all | tail', 'make & wait', 'env A=1 make'])(
    'is left to its shim: %s',
    async (line) => {
      expect((await tried(line)).said).toBeUndefined();
    },
  );

  test.each([
    ['./x.sh a', "'./x.sh a'"],
    ['/usr/bin/make', "'/usr/bin/make'"],
    ['make; ./x.sh', "'make; ./x.sh'"],
    ["bash -c './x.sh'", `'bash -c '\\''./x.sh'\\'''`],
  ])('runs in the shell that confines it where no shim sees it: %s', async (line, expected) => {
    const { said } = await tried(line);
    expect(said).toMatchObject({
      updatedInput: { command: inShell(expected) },
      additionalContext: expect.stringContaining('safeshell: runs confined: '),
    });
    expect(said).not.toHaveProperty('permissionDecision');
  });

  test('so does every one where PATH has no shims', async () => {
    const { said } = await tried('make', { ...here, shimmed: [] });
    expect(said).toMatchObject({ updatedInput: { command: inShell("'make'") } });
  });

  test.each([
    ['nothing confines', 'make', { ...here, confines: false }, 'claude', 'Bash'],
    ['the shell is not installed', './x.sh', { ...here, wrapper: undefined }, 'claude', 'Bash'],
    ['the shell is none that we know', './x.sh', here, 'claude', 'PowerShell'],
    ['the agent takes no other line', './x.sh', here, 'kiro', 'shell'],
  ] as const)('is refused where %s', async (_, line, trial, name, tool) => {
    const { ending } = await tried(line, trial as typeof here, name, tool);
    expect(closes(name, ending)).toBe(true);
    expect(`${ending.stdout}${ending.stderr}`).toContain('It may write to its project alone');
  });

  test('no line is named that would be refused as well', async () => {
    const { ending } = await tried('make', { ...here, confines: false });
    expect(ending.stdout).not.toContain('Run this instead');
  });

  test('the agent that takes no other line is told one', async () => {
    const { ending } = await tried('./x.sh', here, 'kiro', 'shell');
    expect(ending.stderr).toContain("Run this instead: safeshell-sh -c './x.sh'");
    expect((await tried('safeshell-sh -c ./x.sh', here, 'kiro', 'shell')).ending.exit).toBe(0);
  });

  test('its question goes to the dialog, where its shim confines it then', async () => {
    expect((await tried('make deploy')).said).toMatchObject({ permissionDecision: 'ask' });
  });
});

test.each([
  [{ command: 'frob', args: ['no'] }, 'deny'],
  [{ command: 'frob', args: '-x no' }, 'deny'],
  [{ command: 'true', cmd: 'frob no' }, 'deny'],
  [{ command: 'old', args: ['a'] }, 'deny'], // cannot be put back in parts
  [{ command: 'frob', args: ['a b; frob no'] }, undefined],
  [{ command: 'ls', args: [1, { a: 1 }] }, undefined],
])('a tool that nobody knows may run any of %j', async (tool_input, expected) => {
  const { hookSpecificOutput } = await output('claude', claude('', { tool_name: 'mcp__x__run', tool_input }));
  expect((hookSpecificOutput as { permissionDecision?: string } | undefined)?.permissionDecision).toBe(expected);
});

test('another line stands where the line stood', async () => {
  const { hookSpecificOutput } = await output(
    'claude',
    claude('', { tool_name: 'mcp__x__run', tool_input: { cmd: 'old a', n: 1 } }),
  );
  expect(hookSpecificOutput).toMatchObject({ updatedInput: { cmd: 'new --keep a', n: 1 } });
});

describe('several commands of one call', () => {
  const run = (commands: readonly string[]) =>
    output('cline', { tool_call: { name: 'run_commands', input: { commands } } });

  test('one that is refused refuses them all', async () => {
    expect(await run(['ls', 'frob no'])).toMatchObject({
      overrideInput: { commands: [expect.stringContaining('Not this')] },
    });
  });

  test('one does not change the directory of the next', async () => {
    expect(await run(['cd /', 'ls'])).toEqual({});
  });
});
