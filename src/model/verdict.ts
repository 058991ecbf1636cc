/** The verdicts of rules, from strictest to loosest: the order in which matches of several modules are joined. */
export const VERDICTS = ['deny', 'require_approval', 'escalate', 'redirect', 'redact', 'confine', 'allow'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** How a request runs, if it does: what it prints is masked, where it may write is limited. See docs/adr/0021 and 0055. */
export type Manner = 'redact' | 'confine';

/** Whether a request runs. */
export type Permission = Exclude<Verdict, Manner>;

/** The permission of a rule's verdict. */
export function permissionOf(verdict: Verdict): Permission {
  return isManner(verdict) ? 'allow' : verdict;
}

export function isManner(verdict: Verdict): verdict is Manner {
  return verdict === 'redact' || verdict === 'confine';
}

export function strictness(verdict: Verdict): number {
  return VERDICTS.length - VERDICTS.indexOf(verdict);
}

export function stricter(a: Permission, b: Permission): Permission {
  return strictness(a) >= strictness(b) ? a : b;
}

/** A verdict that stops or changes what was asked for; everything but `allow`. */
export function isRestrictive(verdict: Verdict): boolean {
  return verdict !== 'allow';
}

/** It runs only once a person, or for `escalate` a judge, agrees. */
export function isAsking(verdict: Verdict): boolean {
  return verdict === 'require_approval' || verdict === 'escalate';
}

/** It does not run without an answer, or not at all. */
export function isStopping(verdict: Verdict): boolean {
  return verdict === 'deny' || isAsking(verdict);
}

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
