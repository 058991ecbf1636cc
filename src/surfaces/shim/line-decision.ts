import { fillMessage } from '../../decide/message.ts';
import type { World } from '../../guard.ts';
import type { ConditionTrace, Decision, RuleTrace } from '../../model/decision.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { Request } from '../../model/request.ts';
import { isStopping, type Permission, strictness } from '../../model/verdict.ts';

/** Has this program a shim, which will judge its words? */
export type IsShimmed = (program: string) => boolean;

/**
 * What a decision about a whole line says to the person who typed it; undefined = nothing, the line may start. A match that
 * only rests on words that are not known yet waits for the shim, to which they are known. What our reader does not understand
 * is left to the shell, which does, or refuses the line in its own words; but for code that no shim sees either. What runs
 * instead of a command, and what is masked of its output, is the shim's work.
 */
export function lineDecision(
  decision: Decision,
  { actor, cwd }: Pick<Request, 'actor' | 'cwd'>,
  { facts }: Pick<World, 'facts'>,
  isShimmed: IsShimmed,
): Decision | undefined {
  const { analysis, trace, unsure, verdict } = decision;
  if (verdict === 'allow') return undefined;
  if (verdict === 'redirect') return isChangedByShims(decision, isShimmed) ? undefined : decision;
  if (actor === 'ai') return decision;
  const stops = trace.filter((one) => one.end === 'matched' && isStopping(one.verdict));
  const certain = stops.filter((one) => !waitsForShim(one, analysis.invocations, isShimmed));
  const hidden = unsure.filter(({ code }) => code === 'hidden-code');
  const [first] = certain.toSorted((a, b) => strictness(b.verdict) - strictness(a.verdict));
  if (first === undefined && hidden.length === 0) return undefined;
  if (certain.length === stops.length && hidden.length === unsure.length) return decision;
  const { decider: _, message: __, byDefault: ___, ...rest } = decision;
  const others = trace.filter((one) => !stops.includes(one) || certain.includes(one));
  const settled = { ...rest, trace: others, unsure: hidden };
  if (first === undefined) return { ...settled, verdict: 'require_approval' };
  const message = fillMessage(first, analysis, cwd, facts);
  return {
    ...settled,
    verdict: first.verdict as Permission,
    decider: first,
    ...(message !== undefined && { message }),
  };
}

/** Where the deciding start is no program of a shim, nobody would put the other one in its place. */
function isChangedByShims({ analysis, replacement, decider }: Decision, isShimmed: IsShimmed): boolean {
  const start = analysis.invocations[replacement?.invocation ?? decider?.invocation ?? 0];
  return start !== undefined && hasShim(start, isShimmed);
}

/** What a shim cannot know: what stands around its program in the line. */
const AROUND: ReadonlySet<string> = new Set(['fed_by', 'feeds', 'defines_fork_bomb']);

function waitsForShim(
  { certainty, invocation, conditions }: RuleTrace,
  invocations: readonly Invocation[],
  isShimmed: IsShimmed,
): boolean {
  const start = invocation === undefined ? undefined : invocations[invocation];
  if (certainty !== 'unknown' || start === undefined || !hasShim(start, isShimmed)) return false;
  const isTargetKnown = start.redirects.every(({ target }) => target.kind === 'known');
  return isTargetKnown && !conditions.some(isOfTheLine);
}

function isOfTheLine({ condition, result, children = [] }: ConditionTrace): boolean {
  if (children.length > 0) return children.some(isOfTheLine);
  return result === 'unknown' && condition.op === 'is' && AROUND.has(condition.type);
}

/** It is looked up in PATH, and nothing in between takes it elsewhere. */
function hasShim({ argv, program, role, via, standsFor }: Invocation, isShimmed: IsShimmed): boolean {
  const [word] = argv;
  const isPlain = role === 'program' && standsFor === undefined && word?.kind === 'known' && program !== undefined;
  return isPlain && via.every(({ elsewhere }) => elsewhere === undefined) && isShimmed(word.value);
}
