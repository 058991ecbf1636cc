import pc from 'picocolors';
import type { Verdict } from '../model/verdict.ts';

/** Apart, because picocolors opens stdout, and streams with it, whether it is asked for colours or not. */
export function coloredPaint() {
  const colors = pc.createColors(true);
  const byVerdict: Record<Verdict, (text: string) => string> = {
    deny: colors.red,
    require_approval: colors.yellow,
    escalate: colors.yellow,
    redirect: colors.cyan,
    redact: colors.cyan,
    allow: colors.green,
  };
  return {
    verdict: (verdict: Verdict, text: string = verdict) => colors.bold(byVerdict[verdict](text)),
    dim: colors.dim,
    strong: colors.bold,
    mark: colors.underline,
  };
}
