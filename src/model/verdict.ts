/** From strictest to loosest: the order in which matches of several modules are joined. */
export const VERDICTS = ['deny', 'require_approval', 'escalate', 'redirect', 'redact', 'allow'] as const;

export type Verdict = (typeof VERDICTS)[number];

export function strictness(verdict: Verdict): number {
  return VERDICTS.length - VERDICTS.indexOf(verdict);
}

export function stricter(a: Verdict, b: Verdict): Verdict {
  return strictness(a) >= strictness(b) ? a : b;
}

/** A verdict that stops or changes what was asked for; everything but `allow`. */
export function isRestrictive(verdict: Verdict): boolean {
  return verdict !== 'allow';
}

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
