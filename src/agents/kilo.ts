import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { opencode, PLUGIN } from './opencode.ts';
import { pluginSource } from './plugin-source.ts';
import { configHome } from './settings.ts';

const { mcp: _mcp, ...hook } = opencode.hook;

/**
 * Kilo Code: what it runs, and its editor with it, is OpenCode's own, with folders of its name. Where its MCP servers are
 * registered is unknown.
 * Source: seen live in 7.7.7.
 */
export const kilo: Agent = {
  name: 'kilo',
  title: 'Kilo Code',
  aliases: ['kilocode', 'kilo-cli'],
  process: {
    markers: [{ KILO: '1' }, { KILO_PID: true }],
    programs: ['kilo', 'kilocode'],
    packages: ['@kilocode/cli'],
  },
  hook,
  setup: {
    ...opencode.setup,
    found: { paths: ['.config/kilo'] },
    files: (context) => {
      const { project } = context;
      const folder = project === undefined ? join(configHome(context), 'kilo') : join(project, '.kilo');
      return [{ kind: 'own', path: join(folder, 'plugin', 'safeshell.js'), text: pluginSource(kilo, context, PLUGIN) }];
    },
  },
};
