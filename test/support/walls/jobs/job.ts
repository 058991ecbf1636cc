/** Something that people and agents do all day, which has to end behind a wall as it does without one. */
export interface Job {
  readonly name: string;
  /** programs, separated by blanks */
  readonly needs: string;
  /** in its project, executable */
  readonly files?: Readonly<Record<string, string>>;
  /** what was done before, unconfined: in the project, by bash */
  readonly before?: string;
  /** what is done: in the project, by bash. It prints what is to be the same */
  readonly line: string;
  /** it takes 5 s of processor time each way: left out of samples */
  readonly isSlow?: boolean;
  /** the whole line behind one wall, as its own programs are none that agents start confined */
  readonly whole?: boolean;
  /** it writes where nothing but its own user should: what a person is told */
  readonly refused?: RegExp;
}
