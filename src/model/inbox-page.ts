import type { Answer } from './outcome.ts';

/** The messages between the page of `safeshell inbox --web` and its server, as JSON. */

/** Untrusted text, escaped: entries at odd indexes are control characters made visible, or marks for what was left out. */
export type Pieces = readonly string[];

/** What a person is asked: one command, or those of one line that came together. */
export interface PageQuestion {
  /** id of its first request */
  readonly key: string;
  /** changes with what is asked: an answer names what its giver saw */
  readonly seen: string;
  readonly askedMs: number;
  /** somebody waits for the answer until then; absent = it is for the next try */
  readonly waitsUntilMs?: number;
  readonly commands: readonly PageCommand[];
  readonly cwd: Pieces;
  readonly asker: string;
  /** what an approval covers */
  readonly covers: string;
  readonly rule?: string;
  readonly severity?: string;
  readonly reasons: readonly string[];
  readonly help: readonly string[];
  /** what "always" would write; absent = not offered */
  readonly always?: readonly string[];
  /** it was answered on the page, and can be taken back until then */
  readonly held?: { readonly answer: Answer; readonly reason?: string; readonly untilMs: number };
}

export interface PageCommand {
  readonly what: Pieces;
  /** what would run in its place */
  readonly runs?: Pieces;
}

/** An answer that nobody has fetched yet. */
export interface PageAnswer {
  readonly id: string;
  readonly atMs: number;
  readonly answer: Answer;
  readonly reason?: string;
  /** where it was given */
  readonly who: string;
  /** it counts until then */
  readonly untilMs: number;
  readonly what: Pieces;
}

/** One line of the record. */
export interface PageEvent {
  /** its hash */
  readonly id: string;
  readonly atMs: number;
  readonly word: string;
  readonly group: string;
  readonly what: Pieces;
  readonly rule?: string;
}

/** All that the page shows of the inbox; sent whole whenever it changes. */
export interface PageState {
  readonly questions: readonly PageQuestion[];
  /** questions that are open, too, and not among them */
  readonly more: number;
  readonly answers: readonly PageAnswer[];
  /** newest first */
  readonly events: readonly PageEvent[];
}

/** POST answer */
export interface AnswerMessage {
  readonly key: string;
  readonly seen: string;
  readonly answer: Answer;
  readonly minutes?: number;
  readonly reason?: string;
}

/** `held`: it can be taken back for a moment; `changed`: what was seen is not what is asked now */
export type AnswerResult = 'held' | 'given' | 'before' | 'changed';

/** POST undo: `atMs` is that of an answer that was given; without it the question's own, which is held. */
export interface UndoMessage {
  readonly key: string;
  readonly atMs?: number;
}

/** `fetched`: too late */
export type UndoResult = 'undone' | 'fetched';

export const MAX_REASON = 500;
