import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { decision, json } from './endings.ts';
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
    refuse: decision('deny'),
  },
  setup: {
    found: { programs: ['opencode'], paths: ['.config/opencode'] },
    files: (places) => {
      const { project, launcher } = places;
      const folder = project === undefined ? join(configHome(places), 'opencode') : join(project, '.opencode');
      return [{ kind: 'own', path: join(folder, 'plugins', 'safeshell.js'), text: plugin(launcher) }];
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

/** Whatever is no clear yes throws, which is how a plugin refuses. Plugins have no time limit but their own. */
function plugin(launcher: string): string {
  return `// ${OURS}
import { spawnSync } from 'node:child_process';

const LAUNCHER = ${JSON.stringify(launcher)};

export const Safeshell = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID }, output) => {
    const input = JSON.stringify({ tool, args: output.args, sessionID, directory });
    const { stdout } = spawnSync(LAUNCHER, { input, encoding: 'utf8', timeout: 10000, stdio: ['pipe', 'pipe', 'ignore'] });
    let answer;
    try {
      answer = JSON.parse(stdout);
    } catch {
      throw new Error('safeshell: not run: the guard gave no answer. Do not retry it. Tell the user (safeshell doctor).');
    }
    if (answer.decision === 'rewrite') Object.assign(output.args, answer.args);
    else if (answer.decision !== 'allow') throw new Error(answer.reason ?? 'safeshell: refused');
  },
});
`;
}
