import type { Actor, Environment } from '../model/request.ts';
import type { KeptRecord } from './record.ts';
import type { UndoStore } from './store.ts';
import type { Survey } from './survey.ts';

/** What is about to run. */
export interface Call {
  readonly command: string;
  readonly cwd: string;
  readonly actor: Actor;
  readonly session: string;
}

/** It could not be kept, and nothing half is left; `message` is a sentence for people. */
export class NotKept extends Error {}

/**
 * Keeps what was surveyed; where a record has all of it as it is now (the hook above this shim has just kept it), that one
 * is returned. Throws NotKept.
 */
export declare function keep(survey: Survey, call: Call, store: UndoStore, env: Environment): KeptRecord;
