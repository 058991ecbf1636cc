import { join } from 'node:path';
import type { Action } from '../model/request.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { type Asking, allHooksOff, excludesByPattern, isOtherType, strongest, type Workplace } from './asking.ts';
import { isStartedWith } from './command-line.ts';
import type { HookRequest, Payload } from './hook.ts';
import { inEach, jsonServers } from './mcp.ts';
import { nestedAnswer } from './nested.ts';
import { exitTwo, json, SILENT } from './outputs.ts';
import { commonRequest, inputOf, nonEmptyText, rewriteWholeInput, toolCall } from './payload.ts';
import { hasFields, isEvent } from './payload-signs.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [
  { names: ['bash', 'Bash'] },
  { names: ['write_bash'], field: 'input' }, // input for a running shell
  { names: ['powershell', 'PowerShell'], shell: 'powershell' as const },
];

/**
 * GitHub Copilot CLI, and Copilot's agent in VS Code, which reads the same files. Events in camelCase want a flat answer and ignore a nested one; those in PascalCase, which come
 * from files in Claude's format, the other way round. The arguments were JSON in a string up to 1.0.71; those of
 * `apply_patch`, which models of OpenAI are offered, are the bare patch.
 *
 * VS Code starts the same entry with a payload in Claude's words, whatever the case of the event; its documentation has two fields in
 * camelCase. It goes by a nested answer or exit status 2. Whether its modes without questions heed an `ask` is unknown, and of
 * several inputs the last wins: it gets refusals alone.
 * Source: docs.github.com, seen live in 1.0.102; of VS Code the code of microsoft/vscode (extensions/copilot/src, chatHookService.ts at
 * 09ebb65e, hookExecutor.ts) and code.visualstudio.com/docs/agent-customization/hooks, not seen live.
 */
export const copilot: Agent = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  aliases: ['copilot-cli', 'github-copilot', 'vscode-copilot', 'github-copilot-in-vs-code', 'copilot-app'],
  process: {
    markers: [{ COPILOT_CLI: true }, { COPILOT_AGENT_SESSION_ID: true }],
    programs: ['copilot'],
    packages: ['@github/copilot'],
  },
  hook: {
    isFrom: (payload) =>
      hasFields('toolName', 'toolArgs')(payload) || isInClaudesWords(payload) || isFromEditor(payload),
    read(payload, caller) {
      const opensDialog = () => !isStartedWith(caller, ['-p', '--prompt']);
      if (isFromEditor(payload)) {
        const { hookEventName, sessionId: session } = payload;
        return commonRequest({ hook_event_name: hookEventName, session_id: session, ...payload }, 'PreToolUse', SHELLS);
      }
      if (!isFlat(payload)) {
        const request = commonRequest(payload, 'PreToolUse', SHELLS);
        return request === 'unknown' ? request : { ...request, opensDialog };
      }
      const { toolName, toolArgs, cwd, sessionId } = payload;
      const args = isString(toolArgs) ? (parseJson(toolArgs) ?? toolArgs) : toolArgs;
      const call = toolCall(toolName, inputOf(toolName, args), SHELLS);
      if (call === undefined) return 'unknown';
      if (payload.toolResult !== undefined) return afterCall(call, payload);
      return {
        calls: [call],
        cwd: nonEmptyText(cwd),
        sessionId: nonEmptyText(sessionId),
        opensDialog,
        ...rewriteWholeInput([call]),
      };
    },
    answer(reply, payload) {
      if (reply.kind === 'allow') return SILENT;
      if (!isFlat(payload)) return nestedAnswer(reply);
      if (reply.kind === 'rewrite') return json({ modifiedArgs: reply.input });
      return json({ permissionDecision: reply.kind, permissionDecisionReason: reply.reason });
    },
    mcp: {
      prefix: (server) => `${server}-`,
      options: ['--additional-mcp-config', '--plugin-dir', '--config-dir'],
      files: (context) => [
        jsonServers(join(context.env.COPILOT_HOME ?? join(context.home, '.copilot'), 'mcp-config.json'), [
          'mcpServers',
        ]),
        ...inEach(context, '.mcp.json'),
        ...inEach(context, '.copilot', 'mcp-config.json'),
        ...inEach(context, '.github', 'mcp.json'),
        ...context.folders.map((folder) =>
          jsonServers(join(folder, '.vscode', 'mcp.json'), ['mcpServers'], ['servers']),
        ),
      ],
    },
    tellEnd: (additionalContext) => json({ additionalContext }),
    refuse: exitTwo,
  },
  setup: {
    found: { paths: ['.copilot'] },
    sample: ({ line, cwd, session }) => ({
      payload: { sessionId: session, timestamp: 0, cwd, toolName: 'bash', toolArgs: { command: line } },
    }),
    files: ({ home, env, project, command, afterCall: after }) => {
      const folder = project === undefined ? (env.COPILOT_HOME ?? join(home, '.copilot')) : join(project, '.github');
      const hook = { type: 'command', bash: command, timeoutSec: TIMEOUT_SECONDS };
      const hooks = { preToolUse: [hook], postToolUse: [{ ...hook, bash: after }] };
      const text = JSON.stringify({ version: 1, hooks }, undefined, 2);
      return [{ kind: 'own', path: join(folder, 'hooks', 'safeshell.json'), text: `${text}\n` }];
    },
    asking: asking(),
    // exit status 2 would close too, but the model would not read why
    refuse: (reason) => json({ ...deny(reason), hookSpecificOutput: { hookEventName: 'PreToolUse', ...deny(reason) } }),
    gate: {
      required: { toolName: 'bash' },
      line: 'toolArgs.command',
      directory: 'cwd',
      session: 'sessionId',
      strings: ['toolArgs.description'],
      scalars: ['timestamp'],
    },
  },
};

