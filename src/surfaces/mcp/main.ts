import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { agentAbove } from '../../facts/actor.ts';
import { hostAncestors } from '../../facts/ancestors.ts';
import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { calledSession } from '../../facts/session-id.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { layoutOf } from '../../store/layout.ts';
import { productVersion } from '../../store/product.ts';
import { createMcpServer } from './server.ts';

setWatchdog(testUnderWatchdog);

/** Serves on standard input and output until the client goes; its exit status. */
export async function mcp(): Promise<number> {
  const env = { ...process.env };
  const layout = layoutOf(env);
  const agent = agentAbove(hostAncestors())?.process;
  const server = createMcpServer({
    env,
    cwd: workingDirectory(),
    layout,
    sessionId: () => calledSession(layout, env, agent),
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
