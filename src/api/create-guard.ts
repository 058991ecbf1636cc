import { randomUUID } from 'node:crypto';
import { redactedInput } from '../calls/redacted-input.ts';
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
import { type Defaults, decideRequest, decideWithJudge, readRequest } from './ask.ts';
import type { Explanation, Guard, GuardOptions } from './contract.ts';
import { checkOptions } from './options.ts';
import { toldDecision } from './redact.ts';
import { openRules } from './rules.ts';
import { openSession, type SessionHost } from './session.ts';

type Listener = Parameters<Guard['on']>[1];

/**
 * A guard for an agent of your own. Throws a GuardError, which lists the problems with their places, where the rules that are
 * given have errors, or those in force never were without any, and a TypeError where an option is of another kind or none.
 */
export function createGuard(options: GuardOptions = {}): Guard {
  setWatchdog(testUnderWatchdog);
  checkOptions(options);
  const { rules, packs, env = { ...process.env }, actor = 'ai', cwd = '.' } = options;
  const defaults: Defaults = { cwd: resolvePath(process.cwd(), cwd), env, actor };
  const book = openRules({ rules, packs, env });
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
    tell(decision, request, asked) {
      const told = toldDecision(decision, request.action, {});
      for (const listener of listeners) listener(told, asked);
      return told;
    },
    explain(asked, session) {
      const request = readRequest(asked, defaults);
      return explanation(decideRequest(request, { ...standing(request, session), detail: true }), request);
    },
  };
  const nothing = newSession('');
  return {
    check(asked) {
      const request = host.request(asked);
      return host.tell(host.decide(request, nothing), request, asked);
    },
    async checkAsync(asked) {
      const request = host.request(asked);
      return host.tell(await host.decideAsync(request, nothing), request, asked);
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

function explanation(decision: Decision, { action }: Request): Explanation {
  const { trace = [], ...rest } = decisionJson(decision, true);
  const redacted_input = redactedInput(action, decision.redaction) ?? null;
  return { ...rest, trace, redacted_input, text: explainText(decision, createPaint(false)) };
}
