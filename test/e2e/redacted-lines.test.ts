import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

const TOKEN = `ghp_${'a1B2c3D4'.repeat(4)}`;
const MASKED = `gh${'*'.repeat(TOKEN.length - 4)}D4`;

let home: TempHome;
beforeAll(() => {
  home = installedHome();
  home.file('leak.txt', `${TOKEN} B-1234\n`);
  home.file(
    '.config/safeshell/rules/shield.yaml',
    `pii_patterns: [{ name: badge, pattern: "B-[0-9]{4}" }]
rules:
  - { id: any-name, when: { tool: exec, args_match: { command: { regex: "leak[.]txt" } } }, then: redact, message: Keys }
  - { id: one-name, when: { tool: Bash, args_match: { command: { regex: "leak[.]t" } } }, then: redact }
  - { id: gone, when: { tool: exec, args_match: { command: { contains: purge } } }, then: block, message: Not this }
`,
  );
  home.file(
    '.config/safeshell/rules/mine.yaml',
    `version: 1
rules:
  - { name: old, commands: [old], action: redirect, redirect_to: "cat leak.txt" }
  - { name: older, commands: [older], action: redirect, redirect_to: "echo new" }
`,
  );
});
afterAll(() => home.remove());

const wrapper = () => join(home.home, '.local/bin/safeshell-sh');
const env = { SAFESHELL_CONTEXT: 'ai', SAFESHELL_SHELL: '/bin/bash' };

function hooked(agent: string, command: string) {
  const payload = {
    session_id: 's',
    cwd: home.home,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: agent === 'qwen' ? 'run_shell_command' : 'Bash',
    tool_input: { command },
  };
  const { stdout } = home.safeshell(['hook', '--agent', agent], { input: JSON.stringify(payload) });
  const answer = stdout === '' ? {} : (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, unknown> });
  const { updatedInput, permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput ?? {};
  const line = (updatedInput as { command: string } | undefined)?.command;
  return { line, decision: permissionDecision, reason: String(permissionDecisionReason) };
}

const printed = (line: string) => home.run('/bin/bash', ['-c', line], { env: { SAFESHELL_CONTEXT: 'ai' } });

describe('a line that a rule about a tool redacts', () => {
  test.each(['cat leak.txt', 'cat leak.txt | tr a a; true', 'old', "sh -c 'cat leak.txt' && cat ./leak.txt"])(
    'where the agent takes another line: %s',
    (command) => {
      const { line } = hooked('claude', command);
      const { stdout, stderr, status } = printed(String(line));
      expect([status, stdout.split('\n')[0], stderr]).toEqual([0, `${MASKED} B-**34`, '']);
      expect(stdout).not.toMatch(/ghp_|B-1234/);
    },
  );

  test('also by a rule about another name than the shell has there', () => {
    const { line } = hooked('claude', 'cat leak.t*');
    expect(line).toContain("SAFESHELL_REDACT='shield/one-name'");
    expect(printed(String(line)).stdout).toBe(`${MASKED} B-**34\n`);
  });

  test('what no rule redacts is not touched', () => {
    expect(hooked('claude', 'cat other.txt')).toMatchObject({ line: undefined, decision: undefined });
    expect(hooked('claude', 'older')).toMatchObject({ line: 'echo new' });
  });

  test('where it takes none, it is refused with the reason and the line that can be run', () => {
    const { decision, reason } = hooked('qwen', 'cat leak.txt');
    expect(decision).toBe('deny');
    expect(reason).toContain('[shield/any-name]. Keys. A rule masks what it prints or is handed');
    const [, instead = ''] = /Run this instead: (.*)\.$/.exec(reason) ?? [];
    expect(instead).toBe("safeshell-sh -c 'cat leak.txt'");
    expect(hooked('qwen', instead)).toMatchObject({ decision: undefined });
    expect(printed(instead.replace('safeshell-sh', `'${wrapper()}'`)).stdout).toBe(`${MASKED} B-**34\n`);
  });

  test.each(["safeshell-sh -c 'cat leak.txt' > out; cat leak.txt", "safeshell-sh -c 'echo hi'; cat leak.txt"])(
    'and a line that only looks like that one is refused too: %s',
    (line) => {
      expect(hooked('qwen', line).decision).toBe('deny');
    },
  );
});

describe('safeshell-sh', () => {
  test.each([
    ['-c', 'cat leak.txt'],
    ['-lc', 'cat leak.txt'],
    ['-e', '-c', 'cat leak.txt', 'name'],
  ])('masks what a rule about a tool redacts: %j %j', (...args) => {
    const { stdout, status } = home.run(wrapper(), args, { env });
    expect([status, stdout]).toEqual([0, `${MASKED} B-**34\n`]);
  });

  test('refuses what such a rule blocks, and passes its twin', () => {
    const { status, stderr } = home.run(wrapper(), ['-c', 'echo purge all'], { env });
    expect([status, stderr]).toEqual([126, expect.stringContaining('shield/gone')]);
    expect(home.run(wrapper(), ['-c', 'echo pur ge'], { env })).toMatchObject({ status: 0, stdout: 'pur ge\n' });
  });

  test('hands nothing of ours on to what it runs', () => {
    const { stdout } = home.run(wrapper(), ['-c', 'env; cat leak.txt'], { env: { ...env, SAFESHELL_REDACT: 'x/y' } });
    expect(stdout).toContain(MASKED);
    expect(stdout).not.toContain('SAFESHELL_REDACT');
  });
});
