import { Scope } from './scope.ts';

/** What the commands `break`, `continue` and `return` leave. */
export interface Leaving {
  /** `break`, `continue` */
  readonly loop?: Exits | undefined;
  /** `return` */
  readonly call?: Exits | undefined;
}

/** More branches than these are merged into one, as each one makes every next one dearer. */
const MAX_BRANCHES = 16;

/**
 * The states in which a loop or a function was left early. Nothing may be written into `base` before they are merged.
 */
export class Exits {
  readonly base: Scope;
  /** the loop around this one, which `break 2` leaves */
  readonly outer: Exits | undefined;
  /** after `break`, `return` */
  private out: readonly Scope[] = [];
  /** after `continue` */
  private on: readonly Scope[] = [];

  constructor(base: Scope, outer?: Exits) {
    this.base = base;
    this.outer = outer;
  }

  /** Copies the state: commands behind a `break` are walked as well, and must not change it. */
  leave(scope: Scope): void {
    this.out = this.with(this.out, scope);
  }

  goOn(scope: Scope): void {
    this.on = this.with(this.on, scope);
  }

  private with(branches: readonly Scope[], scope: Scope): readonly Scope[] {
    const few = branches.length < MAX_BRANCHES ? branches : [mergedBranches(this.base, branches)];
    return [...few, scope.copiedOver(this.base)];
  }

  /** States in which the next turn may begin, beside the one at the end of the last turn. */
  get turns(): readonly Scope[] {
    return this.on;
  }

  /** States after the loop or function, beside the one at its regular end. */
  get branches(): readonly Scope[] {
    return [...this.out, ...this.on];
  }
}

/** One scope for several branches, all copied from `base`. */
export function mergedBranches(base: Scope, branches: readonly Scope[]): Scope {
  const scope = new Scope(base);
  scope.merge(branches);
  return scope;
}
