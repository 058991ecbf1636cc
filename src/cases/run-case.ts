import { judgeCall } from '../calls/judge-call.ts';
import { classify } from '../classify/classify.ts';
import { defaultClassifier } from '../classify/compile-settings.ts';
import { commit } from '../decide/session.ts';
import { localTime } from '../facts/local-time.ts';
import type { Decision } from '../model/decision.ts';
import type { Operation } from '../model/operation.ts';
import type { Policy } from '../model/policy.ts';
import { isAsking } from '../model/verdict.ts';
import { loadRules } from '../rules/load.ts';
import { analyzeArgv, analyzeLine } from '../shell/analyze.ts';
import type { CaseDocument, CaseStep, Expectation } from './case-schema.ts';
import { compareOperations } from './compare-operations.ts';
import { checkExpectation } from './expectation.ts';
import { checkAnswer, runControl, runPlan } from './session-steps.ts';
import { type Run, requestOf, type StepFailure, sessionOf } from './step-world.ts';

export type CaseResult =
  | { readonly outcome: 'passed'; readonly unsure: boolean; readonly autoApproved: boolean }
  | { readonly outcome: 'skipped'; readonly why: string }
  | { readonly outcome: 'failed'; readonly failure: CaseFailure };

export interface CaseFailure {
  /** index into steps; -1 = loading the rules */
  readonly step: number;
  readonly expected: unknown;
  readonly actual: string;
  readonly rule: string | null;
  readonly why: string;
}

const DEFAULT_AT = '2025-01-06T10:00:00'; // a Monday
/** PATH of cases that were recorded from a real shell */
const RECORDERS = '/stubs';

/** Receives each decision on a step of a case, in order. */
export type OnDecision = (decision: Decision, one: CaseDocument) => void;

/** Runs one case through the guard. Nothing it names is started, nothing on disk is read or written. */
export function runCase(one: CaseDocument, fallback: Policy, onDecision?: OnDecision): CaseResult {
  const loaded = loadCaseRules(one);
  if (one.load === 'error') {
    return loaded?.errors
      ? { outcome: 'passed', unsure: false, autoApproved: false }
      : failed(-1, 'error', 'loaded', null, one);
  }
  if (loaded?.errors) return failed(-1, 'loaded', loaded.errors, null, one);
  const run: Run = {
    policy: loaded?.policy ?? fallback,
    dialect: one.dialect,
    sessions: new Map(),
    at: localTime(DEFAULT_AT),
    unsure: false,
    autoApproved: false,
    onDecision: (decision) => onDecision?.(decision, one),
  };
  const expected = expectations(one);
  for (const [index, step] of one.steps.entries()) {
    const wanted = expected[index];
    if (wanted === undefined) return failed(index, undefined, 'no expectation for this step', null, one);
    const failure = runStep(step, wanted, run);
    if (failure !== undefined) return failed(index, wanted, failure.actual, failure.rule, one);
  }
  const extra = expected[one.steps.length];
  if (one.steps.length > 0 && extra !== undefined)
    return failed(one.steps.length, extra, 'no step for this expectation', null, one);
  return { outcome: 'passed', unsure: run.unsure, autoApproved: run.autoApproved };
}

function expectations({ expect, steps }: CaseDocument): readonly Expectation[] {
  if (expect === undefined) return [];
  if (Array.isArray(expect) && (steps.length > 1 || expect.length === 1)) return expect as Expectation[];
  return [expect as Expectation];
}

/** An expectation that asks the classifier alone. */
function wantedOperations(wanted: Expectation | undefined) {
  return typeof wanted === 'object' && 'operations' in wanted ? wanted.operations : undefined;
}

function loadCaseRules({ rules, dialect }: CaseDocument): { policy: Policy; errors?: string } | undefined {
  if (rules === undefined) return undefined;
  const files = [rules].flat().map((text, index) => ({
    file: `rules${index || ''}.yaml`,
    module: `rules${index || ''}`,
    text,
    tier: 'user' as const,
    ...(dialect !== undefined && { dialect }),
  }));
  const { policy, problems } = loadRules(files);
  const errors = problems.filter((problem) => problem.level === 'error');
  return errors.length === 0
    ? { policy }
    : { policy, errors: errors.map((one) => `${one.code} ${one.subject}`).join('; ') };
}

function runStep(step: CaseStep, wanted: Expectation, run: Run): StepFailure | undefined {
  if (step.at !== undefined) run.at = localTime(step.at);
  if (step.reload !== undefined) return runReload(step.reload, wanted, run);
  if (step.control !== undefined) return runControl(step.control, step, wanted, run);
  if (step.plan !== undefined) return runPlan(step.plan, step, wanted, run);
  const operations = wantedOperations(wanted);
  if (operations !== undefined) {
    const actual = compareOperations(classifyStep(step, run), operations);
    return actual === undefined ? undefined : { actual, rule: null };
  }
  const decision = decideStep(step, run);
  if (decision.proof?.isProven && decision.proof.level === 'reads') run.autoApproved = true;
  const { request, world } = requestOf(step, run);
  const judged = { recorded: step.env?.PATH === RECORDERS, action: request.action, facts: world.facts };
  const outcome = checkExpectation(decision, wanted, judged);
  if (outcome.unsure) run.unsure = true;
  return outcome.wrong === undefined ? undefined : { actual: outcome.wrong, rule: decision.decider?.rule.id ?? null };
}

function runReload(text: string, wanted: Expectation, run: Run): StepFailure | undefined {
  const { dialect } = run;
  const loaded = loadCaseRules({ id: '', steps: [], rules: text, ...(dialect !== undefined && { dialect }) });
  const actual = loaded === undefined || loaded.errors !== undefined ? 'rejected' : 'reloaded';
  if (actual === 'reloaded' && loaded !== undefined) run.policy = loaded.policy;
  return checkAnswer(actual, wanted);
}

function decideStep(step: CaseStep, run: Run): Decision {
  const { request, world } = requestOf(step, run);
  const session = sessionOf(step, run);
  const { decision } = judgeCall(request.action, request, { ...world, session });
  run.onDecision(decision);
  const agreed = step.user === 'approve' && isAsking(decision.verdict);
  run.sessions.set(session.id, commit(session, request, decision, agreed || undefined));
  return decision;
}

function classifyStep(step: CaseStep, run: Run): readonly Operation[] {
  const { request, world } = requestOf(step, run);
  const { action, cwd, env } = request;
  const { facts } = world;
  const context = { classifier: defaultClassifier(), cwd, facts };
  const shell = { cwd, env, facts };
  if (action.kind === 'tool') return classify(action, context);
  return classify(action.kind === 'argv' ? analyzeArgv(action.argv, shell) : analyzeLine(action.line, shell), context);
}

function failed(step: number, expected: unknown, actual: string, rule: string | null, one: CaseDocument): CaseResult {
  return { outcome: 'failed', failure: { step, expected, actual, rule, why: one.why ?? '' } };
}
