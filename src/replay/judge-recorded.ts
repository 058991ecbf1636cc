import { judgeCall } from '../calls/judge-call.ts';
import type { CompiledClassifier } from '../classify/settings.ts';
import { lossesOf } from '../losses/losses.ts';
import { CARRIERS } from '../losses/path-losses.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Policy } from '../model/policy.ts';
import type { AutoApprove } from '../model/proof.ts';
import type { Environment } from '../model/request.ts';
import type { ReplayedAnswer } from '../report/replay.ts';
import type { Question } from './question.ts';
import { recordedFacts } from './recorded-world.ts';
import { shapeOf } from './shape.ts';

export interface JudgingBy {
  /** that is in force in a folder */
  policyIn(cwd: string): Policy;
  readonly classifier: () => CompiledClassifier;
  readonly autoApprove: AutoApprove;
  /** undo keeps what agents destroy */
  readonly isKept: boolean;
  readonly env: Environment;
}

/** Plain data. */
export interface Judged {
  /** absent = it could not be judged */
  readonly answer?: ReplayedAnswer;
  /** a rule has asked for the time: that is the answer to this question alone */
  readonly asksTime: boolean;
}

export type Judge = (question: Question) => Judged;

/** Judges calls as the hook of their agent would, each by itself: what went before in its session does not count. Never throws. */
export function createJudge(by: JudgingBy): Judge {
  const factsOf = recordedFacts(by.env);
  return (question) => {
    const { facts, asksTime } = factsOf(question);
    try {
      const answer = answerTo(question, facts, by);
      return { answer, asksTime: asksTime() };
    } catch {
      return { asksTime: false }; // it is counted, and the others go on
    }
  };
}

function answerTo({ action, cwd }: Question, facts: Facts, by: JudgingBy): ReplayedAnswer {
  const { policyIn, classifier, autoApprove, isKept, env } = by;
  const request = { cwd, env, actor: 'ai', at: facts.at } as const;
  const { decision, what } = judgeCall(action, request, { policy: policyIn(cwd), facts, classifier, autoApprove });
  const shape = shapeOf(decision);
  return {
    what: what.slice(0, MAX_WHAT),
    verdict: verdictWord(decision),
    ...(decision.decider !== undefined && { rule: decision.decider.rule.id }),
    isProven: decision.proof?.isProven === true,
    isKept: isKept && decision.verdict !== 'deny' && isDestroying(decision, facts),
    ...(shape !== undefined && { shape }),
  };
}

/** Of an example nobody reads more. */
const MAX_WHAT = 2000;

/**
 * What a call deleted was there, though it is no more. Of what it wrote, moved or copied over, nobody knows whether anything was
 * there: that does not count.
 */
function isDestroying(decision: Decision, facts: Facts): boolean {
  const { analysis } = decision;
  const exists: Facts['exists'] = (path) => (facts.exists(path) === 'no' ? 'unknown' : facts.exists(path));
  return lossesOf(analysis, { ...facts, exists }, decision).some((loss) => {
    if (loss.kind !== 'path') return loss.kind === 'git';
    return loss.what !== 'content' && !CARRIERS.test(analysis.invocations[loss.invocation]?.program ?? '');
  });
}
