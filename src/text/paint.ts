import pc from 'picocolors';
import type { Verdict } from '../model/verdict.ts';

/** Colours for a terminal, or none. */
export interface Paint {
  verdict(verdict: Verdict, text?: string): string;
  dim(text: string): string;
  strong(text: string): string;
  mark(text: string): string;
}

export function createPaint(enabled: boolean): Paint {
  const colors = pc.createColors(enabled);
  const byVerdict: Record<Verdict, (text: string) => string> = {
    deny: colors.red,
    require_approval: colors.yellow,
    escalate: colors.yellow,
    redirect: colors.cyan,
    redact: colors.cyan,
    allow: colors.green,
  };
  return {
    verdict: (verdict, text = verdict) => colors.bold(byVerdict[verdict](text)),
    dim: colors.dim,
    strong: colors.bold,
    mark: colors.underline,
  };
}
