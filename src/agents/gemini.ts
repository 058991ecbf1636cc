import { join } from 'node:path';
import { isRecord } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { type Asking, anyOf, excludesByPattern, isOtherType, type Settings, strongest } from './asking.ts';
import { contextAfter } from './failed-output.ts';
import { inEach, jsonServers } from './mcp.ts';
import { decision, exitTwo, json, SILENT, systemMessage } from './outputs.ts';
import { commonRequest, rewriteWholeInput } from './payload.ts';
import { isEvent } from './payload-signs.ts';
import { commonSample, gateShape, hookGroup, settingsPath } from './settings.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

/**
 * Gemini CLI. `ask` hangs without a terminal; a nested decision is ignored; a rewrite replaces the tool's whole input.
 * Source: github.com/google-gemini/gemini-cli docs/hooks, seen live in 0.61.0.
 */
export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  process: { markers: [{ GEMINI_CLI: '1' }], programs: ['gemini'], packages: ['@google/gemini-cli'] },
  /** Source: packages/core/src/code_assist, geminicli.com/docs/get-started/authentication. */
  needs: {
    folders: ['~/.gemini'],
    domains: ['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
  },
  hook: {
    isFrom: isEvent('BeforeTool'),
    read(payload) {
      const request = commonRequest(payload, 'BeforeTool', [{ names: ['run_shell_command'], directory: 'dir_path' }]);
      return request === 'unknown' ? request : { ...request, ...rewriteWholeInput(request.calls) };
    },
    answer(reply) {
      if (reply.kind === 'allow') return SILENT;
      if (reply.kind !== 'rewrite') return decision('deny')(reply.reason);
      return json({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: reply.input } });
    },
    addNote: systemMessage,
    tellEnd: contextAfter('AfterTool'),
    mcp: {
      prefix: (server) => `mcp_${server}_`,
      options: [],
      files: (context) => [
        jsonServers('/etc/gemini-cli/settings.json', ['mcpServers']),
        jsonServers(join(context.home, '.gemini', 'settings.json'), ['mcpServers']),
        ...inEach(context, '.gemini', 'settings.json'),
      ],
    },
    refuse: exitTwo,
  },
  /** Its timeouts are milliseconds. */
  setup: {
    found: { paths: ['.gemini/settings.json'] },
    sample: commonSample('BeforeTool', 'run_shell_command'),
    files: (context) => [
      hookGroup({
        path: settingsPath(context, '.gemini', 'settings.json'),
        list: ['hooks', 'BeforeTool'],
        matcher: '.*',
        command: context.command,
        timeout: TIMEOUT_SECONDS * 1000,
        more: { name: 'safeshell' },
        after: {
          ...{ event: 'AfterTool', matcher: 'run_shell_command', command: context.afterCall },
          ...{ timeout: TIMEOUT_SECONDS * 1000, more: { name: 'safeshell' } },
        },
      }),
    ],
    asking: asking(),
    gate: {
      ...gateShape('run_shell_command', ['timestamp', 'tool_input.description'], ['tool_input.is_background']),
      required: { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' },
    },
  },
};

/** Of projects only the working directory counts. Source: seen live in 0.61.0. */
function asking(): Asking {
  return {
    projects: ({ cwd }) => [cwd],
    files: ({ env, cwd, home }) => [
      env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? '/etc/gemini-cli/settings.json',
      join(cwd, '.gemini', 'settings.json'),
      join(home, '.gemini', 'settings.json'),
    ],
    skips: (hook) => excludesByPattern(hook.matcher, ['run_shell_command']) ?? isOtherType(hook) ?? hasOddTimeout(hook),
    off: (files) =>
      strongest(files, hooksOff) ?? anyOf(files, ({ settings }) => (settings ? ourNameOff(settings) : undefined)),
  };
}

function hasOddTimeout({ timeout }: Settings): string | undefined {
  return timeout === undefined || typeof timeout === 'number' ? undefined : '`timeout` is no number';
}

function hooksOff({ hooksConfig: config }: Settings): string | false | undefined {
  const enabled = isRecord(config) ? config.enabled : undefined;
  return enabled === undefined ? undefined : enabled === false && '`hooksConfig.enabled` is false';
}

function ourNameOff({ hooksConfig: config }: Settings): string | undefined {
  const names = isRecord(config) && Array.isArray(config.disabled) ? config.disabled : [];
  return names.includes('safeshell') ? '`hooksConfig.disabled` names safeshell' : undefined;
}
