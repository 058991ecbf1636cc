import { guard } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import { isAsking } from '../../model/verdict.ts';
import { isHeld, openTerminal } from '../../settle/askers/terminal.ts';
import { createTtyAsker } from '../../settle/askers/tty.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import type { Keeper } from '../../settle/keeper.ts';
import type { LineGrants } from '../../settle/line-grants.ts';
import { settle } from '../../settle/settle.ts';
import type { Refusal } from '../../text/advice.ts';
import { explainText, traceText } from '../../text/decision.ts';
import { createPaint } from '../../text/paint.ts';
import { heldText, refusalLine, refusalText } from '../../text/refusal.ts';
import type { ShimWorld } from './shim-world.ts';
import { stderrPage, wantsColor, writeStderr } from './stderr.ts';

interface Asking {
  /** called where there is something to ask */
  readonly grants?: (() => LineGrants) | undefined;
  readonly keeper?: Keeper | undefined;
  /** absent = the shim does, where anything can */
  readonly confines?: boolean | undefined;
  /** see openTerminal */
  readonly isHandedOver?: boolean | undefined;
}

/** A decision at this terminal, or where else somebody may answer. */
export async function ask(
  decision: Decision,
  world: ShimWorld,
  { grants, keeper, confines, isHandedOver }: Asking,
): Promise<Outcome> {
  const { request, policy, facts, approvals, exceptionFile } = world;
  const asks = isAsking(decision.verdict);
  const isAsked = asks && request.actor === 'human' && world.isWatched?.() !== false;
  const terminal = isAsked ? openTerminal({ isHandedOver }) : undefined;
  const paint = createPaint(terminal !== undefined && wantsColor(request.env));
  try {
    return await settle({
      request,
      decision,
      asker: terminal
        ? createTtyAsker(terminal, { paint, cwd: request.cwd, home: request.env.HOME })
        : asks
          ? world.askElsewhere?.(request)
          : undefined,
      approvals,
      grants: asks ? grants?.() : undefined,
      keeper,
      redacts: true,
      confines: confines ?? (decision.confinement !== undefined && world.confiner?.() !== undefined),
      always: proposeException(decision, policy, { within: treeOf(request.cwd, facts), file: exceptionFile }),
      writeException,
      explain: () => (terminal ? traceText : explainText)(guard(request, { ...world, detail: true }), paint, 'telling'),
      warn: (problem) => writeStderr(`safeshell: this once only: ${problem}\n`),
    });
  } finally {
    terminal?.close();
  }
}

/** For stderr: an agent reads JSON, a person prose. */
export function refusalFor(outcome: Refusal, decision: Decision, { actor, cwd, env }: Request): string {
  if (actor === 'ai') return refusalLine(outcome, decision, cwd);
  const page = stderrPage(env);
  const isNobody = outcome.cause === 'nobody-to-ask' || outcome.cause === 'timeout';
  return isNobody && isHeld() ? heldText(outcome, decision, page.paint) : refusalText(outcome, decision, page);
}
