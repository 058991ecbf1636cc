import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { allHooksOff, excludesByPattern, isAsync, isOtherType, strongest } from './asking.ts';
import { contextAfter, FAILED } from './failed-output.ts';
import { inEach, jsonServers, mcpPrefix } from './mcp.ts';
import { nestedDecision } from './nested.ts';
import { exitTwo, orRefuse, systemMessage } from './outputs.ts';
import { commonRequest } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { commonSample, gateShape, hookGroup, settingsPath } from './settings.ts';

/**
 * Qwen Code. `ask` refuses where there is no terminal, and nobody has seen it ask; rewritten input is not applied.
 * Source: seen live in 0.24.4.
 */
export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  process: {
    markers: [{ QWEN_CODE: '1' }, { QWEN_CODE_SESSION_ID: true }],
    programs: ['qwen'],
    packages: ['@qwen-code/qwen-code'],
  },
  hook: {
    isFrom: (payload) => payload.tool_name === 'run_shell_command' && hasFields('tool_call_id')(payload),
    read: (payload) =>
      commonRequest(payload, 'PreToolUse', [{ names: ['run_shell_command', 'Bash'], directory: 'directory' }]),
    answer: orRefuse((reason) => nestedDecision('deny', reason)),
    addNote: systemMessage,
    tellEnd: contextAfter(FAILED),
    mcp: {
      prefix: mcpPrefix,
      options: ['--mcp-config'],
      files: (context) => [
        jsonServers('/etc/qwen-code/settings.json', ['mcpServers']),
        jsonServers(join(context.home, '.qwen', 'settings.json'), ['mcpServers']),
        ...inEach(context, '.qwen', 'settings.json'),
      ],
    },
    refuse: exitTwo,
  },
  /** Seconds: 1000 and more would be read as milliseconds. */
  setup: {
    found: { paths: ['.qwen'] },
    sample: commonSample('PreToolUse', 'run_shell_command', { tool_call_id: 't' }),
    files: (context) => [
      hookGroup({
        ...{ path: settingsPath(context, '.qwen', 'settings.json'), matcher: '.*', command: context.command },
        after: { event: FAILED, matcher: 'run_shell_command', command: context.afterCall },
      }),
    ],
    asking: {
      projects: ({ cwd }) => [cwd],
      files: ({ env, cwd, home }) => [
        env.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? '/etc/qwen-code/settings.json',
        join(cwd, '.qwen', 'settings.json'),
        join(home, '.qwen', 'settings.json'),
      ],
      skips: (hook) =>
        excludesByPattern(hook.matcher, ['run_shell_command', 'Bash']) ?? isOtherType(hook) ?? isAsync(hook),
      off: (files) => strongest(files, allHooksOff),
    },
    gate: gateShape(
      'run_shell_command',
      ['timestamp', 'prompt_id', 'tool_call_id', 'tool_input.description'],
      ['tool_input.is_background'],
    ),
  },
};
