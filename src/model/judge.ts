/** A model behind HTTP that reads sentences which no table can; switched on in config.yaml. */
export interface JudgeSettings {
  readonly kind: 'openai' | 'anthropic';
  /** base address; the path of the kind's API is added */
  readonly url: string;
  readonly model: string;
  /** environment variable with the API key */
  readonly keyVariable?: string | undefined;
  /** for all that one decision asks */
  readonly timeoutMs: number;
  /** answers that are less sure count as none, 0 to 1 */
  readonly confidence: number;
  readonly maxCallsPerMinute: number;
}

export interface JudgedSentence {
  readonly sentence: string;
  /** `escalation`: may it run without a person being asked? `sentence` gives the reason why rules leave it open */
  readonly role: 'trigger' | 'effect' | 'escalation';
}

export interface JudgeAnswer {
  readonly applies: boolean;
  /** for people, printable */
  readonly reason: string;
}

/** The judge's answers about the operation at hand; undefined = no valid answer. */
export type Judgement = (asked: JudgedSentence) => JudgeAnswer | undefined;
