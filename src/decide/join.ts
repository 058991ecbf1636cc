import type { RuleTrace } from '../model/decision.ts';
import type { Precedence, RuleFileHeader } from '../model/policy.ts';
import { joinRedactions, type Redaction } from '../model/redaction.ts';
import { type Permission, permissionOf, SEVERITIES, strictness } from '../model/verdict.ts';

/** A rule that was evaluated, and the file it is of. */
export interface Found {
  readonly trace: RuleTrace;
  readonly module: RuleFileHeader;
}

export interface Joined {
  readonly verdict: Permission;
  readonly redaction?: Redaction | undefined;
  readonly decider?: RuleTrace;
  /** the module whose default it is, where that is not plain allow */
  readonly byDefault?: string;
}

/**
 * Each module chooses among its own matches, in its language's order; the strictest of what they say holds. Where none
 * matched, the strictest of the modules' defaults does.
 */
export function joinModules(found: readonly Found[], defaults: readonly RuleFileHeader[]): Joined {
  const deciders = new Map<RuleFileHeader, Found>();
  for (const one of found) {
    if (one.trace.end !== 'matched') continue;
    const best = deciders.get(one.module);
    if (best === undefined || goesBefore(one, best)) deciders.set(one.module, one);
  }
  const decider = strictest([...deciders.values()].filter((one) => !abstains(one)));
  if (decider !== undefined) {
    return { verdict: permissionOf(decider.verdict), decider, redaction: redactionOf(found) };
  }
  return joinDefaults(defaults.filter((module) => !deciders.has(module)));
}

/** Nobody spoke of the call itself. */
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

/**
 * What the rules that redact ask for together: how a request runs is added up, where whether it runs is chosen. An allow rule
 * takes it away only within its own module and of the same start, where that module's order has it decide before.
 */
function redactionOf(found: readonly Found[]): Redaction | undefined {
  const redacting = found.filter(isRedacting);
  if (redacting.length === 0) return undefined;
  const allowing = found.filter(({ trace }) => trace.end === 'matched' && trace.verdict === 'allow');
  const isExempt = (one: Found) =>
    allowing.some((other) => other.module === one.module && isOfSame(other, one) && goesBefore(other, one));
  return joinRedactions(
    redacting
      .filter((one) => !isExempt(one))
      .map(({ trace: { rule } }) => ({
        by: [rule.id],
        input: rule.redact?.input ?? false,
        patterns: rule.redact?.patterns ?? [],
      })),
  );
}

function isRedacting({ trace }: Found): boolean {
  return trace.end === 'matched' && trace.verdict === 'redact';
}

function isOfSame({ trace: one }: Found, { trace: other }: Found): boolean {
  return one.invocation === other.invocation;
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
