import { passPlanned } from '../decide/plan.ts';
import { guard, type World } from '../guard.ts';
import { type Decision, verdictWord, watchedBeyond } from '../model/decision.ts';
import { joinRedactions } from '../model/redaction.ts';
import type { Action, Request } from '../model/request.ts';
import { strictness } from '../model/verdict.ts';
import { shellLineOf } from '../operation/shell-tools.ts';
import { calledTool } from './called-tool.ts';
import { type CodeStart, codeStarts } from './code-starts.ts';
import { destructiveStart } from './destructive-start.ts';
import { fileActions, pathsOf } from './tool-paths.ts';

/** One call of the agent with the strictest decision on it. */
export interface JudgedCall {
  readonly call: Action;
  readonly decision: Decision;
  /** what was asked for, for people: the line, or the tool and its paths */
  readonly what: string;
  /** of a tool: the decisions on the programs that do what it does, without those of a guess */
  readonly standIns: readonly Decision[];
}

/** A tool call is judged as rules about tools see it, and as the programs that would do the same. */
export function judgeCall(call: Action, request: Omit<Request, 'action'>, world: World): JudgedCall {
  const starts = call.kind === 'tool' ? startsFor(call, world.facts.home) : [];
  const own = guard({ ...request, action: call }, world);
  const judged = starts.map(({ action, isGuess = false }) => ({ isGuess, one: guard({ ...request, action }, world) }));
  const others = judged.flatMap(({ isGuess, one }) => (isGuess ? ofGuess(one) : [one]));
  const standIns = judged.flatMap(({ isGuess, one }) => (isGuess ? [] : [one]));
  const strictest = others.reduce((worst, one) => (rank(one) > rank(worst) ? ofCall(one, own) : worst), own);
  const redaction = joinRedactions([own, ...others].map((one) => one.redaction));
  const masked = redaction === undefined ? strictest : { ...strictest, redaction };
  const decision = withWatched(confinedAs(own, masked), [own, ...others]);
  return { call, decision: passPlanned(decision, world.session), what: nameOf(call, world.facts.home), standIns };
}

/** The program starts that do what a tool does to files, and what its text would run. An agent's own shell is its line. */
function startsFor(call: Extract<Action, { kind: 'tool' }>, home: string | undefined): readonly CodeStart[] {
  const called = calledTool(call);
  const { tool, input } = called;
  const files = fileActions(tool, input, home);
  const certain = [...files, ...destructiveStart(called, files.length > 0)].map((action) => ({ action }));
  const isOwnShell = call.line !== undefined && call.shell !== undefined && call.shell !== 'unknown';
  if (isOwnShell) return certain;
  const { line } = shellLineOf(call);
  const others = codeStarts(tool, input).filter(({ action }) => action.kind !== 'line' || action.line !== line);
  return [...certain, ...others];
}

/** The language of the text is a guess: only a match of a rule counts, not a doubt. */
function ofGuess(decision: Decision): readonly Decision[] {
  const { byDefault: _, ...rest } = decision;
  if (rest.decider !== undefined) return [decision];
  return rest.watched?.decider === undefined ? [] : [{ ...rest, verdict: 'allow', unsure: [] }];
}

/** What the call itself starts is confined; what stands for a tool is never started. */
function confinedAs({ confinement, analysis }: Decision, { confinement: _, ...decision }: Decision): Decision {
  if (confinement === undefined) return decision;
  const invocations = decision.analysis === analysis ? confinement.invocations : [];
  return { ...decision, confinement: { ...confinement, invocations } };
}

/** What is not enforced of any of them. */
function withWatched({ watched: _, ...decision }: Decision, all: readonly Decision[]): Decision {
  const watched = watchedBeyond(
    verdictWord(decision),
    all.map((one) => one.watched),
  );
  return watched === undefined ? decision : { ...decision, watched };
}

/** The decision about a stand-in as that of the call: signature and operations are those of the call. */
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

function nameOf(call: Action, home: string | undefined): string {
  if (call.kind === 'line') return call.line;
  if (call.kind === 'argv') return call.argv.join(' ');
  if (call.line !== undefined) return call.line;
  return [call.tool, ...fileActions(call.tool, call.input, home).flatMap(pathsOf)].join(' ');
}
