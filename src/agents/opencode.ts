import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { decision, json } from './endings.ts';
import { jsonServers, type McpFile, type McpPlaces } from './mcp.ts';
import { asInput, textOf, toolCall, wholeInput } from './payload.ts';
import { configHome, OURS } from './settings.ts';

/**
 * OpenCode, and Kilo Code, through a plugin of ours: it sends `{tool, args, sessionID, directory}` and takes nothing but
 * a decision for an answer. There is no `ask` for plugins.
 * Source: `tool.execute.before`, seen live in 1.18.33.
 */
export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  aliases: ['opencode-ai'],
  hook: {
    read({ tool, args, sessionID, directory }) {
      const input = asInput(args);
      const call = toolCall(tool, input, [{ names: ['bash'] }]);
      if (call === undefined) return 'unknown';
      return {
        calls: [call],
        cwd: textOf(input?.workdir) ?? textOf(directory),
        sessionId: textOf(sessionID),
        ...wholeInput([call]),
      };
    },
    answer(reply) {
      if (reply.kind === 'allow') return json({ decision: 'allow' });
      if (reply.kind === 'rewrite') return json({ decision: 'rewrite', args: reply.input });
      return decision('deny')(reply.reason);
    },
    mcp: { prefix: (server) => `${server.replace(/[^\w-]/g, '_')}_`, options: [], files: mcpFiles },
    refuse: decision('deny'),
  },
  setup: {
    found: { programs: ['opencode'], paths: ['.config/opencode'] },
    starts: 'plugin',
    sample: ({ line, cwd, session }) => ({
      payload: { tool: 'bash', args: { command: line }, sessionID: session, directory: cwd },
    }),
    files: (places) => {
      const { project, launcher } = places;
      const folder = project === undefined ? join(configHome(places), 'opencode') : join(project, '.opencode');
      return [
        {
          kind: 'own',
          path: join(folder, 'plugins', 'safeshell.js'),
          text: plugin(project === undefined ? OWN(launcher) : SHARED),
        },
      ];
    },
    gate: {
      must: { tool: 'bash' },
      line: 'args.command',
      directory: 'directory',
      session: 'sessionID',
      strings: ['args.description'],
      others: ['args.timeout'],
    },
  },
};

/** JavaScript for where the launcher is, and for what is started where it is not there. */
const OWN = (launcher: string) => `const LAUNCHER = ${JSON.stringify(launcher)};
const OTHERWISE = [LAUNCHER];
const MISSING =
  'its launcher is missing: tell the user to run safeshell agents install opencode; or, where safeshell was removed, to ' +
  'delete ' + import.meta.url;`;

/** In a project: each person's own installation, the same text for everyone. */
const SHARED = `const LAUNCHER = join(process.env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'safeshell/hooks/opencode');
const OTHERWISE = ['safeshell', 'hook', '--agent', 'opencode'];
const MISSING =
  'this project has OpenCode ask safeshell before anything runs, and safeshell is not installed here: tell the user to ' +
  'install it (install.sh of safeshell), or to delete ' + import.meta.url;`;
/** These variables name more settings, or hold them. */
function mcpFiles({ home, env, folders }: McpPlaces): readonly McpFile[] | 'unknown' {
  const others = ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT', 'OPENCODE_CONFIG_DIR'];
  if (others.some((name) => env[name] !== undefined)) return 'unknown';
  const own = join(configHome({ home, env }), 'opencode');
  const places = [own, ...folders, ...folders.map((folder) => join(folder, '.opencode'))];
  const files = places.flatMap((folder) => ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)));
  return [join(own, 'config.json'), ...files].map((path) => jsonServers(path, ['mcp']));
}

/** Whatever is no clear yes throws, which is how a plugin refuses. Plugins have no time limit but their own. */
function plugin(places: string): string {
  return `// ${OURS}
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

${places}
const BROKEN = 'the guard gave no answer: tell the user to run safeshell doctor';
const PATH = [join(homedir(), '.local', 'bin'), process.env.PATH ?? ''].join(delimiter);

export const Safeshell = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID }, output) => {
    const answer = ask(JSON.stringify({ tool, args: output.args, sessionID, directory }));
    if (answer.decision === 'rewrite') Object.assign(output.args, answer.args);
    else if (answer.decision !== 'allow') throw new Error(answer.reason ?? 'safeshell: refused');
  },
});

function ask(input) {
  const [program, ...args] = existsSync(LAUNCHER) ? [LAUNCHER] : OTHERWISE;
  const options = { input, env: { ...process.env, PATH }, encoding: 'utf8', timeout: 10000, killSignal: 'SIGKILL' };
  const { error, stdout } = spawnSync(program, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  if (error?.code === 'ENOENT') throw refusal(MISSING);
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    // no answer
  }
  if (typeof answer?.decision !== 'string') throw refusal(BROKEN);
  return answer;
}

function refusal(why) {
  return new Error('safeshell: not run: ' + why + '. Do not retry it and do not work around it.');
}
`;
}
