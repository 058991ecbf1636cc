import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED_CASES } from '../../support/outside.ts';
import { analyze, explainMismatch } from './analysis.ts';

/** Cases recorded from a real bash: what it executed. */
const RECORDED = join(RECORDED_CASES, 'shell.jsonl');

/** Only stubs were on PATH: a start of any other program failed unseen. */
const RECORDABLE = /^cmd/;

interface RecordedCase {
  readonly id: string;
  readonly steps: readonly { readonly command: string; readonly cwd: string; readonly env: Record<string, string> }[];
  readonly expect: readonly {
    readonly invocations: readonly (readonly (string | null)[])[];
    readonly exact: boolean;
    readonly or_unsure?: boolean;
  }[];
}

describe.skipIf(!existsSync(RECORDED))('what a real bash executed', () => {
  const cases = existsSync(RECORDED) ? readFileSync(RECORDED, 'utf8').trim().split('\n') : [];
  it.each(cases.map((line) => JSON.parse(line) as RecordedCase))('$id', ({ steps, expect: expected }) => {
    steps.forEach((step, index) => {
      const analysis = analyze(step.command, { cwd: step.cwd, env: step.env });
      const wanted = expected[index];
      expect(wanted).toBeDefined();
      if (wanted?.or_unsure === true && analysis.unsure.length > 0) return;
      expect(wanted === undefined ? undefined : explainMismatch(analysis, wanted, RECORDABLE)).toBeUndefined();
    });
  });
});
