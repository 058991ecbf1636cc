import type { CliCommand } from '../command.ts';

/** What mcp-main.cjs exports. */
interface McpBundle {
  readonly mcp: () => Promise<number>;
}

export const mcp: CliCommand = {
  name: 'mcp',
  summary: 'serve check, explain and request_approval to an agent, over the Model Context Protocol',
  define: (command) => command.addHelpText('after', HELP),
  run() {
    // a bundle of its own: the protocol's library is larger than everything else together
    return (require('./mcp-main.cjs') as McpBundle).mcp();
  },
};

const HELP = `
Speaks on standard input and output; an agent starts it. For Claude Code:
  claude mcp add safeshell -- safeshell mcp`;
