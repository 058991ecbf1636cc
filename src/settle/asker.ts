import type { Decision } from '../model/decision.ts';
import type { Answer, Outcome } from '../model/outcome.ts';
import type { Exception } from './exception.ts';

/** One question to a person. */
export interface Question {
  readonly decision: Decision;
  /** what "always" would write; absent = not offered */
  readonly always?: Exception;
  /** the whole trace, for "explain" */
  explain(): string;
}

type Refused = Extract<Outcome, { kind: 'refuse' }>;

export interface Interrupted {
  readonly signal: NonNullable<Refused['signal']>;
}

/** An answer that came from elsewhere than the terminal. */
export interface Said {
  readonly answer: Answer;
  /** where it was given: `monitor`, `cli`, `telegram` .. */
  readonly who: string;
  /** with `minutes`: when the approval expires */
  readonly untilMs?: number;
  /** with `no`: the person's message to the agent */
  readonly reason?: string;
}

export interface Unanswered {
  readonly unanswered: 'nobody-to-ask' | 'timeout';
  /** id under which a person may still answer, for a rerun */
  readonly request?: string;
}

export type Reply = Answer | Said | Unanswered | Interrupted;

/** Asks a person. Never throws; a person who cannot be reached any more counts as `no`. */
export interface Asker {
  ask(question: Question): Promise<Reply>;
}
