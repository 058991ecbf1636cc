import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { configHome, OURS } from './common.ts';

export const opencode: AgentIntegration = {
  name: 'opencode',
  title: 'OpenCode',
  files: (places) => {
    const { project, launcher } = places;
    const folder = project === undefined ? join(configHome(places), 'opencode') : join(project, '.opencode');
    return [{ kind: 'own', path: join(folder, 'plugins', 'safeshell.js'), text: plugin(launcher) }];
  },
  refuse: (reason) => ({ decision: 'deny', reason }),
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
