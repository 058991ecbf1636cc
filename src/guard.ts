import { operationsOf } from './classify/operations.ts';
import type { CompiledClassifier } from './classify/settings.ts';
import { decide } from './decide/decide.ts';
import { clearedBy } from './decide/escalation.ts';
import { fillMessage } from './decide/message.ts';
import { passPlanned } from './decide/plan.ts';
import { replacementFor, withReplacement } from './decide/replacement.ts';
import { type Decision, hasMatched } from './model/decision.ts';
import type { Facts } from './model/facts.ts';
import type { Analysis } from './model/invocation.ts';
import type { Judgement } from './model/judge.ts';
import type { Operation } from './model/operation.ts';
import type { Policy, RuleIndex } from './model/policy.ts';
import type { AutoApprove } from './model/proof.ts';
import type { Request, ShellName } from './model/request.ts';
import { type Caller, newSession, type Session } from './model/session.ts';
import { callName, operationSignature } from './operation/signature.ts';
import { type RawCall, toolCallOf } from './operation/tool-call.ts';
import { prove } from './prove/prove.ts';
import { analyzeArgv, analyzeLine } from './shell/analyze.ts';
import { once } from './util/once.ts';

export interface World {
  readonly policy: Policy | RuleIndex;
  readonly facts: Facts;
  /** the history of the session; absent = none */
  readonly session?: Session;
  /** classifies what a request does; absent = that stays unknown */
  readonly classifier?: () => CompiledClassifier;
  /** what the request does, given by the caller in place of the classifier */
  readonly operations?: readonly Operation[];
  /** sign the operation even where no rule in force needs a signature */
  readonly isPlanning?: boolean;
  /** answers of the judge to sentences of rules; absent = it was not asked */
  readonly judged?: Judgement;
  /** fill in the details of each condition, for people */
  readonly detail?: boolean;
  /** try to prove that nobody need be asked, as far as this goes; absent = off */
  readonly autoApprove?: AutoApprove;
}

/** Request -> decision: analyzes what would start, applies the rules, and judges what runs instead. Starts and writes nothing. */
export function guard(request: Request, world: World): Decision {
  const call = toolCallOf(request.action);
  const decision = judge(analyze(request, call, world.facts), call, request, world);
  if (decision.verdict === 'redirect') return judgeReplacement(decision, request, world);
  return withProof(decision, call, request, world);
}

/** Of the same words others make something else; `unknown` is read as strictly as any of these. */
const PROVEN_SHELLS: ReadonlySet<ShellName> = new Set(['bash', 'sh', 'dash', 'zsh', 'unknown']);

/** What is replaced is never proven: what runs is not what was asked for. */
function withProof(decision: Decision, call: RawCall | undefined, { cwd }: Request, world: World): Decision {
  const { facts, policy, classifier, autoApprove: level = 'off' } = world;
  if (level === 'off' || (call !== undefined && call.line === undefined)) return decision;
  if (call?.shell !== undefined && !PROVEN_SHELLS.has(call.shell)) {
    return { ...decision, proof: { isProven: false, obstacle: { why: `a line of ${call.shell} is not proven` } } };
  }
  const tierOf = (name: string) => policy.modules.find((one) => one.name === name)?.tier;
  return { ...decision, proof: prove(decision, { facts, cwd, level, classifier, tierOf }) };
}

function analyze({ action, cwd, env }: Request, call: RawCall | undefined, facts: Facts): Analysis {
  const context = { cwd, env, facts };
  if (action.kind === 'argv') return analyzeArgv(action.argv, context);
  if (call?.line === undefined) return { text: call?.tool ?? '', invocations: [], unsure: [] };
  return analyzeLine(call.line, call.shell === undefined ? context : { ...context, shell: call.shell });
}

/** The rules decide; a plan that a person approved, then a judge, may let run what they ask about. */
function judge(analysis: Analysis, call: RawCall | undefined, request: Request, world: World): Decision {
  const { actor, cwd, env } = request;
  const { policy, facts, detail = false } = world;
  const caller = callerOf(request, world);
  const operations = operationsOf(analysis, call, { ...world, cwd });
  const signature = once(() => operationSignature(request, operations?.all));
  const decision = decide({ policy, analysis, call, actor, cwd, env, facts, caller, operations, signature, detail });
  const message = decision.decider && fillMessage(decision.decider, analysis, cwd, facts);
  const full = {
    ...decision,
    ...(decision.trace.some(hasMatched) && { call: caller.call() }),
    ...(needsSignature(call, world, caller.session) && { signature: signature() }),
    ...(operations?.seen() !== undefined && { operations: operations.all() }),
    ...(message !== undefined && { message }),
  };
  return clearedBy(world.judged, passPlanned(full, caller.session));
}

/** Sessions that remember operations, and plans, find them again by their signature. */
function needsSignature(call: RawCall | undefined, { policy, isPlanning }: World, { planned }: Session): boolean {
  if (isPlanning || planned.length > 0) return true;
  const isRemembered = () => policy.modules.some((one) => one.remembers || one.namesOperations);
  return call !== undefined && isRemembered();
}

function callerOf(request: Request, world: World): Caller & Required<Pick<Caller, 'call'>> {
  const { session: attributes, sender, context = {} } = request;
  const { session = newSession(''), judged } = world;
  const call = once(() => callName(request));
  return { session: attributes === undefined ? session : { ...session, attributes }, call, sender, context, judged };
}

/** What runs instead is judged like any command; where it cannot be built, a person is asked. */
function judgeReplacement(decision: Decision, request: Request, world: World): Decision {
  const replacement = decision.decider && replacementFor(decision.decider, decision.analysis);
  if (replacement === undefined) return { ...decision, verdict: 'require_approval' };
  const start = decision.analysis.invocations[replacement.invocation];
  const context = { cwd: start?.cwd ?? request.cwd, env: request.env, facts: world.facts };
  const next = judge(analyzeArgv(replacement.argv, context), undefined, { ...request, cwd: context.cwd }, world);
  return withReplacement(decision, replacement, next);
}
