import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { sessionId } from '../../facts/session-id.ts';
import { layoutOf } from '../../store/layout.ts';
import { productVersion } from '../../store/product.ts';
import { createMcpServer } from './server.ts';

/** Serves on standard input and output until the client goes; its exit status. */
export async function mcp(): Promise<number> {
  const env = { ...process.env };
  const server = createMcpServer({
    env,
    cwd: process.cwd(),
    layout: layoutOf(env),
    sessionId: () => sessionId(env),
    version: productVersion(),
    warn: (problem) => process.stderr.write(`safeshell: ${problem}\n`),
  });
  const transport = new StdioServerTransport();
  const isOver = new Promise<void>((resolve) => {
    transport.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(transport);
  await isOver;
  await server.close();
  return 0;
}
