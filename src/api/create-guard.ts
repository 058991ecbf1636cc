import { randomUUID } from 'node:crypto';
import { testUnderWatchdog } from '../facts/regex-watchdog.ts';
import type { Decision } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import { newSession, type Session } from '../model/session.ts';
import { setWatchdog } from '../patterns/match.ts';
import { classifierInForce } from '../policy/classifier.ts';
import { settingsInForce } from '../policy/settings.ts';
import { layoutOf } from '../store/layout.ts';
import { explainText } from '../text/decision.ts';
import { decisionJson } from '../text/decision-json.ts';
import { createPaint } from '../text/paint.ts';
import { resolvePath } from '../util/path.ts';
import { checkKinds, type Defaults, decideRequest, decideWithJudge, readRequest } from './ask.ts';
import type { Explanation, Guard, GuardOptions } from './contract.ts';
import { openRules } from './rules.ts';
import { openSession, type SessionHost } from './session.ts';

type Listener = Parameters<Guard['on']>[1];

/**
 * A guard for an agent of your own. Throws a GuardError, which lists the problems with their places, where the rules that are
 * given have errors, or those in force never were without any, and a TypeError where an option is of another kind.
 */
export function createGuard(options: GuardOptions = {}): Guard {
  setWatchdog(testUnderWatchdog);
  checkKinds(options);
  const { rules, env = { ...process.env }, actor = 'ai', cwd = '.' } = options;
  const defaults: Defaults = { cwd: resolvePath(process.cwd(), cwd), env, actor };
  const book = openRules({ rules, env });
  book.policyAt(defaults.cwd);
  const listeners = new Set<Listener>();

  const layout = layoutOf(env);
  const classifier = () => classifierInForce(layout, () => settingsInForce(layout))();
  const standing = ({ cwd: at }: Request, session: Session) => ({ policy: book.policyAt(at), session, classifier });

  const host: SessionHost = {
    cwd: defaults.cwd,
    policyAt: book.policyAt,
    request: (asked) => readRequest(asked, defaults),
    decide: (request, session) => decideRequest(request, standing(request, session)),
    decideAsync: (request, session) => decideWithJudge(request, standing(request, session), layout),
    tell(decision, asked) {
      const told = decisionJson(decision);
      for (const listener of listeners) listener(told, asked);
      return told;
    },
    explain(asked, session) {
      const request = readRequest(asked, defaults);
      return explanation(decideRequest(request, { ...standing(request, session), detail: true }));
    },
  };
  const nothing = newSession('');
  return {
    check: (asked) => host.tell(host.decide(host.request(asked), nothing), asked),
    async checkAsync(asked) {
      return host.tell(await host.decideAsync(host.request(asked), nothing), asked);
    },
    explain: (asked) => host.explain(asked, nothing),
    session: (state = newSession(randomUUID())) => openSession(state, host),
    reload: book.reload,
    on(_event, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function explanation(decision: Decision): Explanation {
  const { trace = [], ...rest } = decisionJson(decision, true);
  return { ...rest, trace, text: explainText(decision, createPaint(false)) };
}
