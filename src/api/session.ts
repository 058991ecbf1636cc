import { judgeCall } from '../calls/judge-call.ts';
import { commit } from '../decide/session.ts';
import type { Decision } from '../model/decision.ts';
import type { Policy } from '../model/policy.ts';
import type { Request } from '../model/request.ts';
import type { Session } from '../model/session.ts';
import { isAsking } from '../model/verdict.ts';
import { answerPlan, reviewPlan } from '../session/plan.ts';
import { applySlashWords } from '../session/slash-words.ts';
import { worldOf } from './ask.ts';
import type { Explanation, GuardDecision, GuardRequest, GuardSession, PlannedStep } from './contract.ts';
import { toldDecision } from './redact.ts';

/** What a session needs of its guard. */
export interface SessionHost {
  request(asked: GuardRequest): Request;
  /** `cwd`: absolute */
  policyAt(cwd: string): Policy;
  decide(request: Request, session: Session): Decision;
  decideAsync(request: Request, session: Session): Promise<Decision>;
  /** hands a decision out, once it is remembered */
  tell(decision: Decision, request: Request, asked: GuardRequest): GuardDecision;
  explain(asked: GuardRequest, session: Session): Explanation;
  /** where words of a person are about rules */
  readonly cwd: string;
}

interface Question {
  readonly request: Request;
  readonly decision: Decision;
}

export function openSession(start: Session, host: SessionHost): GuardSession {
  let state = start;
  const open = new WeakMap<GuardDecision, Question>();
  const become = (next: Session | undefined) => {
    if (next !== undefined) state = next;
    return next !== undefined;
  };
  const remember = (request: Request, decision: Decision, asked: GuardRequest) => {
    if (!isAsking(decision.verdict)) state = commit(state, request, decision);
    const told = host.tell(decision, request, asked);
    if (isAsking(decision.verdict)) open.set(told, { request, decision });
    return told;
  };
  return {
    id: start.id,
    get state() {
      return state;
    },
    check(asked) {
      const request = host.request(asked);
      return remember(request, host.decide(request, state), asked);
    },
    async checkAsync(asked) {
      const request = host.request(asked);
      return remember(request, await host.decideAsync({ ...request, sessionId: start.id }, state), asked);
    },
    settle(told, ran) {
      const question = open.get(told);
      open.delete(told);
      return become(question && commit(state, question.request, question.decision, ran));
    },
    explain: (asked) => host.explain(asked, state),
    plan(steps) {
      const requests = steps.map((asked) => host.request(asked));
      const planned = requests.map((request) => ({
        request,
        world: worldOf(request, { policy: host.policyAt(request.cwd) }),
      }));
      const review = reviewPlan(
        planned,
        state,
        ({ action, ...rest }, world) => judgeCall(action, rest, world).decision,
      );
      state = review.session;
      return {
        needs_approval: review.needsApproval,
        steps: review.steps.map(
          ({ decision, request, isGated, gates }): PlannedStep =>
            toldDecision(decision, request.action, { gated: isGated, gates: gates.map(({ rule }) => rule.id) }),
        ),
      };
    },
    answer: (answer) => become(answerPlan(state, answer)),
    say: (words) => become(applySlashWords(words, host.policyAt(host.cwd), state)),
  };
}
