import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { defaultClassifier } from '../../../src/classify/compile-settings.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { ProofLevel } from '../../../src/model/proof.ts';
import { isWithin } from '../../../src/util/path.ts';

/** A shell call of an agent, as its session file has it. `root`: of the project, absent = the directory of the call. */
const call = z.object({
  line: z.string(),
  cwd: z.string().startsWith('/'),
  root: z.string().startsWith('/').nullish(),
  agent: z.string().default('unknown'),
});
export type Call = z.infer<typeof call>;

/** One JSON object a line, or a list in the case format. Throws with the number of a line that is neither. */
export function readCalls(file: string): readonly Call[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    if (text === '') return [];
    const read: unknown = JSON.parse(text);
    const parsed = call.safeParse(isCase(read) ? callOfCase(read) : read);
    if (!parsed.success) throw new Error(`${file}:${at + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}

interface Case {
  readonly steps: readonly { readonly command: string; readonly cwd: string; readonly facts?: { git?: object } }[];
}

function isCase(read: unknown): read is Case {
  return typeof read === 'object' && read !== null && 'steps' in read;
}

function callOfCase({ steps: [step] }: Case): unknown {
  const git = step?.facts?.git as { root?: string } | undefined;
  return { line: step?.command, cwd: step?.cwd, root: git?.root };
}

const AT = localTime('2025-01-06T10:00:00');

/** What is decided about a call in a clean repository of which nothing else is known. */
export function judgedCall({ line, cwd, root }: Call, policy: Policy, level: ProofLevel): Decision {
  const env = { HOME: homeOf(cwd), PATH: '/usr/local/bin:/usr/bin:/bin' };
  const facts = whatIfFacts({ env, cwd, at: AT, git: { branch: 'main', root: root ?? cwd }, files: [] });
  const request = { action: { kind: 'line', line }, cwd, env, actor: 'ai', at: AT } as const;
  return guard(request, { policy, facts, classifier: defaultClassifier, autoApprove: level });
}

function homeOf(cwd: string): string {
  const [home = '/home/u'] = /^\/(?:home|Users)\/[^/]+/.exec(cwd) ?? [];
  return isWithin(cwd, '/root') ? '/root' : home;
}

/** Calls whose first obstacle is of one kind. */
export interface Barrier {
  readonly calls: number;
  readonly program: string;
  /** what is named in the reason is left out */
  readonly why: string;
  /** the first three lines */
  readonly examples: readonly string[];
}

export interface Measured {
  readonly calls: number;
  readonly proven: number;
  readonly byAgent: Readonly<Record<string, { readonly calls: number; readonly proven: number }>>;
  /** most frequent first */
  readonly obstacles: readonly Barrier[];
}

const EXAMPLES = 3;

export function measure(calls: readonly Call[], policy: Policy, level: ProofLevel): Measured {
  const byAgent: Record<string, { calls: number; proven: number }> = {};
  const obstacles = new Map<string, { calls: number; program: string; why: string; examples: string[] }>();
  for (const one of calls) {
    const { analysis, proof } = judgedCall(one, policy, level);
    byAgent[one.agent] ??= { calls: 0, proven: 0 };
    const tally = byAgent[one.agent] as { calls: number; proven: number };
    tally.calls++;
    if (proof?.isProven) {
      tally.proven++;
      continue;
    }
    const { invocation, why: reason = 'nothing was proven' } = proof?.obstacle ?? {};
    const start = invocation === undefined ? undefined : analysis.invocations[invocation];
    const program = start === undefined ? 'the line' : (start.program ?? 'an unknown program');
    const why = reason.replaceAll(/`[^`]*`/g, '`…`');
    const key = `${program} ${why}`;
    const barrier = obstacles.get(key) ?? { calls: 0, program, why, examples: [] };
    barrier.calls++;
    if (barrier.examples.length < EXAMPLES) barrier.examples.push(one.line);
    obstacles.set(key, barrier);
  }
  const proven = Object.values(byAgent).reduce((sum, one) => sum + one.proven, 0);
  const sorted = [...obstacles.values()].sort((one, other) => other.calls - one.calls);
  return { calls: calls.length, proven, byAgent, obstacles: sorted };
}
