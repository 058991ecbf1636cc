import type { HookRequest } from '../../agents/hook.ts';
import type { HostWorld } from '../../host/host.ts';
import type { Decision } from '../../model/decision.ts';
import type { Judgement } from '../../model/judge.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import type { Kept } from '../../model/undo.ts';
import type { Note } from '../../store/notes.ts';

export interface HookWorld extends HostWorld {
  /** has a program of this name a shim, in the PATH of what the agent starts? absent = none has */
  isShimmed?(program: string): boolean;
  /** safeshell-sh, which runs a line and masks what it prints; absent = it is not installed */
  readonly wrapper?: string | undefined;
  /** what is left of earlier lines is over */
  endGrants?(): void;
  /** the guard has handed this to the dialog of the agent: in that a person answers */
  noteAsked?(request: Request): void;
  wasAsked?(request: Request): boolean;
  /** has sentences read that no table can; see judgeOpen */
  askJudge?(decision: Decision, request: Request): Promise<Judgement | undefined>;
  /** problems of the guard itself that were not reported in this session; called after everything is recorded */
  notes?(): readonly Note[];
  /** what a call destroys was kept, or could not be */
  tellKept?(outcome: Outcome, kept: Kept): void;
  /** what cannot be recorded is no reason to stop */
  record(decision: Decision, outcome: Outcome, request: Request): void;
}

/** One payload: the request of the agent, and the world that its calls are judged in. */
export interface CallContext {
  readonly asked: HookRequest;
  readonly request: Omit<Request, 'action'>;
  readonly world: HookWorld;
}
