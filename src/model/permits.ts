/** What a person lets confined programs write beside their project: absolute paths, `~/x`, `./x`. */
export interface Permits {
  readonly write: readonly string[];
  /** folders in which programs are started, absolute or `~/x` -> what more is permitted there, and below */
  readonly projects: Readonly<Record<string, readonly string[]>>;
}

export const NO_PERMITS: Permits = { write: [], projects: {} };

/** What any of them permits. */
export function joinPermits(all: readonly Permits[]): Permits {
  const names = new Set(all.flatMap(({ projects }) => Object.keys(projects)));
  const of = (name: string) => [...new Set(all.flatMap(({ projects }) => projects[name] ?? []))];
  return {
    write: [...new Set(all.flatMap(({ write }) => write))],
    projects: Object.fromEntries([...names].map((name) => [name, of(name)])),
  };
}

/** Why a permit is not offered, though a person may give it. */
export type PermitRisk =
  /** a rule would stop an agent from writing there; `says`: its message */
  | { readonly kind: 'rule'; readonly rule: string; readonly says?: string }
  /** keys, tokens or passwords are there, or belong there */
  | { readonly kind: 'credentials' }
  /** programs that are found by PATH */
  | { readonly kind: 'programs' };
