import { join } from 'node:path';
import { isString } from '../util/guards.ts';
import type { HookedAgent } from './agent.ts';
import { ENVIRONMENT, switchedOnBy } from './asking.ts';
import { jsonServers, type McpContext, type McpFile } from './mcp.ts';
import { decision, json } from './outputs.ts';
import { asJsonObject, nonEmptyText, rewriteWholeInput, toolCall } from './payload.ts';
import { pluginSource } from './plugin-source.ts';
import { configHome } from './settings.ts';

/** Calls the plugin with the sample `call`. */
const PLUGIN_CALL = `const hooks = await plugin.Safeshell({ directory: call.directory });
await hooks['tool.execute.before'](call, { args: call.args });`;

/**
 * OpenCode, and its fork Kilo Code (kilo.ts), through our plugin, which sends `{tool, args, sessionID, directory}` and expects a
 * decision. Plugins have no `ask`.
 * Source: `tool.execute.before`, seen live in 1.18.33.
 */
export const opencode: HookedAgent = {
  name: 'opencode',
  title: 'OpenCode',
  aliases: ['opencode-ai'],
  process: {
    markers: [
      { OPENCODE: true },
      { OPENCODE_PID: true },
      { OPENCODE_CLIENT: true },
      { OPENCODE_BIN_PATH: true },
      { OPENCODE_SERVER: true },
      { OPENCODE_APP_INFO: true },
      { OPENCODE_MODES: true },
    ],
    programs: ['opencode'],
    packages: ['opencode-ai'],
  },
  hook: {
    read({ tool, args, sessionID, directory, output }) {
      const input = asJsonObject(args);
      const call = toolCall(tool, input, [{ names: ['bash'] }]);
      if (call === undefined) return 'unknown';
      const cwd = nonEmptyText(input?.workdir) ?? nonEmptyText(directory);
      const sessionId = nonEmptyText(sessionID);
      if (isString(output) && call.kind === 'tool') return { calls: [], ended: { call, output }, cwd, sessionId };
      return { calls: [call], cwd, sessionId, ...rewriteWholeInput([call]) };
    },
    tellEnd: (context) => json({ decision: 'allow', context }),
    answer(reply) {
      if (reply.kind === 'allow') return json({ decision: 'allow' });
      if (reply.kind === 'rewrite') return json({ decision: 'rewrite', args: reply.input });
      return decision('deny')(reply.reason);
    },
    mcp: { prefix: (server) => `${server.replace(/[^\w-]/g, '_')}_`, options: [], files: mcpFiles },
    refuse: decision('deny'),
  },
  setup: {
    found: { paths: ['.config/opencode'] },
    starts: { plugin: PLUGIN_CALL },
    asking: {
      off(_files, _entry, { env }) {
        const found = switchedOnBy(env, ['OPENCODE_PURE']);
        return found === undefined ? undefined : { found, path: ENVIRONMENT };
      },
    },
    sample: ({ line, cwd, session }) => ({
      payload: { tool: 'bash', args: { command: line }, sessionID: session, directory: cwd },
    }),
    files: (context) => {
      const { project } = context;
      const folder = project === undefined ? join(configHome(context), 'opencode') : join(project, '.opencode');
      return [
        { kind: 'own', path: join(folder, 'plugins', 'safeshell.js'), text: pluginSource(opencode, context, PLUGIN) },
      ];
    },
    gate: {
      required: { tool: 'bash' },
      line: 'args.command',
      directory: 'directory',
      session: 'sessionID',
      strings: ['args.description'],
      scalars: ['args.timeout'],
    },
  },
};

/** These variables name more settings, or hold them. */
function mcpFiles({ home, env, folders }: McpContext): readonly McpFile[] | 'unknown' {
  const others = ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT', 'OPENCODE_CONFIG_DIR'];
  if (others.some((name) => env[name] !== undefined)) return 'unknown';
  const own = join(configHome({ home, env }), 'opencode');
  const directories = [own, ...folders, ...folders.map((folder) => join(folder, '.opencode'))];
  const files = directories.flatMap((folder) => ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)));
  return [join(own, 'config.json'), ...files].map((path) => jsonServers(path, ['mcp']));
}

/** Whatever is no clear yes throws, which is how a plugin refuses. Plugins have no time limit but their own. */
export const PLUGIN = `
export const Safeshell = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID }, output) => {
    const answer = ask({ tool, args: output.args, sessionID, directory });
    if (answer.decision === 'rewrite') Object.assign(output.args, answer.args);
    else if (answer.decision !== 'allow') throw new Error(answer.reason ?? 'safeshell: refused');
  },
  'tool.execute.after': async ({ tool, sessionID, args }, result) => {
    const { output, metadata } = result;
    if (!metadata?.exit || metadata.exit === 126 || !/denied|EACCES|EPERM|EROFS|EXDEV|read-only|cross-device|not permitted/i.test(output)) return;
    try {
      const { context } = ask({ tool, args, sessionID, directory, output: output.slice(-65536) });
      if (context) result.output = output + '\\n' + context + '\\n';
    } catch {
      // nothing is refused after a call
    }
  },
});
`;
