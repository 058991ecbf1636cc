/** A model behind HTTP that reads sentences which no table can; switched on in config.yaml. */
export interface JudgeSettings {
  readonly kind: 'openai' | 'anthropic';
  /** base address; the path of the kind's API is added */
  readonly url: string;
  readonly model: string;
  /** variable of the environment that holds the key */
  readonly keyVariable?: string | undefined;
  /** for all that one decision asks */
  readonly timeoutMs: number;
  /** answers that are less sure count as none, 0 to 1 */
  readonly confidence: number;
  readonly maxCallsPerMinute: number;
}

export interface JudgedSentence {
  readonly sentence: string;
  /** `escalation`: may it run without a person being asked? `sentence` says why the rules do not tell */
  readonly role: 'trigger' | 'effect' | 'escalation';
}

export interface JudgeAnswer {
  readonly applies: boolean;
  /** for people, printable */
  readonly reason: string;
}

/** What a judge said of the operation at hand; undefined = nothing that counts. */
export type Judgement = (asked: JudgedSentence) => JudgeAnswer | undefined;
