import type { Agreement } from '../model/approval.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Answer, Outcome, Settler } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { agreementOf } from '../operation/signature.ts';
import type { Approvals } from './approvals.ts';
import type { Asker, Said } from './asker.ts';
import type { Exception } from './exception.ts';
import { isAnsweredByKeeping, type Keeper, withLosses } from './keeper.ts';
import type { LineGrants } from './line-grants.ts';

export interface Settlement {
  readonly request: Request;
  readonly decision: Decision;
  /** undefined = nobody can be asked */
  readonly asker?: Asker | undefined;
  readonly approvals: Approvals;
  /** what was agreed to as part of a line; absent = nothing is, and nothing is handed on */
  readonly grants?: LineGrants | undefined;
  /** keeps what it would destroy; absent = nothing is, or need be */
  readonly keeper?: Keeper | undefined;
  /** this door can redact what the command prints */
  readonly redacts?: boolean;
  /** programs can be confined on this machine */
  readonly confines?: boolean;
  /** what "always" would write; undefined = not offered */
  readonly always?: Exception | undefined;
  writeException(exception: Exception): void;
  explain(): string;
  /** something that was agreed to could not be kept; the command runs this once */
  warn(problem: string): void;
}

/** Decision -> outcome: asks who may be asked, remembers what was agreed to. Never throws. */
export async function settle(settlement: Settlement): Promise<Outcome> {
  const { decision, request } = settlement;
  const { verdict, redaction, confinement } = decision;
  if (verdictWord(decision) === 'allow') return { kind: 'run', by: 'rules' };
  if (isBypassed(request)) return { kind: 'run', by: 'bypass' };
  if (verdict === 'deny') return { kind: 'refuse', cause: isRefusedSyntax(decision) ? 'syntax' : 'denied' };
  // before anybody is asked about what cannot be done
  if (redaction !== undefined && !settlement.redacts) return { kind: 'refuse', cause: 'unsupported' };
  if (confinement !== undefined && !settlement.confines) return { kind: 'refuse', cause: 'not-confined' };
  switch (verdict) {
    case 'allow':
      return proceed(settlement, 'rules');
    case 'redirect':
      return decision.replacement === undefined
        ? { kind: 'refuse', cause: 'no-replacement' }
        : proceed(settlement, 'rules');
    default:
      return settleApproval(settlement);
  }
}

function isRefusedSyntax({ decider, unsure }: Decision): boolean {
  return decider === undefined && unsure.some(({ code }) => code === 'refused-syntax');
}

/** A person's own way past the guard. For an agent it does nothing. */
export function isBypassed({ actor, env }: Pick<Request, 'actor' | 'env'>): boolean {
  return actor === 'human' && env.SAFESHELL_BYPASS === '1';
}

async function settleApproval(settlement: Settlement): Promise<Outcome> {
  const { request, asker, approvals, grants, always, keeper } = settlement;
  const agreement = agreementOf(request, settlement.decision);
  const before = approvals.take(agreement);
  if (typeof before === 'object') return answered(settlement, agreement, before);
  if (before === 'earlier' || grants?.take(settlement.decision)) return agreed(settlement, 'earlier');
  if (isAnsweredByKeeping(settlement.decision, keeper)) return agreed(settlement, 'kept');
  if (asker === undefined) return { kind: 'refuse', cause: 'nobody-to-ask' };
  const reply = await asker.ask({
    decision: withLosses(settlement.decision, keeper),
    ...(always !== undefined && { always }),
    explain: () => settlement.explain(),
  });
  if (typeof reply === 'object' && 'signal' in reply) return { kind: 'refuse', cause: 'interrupted', ...reply };
  if (typeof reply === 'object' && 'unanswered' in reply) {
    const { unanswered: cause, ...rest } = reply;
    return { kind: 'refuse', cause, ...rest };
  }
  return answered(settlement, agreement, reply);
}

function answered(settlement: Settlement, agreement: Agreement, reply: Answer | Said): Outcome {
  const { approvals, always, writeException } = settlement;
  const { answer = 'no', who, reason }: Partial<Said> = typeof reply === 'object' ? reply : { answer: reply };
  const from = who === undefined ? {} : { who };
  if (answer === 'no') return { kind: 'refuse', cause: 'said-no', ...from, ...(reason !== undefined && { reason }) };
  warnOnError(settlement, () => {
    if (answer === 'session') approvals.add(agreement);
    if (answer === 'always' && always !== undefined) writeException(always);
  });
  return { ...agreed(settlement, answer), ...from };
}

/** What the request starts further down is not asked about again. */
function agreed(settlement: Settlement, by: Settler): Outcome {
  const { grants, decision } = settlement;
  warnOnError(settlement, () => grants?.leave(decision));
  return proceed(settlement, by);
}

function warnOnError({ warn }: Settlement, work: () => void): void {
  try {
    work();
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
  }
}

function proceed({ decision: { replacement, redaction, confinement } }: Settlement, by: Settler): Outcome {
  const how = {
    ...(redaction !== undefined && { redacted: true as const }),
    ...(confinement !== undefined && { confined: true as const }),
  };
  return replacement === undefined
    ? { kind: 'run', by, ...how }
    : { kind: 'replace', by, argv: replacement.argv, ...how };
}
