import { join } from 'node:path';
import type { JsonObject } from '../model/request.ts';
import { isRecord, isString } from '../util/guards.ts';
import { resolvePath } from '../util/path.ts';
import type { Agent } from './agent.ts';
import type { Settings } from './asking.ts';
import { decision, json } from './outputs.ts';
import { inputOf, nonEmptyText, rewriteWholeInput, type ShellTool, toolCall } from './payload.ts';
import { pluginSource } from './plugin-source.ts';
import type { SetupContext } from './setup.ts';

/** `gateway_` and `node_` prefix the same tools where its engine is Codex, which has a shell tool of its own. */
const EXEC = ['exec', 'gateway_exec', 'node_exec', 'bash'];
const PROCESS = ['process', 'gateway_process'];
/** Input for a running program, by action of the process tool; its other actions only read. */
const INPUT_FIELDS: Readonly<Record<string, string>> = { write: 'data', paste: 'text' };
/** `exec` of JavaScript in code mode; the tools that the script calls raise events of their own. */
const CODE = 'code_mode_exec';

/** Calls the plugin with the sample `call`. */
const PLUGIN_CALL = `let onCall;
const runtime = { config: { current: () => ({}) }, agent: { resolveAgentWorkspaceDir: () => call.directory } };
plugin.default.register({ on: (_event, handler) => { onCall = handler; }, runtime });
const answer = await onCall({ toolName: call.tool, params: call.args }, { sessionId: call.sessionID, agentId: 'main' });
if (answer?.block) throw new Error(answer.blockReason);`;

/**
 * OpenClaw, through our plugin, which sends `{tool, args, sessionID, directory, dialog}` and expects a decision. `dialog`: its owner
 * wrote the message that it works on, and can answer; an approval that times out is a refusal.
 * Source: `before_tool_call` in docs/plugins/hooks of openclaw 2026.9.6, seen live there.
 */
export const openclaw: Agent = {
  name: 'openclaw',
  title: 'OpenClaw',
  aliases: ['open-claw', 'clawdbot', 'moltbot'],
  process: { markers: [{ OPENCLAW_SHELL: 'exec' }], programs: ['openclaw'], packages: ['openclaw'] },
  hook: {
    read({ tool, args, sessionID, directory, dialog }) {
      const input = inputOf(tool, args);
      const call = toolCall(tool, tool === CODE ? scriptOf(input) : input, shellsOf(input));
      if (call === undefined) return 'unknown';
      const opensDialog = () => dialog === true;
      const own = nonEmptyText(input?.workdir);
      const cwd = own === undefined ? nonEmptyText(directory) : resolvePath(nonEmptyText(directory) ?? '/', own);
      return {
        calls: [call],
        cwd,
        sessionId: nonEmptyText(sessionID),
        opensDialog,
        ...(tool !== CODE && rewriteWholeInput([call])),
      };
    },
    answer(reply) {
      if (reply.kind === 'allow') return json({ decision: 'allow' });
      if (reply.kind === 'rewrite') return json({ decision: 'rewrite', args: reply.input });
      return decision(reply.kind)(reply.reason);
    },
    refuse: decision('deny'),
  },
  /**
   * Plugins in this folder are discovered without a setting, and `plugins inspect` lists them as loaded, but their hooks are
   * inactive until a person enables them (seen in 2026.9.6). Its settings are JSON5, which we do not write.
   */
  setup: {
    found: { paths: ['.openclaw'] },
    onlyUser: true,
    files: (context) => {
      const path = (name: string) => join(stateFolder(context), 'extensions', 'safeshell', name);
      return [
        { kind: 'own', path: path('package.json'), text: text(PACKAGE) },
        { kind: 'own', path: path('openclaw.plugin.json'), text: text(MANIFEST) },
        { kind: 'own', path: path('index.js'), text: pluginSource(openclaw, context, PLUGIN) },
      ];
    },
    starts: { plugin: PLUGIN_CALL },
    sample: ({ line, cwd, session }) => ({
      payload: { tool: 'exec', args: { command: line }, sessionID: session, directory: cwd, dialog: false },
    }),
    asking: {
      files: (place) => [join(stateFolder(place), 'openclaw.json')],
      off(files, _entry, place) {
        const path = join(stateFolder(place), 'openclaw.json');
        const found = pluginsOff(files.find((file) => file.path === path)?.settings ?? {});
        return found === undefined ? undefined : { found, path };
      },
    },
    gate: {
      required: { tool: 'exec' },
      line: 'args.command',
      directory: 'directory',
      session: 'sessionID',
      strings: [],
      scalars: ['args.timeoutSeconds', 'args.yieldMs', 'args.background', 'args.pty', 'dialog'],
    },
    next: 'Switch it on: openclaw plugins enable safeshell; then restart its Gateway. Until then it asks nothing.',
  },
};

