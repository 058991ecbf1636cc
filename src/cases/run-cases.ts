import type { Policy } from '../model/policy.ts';
import type { CaseFile } from './case-file.ts';
import type { CaseDocument } from './case-schema.ts';
import { type CaseFailure, type CaseResult, type OnDecision, runCase } from './run-case.ts';

/** The stable result of `safeshell test --json`. */
export interface CaseSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** among the passed: the analysis said that it does not know */
  readonly unsure: number;
  /** among the passed: a decision carried a proof that nobody need be asked */
  readonly auto_approved: number;
  readonly failures: readonly (CaseFailure & { readonly file: string; readonly id: string })[];
}

export function runCases(files: readonly CaseFile[], fallback: Policy, onDecision?: OnDecision): CaseSummary {
  const summary = { passed: 0, failed: 0, skipped: 0, unsure: 0, auto_approved: 0 };
  const failures: (CaseFailure & { file: string; id: string })[] = [];
  for (const { file, cases, broken } of files) {
    for (const { id, says } of broken) {
      summary.failed++;
      failures.push({ file, id, step: -1, expected: 'a case', actual: says, rule: null, why: '' });
    }
    for (const one of cases) {
      const result = turned(one, runCase(one, fallback, onDecision));
      summary[result.outcome]++;
      if (result.outcome === 'passed' && result.unsure) summary.unsure++;
      if (result.outcome === 'passed' && result.autoApproved) summary.auto_approved++;
      if (result.outcome === 'failed') failures.push({ file, id: one.id, ...result.failure });
    }
  }
  return { ...summary, failures };
}

/** A case marked `todo` must fail: once it passes, the mark has to go. */
function turned(one: CaseDocument, result: CaseResult): CaseResult {
  if (one.todo === undefined || result.outcome === 'skipped') return result;
  if (result.outcome === 'failed') return { outcome: 'skipped', why: one.todo };
  return {
    outcome: 'failed',
    failure: { step: 0, expected: 'a failure (todo)', actual: 'passed', rule: null, why: one.todo },
  };
}
