import pc from 'picocolors';
import type { Verdict } from '../model/verdict.ts';

/** Apart, because picocolors opens stdout, and streams with it, whether it is asked for colours or not. */
export function coloredPaint() {
  const colors = pc.createColors(true);
  const byVerdict: Record<Verdict, (text: string) => string> = {
    deny: colors.red,
    // yellow and cyan cannot be read on white, nor blue on black
    require_approval: colors.magenta,
    escalate: colors.magenta,
    redirect: String,
    redact: String,
    confine: String,
    allow: colors.green,
  };
  return {
    verdict: (verdict: Verdict, text: string = verdict) => colors.bold(byVerdict[verdict](text)),
    dim: colors.dim,
    strong: colors.bold,
    mark: colors.underline,
  };
}
