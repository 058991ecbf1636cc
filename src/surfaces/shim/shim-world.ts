import type { HookGrants } from '../../approvals/granting.ts';
import type { World } from '../../guard.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import type { KeptSession } from '../../session/kept-session.ts';
import type { Asker } from '../../settle/asker.ts';
import type { LineGrants } from '../../settle/line-grants.ts';
import type { SessionApprovals } from '../../settle/session-approvals.ts';
import type { HandOver } from './hand-over.ts';
import type { Ended } from './replacement.ts';

/** What an answer needs of the machine. */
export interface ShimWorld extends World {
  readonly argv: readonly string[];
  readonly handOver: HandOver;
  readonly request: Request;
  readonly kept: KeptSession;
  readonly approvals: SessionApprovals;
  /** what was agreed to as part of a line; absent = nothing is */
  grants?(): LineGrants;
  /** the same for a line that is typed: what the shims of its programs need not ask again */
  lineGrants?(): HookGrants;
  /** has a program of this name a shim? */
  isShimmed?(program: string): boolean;
  /** asks people who are not at this terminal; absent = nobody is */
  askElsewhere?(request: Request): Asker;
  /** the file that "always" writes to */
  readonly exceptionFile: string;
  /** returns what kept it from being recorded */
  record(decision: Decision, outcome: Outcome, request: Request): string | undefined;
  /** how the command ended, where we ran it */
  recordEnd?(ended: Ended): void;
}
