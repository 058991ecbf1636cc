/** How a request runs, if it does: it may write to its project, to temp folders and to the caches of its tools alone. */
export interface Confinement {
  /** ids of the rules that say so; never empty */
  readonly by: readonly string[];
  /** indexes into Analysis.invocations, ascending; empty = the line as a whole */
  readonly invocations: readonly number[];
  /** what these rules let it write beside that: absolute paths, `~/x`, `./x` */
  readonly write: readonly string[];
}

/** A start that any of them confines is confined; it may write what one of them lets it write. undefined = none does. */
export function joinConfinements(all: readonly (Confinement | undefined)[]): Confinement | undefined {
  const some = all.filter((one) => one !== undefined);
  const [first] = some;
  if (first === undefined || some.length === 1) return first;
  return {
    by: [...new Set(some.flatMap(({ by }) => by))],
    invocations: some.some(({ invocations }) => invocations.length === 0)
      ? []
      : [...new Set(some.flatMap(({ invocations }) => invocations))].sort((a, b) => a - b),
    write: [...new Set(some.flatMap(({ write }) => write))],
  };
}
