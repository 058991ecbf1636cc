import type { UndoStore } from './store.ts';

export interface Retention {
  readonly keepDays: number;
  readonly keepBytes: number;
}

/**
 * Removes the oldest records until the rest is young and small enough, bytes that no record needs, and what was left half
 * by a process that was killed. Never throws. To be called after keeping; does nothing where another process is at it.
 */
export declare function retain(store: UndoStore, retention: Retention, nowMs?: number): { readonly removed: readonly number[] };
