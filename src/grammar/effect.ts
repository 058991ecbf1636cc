/**
 * What a program does beside what the kinds of its words say. The first three are promises, whatever its other options are:
 * `reads` = nothing: what it touches are the paths among its words, or without any the directory it runs in;
 * `prints` = nothing whatever its words are, options included: it says or computes;
 * `starts` = it starts the program that its words name, a start of its own.
 * `plain` = nothing that is known of, which is no promise;
 * `variables` = it shows variables of the environment; `indirect` = it touches paths that stand in a file, not in its words;
 * `writes`, `deletes`; `network` = it gets something from another machine, `sends` = it takes something there; `runs` = it runs code;
 * `installs` = it gets packages, unpacks them here and may run what they bring.
 */
export type Effect = 'reads' | 'prints' | 'starts' | Change;
const CHANGES = [
  'plain',
  'variables',
  'indirect',
  'writes',
  'deletes',
  'network',
  'sends',
  'runs',
  'installs',
] as const;
type Change = (typeof CHANGES)[number];

/** All of them, as rules name them. */
export const EFFECTS = ['reads', 'prints', 'starts', ...CHANGES] as const satisfies readonly Effect[];

type Likely = Change | `${Change}?`;
/** No promise: one, or two; `?` = likely, not certain. */
export type Changes = Likely | `${Likely} ${Likely}`;
export type Effects = Effect | Changes;

/** When a row of a table holds; see GrammarCase. */
export interface When {
  /** each text is a list of alternatives, one of which must be in effect; `--prune=now`: with that value; see `inEffect` */
  readonly given?: readonly string[];
  /** options, separated by blanks, of which none may be in effect */
  readonly unless?: string;
  /** it has so many operands or fewer */
  readonly atMost?: number;
  /** it has one option and no operand */
  readonly alone?: true;
}

/** The first row that holds counts; where none does it is not known. */
export interface EffectRow extends When {
  readonly does: Effects;
}
