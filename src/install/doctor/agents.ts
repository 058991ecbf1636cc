import type { InstallableAgent } from '../../agents/agent.ts';
import type { Environment } from '../../model/request.ts';
import { runProgram } from '../../programs/start-program.ts';
import type { PlacedCall } from '../agents/next-calls.ts';
import { usedAgents } from '../agents/used-agents.ts';
import { findProgram } from '../programs.ts';
import { type Finding, note, ok, problem } from './finding.ts';

export interface AgentChecks {
  readonly env: Environment;
  /** where agents are looked for */
  readonly path: string;
  readonly shims: string;
}

/** Starts them. */
const FIRE = 'safeshell doctor --fire';
const VERSION_PATIENCE_MS = 10_000;

/** One finding for each agent that was told to ask, or is used here: whether its next shell call is judged, and the first cause where it is not. */
export async function agentHooks(calls: readonly PlacedCall[], checks: AgentChecks): Promise<readonly Finding[]> {
  const used = usedAgents({ ...checks.env, PATH: checks.path });
  const findings: Finding[] = [];
  for (const call of together(calls)) {
    if (call.state === 'absent' && call.why === '') findings.push(...unasked(call.agent, used));
    else findings.push(await findingOf(call, checks));
  }
  if (calls.some(({ hooks }) => hooks.length > 0)) findings.push(note('fire', `whether they really refuse: ${FIRE}`));
  return findings.length > 0 ? findings : [note('agents', 'no agent asks before it acts (safeshell agents install)')];
}

interface NamedCall extends PlacedCall {
  /** of all agents that this is about */
  readonly titles: string;
}

/** Agents whose launchers cannot answer for one and the same cause. */
function together(calls: readonly PlacedCall[]): readonly NamedCall[] {
  const isSame = (one: PlacedCall, other: PlacedCall) =>
    one === other || (one.state === 'broken' && other.state === 'broken' && one.why === other.why);
  return calls.flatMap((call, at) => {
    if (calls.findIndex((other) => isSame(call, other)) < at) return [];
    const titles = calls.filter((other) => isSame(call, other)).map(nameOf);
    return [{ ...call, titles: [...new Set(titles)].join(', ') }];
  });
}

function nameOf({ agent, project }: PlacedCall): string {
  return project === undefined ? agent.title : `${agent.title} in ${project}`;
}

/** Agents that a person uses here, whose settings do not name us; a plugin of ours may. */
function unasked(agent: InstallableAgent, used: readonly InstallableAgent[]): readonly Finding[] {
  const { name, title } = agent;
  if (!used.includes(agent)) return [];
  return [note(`agent-${name}`, `the settings of ${title} name no hook of ours (safeshell agents install ${name})`)];
}

async function findingOf({ agent, state, judged, why, fix, titles }: NamedCall, checks: AgentChecks): Promise<Finding> {
  const check = `agent-${agent.name}`;
  switch (state) {
    case 'installed':
      return (await tooOld(agent, checks)) ?? ok(check, `${titles} asks before it acts`);
    case 'unknown':
      return note(check, why);
    case 'outdated':
      return problem(check, judged ? `${titles} asks, but ${why}` : `${titles} may not ask: ${why}`, fix);
    case 'broken':
      return { ...problem(check, `every call of ${titles} is refused: ${why}`, fix), cause: why };
    default:
      return problem(check, `${titles} does not ask: ${why}`, fix);
  }
}

/** The first cause where an agent goes on although its hook fails. */
export async function tooOld(
  { name, title, setup: { oldest } }: InstallableAgent,
  { path, shims, env }: AgentChecks,
): Promise<Finding | undefined> {
  const program = oldest && findProgram(oldest.program, path, shims);
  if (oldest === undefined || program === undefined) return undefined;
  const { stdout } = await runProgram(program, { args: ['--version'], env, timeoutMs: VERSION_PATIENCE_MS });
  const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
  if (version === undefined || !isBefore(version, oldest.version)) return undefined;
  return problem(`agent-${name}`, `${title} ${version} ${oldest.before}`, `update it to ${oldest.version} or newer`);
}

/** Part by part, as numbers. */
export function isBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map((one) => one.split('.').map(Number));
  const at = (b ?? []).findIndex((part, index) => part !== (a?.[index] ?? 0));
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
