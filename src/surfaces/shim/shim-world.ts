import type { HookGrants } from '../../approvals/granting.ts';
import type { Confined } from '../../host/confiner.ts';
import type { ExitResult } from '../../host/foreground.ts';
import type { HostWorld } from '../../host/host.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import type { RedactOptions } from '../../redact/scanner.ts';
import type { HandOver } from './hand-over.ts';

/** What an answer needs of the machine. */
export interface ShimWorld extends HostWorld {
  readonly argv: readonly string[];
  readonly handOver: HandOver;
  readonly request: Request;
  /** grants for a line that is typed: what the shims of its programs need not ask again */
  lineGrants?(): HookGrants;
  /** has a program of this name a shim? */
  isShimmed?(program: string): boolean;
  /** may a person see this terminal? absent = yes */
  isWatched?(): boolean;
  readonly exceptionFile: string;
  /** returns what kept it from being recorded */
  record(decision: Decision, outcome: Outcome, request: Request): string | undefined;
  /** leaves it for the shim, which starts its program so; absent = it cannot be left. Throws what node:fs throws. */
  leaveWall?(wall: Confined): void;
  /** runs what takes the place of the command; absent = this process does */
  run?(argv: readonly string[], redaction: RedactOptions | undefined): Promise<ExitResult>;
  /** how the command ended, where we ran it */
  recordEnd?(ended: ExitResult): void;
}
