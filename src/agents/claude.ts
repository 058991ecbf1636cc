import { join } from 'node:path';
import { isRecord, isString } from '../util/guards.ts';
import type { InstallableAgent } from './agent.ts';
import {
  type Asking,
  allHooksOff,
  anyOf,
  ENVIRONMENT,
  excludesByName,
  isAsync,
  isOtherType,
  type Settings,
  type SettingsFile,
  strongest,
  switchedOnBy,
  type Workplace,
} from './asking.ts';
import { mayAskByRule } from './claude-asks.ts';
import { isStartedWith } from './command-line.ts';
import { isDialogEvent, isHandedOnly, PERMISSION_REQUEST, permissionAnswer } from './dialog.ts';
import { contextAfter, FAILED } from './failed-output.ts';
import type { AgentDialog, Caller, Payload } from './hook.ts';
import { inEach, jsonServers, type McpContext, type McpFile, mcpPrefix } from './mcp.ts';
import { nestedAnswer, nestedContext, nestedInput } from './nested.ts';
import { exitTwo, SILENT, systemMessage } from './outputs.ts';
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
export const claude: InstallableAgent = {
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
      return reply.kind === 'rewrite' ? nestedInput(reply) : nestedAnswer(reply);
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
      const folder = project === undefined ? ownFolder({ env, home }) : join(project, '.claude');
      const dialog = { matcher: '*', command: atDialog, timeout: DIALOG_TIMEOUT_SECONDS };
      const more = { onFailure: 'block' };
      const after = { event: FAILED, matcher: 'Bash', command: afterCall };
      return [hookGroup({ path: join(folder, 'settings.json'), matcher: '*', command, more, dialog, after })];
    },
    asking: asking(),
    oldest: { program: 'claude', version: '2.1.295', before: 'goes on where a hook breaks or takes too long' },
    gate: gateShape(
      'Bash',
      ['prompt_id', 'effort.level', 'tool_input.description'],
      ['tool_input.timeout', 'tool_input.run_in_background'],
    ),
  },
};

/**
 * A file with a wrong value is ignored as a whole, and so are all hooks of an event if one of them has a wrong value. Only the most
 * usual fields are looked at here. The local settings are also read from the root of the repository. Source: seen live in 2.1.330.
 */
function asking(): Asking {
  return {
    isStrict: true,
    projects: ({ cwd }) => [cwd],
    files: (place) => [
      ...managedFiles(place),
      ...[place.root, place.cwd].map((folder) => join(folder, '.claude', 'settings.local.json')),
      join(place.cwd, '.claude', 'settings.json'),
      join(ownFolder(place), 'settings.json'),
    ],
    ignores: (settings) => wrongField(settings) ?? wrongHook(settings),
    skips: (hook) => excludesByName(hook.matcher, 'Bash') ?? isOtherType(hook) ?? isAsync(hook) ?? isLimited(hook),
    off(files, entry, place) {
      const managed = files.filter(({ path }) => managedFiles(place).includes(path));
      if (managed.some(({ path }) => path === entry)) return strongest(managed, allHooksOff);
      const mode = switchedOnBy(place.env, MODES_WITHOUT_HOOKS);
      if (mode !== undefined) return { found: mode, path: ENVIRONMENT };
      return strongest(files, allHooksOff) ?? anyOf(managed, managedOnly) ?? anyOf(files, inSimpleMode(place));
    },
  };
}

const TYPES = {
  object: ['hooks', 'permissions', 'env', 'statusLine', 'sandbox', 'enabledPlugins'],
  boolean: ['disableAllHooks', 'includeCoAuthoredBy', 'alwaysThinkingEnabled'],
  string: ['model', 'apiKeyHelper', 'outputStyle', 'language'],
  number: ['cleanupPeriodDays'],
} as const;

function wrongField(settings: Settings): string | undefined {
  for (const [type, names] of Object.entries(TYPES)) {
    const isRight = (value: unknown) => (type === 'object' ? isRecord(value) : typeof value === type);
    const found = names.find((name) => settings[name] !== undefined && !isRight(settings[name]));
    if (found !== undefined) return `\`${found}\` is of a wrong type`;
  }
  return undefined;
}

