import { join } from 'node:path';
import { foldersUpward } from '../store/layout.ts';
import { isString } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { anyOf, type Off, type Settings, type SettingsFile, type Workplace } from './asking.ts';
import { inEach, jsonServers } from './mcp.ts';
import { decision, json } from './outputs.ts';
import { asJsonObject, nonEmptyText, rewriteWholeInput, toolCall } from './payload.ts';
import { pluginSource } from './plugin-source.ts';
import type { SetupContext } from './setup.ts';

/** Calls the extension with the sample `call`. */
const EXTENSION_CALL = `let onCall;
plugin.default({ on: (_event, handler) => { onCall = handler; } });
const context = { hasUI: false, cwd: call.directory, sessionManager: { getSessionId: () => call.sessionID } };
const answer = await onCall({ toolName: call.tool, input: call.args }, context);
if (answer?.block) throw new Error(answer.reason);`;

/**
 * Pi, through our extension, which sends `{tool, args, sessionID, directory, dialog}` and expects a decision. `dialog`: a person
 * is at its screen; under RPC a program may answer its dialogs.
 * Source: `tool_call` in docs/extensions.md, seen live in 1.6.0. Calls by its `codemode` and of MCP servers raise it as well.
 */
export const pi: Agent = {
  name: 'pi',
  title: 'Pi',
  aliases: ['pi-coding-agent', 'pi-agent'],
  process: {
    markers: [{ PI_CODING_AGENT: 'true' }],
    programs: ['pi'],
    packages: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'],
  },
  hook: {
    read({ tool, args, sessionID, directory, dialog }) {
      const call = toolCall(tool, asJsonObject(args), [{ names: ['bash'] }]);
      if (call === undefined) return 'unknown';
      const opensDialog = () => dialog === true;
      return {
        calls: [call],
        cwd: nonEmptyText(directory),
        sessionId: nonEmptyText(sessionID),
        opensDialog,
        ...rewriteWholeInput([call]),
      };
    },
    answer(reply) {
      if (reply.kind === 'allow') return json({ decision: 'allow' });
      if (reply.kind === 'rewrite') return json({ decision: 'rewrite', args: reply.input });
      return decision(reply.kind)(reply.reason);
    },
    mcp: {
      prefix: (server) => `mcp__${server.replace(/\W/g, '_')}__`,
      options: ['-e', '--extension'],
      files: (context) => [
        jsonServers(join(agentFolder(context), 'mcp.json'), ['mcpServers']),
        ...inEach(context, '.pi', 'mcp.json'),
      ],
    },
    refuse: decision('deny'),
  },
  setup: {
    found: { paths: ['.pi/agent'] },
    files: (context) => {
      const { project } = context;
      const folder = project === undefined ? agentFolder(context) : join(project, '.pi');
      return [
        { kind: 'own', path: join(folder, 'extensions', 'safeshell.js'), text: pluginSource(pi, context, EXTENSION) },
      ];
    },
    asking: {
      files: (place) => [trustFile(place), join(agentFolder(place), 'settings.json')],
      off: (files, entry, place) =>
        anyOf(files, ({ settings }) => (settings ? excluded(settings) : undefined)) ?? untrusted(files, entry, place),
    },
    starts: { plugin: EXTENSION_CALL },
    sample: ({ line, cwd, session }) => ({
      payload: { tool: 'bash', args: { command: line }, sessionID: session, directory: cwd, dialog: false },
    }),
    gate: {
      required: { tool: 'bash' },
      line: 'args.command',
      directory: 'directory',
      session: 'sessionID',
      strings: [],
      scalars: ['args.timeout', 'dialog'],
    },
  },
};

/** `-path` and `!pattern` take extensions out. */
function excluded({ extensions }: Settings): string | undefined {
  const list = Array.isArray(extensions) ? extensions.filter(isString) : [];
  const found = list.find((one) => /^[-!]/.test(one) && /safeshell|\*/.test(one));
  return found && `\`extensions\` has ${JSON.stringify(found)}`;
}

/**
 * From 1.0 extensions of a project are loaded only where a person trusts that folder or one above it. Without a dialog (`-p`) they
 * are left out silently. A trust for one run (`--approve`) is not seen. Source: docs/security.md of 1.6.0.
 */
function untrusted(files: readonly SettingsFile[], entry: string, place: Workplace): Off | undefined {
  if (entry.startsWith(`${agentFolder(place)}/`)) return undefined;
  const decisions = files.find(({ path }) => path === trustFile(place))?.settings ?? {};
  const nearest = foldersUpward(place.cwd).find((folder) => typeof decisions[folder] === 'boolean');
  const trustsAll = files.some(({ settings }) => settings?.defaultProjectTrust === 'always');
  const isTrusted = nearest === undefined ? trustsAll : decisions[nearest] === true;
  return isTrusted ? undefined : { found: 'Pi does not trust the project (`/trust`)', path: entry, isUntrusted: true };
}

function trustFile(place: Workplace): string {
  return join(agentFolder(place), 'trust.json');
}

function agentFolder({ env, home }: Pick<SetupContext, 'env' | 'home'>): string {
  return env.PI_CODING_AGENT_DIR ?? join(home, '.pi', 'agent');
}

/** Pi sets no timeout for extensions: `ask` has its own. */
const EXTENSION = `
export default function (pi) {
  pi.on('tool_call', async (event, ctx) => {
    const dialog = ctx.hasUI === true && ctx.mode !== 'rpc';
    const { toolName: tool, input: args } = event;
    let answer;
    try {
      answer = ask({ tool, args, sessionID: ctx.sessionManager.getSessionId(), directory: ctx.cwd, dialog });
    } catch ({ message }) {
      return { block: true, reason: message };
    }
    if (answer.decision === 'allow') return;
    if (answer.decision === 'rewrite') return void Object.assign(event.input, answer.args);
    if (answer.decision === 'ask' && dialog && (await ctx.ui.confirm('safeshell', answer.reason))) return;
    const said = answer.decision === 'ask' ? ' A person said no. Do not retry it and do not reach the same effect another way.' : '';
    return { block: true, reason: (answer.reason ?? 'safeshell: refused') + said };
  });
}
`;
