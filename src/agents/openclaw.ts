import { join } from 'node:path';
import type { JsonObject } from '../model/request.ts';
import { isRecord, isString } from '../store/guards.ts';
import { resolvePath } from '../util/path.ts';
import type { Agent } from './agent.ts';
import type { Settings } from './off-switches.ts';
import { decision, json } from './outputs.ts';
import { inputOf, nonEmptyText, rewriteWholeInput, type ShellTool, toolCall } from './payload.ts';
import { pluginSource } from './plugin-source.ts';
import type { SetupContext } from './setup.ts';

/** `gateway_` and `node_`: its names for the same tools where Codex is its engine, which has a shell of its own beside. */
const EXEC = ['exec', 'gateway_exec', 'node_exec', 'bash'];
const PROCESS = ['process', 'gateway_process'];
/** What the process tool types into a program that runs already, by its action; its other calls only look. */
const TYPED: Readonly<Record<string, string>> = { write: 'data', paste: 'text' };
/** Its `exec` of JavaScript in code mode; the tools that this calls are asked about one by one. */
const CODE = 'code_mode_exec';

/** Has the plugin judge the sample `call`. */
const PLUGIN_CALL = `let onCall;
const runtime = { config: { current: () => ({}) }, agent: { resolveAgentWorkspaceDir: () => call.directory } };
plugin.default.register({ on: (_event, handler) => { onCall = handler; }, runtime });
const said = await onCall({ toolName: call.tool, params: call.args }, { sessionId: call.sessionID, agentId: 'main' });
if (said?.block) throw new Error(said.blockReason);`;

/**
 * OpenClaw, through a plugin of ours: it sends `{tool, args, sessionID, directory, dialog}` and takes a decision for an
 * answer. `dialog`: the person who owns it wrote the message that it works on; an approval that nobody answers is a no there.
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
   * What lies in this folder is found without a setting, and `plugins inspect` says that it is loaded; its hooks count only once a
   * person switches it on (seen in 2026.9.6). Its settings are JSON5, which we do not write.
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
    offSwitches: { files: ['.openclaw/openclaw.json'], ofInstalled: true, inJson: [pluginsOff] },
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

/** The field that holds a line, of those that a call may have. */
function shellsOf(input: JsonObject | undefined): readonly ShellTool[] {
  const known = TYPED[String(input?.action)];
  const typed = known ?? ['data', 'text', 'literal'].find((field) => isString(input?.[field]));
  return [{ names: EXEC }, ...(typed === undefined ? [] : [{ names: PROCESS, field: typed }])];
}

/** Code mode has two names for its text. */
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
 * Handlers may take 15 seconds, descriptions 512 characters. In front of other plugins: the first question is the one that is
 * asked. Each is handed the call as the model wrote it, so what another plugin makes of it nobody judges.
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
