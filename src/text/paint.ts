import type { Verdict } from '../model/verdict.ts';
import { coloredPaint } from './colors.ts';

/** Colours for a terminal, or none. */
export interface Paint {
  verdict(verdict: Verdict, text?: string): string;
  dim(text: string): string;
  strong(text: string): string;
  mark(text: string): string;
}

const PLAIN: Paint = { verdict: (verdict, text = verdict) => text, dim: String, strong: String, mark: String };

export function createPaint(enabled: boolean): Paint {
  return enabled ? coloredPaint() : PLAIN;
}
