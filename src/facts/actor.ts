import { RECOGNISABLE_AGENTS, type RecognisableAgent } from '../agents/recognisable.ts';
import type { Actor, Environment } from '../model/request.ts';
import { type Box, boxOf } from '../store/box.ts';
import { baseName } from '../util/path.ts';
import { type Ancestor, hostAncestors } from './ancestors.ts';

/** Interpreters: the name of the script identifies the agent. */
const INTERPRETERS = /^(node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby|MainThread)$/;

export interface ActorQuery {
  readonly env: Environment;
  /** called at most once, and only where the environment alone does not decide; absent = those of this process */
  readonly ancestors?: () => readonly Ancestor[];
  /** absent = the one that this process is in */
  readonly box?: Box | undefined;
  readonly settings?: {
    /** SAFESHELL_CONTEXT=human outweighs signs of an agent */
    readonly trustContextVariable?: boolean;
  };
}

export interface DetectedActor {
  readonly actor: Actor;
  /** one phrase, for explain and audit: "`CLAUDECODE` is set (Claude Code)" */
  readonly how: string;
  /** its name, where one was recognised */
  readonly agent?: string;
  /** the nearest process above that is an agent's own */
  readonly process?: AgentProcess;
}

/** Unique over time together. */
export type AgentProcess = Pick<Ancestor, 'pid' | 'started'>;

/**
 * The actor of this process. A sign of an agent makes it `ai` even where SAFESHELL_CONTEXT is `human`, because an agent can set
 * variables. In a box all is an agent's. The absence of signs is no proof: an agent that leaves or shows none counts as human.
 */
export function detectActor({
  env,
  ancestors = hostAncestors,
  box = boxOf(),
  settings = {},
}: ActorQuery): DetectedActor {
  if (box !== undefined) return { actor: 'ai', how: `in the box of \`safeshell run\` (${box.session})` };
  const context = env.SAFESHELL_CONTEXT?.trim().toLowerCase();
  if (context === 'ai') return { actor: 'ai', how: '`SAFESHELL_CONTEXT` is ai' };
  const human: DetectedActor = { actor: 'human', how: '`SAFESHELL_CONTEXT` is human' };
  if (context === 'human' && settings.trustContextVariable) return human;
  const chain = ancestors();
  const above = agentAbove(chain);
  if (above) {
    const how = `started by \`${baseName(above.process.argv[0] ?? '')}\` (${above.agent.title}, pid ${above.process.pid})`;
    const { pid, started } = above.process;
    return { actor: 'ai', how, agent: above.agent.name, process: { pid, started } };
  }
  const marked = markerIn(env);
  if (marked)
    return { actor: 'ai', how: `\`${marked.variable}\` is set (${marked.agent.title})`, agent: marked.agent.name };
  return markedAbove(chain) ?? (context === 'human' ? human : { actor: 'human', how: 'no sign of an agent' });
}

/** The nearest process above that is an agent's own program. */
export function agentAbove(
  chain: readonly Ancestor[],
): { readonly agent: RecognisableAgent; readonly process: Ancestor } | undefined {
  for (const process of chain) {
    const agent = agentRunBy(process.argv);
    if (agent) return { agent, process };
  }
  return undefined;
}

function agentRunBy(argv: readonly string[]): RecognisableAgent | undefined {
  // a process title may replace argv: `claude` alone, or `codex exec` as one word. The package of Claude Code has `bin/claude.exe`
  const name = (baseName(argv[0] ?? '').split(' ')[0] ?? '').replace(/\.exe$/, '');
  if (!INTERPRETERS.test(name)) return RECOGNISABLE_AGENTS.find(({ programs }) => programs?.includes(name));
  const script = argv.slice(1).find((word) => !word.startsWith('-')) ?? '';
  const program = baseName(script).replace(/\.([cm]?js|py)$/, '');
  return RECOGNISABLE_AGENTS.find(
    ({ programs = [], packages = [] }) =>
      programs.includes(program) || packages.some((one) => script.includes(`/node_modules/${one}/`)),
  );
}

function markerIn(env: Environment): { readonly agent: RecognisableAgent; readonly variable: string } | undefined {
  for (const agent of RECOGNISABLE_AGENTS) {
    for (const marker of agent.markers ?? []) {
      const pairs = Object.entries(marker);
      const isSet = pairs.every(([name, value]) => (value === true ? Boolean(env[name]) : env[name] === value));
      if (isSet && pairs[0]) return { agent, variable: pairs[0][0] };
    }
  }
  return undefined;
}

/**
 * A process above that was started with a marker: a multiplexer, a terminal or a daemon that an agent has started keeps it, though
 * the agent is no ancestor any more and the variable is gone from what runs in there.
 */
function markedAbove(chain: readonly Ancestor[]): DetectedActor | undefined {
  for (const { argv, pid, environment } of chain) {
    const marked = markerIn(environment() ?? {});
    if (marked === undefined) continue;
    const program = baseName((argv[0] ?? '').split(' ')[0]?.replace(/:$/, '') ?? '');
    const how = `\`${program}\` was started with \`${marked.variable}\` (${marked.agent.title}, pid ${pid})`;
    return { actor: 'ai', how, agent: marked.agent.name };
  }
  return undefined;
}
