import { agentNamed } from '../agents/find.ts';
import { judgeCall } from '../calls/judge-call.ts';
import type { CompiledClassifier } from '../classify/settings.ts';
import { lossesOf } from '../losses/losses.ts';
import { CARRIERS } from '../losses/path-losses.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Policy } from '../model/policy.ts';
import type { AutoApprove } from '../model/proof.ts';
import type { Action, Environment } from '../model/request.ts';
import type { Verdict } from '../model/verdict.ts';
import { sha256 } from '../store/sha256.ts';
import type { OwnedCall } from '../transcripts/sessions.ts';
import { recordedFacts } from './recorded-world.ts';
import { type Shape, shapeOf } from './shape.ts';

export interface JudgingBy {
  /** that is in force in a folder */
  policyIn(cwd: string): Policy;
  readonly classifier: () => CompiledClassifier;
  readonly autoApprove: AutoApprove;
  /** undo keeps what agents destroy */
  readonly isKept: boolean;
  readonly env: Environment;
}

/** What would become of a call: plain data. */
export interface Judged {
  /** what was asked for, for people: the line, or the tool and its paths */
  readonly what: string;
  readonly verdict: Verdict;
  /** id of the deciding rule */
  readonly rule?: string;
  /** nobody need be asked */
  readonly isProven: boolean;
  /** it deletes or discards something, which undo would have kept */
  readonly isKept: boolean;
  /** absent = nobody is asked about it */
  readonly shape?: Shape;
}

/**
 * Judges calls as the hook of their agent would, each by itself: what went before in its session does not count. The same line in the same
 * folder is judged once. undefined = no call that the hook is known to be sent.
 */
export function createRecordedJudge(by: JudgingBy): (owned: OwnedCall) => Judged | undefined {
  const factsOf = recordedFacts(by.env);
  const known = new Map<string, Judged>();
  return ({ agent, call }) => {
    const asked = agentNamed(agent)?.hook.read(call.payload, { env: by.env, commandLine: () => [] });
    const action = asked === undefined || asked === 'unknown' ? undefined : asked.calls[0];
    if (asked === undefined || asked === 'unknown' || action === undefined) return undefined;
    const cwd = asked.cwd?.startsWith('/') ? asked.cwd : nowhere(by.env);
    const key = keyOf(action, `${cwd}\0${call.branch ?? ''}`);
    const before = known.get(key);
    if (before !== undefined) return before;
    const { facts, asksTime } = factsOf({ cwd, branch: call.branch, at: call.at });
    const judged = judgeIn(action, cwd, facts, by);
    if (!asksTime()) known.set(key, judged);
    return judged;
  };
}

/** A folder that is not there, for calls whose folder is not told. */
function nowhere({ HOME = '' }: Environment): string {
  return `${HOME}/folder-that-is-not-told`;
}

/** Longer ones are known by their hash. */
const MAX_KEY = 500;

function keyOf(action: Action, place: string): string {
  const isShell = action.kind === 'tool' && action.line !== undefined && action.shell !== 'unknown';
  const what = isShell ? `${action.shell}\0${action.line}` : JSON.stringify(action);
  return `${place}\0${what.length > MAX_KEY ? sha256(what) : what}`;
}

function judgeIn(action: Action, cwd: string, facts: Facts, by: JudgingBy): Judged {
  const { policyIn, classifier, autoApprove, isKept, env } = by;
  const request = { cwd, env, actor: 'ai', at: facts.at } as const;
  const { decision, what } = judgeCall(action, request, { policy: policyIn(cwd), facts, classifier, autoApprove });
  const shape = shapeOf(decision);
  return {
    what,
    verdict: verdictWord(decision),
    ...(decision.decider !== undefined && { rule: decision.decider.rule.id }),
    isProven: decision.proof?.isProven === true,
    isKept: isKept && decision.verdict !== 'deny' && isDestroying(decision, facts),
    ...(shape !== undefined && { shape }),
  };
}

/**
 * What a call deleted was there, though it is no more. Of what it wrote, moved or copied over, nobody knows whether anything was
 * there: that does not count.
 */
function isDestroying(decision: Decision, facts: Facts): boolean {
  const { analysis } = decision;
  const then: Facts = { ...facts, exists: (path) => (facts.exists(path) === 'no' ? 'unknown' : facts.exists(path)) };
  return lossesOf(analysis, then, decision).some((loss) => {
    if (loss.kind !== 'path') return loss.kind === 'git';
    return loss.what !== 'content' && !CARRIERS.test(analysis.invocations[loss.invocation]?.program ?? '');
  });
}
