import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { gateShape, hookGroup } from './common.ts';

/** The text of the command is what is trusted: it names no version. */
export const codex: AgentIntegration = {
  name: 'codex',
  title: 'Codex CLI',
  files: ({ home, env, project, command }) => {
    const folder = project === undefined ? (env.CODEX_HOME ?? join(home, '.codex')) : join(project, '.codex');
    return [hookGroup({ path: join(folder, 'hooks.json'), matcher: 'Bash|apply_patch|mcp__.*', command })];
  },
  offSwitches: {
    files: ['.codex/config.toml'],
    find: (text) =>
      /^\s*(features\.)?(codex_)?hooks\s*=\s*false\b/m.test(text) ? 'the feature `hooks` is false' : undefined,
  },
  gate: gateShape('Bash', ['turn_id', 'model']),
  next: 'open /hooks in Codex once and trust it; until then Codex skips it in silence',
};