/** The shell tools; which field of the process tool holds its input depends on the action. */
function shellsOf(input: JsonObject | undefined): readonly ShellTool[] {
  const known = INPUT_FIELDS[String(input?.action)];
  const typed = known ?? ['data', 'text', 'literal'].find((field) => isString(input?.[field]));
  return [{ names: EXEC }, ...(typed === undefined ? [] : [{ names: PROCESS, field: typed }])];
}

/** Code mode sends the script as `code` or `command`. */
function scriptOf(input: JsonObject | undefined): JsonObject | undefined {
  const code = [input?.code, input?.command].filter(isString).filter((one) => one !== '');
  return code.length === 0 ? undefined : { language: 'javascript', code: code.join('\n') };
}

function stateFolder({ env, home }: Pick<SetupContext, 'env' | 'home'>): string {
  return nonEmptyText(env.OPENCLAW_STATE_DIR) ?? join(nonEmptyText(env.OPENCLAW_HOME) ?? home, '.openclaw');
}

function pluginsOff({ plugins }: Settings): string | undefined {
  const { enabled, allow, deny, entries } = isRecord(plugins) ? plugins : {};
  if (enabled === false) return '`plugins.enabled` is false';
  if (Array.isArray(deny) && deny.includes('safeshell')) return '`plugins.deny` names safeshell';
  if (Array.isArray(allow) && allow.length > 0 && !allow.includes('safeshell'))
    return '`plugins.allow` does not name safeshell';
  const own = isRecord(entries) ? entries.safeshell : undefined;
  return isRecord(own) && own.enabled === true ? undefined : '`plugins.entries.safeshell.enabled` is not true';
}

const text = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

const PACKAGE = {
  name: 'safeshell-openclaw',
  version: '1.0.0',
  private: true,
  type: 'module',
  openclaw: { extensions: ['./index.js'] },
};

const MANIFEST = {
  id: 'safeshell',
  name: 'safeshell',
  description: 'Asks safeshell before a tool runs',
  activation: { onStartup: true, onCapabilities: ['hook'] },
  configSchema: { type: 'object', additionalProperties: false },
};

/**
 * Limits: 15 seconds for handlers, 512 characters for descriptions. It runs before other plugins, because only the first approval
 * is asked. Every plugin gets the call as the model wrote it, so what another plugin changes is not judged.
 */
const PLUGIN = `
export default {
  id: 'safeshell',
  name: 'safeshell',
  description: 'Asks safeshell before a tool runs',
  register(api) {
    api.on('before_tool_call', async (event, ctx) => {
      const tool = event.toolKind === '${CODE}' ? '${CODE}' : event.toolName;
      const dialog = ctx.requester?.senderIsOwner === true;
      let answer;
      try {
        answer = ask({ tool, args: event.params, sessionID: ctx.sessionId ?? ctx.sessionKey, directory: workspaceOf(api, ctx), dialog });
      } catch ({ message }) {
        return { block: true, blockReason: message };
      }
      const { decision, reason = 'safeshell: refused' } = answer;
      if (decision === 'allow') return;
      if (decision === 'rewrite') return { params: answer.args };
      if (decision !== 'ask') return { block: true, blockReason: reason };
      const description = reason.length > 500 ? reason.slice(0, 500) + ' ..' : reason;
      return { requireApproval: { title: 'safeshell', description, severity: 'warning', allowedDecisions: ['allow-once', 'deny'] } };
    }, { priority: 1000 });
  },
};

function workspaceOf(api, ctx) {
  try {
    return api.runtime.agent.resolveAgentWorkspaceDir(api.runtime.config.current(), ctx.agentId);
  } catch {
    return undefined;
  }
}
`;
