import { type Confinement, joinConfinements } from '../model/confinement.ts';
import type { RuleTrace } from '../model/decision.ts';
import type { Precedence, RuleFileHeader } from '../model/policy.ts';
import { joinRedactions, type Redaction } from '../model/redaction.ts';
import { type Manner, type Permission, permissionOf, SEVERITIES, strictness } from '../model/verdict.ts';

/** The result of one rule on one subject, matched or not. */
export interface EvaluatedRule {
  readonly trace: RuleTrace;
  readonly module: RuleFileHeader;
}

export interface Joined {
  readonly verdict: Permission;
  readonly redaction?: Redaction | undefined;
  readonly confinement?: Confinement | undefined;
  readonly decider?: RuleTrace;
  /** the module whose default it is, where that is not plain allow */
  readonly byDefault?: string;
}

/**
 * Each module chooses among its own matches, in its language's order; the strictest of what they say holds. Where none
 * matched, the strictest of the modules' defaults does.
 */
export function joinModules(matches: readonly EvaluatedRule[], defaults: readonly RuleFileHeader[]): Joined {
  const deciders = new Map<RuleFileHeader, EvaluatedRule>();
  for (const one of matches) {
    const best = deciders.get(one.module);
    if (best === undefined || takesPrecedence(one, best)) deciders.set(one.module, one);
  }
  const decider = strictest([...deciders.values()].filter((one) => !abstains(one)));
  if (decider !== undefined) {
    const verdict = permissionOf(decider.verdict);
    return { verdict, decider, redaction: redactionOf(matches), confinement: confinementOf(matches) };
  }
  return joinDefaults(defaults.filter((module) => !deciders.has(module)));
}

/** No rule of these files matched. */
function joinDefaults(silent: readonly RuleFileHeader[]): Joined {
  const strict = silent.reduce<RuleFileHeader | undefined>(
    (best, one) => (best === undefined || strictness(one.unmatched) > strictness(best.unmatched) ? one : best),
    undefined,
  );
  if (strict === undefined || strict.unmatched === 'allow') return { verdict: 'allow' };
  const by = silent.filter(({ unmatched }) => unmatched === 'redact').map(({ name }) => name);
  return {
    verdict: permissionOf(strict.unmatched),
    byDefault: strict.name,
    redaction: by.length === 0 ? undefined : { by, input: true, patterns: [] },
  };
}

function redactionOf(matches: readonly EvaluatedRule[]): Redaction | undefined {
  return joinRedactions(
    mannersOf('redact', matches).map(({ trace: { rule } }) => ({
      by: [rule.id],
      input: rule.redact?.input ?? false,
      patterns: rule.redact?.patterns ?? [],
    })),
  );
}

function confinementOf(matches: readonly EvaluatedRule[]): Confinement | undefined {
  return joinConfinements(
    mannersOf('confine', matches).map(({ trace: { rule, invocation } }) => ({
      by: [rule.id],
      invocations: invocation === undefined ? [] : [invocation],
      write: rule.confine?.write ?? [],
    })),
  );
}

/**
 * All matching rules of this verdict: how a request runs adds up, while of whether it does one verdict is chosen. An allow rule cancels
 * one only in its own file and for the same start, where it takes precedence there.
 */
function mannersOf(manner: Manner, matches: readonly EvaluatedRule[]): readonly EvaluatedRule[] {
  const found = matches.filter(({ trace }) => trace.verdict === manner);
  if (found.length === 0) return found;
  const allowing = matches.filter(({ trace }) => trace.verdict === 'allow');
  return found.filter(
    (one) =>
      !allowing.some((other) => other.module === one.module && isOfSame(other, one) && takesPrecedence(other, one)),
  );
}

function isOfSame({ trace: one }: EvaluatedRule, { trace: other }: EvaluatedRule): boolean {
  return one.invocation === other.invocation;
}

/** An allow rule of a project does not count against other files: repositories may only tighten. */
function abstains({ trace, module }: EvaluatedRule): boolean {
  return trace.verdict === 'allow' && module.tier === 'project';
}

/** Within one file: the first part of its order in which the two differ decides. */
function takesPrecedence(one: EvaluatedRule, other: EvaluatedRule): boolean {
  for (const precedence of one.module.order) {
    const difference = rankOf(precedence, one) - rankOf(precedence, other);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** The lower takes precedence. */
function rankOf(precedence: Precedence, { trace: { rule, verdict, certainty }, module }: EvaluatedRule): number {
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
function strictest(results: readonly EvaluatedRule[]): RuleTrace | undefined {
  let best: RuleTrace | undefined;
  for (const { trace } of results) if (best === undefined || weight(trace) > weight(best)) best = trace;
  return best;
}

function weight({ verdict, rule, certainty }: RuleTrace): number {
  return (
    strictness(verdict) * 100 +
    (SEVERITIES.length - SEVERITIES.indexOf(rule.severity)) * 10 +
    (certainty === 'yes' ? 1 : 0)
  );
}
