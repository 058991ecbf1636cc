export type { Problem } from '../model/errors.ts';
export type { Verdict } from '../model/verdict.ts';
export {
  type ArgvRequest,
  type CallRequest,
  type Circumstances,
  type Explanation,
  type Guard,
  type GuardDecision,
  GuardError,
  type GuardOptions,
  type GuardRequest,
  type GuardSession,
  type LineRequest,
  type PlannedStep,
  type PlanReview,
  type RuleText,
  type SessionState,
} from './contract.ts';
export { createGuard } from './create-guard.ts';
