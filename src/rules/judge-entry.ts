import * as z from 'zod';
import type { JudgeSettings } from '../model/judge.ts';

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** `judge` in config.yaml. */
export const judgeEntry = z
  .strictObject({
    kind: z.enum(['openai', 'anthropic']).describe('whose API it speaks'),
    url: z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith('https:') || LOOPBACK.test(url), 'https, or http on this machine')
      .describe('base address, without /v1'),
    model: z.string().min(1),
    key_variable: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'the name of a variable, not the key itself')
      .optional(),
    timeout_seconds: z.number().min(0.1).max(20).default(4),
    confidence: z.number().min(0).max(1).default(0.8).describe('answers that are less sure count as none'),
    max_calls_per_minute: z.int().min(1).default(30),
  })
  .optional()
  .describe('a model that reads sentences which no table can');

export function judgeSettings(written: z.infer<typeof judgeEntry>): JudgeSettings | undefined {
  if (written === undefined) return undefined;
  const { kind, url, model, key_variable, timeout_seconds, confidence, max_calls_per_minute } = written;
  return {
    kind,
    url,
    model,
    keyVariable: key_variable,
    timeoutMs: timeout_seconds * 1000,
    confidence,
    maxCallsPerMinute: max_calls_per_minute,
  };
}
