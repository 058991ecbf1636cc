import type { Actor, Environment } from '../model/request.ts';
import type { BytePath } from './byte-path.ts';
import type { KeptPath, KeptRecord } from './record.ts';
import type { UndoStore } from './store.ts';

/** What undo will do to one path. */
export interface Step {
  readonly kept: KeptPath;
  /** `create`: nothing is there; `replace`: something else is; `attributes`: only mode or time differ; `remove`: nothing was there */
  readonly does: 'create' | 'replace' | 'attributes' | 'remove';
  /** what is there now has changed after the command: needs a yes. Milliseconds since 1970 */
  readonly newerMs?: number;
}

export interface RestorePlan {
  readonly record: KeptRecord;
  /** in the order in which they are done; paths that are as they were have none */
  readonly steps: readonly Step[];
  /** what cannot come back: nothing of it is touched */
  readonly conflicts: readonly { readonly path: BytePath; readonly why: string }[];
  /** one for each repository whose refs, index, stash or operation change: sentences for people */
  readonly git: readonly { readonly repository: number; readonly changes: readonly string[]; readonly newer: readonly string[] }[];
  /** some step or git change needs a yes */
  readonly needsYes: boolean;
}

export interface RestoreResult {
  /** the present state, kept before it was changed; absent = nothing had to be kept */
  readonly kept?: KeptRecord;
  readonly restored: number;
  readonly failed: readonly { readonly path: BytePath; readonly why: string }[];
}

export interface RestoreCall {
  readonly actor: Actor;
  readonly session: string;
  readonly cwd: string;
  readonly env: Environment;
  /** newer work may be replaced */
  readonly yes: boolean;
}

/** What undo would do now. Writes nothing. Throws an Error with a sentence where the record is damaged. */
export declare function planRestore(record: KeptRecord, store: UndoStore, env: Environment): RestorePlan;

/** Does it, after the present state was kept. Throws NotKept, and an Error where newer work needs a yes. */
export declare function restore(plan: RestorePlan, store: UndoStore, call: RestoreCall): RestoreResult;
