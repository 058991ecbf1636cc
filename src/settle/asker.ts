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

export interface Interrupted {
  readonly signal: NonNullable<Extract<Outcome, { kind: 'refuse' }>['signal']>;
}

/** Someone who can be asked. Never throws; who cannot be reached any more says `no`. */
export interface Asker {
  ask(question: Question): Promise<Answer | Interrupted>;
}
