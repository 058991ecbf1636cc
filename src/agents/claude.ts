import { join } from 'node:path';
import { isRecord, isString } from '../util/guards.ts';
import type { HookedAgent } from './agent.ts';
import { mayAskByRule } from './claude-asks.ts';
import { isStartedWith } from './command-line.ts';
import { isDialogEvent, isHandedOnly, PERMISSION_REQUEST, permissionAnswer } from './dialog.ts';
import { contextAfter, FAILED } from './failed-output.ts';
import type { AgentDialog, Caller, Payload } from './hook.ts';
import { inEach, jsonServers, type McpContext, type McpFile, mcpPrefix } from './mcp.ts';
import { nestedAnswer, nestedContext } from './nested.ts';
import { allHooksOff, pluginOff } from './off-switches.ts';
import { exitTwo, json, SILENT, systemMessage } from './outputs.ts';
import { commonRequest, nonEmptyText, rewriteWholeInput } from './payload.ts';
import { commonSample, gateShape, hookGroup } from './settings.ts';
import { DIALOG_TIMEOUT_SECONDS } from './setup.ts';

const SHELLS = [{ names: ['Bash'] }, { names: ['PowerShell'], shell: 'powershell' as const }];
/** Modes in which `ask` was seen to open the dialog, where a person is present. */
const ASKING_MODES = ['default', 'plan', 'acceptEdits', 'auto', 'bypassPermissions', 'dontAsk'];
/** The same for versions whose payload lacks that; in other modes their dialog may answer itself. */
const OLD_ASKING_MODES = ['default', 'plan', 'acceptEdits'];

/**
 * Claude Code. No output is its normal flow; `ask` opens its dialog, and refuses without one (`-p`). An allow would skip the
 * person's own settings, so a rewritten input is sent without a decision.
 * Source: code.claude.com/docs/en/hooks, seen live in 2.1.330.
 */
export const claude: HookedAgent = {
  name: 'claude',
  title: 'Claude Code',
  process: {
    markers: [{ CLAUDECODE: true }, { CLAUDE_CODE_CHILD_SESSION: true }],
    programs: ['claude'],
    packages: ['@anthropic-ai/claude-code'],
  },
  /** Source: code.claude.com/docs/en/network-config, "Network access requirements"; /settings, "Settings files". */
  needs: {
    folders: ['${CLAUDE_CONFIG_DIR:-~/.claude}'],
    files: ['~/.claude.json'],
    domains: ['api.anthropic.com', 'claude.ai', 'platform.claude.com'],
  },
  hook: {
    read(payload, caller) {
      // Cursor and Grok load these hooks too, and send payloads of their own
      if (payload.cursor_version !== undefined || payload.toolName !== undefined) return 'unknown';
      const isDialog = isDialogEvent(payload);
      const request = commonRequest(payload, isDialog ? PERMISSION_REQUEST : 'PreToolUse', SHELLS);
      if (request === 'unknown') return request;
      if (isDialog) return { ...request, isDialog, transcript: nonEmptyText(payload.transcript_path) };
      return { ...request, opensDialog: () => isAsking(payload, caller), ...rewriteWholeInput(request.calls) };
    },
    answer(reply) {
      if (reply.kind === 'allow') return SILENT;
      if (reply.kind !== 'rewrite') return nestedAnswer(reply);
      const { input: updatedInput, reason: additionalContext } = reply;
      return json({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput, additionalContext } });
    },
    addNote: systemMessage,
    addContext: nestedContext,
    tellEnd: contextAfter(FAILED),
    dialog: dialog(),
    mcp: { prefix: mcpPrefix, options: ['--mcp-config', '--plugin-dir', '--agents'], files: mcpFiles },
    // with the reason on stderr alone, the model would read the whole command of the hook in front of it
    refuse: (reason) => ({ ...exitTwo(reason), stdout: JSON.stringify({ decision: 'block', reason }) }),
  },
  /** `*` includes file and MCP tools. onFailure makes failures refuse, which by default pass (from 2.1.295). */
  setup: {
    found: { paths: ['.claude'] },
    sample: commonSample('PreToolUse', 'Bash', { permission_mode: 'default' }),
    files: ({ home, env, project, command, atDialog, afterCall }) => {
      const folder =
        project === undefined ? (env.CLAUDE_CONFIG_DIR ?? join(home, '.claude')) : join(project, '.claude');
      const dialog = { matcher: '*', command: atDialog, timeout: DIALOG_TIMEOUT_SECONDS };
      const more = { onFailure: 'block' };
      const after = { event: FAILED, matcher: 'Bash', command: afterCall };
      return [hookGroup({ path: join(folder, 'settings.json'), matcher: '*', command, more, dialog, after })];
    },
    offSwitches: {
      files: ['.claude/settings.json', '.claude/settings.local.json'],
      inJson: [allHooksOff, pluginOff],
    },
    oldest: { program: 'claude', version: '2.1.295', before: 'goes on where a hook breaks or takes too long' },
    gate: gateShape(
      'Bash',
      ['prompt_id', 'effort.level', 'tool_input.description'],
      ['tool_input.timeout', 'tool_input.run_in_background'],
    ),
  },
};

/** It opens beside its hooks, and before a sub-agent's it waits for them. Seen live in 2.1.330; anthropics/claude-code#82150. */
function dialog(): AgentDialog {
  const harmless = ['command', 'description', 'timeout', 'run_in_background'];
  return {
    isOpen: (payload, caller) =>
      caller.env.CLAUDECODE !== undefined && payload.agent_id === undefined && isAsking(payload, caller),
    // what it would offer to remember: nothing where a hook has asked, or a rule about all of the line
    mayBeWanted(payload, programs, settings) {
      const { permission_suggestions: offered, tool_name: tool, tool_input: input } = payload;
      const isShell = SHELLS.some(({ names }) => names.some((name) => name === tool));
      if (!isShell || !Array.isArray(offered) || offered.length === 0 || !isHandedOnly(payload, harmless)) return true;
      const line = isRecord(input) ? input.command : undefined;
      return !isString(line) || mayAskByRule(line, programs, settings);
    },
    answer: permissionAnswer,
  };
}

/** With `-p`, and in programs built on it, no person sees a dialog; in an editor one does. */
function isAsking({ permission_mode: mode }: Payload, caller: Caller): boolean {
  const { CLAUDE_CODE_SESSION_ATTENDED: attended, CLAUDE_CODE_ENTRYPOINT: entry = '' } = caller.env;
  if (attended !== undefined) return attended === '1' && ASKING_MODES.includes(String(mode));
  const isAlone = entry.startsWith('sdk-') || isStartedWith(caller, ['-p', '--print']);
  return !isAlone && OLD_ASKING_MODES.includes(String(mode));
}

/** Servers of the user scope, the local scope (per folder) and the project scope. */
function mcpFiles(context: McpContext): readonly McpFile[] {
  const { home, env, folders } = context;
  const own = folders.map((folder) => ['projects', folder, 'mcpServers']);
  const file = join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json');
  return [jsonServers(file, ['mcpServers'], ...own), ...inEach(context, '.mcp.json')];
}
