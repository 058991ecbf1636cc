import { decide } from './decide/decide.ts';
import { fillMessage } from './decide/message.ts';
import { replacementFor } from './decide/replacement.ts';
import type { Decision } from './model/decision.ts';
import type { Facts } from './model/facts.ts';
import type { Analysis } from './model/invocation.ts';
import type { Policy, RuleIndex } from './model/policy.ts';
import type { Request } from './model/request.ts';
import { isRestrictive, strictness } from './model/verdict.ts';
import { analyzeArgv, analyzeLine } from './shell/analyze.ts';

export interface World {
  readonly policy: Policy | RuleIndex;
  readonly facts: Facts;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** Request -> decision: what would start, what the rules say of it, and what runs instead. Starts and writes nothing. */
export function guard(request: Request, world: World): Decision {
  const decision = judge(analyze(request, world.facts), request, world);
  return decision.verdict === 'redirect' ? judgeReplacement(decision, request, world) : decision;
}

function analyze({ action, cwd, env }: Request, facts: Facts): Analysis {
  const context = { cwd, env, facts };
  if (action.kind === 'argv') return analyzeArgv(action.argv, context);
  if (action.kind === 'line') {
    return analyzeLine(action.line, action.shell === undefined ? context : { ...context, shell: action.shell });
  }
  return { text: action.tool, invocations: [], unsure: [] };
}

function judge(analysis: Analysis, { actor, cwd, env }: Request, { policy, facts, detail = false }: World): Decision {
  const decision = decide({ policy, analysis, actor, cwd, env, facts, detail });
  const message = decision.decider && fillMessage(decision.decider, analysis, cwd, facts);
  return message === undefined ? decision : { ...decision, message };
}

/** The replacement is a command like any other; a rule that redirects it again has no say, any stricter one has. */
function judgeReplacement(decision: Decision, request: Request, world: World): Decision {
  const replacement = decision.decider && replacementFor(decision.decider, decision.analysis);
  if (replacement === undefined) return { ...decision, verdict: 'require_approval' };
  const start = decision.analysis.invocations[replacement.invocation];
  const context = { cwd: start?.cwd ?? request.cwd, env: request.env, facts: world.facts };
  const next = judge(analyzeArgv(replacement.argv, context), { ...request, cwd: context.cwd }, world);
  const isStricter = isRestrictive(next.verdict) && strictness(next.verdict) > strictness('redirect');
  if (!isStricter) return { ...decision, replacement };
  return { ...next, analysis: decision.analysis, trace: [...decision.trace, ...next.trace], replacement };
}
