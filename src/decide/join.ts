import type { RuleTrace } from '../model/decision.ts';
import type { ModuleHead, Precedence } from '../model/policy.ts';
import { SEVERITIES, strictness, type Verdict } from '../model/verdict.ts';

/** A rule that was evaluated, and the file it is of. */
export interface Found {
  readonly trace: RuleTrace;
  readonly module: ModuleHead;
}

export interface Joined {
  readonly verdict: Verdict;
  readonly decider?: RuleTrace;
  /** the module whose default it is, where that is not plain allow */
  readonly byDefault?: string;
}

/**
 * Each module chooses among its own matches, in its language's order; the strictest of what they say holds. Where none
 * matched, the strictest of the modules' defaults does.
 */
export function joinModules(found: readonly Found[], defaults: readonly ModuleHead[]): Joined {
  const deciders = new Map<ModuleHead, Found>();
  for (const one of found) {
    if (one.trace.end !== 'matched') continue;
    const best = deciders.get(one.module);
    if (best === undefined || goesBefore(one, best)) deciders.set(one.module, one);
  }
  const decider = strictest([...deciders.values()].filter((one) => !abstains(one)));
  if (decider !== undefined) return { verdict: decider.verdict, decider };
  const silent = defaults.filter((module) => !deciders.has(module));
  const strict = silent.reduce<ModuleHead | undefined>(
    (best, one) => (best === undefined || strictness(one.unmatched) > strictness(best.unmatched) ? one : best),
    undefined,
  );
  if (strict === undefined || strict.unmatched === 'allow') return { verdict: 'allow' };
  return { verdict: strict.unmatched, byDefault: strict.name };
}

/** A project's allow has no say beside other files: repositories may only tighten. */
function abstains({ trace, module }: Found): boolean {
  return trace.verdict === 'allow' && module.tier === 'project';
}

/** Within one module: the first part of its order that tells the two apart decides. */
function goesBefore(one: Found, other: Found): boolean {
  for (const precedence of one.module.order) {
    const difference = placeOf(precedence, one) - placeOf(precedence, other);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The lower goes before. */
function placeOf(precedence: Precedence, { trace: { rule, verdict, certainty }, module }: Found): number {
  switch (precedence) {
    case 'priority':
      return rule.priority ?? 1;
    case 'verdict':
      return module.rank.indexOf(verdict);
    case 'severity':
      return SEVERITIES.indexOf(rule.severity);
    case 'certainty':
      return certainty === 'yes' ? 0 : 1;
    case 'exactness':
      return Array.isArray(rule.tools) && rule.tools.every((one) => typeof one === 'string') ? 0 : 1;
  }
}

/** Strictest verdict, then highest severity, then certain before uncertain, then order of evaluation. */
function strictest(found: readonly Found[]): RuleTrace | undefined {
  let best: RuleTrace | undefined;
  for (const { trace } of found) if (best === undefined || weight(trace) > weight(best)) best = trace;
  return best;
}

function weight({ verdict, rule, certainty }: RuleTrace): number {
  return (
    strictness(verdict) * 100 +
    (SEVERITIES.length - SEVERITIES.indexOf(rule.severity)) * 10 +
    (certainty === 'yes' ? 1 : 0)
  );
}
