import type { Decision } from '../model/decision.ts';
import type { Answer, Outcome, Settler } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import type { Asker } from './asker.ts';
import type { Exception } from './exception.ts';
import type { SessionApprovals } from './session-approvals.ts';
import { operationSignature } from './signature.ts';

export interface Settlement {
  readonly request: Request;
  readonly decision: Decision;
  /** undefined = nobody can be asked */
  readonly asker?: Asker | undefined;
  readonly approvals: SessionApprovals;
  /** this door can redact what the command prints */
  readonly redacts?: boolean;
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
  if (decision.verdict === 'allow') return { kind: 'run', by: 'rules' };
  if (isBypassed(request)) return { kind: 'run', by: 'bypass' };
  switch (decision.verdict) {
    case 'deny':
      return { kind: 'refuse', cause: 'denied' };
    case 'redact':
      return settlement.redacts
        ? { kind: 'run', by: 'rules', redacted: true }
        : { kind: 'refuse', cause: 'unsupported' };
    case 'redirect':
      return decision.replacement === undefined
        ? { kind: 'refuse', cause: 'no-replacement' }
        : proceed(settlement, 'rules');
    default:
      return settleApproval(settlement);
  }
}

/** A person's own way past the guard. For an agent it does nothing. */
export function isBypassed({ actor, env }: Pick<Request, 'actor' | 'env'>): boolean {
  return actor === 'human' && env.SAFESHELL_BYPASS === '1';
}

async function settleApproval(settlement: Settlement): Promise<Outcome> {
  const { request, decision, asker, approvals } = settlement;
  const signature = operationSignature(request, decision);
  if (approvals.has(signature)) return proceed(settlement, 'earlier');
  if (asker === undefined) return { kind: 'refuse', cause: 'nobody-to-ask' };
  const { always } = settlement;
  const answer = await asker.ask({
    decision,
    ...(always !== undefined && { always }),
    explain: () => settlement.explain(),
  });
  if (typeof answer === 'object') return { kind: 'refuse', cause: 'interrupted', signal: answer.signal };
  if (answer === 'no') return { kind: 'refuse', cause: 'said-no' };
  keep(settlement, answer, signature);
  return proceed(settlement, answer);
}

function keep(settlement: Settlement, answer: Answer, signature: string): void {
  try {
    if (answer === 'session') settlement.approvals.add(signature);
    if (answer === 'always' && settlement.always !== undefined) settlement.writeException(settlement.always);
  } catch (error) {
    settlement.warn(error instanceof Error ? error.message : String(error));
  }
}

function proceed({ decision }: Settlement, by: Settler): Outcome {
  return decision.replacement === undefined
    ? { kind: 'run', by }
    : { kind: 'replace', by, argv: decision.replacement.argv };
}
