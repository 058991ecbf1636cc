export type { Problem } from '../model/errors.ts';
export type { Actor, Environment, Json, JsonObject, ShellName } from '../model/request.ts';
export type { Severity, Verdict } from '../model/verdict.ts';
export type { ConditionJson, RuleTraceJson, WordJson } from '../text/decision-json.ts';
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
export { redact } from './redact.ts';
