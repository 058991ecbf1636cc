import type { Effects } from './effect.ts';
import type { Grammar } from './grammar.ts';

/** Programs that are described together. */
export interface Family {
  readonly names: readonly string[];
  /** builds the tables; a function, because most calls need one program and tables are half of the code that is loaded */
  readonly build: () => Readonly<Record<string, Grammar>>;
  /** of those that do not say themselves what they do */
  readonly effects?: Effects;
}

/** `names` are the keys of what `build` returns, separated by blanks. */
export function family(names: string, build: Family['build'], effects?: Effects): Family {
  return { names: names.split(/\s+/), build, ...(effects !== undefined && { effects }) };
}
