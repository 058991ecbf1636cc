import type { CliCommand } from '../command.ts';

/** What mcp-main.cjs exports. */
interface McpBundle {
  readonly mcp: () => Promise<number>;
}

export const mcp: CliCommand = {
  name: 'mcp',
  summary: 'Serve check, explain and request_approval over MCP',
  define: (command) => command.addHelpText('after', HELP),
  run() {
    // a bundle of its own: the protocol's library is larger than everything else together
    return (require('./mcp-main.cjs') as McpBundle).mcp();
  },
};

const HELP = `
Speaks the Model Context Protocol on standard input and output. An agent starts it. For Claude Code:
  claude mcp add safeshell -- safeshell mcp`;
