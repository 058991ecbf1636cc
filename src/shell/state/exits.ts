import { Scope } from './scope.ts';

/** Where a command may leave what it stands in before its end. */
export interface Leaving {
  /** out of a loop, or on to its next turn: `break`, `continue` */
  readonly loop?: Exits | undefined;
  /** out of a function: `return` */
  readonly call?: Exits | undefined;
}

/** More of them are put together, or each next one costs more. */
const MAX_WAYS = 16;

/** With what state a loop or a function was left early. Nothing may be written into `base` before the ways are merged. */
export class Exits {
  readonly base: Scope;
  /** the loop around this one, which `break 2` leaves */
  readonly outer: Exits | undefined;
  /** on to what follows: `break`, `return` */
  private out: readonly Scope[] = [];
  /** on to the next turn: `continue` */
  private on: readonly Scope[] = [];

  constructor(base: Scope, outer?: Exits) {
    this.base = base;
    this.outer = outer;
  }

  /** The state is copied: what runs is walked on, as if it had not been left. */
  leave(scope: Scope): void {
    this.out = this.with(this.out, scope);
  }

  goOn(scope: Scope): void {
    this.on = this.with(this.on, scope);
  }

  private with(ways: readonly Scope[], scope: Scope): readonly Scope[] {
    const few = ways.length < MAX_WAYS ? ways : [joinedWays(this.base, ways)];
    return [...few, scope.copiedOver(this.base)];
  }

  /** What may hold when the next turn begins, beside what the last one ended with. */
  get turns(): readonly Scope[] {
    return this.on;
  }

  /** What may hold after all of it, beside what its end left. */
  get ways(): readonly Scope[] {
    return [...this.out, ...this.on];
  }
}

/** Several ways on from `base`, as one. */
export function joinedWays(base: Scope, ways: readonly Scope[]): Scope {
  const scope = new Scope(base);
  scope.merge(ways);
  return scope;
}
