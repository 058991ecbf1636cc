import { fillMessage } from '../../decide/message.ts';
import type { World } from '../../guard.ts';
import { hasShim, haveShims, type IsShimmed } from '../../host/shimmed-start.ts';
import type { ConditionTrace, Decision, RuleTrace } from '../../model/decision.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { Request } from '../../model/request.ts';
import { isStopping, type Permission, strictness } from '../../model/verdict.ts';

/**
 * The part of a decision about a typed line that the person is asked about or refused for now; undefined = the line may start.
 * A match on words that are not known yet is left to the shim, which knows them. Syntax that our parser does not understand is left
 * to the shell, except for code that no shim sees either. Replacing commands and masking output are left to the shim.
 */
export function lineDecision(
  decision: Decision,
  { actor, cwd }: Pick<Request, 'actor' | 'cwd'>,
  { facts }: Pick<World, 'facts'>,
  isShimmed: IsShimmed,
): Decision | undefined {
  const { analysis, trace, unsure, verdict } = decision;
  if (isUnconfined(decision, isShimmed)) return decision;
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

/** What is to be confined is started where no shim sees to that: by a path, or in code. */
export function isUnconfined({ confinement, analysis }: Decision, isShimmed: IsShimmed): boolean {
  return confinement !== undefined && !haveShims(confinement.invocations, analysis, isShimmed);
}

/** Would a rule that is not enforced have stopped the line at this door alone, where no shim sees it? */
export function isWatchedHere({ watched, analysis }: Decision, isShimmed: IsShimmed): boolean {
  if (watched === undefined) return false;
  const { decider, unsure } = watched;
  if (decider === undefined) return unsure.some(({ code }) => code === 'hidden-code');
  const start = analysis.invocations[decider.invocation ?? 0];
  return start === undefined || !hasShim(start, isShimmed) || decider.conditions.some(asksAround);
}

/** A shim can replace only a program that it is the shim of. */
function isChangedByShims({ analysis, replacement, decider }: Decision, isShimmed: IsShimmed): boolean {
  const start = analysis.invocations[replacement?.invocation ?? decider?.invocation ?? 0];
  return start !== undefined && hasShim(start, isShimmed);
}

/** Condition types about the rest of the line, which a shim does not see. */
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

function asksAround({ condition, children = [] }: ConditionTrace): boolean {
  return condition.op === 'is' ? AROUND.has(condition.type) : children.some(asksAround);
}

function isOfTheLine({ condition, result, children = [] }: ConditionTrace): boolean {
  if (children.length > 0) return children.some(isOfTheLine);
  return result === 'unknown' && condition.op === 'is' && AROUND.has(condition.type);
}
