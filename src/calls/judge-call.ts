import { guard, isAsking, passedByPlan, type World } from '../guard.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import { joinRedactions } from '../model/redaction.ts';
import type { Action, Request } from '../model/request.ts';
import { strictness } from '../model/verdict.ts';
import { fileActions, pathsOf } from './tool-paths.ts';

/** One call of the agent with the strictest decision on it. */
export interface JudgedCall {
  readonly call: Action;
  readonly decision: Decision;
  /** what was asked for, for people: the line, or the tool and its paths */
  readonly what: string;
}

/** A tool call is judged as rules about tools see it, and as the programs that would do the same to the files it names. */
export function judgeCall(call: Action, request: Omit<Request, 'action'>, world: World): JudgedCall {
  const files = call.kind === 'tool' ? fileActions(call.tool, call.input, world.facts.home) : [];
  const [own, ...others] = [call, ...files].map((action) => guard({ ...request, action }, world)) as [Decision];
  const strictest = others.reduce((worst, one) => (rank(one) > rank(worst) ? ofCall(one, own) : worst), own);
  const redaction = joinRedactions([own, ...others].map((one) => one.redaction));
  const decision = redaction === undefined ? strictest : { ...strictest, redaction };
  const isPlanned = isAsking(decision) && (world.session?.planned.includes(own.signature ?? '') ?? false);
  return { call, decision: isPlanned ? passedByPlan(decision) : decision, what: nameOf(call, files) };
}

/** What is said of its files, as what is said of the call: its name and what it does are the call's own. */
function ofCall(decision: Decision, { trace, signature, operations }: Decision): Decision {
  return {
    ...decision,
    trace: [...trace, ...decision.trace],
    ...(signature !== undefined && { signature }),
    ...(operations !== undefined && { operations }),
  };
}

function rank(decision: Decision): number {
  return strictness(verdictWord(decision));
}

function nameOf(call: Action, files: readonly Action[]): string {
  if (call.kind === 'line') return call.line;
  if (call.kind === 'argv') return call.argv.join(' ');
  if (call.line !== undefined) return call.line;
  return [call.tool, ...files.flatMap(pathsOf)].join(' ');
}
