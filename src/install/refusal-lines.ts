import type { InstallableAgent } from '../agents/agent.ts';

/** The agent's own words for no, as lines of sh that need nothing but sh. `quoted`: a text as one word of it. */
export function refusalLines(
  { hook, setup }: InstallableAgent,
  problem: string,
  quoted: (text: string) => string,
): readonly string[] {
  const { stdout, stderr, exit } = (setup.refuse ?? hook.refuse)(problem);
  const lines = [stdout && `echo ${quoted(stdout)}`, stderr && `echo ${quoted(stderr.trimEnd())} >&2`, `exit ${exit}`];
  return lines.filter((line) => line !== '');
}
