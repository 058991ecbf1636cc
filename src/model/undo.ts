/** What happens to what a command would destroy: settings of config.yaml. */
export interface UndoSettings {
  /** `instead_of_asking`: a question about nothing but local loss is answered by itself where all of it was kept */
  readonly mode: (typeof UNDO_MODES)[number];
  /** for which commands of people it is kept; what agents destroy always is, unless the mode is off */
  readonly people: (typeof UNDO_PEOPLE)[number];
  /** of one command; passed = it is not promised */
  readonly budget: UndoBudget;
  readonly keepDays: number;
  /** of the whole store */
  readonly keepBytes: number;
}

export interface UndoBudget {
  readonly files: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export const UNDO_MODES = ['keep', 'instead_of_asking', 'off'] as const;
/** From the one that keeps least. */
export const UNDO_PEOPLE = ['off', 'asked', 'all'] as const;

export const DEFAULT_UNDO: UndoSettings = {
  mode: 'keep',
  people: 'asked',
  budget: { files: 20_000, bytes: 500_000_000, milliseconds: 2_000 },
  keepDays: 14,
  keepBytes: 2_000_000_000,
};

/** Files by what git says of them, elsewhere `other`; their bytes; commits that no other ref has. */
export interface Counts {
  readonly changed: number;
  readonly untracked: number;
  readonly ignored: number;
  readonly other: number;
  readonly bytes: number;
  readonly commits: number;
}

/** What a request would destroy, as far as it was looked at. */
export interface Losses {
  readonly counts: Counts;
  /** sentences: what cannot be kept, and why */
  readonly missing: readonly string[];
  /** why none of it could be kept; absent = it was, or nobody has tried */
  readonly problem?: string;
}

/** What was kept of it. */
export interface Kept extends Losses {
  /** its id; absent = nothing was there that could be lost, or it could not be kept */
  readonly record?: number;
  /** `none`: it could not be kept, see `problem` */
  readonly promises: 'all' | 'partly' | 'none';
}