const HOOK_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

function wrongHook({ hooks }: Settings): string | undefined {
  const groups = isRecord(hooks) ? (hooks.PreToolUse ?? []) : [];
  if (!Array.isArray(groups)) return '`hooks.PreToolUse` is no list';
  const isRight = (group: unknown) =>
    isRecord(group) &&
    (group.matcher === undefined || isString(group.matcher)) &&
    Array.isArray(group.hooks) &&
    group.hooks.every(isHook);
  const at = groups.findIndex((group) => !isRight(group));
  return at < 0 ? undefined : `\`hooks.PreToolUse[${at}]\` is no hook that it knows`;
}

function isHook(hook: unknown): boolean {
  if (!isRecord(hook) || !HOOK_TYPES.includes(String(hook.type))) return false;
  const { timeout, onFailure } = hook;
  return (
    (timeout === undefined || (typeof timeout === 'number' && timeout > 0)) &&
    (onFailure === undefined || onFailure === 'block' || onFailure === 'continue')
  );
}

/** `if` names calls as its permission rules do. */
function isLimited({ if: rule }: Settings): string | undefined {
  if (rule === undefined || rule === '' || rule === 'Bash' || rule === 'Bash(*)') return undefined;
  return `\`if\` limits it to ${JSON.stringify(rule)}`;
}

function managedOnly({ settings }: SettingsFile): string | undefined {
  return settings?.allowManagedHooksOnly === true ? '`allowManagedHooksOnly` is true' : undefined;
}

const MODES_WITHOUT_HOOKS = ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'];

/** Only the person's own settings set these variables. */
function inSimpleMode(place: Workplace): (file: SettingsFile) => string | undefined {
  const own = join(ownFolder(place), 'settings.json');
  return ({ path, settings }) =>
    path === own && isRecord(settings?.env) ? switchedOnBy(settings.env, MODES_WITHOUT_HOOKS) : undefined;
}

function ownFolder({ env, home }: Pick<Workplace, 'env' | 'home'>): string {
  return env.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
}

function managedFiles({ jsonIn }: Workplace): readonly string[] {
  const folders = ['/etc/claude-code', '/Library/Application Support/ClaudeCode'];
  return folders.flatMap((folder) => [
    ...jsonIn(join(folder, 'managed-settings.d')),
    join(folder, 'managed-settings.json'),
  ]);
}

/** Tools of its own that write the one file that they name, and all that they are handed. Seen live in 2.1.330. */
const FILE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
};

/** Of a file in its folders, in the mode that asks about each. In other modes its person wants no change, or the file is a special one. */
function offersEdits({ permission_mode: mode, permission_suggestions: offered }: Payload): boolean {
  const [only, ...others]: readonly unknown[] = Array.isArray(offered) ? offered : [];
  return mode === 'default' && others.length === 0 && isRecord(only) && only.mode === 'acceptEdits';
}

/** It opens beside its hooks, and before a sub-agent's it waits for them. Seen live in 2.1.330; anthropics/claude-code#82150. */
function dialog(): AgentDialog {
  const harmless = ['command', 'description', 'timeout', 'run_in_background'];
  return {
    isOpen: (payload, caller) =>
      caller.env.CLAUDECODE !== undefined && payload.agent_id === undefined && isAsking(payload, caller),
    // what it would offer to remember: absent where a hook has asked, or a rule about all of the line; empty with loops and subshells
    mayBeWanted(payload, programs, settings) {
      const { permission_suggestions: offered, tool_name: tool, tool_input: input } = payload;
      const fields = isString(tool) && Object.hasOwn(FILE_TOOLS, tool) ? FILE_TOOLS[tool] : undefined;
      if (fields !== undefined)
        return !isHandedOnly(payload, fields) || !offersEdits(payload) || mayAskByRule('file', settings);
      const isShell = SHELLS.some(({ names }) => names.some((name) => name === tool));
      if (!isShell || !Array.isArray(offered) || !isHandedOnly(payload, harmless)) return true;
      const line = isRecord(input) ? input.command : undefined;
      return !isString(line) || mayAskByRule({ line, programs }, settings);
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