/** Of projects only the root of the repository counts. `disableAllHooks` in a file of hooks is about its own. Source: seen live in 1.0.102. */
function asking(): Asking {
  return {
    isStrict: true,
    projects: ({ root }) => [root],
    files: switchFiles,
    list: ['hooks', 'preToolUse'],
    ignores: ({ version = 1 }) => (version === 1 ? undefined : `\`version\` is ${JSON.stringify(version)}`),
    skips: ({ matcher, timeoutSec, ...hook }) =>
      excludesByPattern(isString(matcher) && matcher !== '' ? `^(?:${matcher})$` : matcher, ['bash']) ??
      isOtherType(hook) ??
      (timeoutSec === undefined || typeof timeoutSec === 'number' ? undefined : '`timeoutSec` is no number'),
    off(files, entry, place) {
      const own = files.filter(({ path }) => path === entry);
      return (
        strongest(own, allHooksOff) ??
        strongest(
          files.filter(({ path }) => switchFiles(place).includes(path)),
          allHooksOff,
        )
      );
    },
  };
}

function switchFiles({ root }: Workplace): readonly string[] {
  const names = ['.github/copilot/settings', '.claude/settings'];
  return names.flatMap((name) => [`${name}.local.json`, `${name}.json`]).map((name) => join(root, name));
}

function deny(permissionDecisionReason: string) {
  return { permissionDecision: 'deny', permissionDecisionReason };
}

/** VS Code: the id of the call and the time, and none of the fields that other agents send beside these. */
function isFromEditor({ hookEventName, tool_call_id: id, permission_mode: mode, ...payload }: Payload): boolean {
  const event = payload.hook_event_name ?? hookEventName;
  return (
    event === 'PreToolUse' && hasFields('timestamp', 'tool_use_id')(payload) && id === undefined && mode === undefined
  );
}

/** An event in PascalCase; other agents that send a timestamp also send a transcript or the id of the call. */
function isInClaudesWords({ transcript_path: transcript, tool_call_id: id, ...payload }: Payload): boolean {
  return (
    isEvent('PreToolUse')(payload) && hasFields('timestamp')(payload) && transcript === undefined && id === undefined
  );
}

/** Of its shell the result says the exit status, in the text for its model. */
function afterCall(call: Action, { cwd, sessionId, toolResult }: Payload): HookRequest {
  const text = isRecord(toolResult) ? toolResult.textResultForLlm : undefined;
  const hasFailed = isString(text) && / exit code (?!0>|126>)\d+>\s*$/.test(text);
  if (call.kind !== 'tool' || call.line === undefined) return { calls: [] };
  const ended = { call, output: hasFailed ? text : undefined };
  return { calls: [], ended, cwd: nonEmptyText(cwd), sessionId: nonEmptyText(sessionId) };
}

function isFlat({ toolName }: Payload): boolean {
  return toolName !== undefined;
}
