import type { Facts } from '../model/facts.ts';
import type { Loss, PathLoss } from '../model/loss.ts';
import { isWithin } from '../util/path.ts';
import type { Move } from './arrive.ts';
import type { GitSpot } from './git-call.ts';
import { isDevice, isThere } from './places.ts';
import type { PathSpot, Spot } from './start.ts';

/** Of a line; more than that is one sentence. */
const MAX_LOSSES = 5000;
/** Moves that are followed back. */
const MAX_MOVES = 64;
/** In the place of bytes that are no UTF-8: which file it is, only who reads the folder can tell. */
const NOT_UTF8 = '\u{fffd}';
/** Places that one path may have had before. */
const MAX_ORIGINS = 64;

/** The losses of a line, in the order of its starts, each once. */
export class LossList {
  private readonly found = new Map<string, Loss>();
  /** the latest first; a later start sees what earlier ones have moved */
  private readonly moves: Move[] = [];
  private isFull = false;

  private readonly facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  all(): readonly Loss[] {
    return [...this.found.values()];
  }

  /** `isCertain`: only what is known counts. */
  add(invocation: number, spots: readonly (Spot | GitSpot)[], isCertain: boolean): void {
    for (const spot of spots) {
      if ('why' in spot) {
        if (!isCertain) this.put({ invocation, kind: 'unknown', why: spot.why });
      } else if ('repository' in spot) this.put({ invocation, ...spot });
      else this.addPath(invocation, spot);
    }
  }

  moved(moves: readonly Move[]): void {
    for (const move of moves) {
      if (move.from === move.to) continue;
      if (this.moves.length >= MAX_MOVES) this.isFull = true;
      else this.moves.unshift(move);
    }
  }

  private addPath(invocation: number, { isNew, ...spot }: PathSpot): void {
    if (isDevice(spot.path)) return;
    const here = isNew ? [] : [spot];
    const there = [...here, ...this.before(spot)].filter(
      ({ path }) => path.includes(NOT_UTF8) || isThere(path, this.facts),
    );
    for (const one of there) this.put({ invocation, kind: 'path', ...one });
    if (there.length === 0 && this.isFull) {
      this.put({ invocation, kind: 'unknown', why: 'too much is moved before for it to be known' });
    }
  }

  /** What stood elsewhere when the line began. */
  private before(spot: PathSpot): readonly Omit<PathLoss, 'kind' | 'invocation'>[] {
    const origins: Omit<PathLoss, 'kind' | 'invocation'>[] = [];
    for (const { from, to } of this.moves) {
      for (const { path, what, ...rest } of [spot, ...origins]) {
        if (origins.length >= MAX_ORIGINS) return origins;
        if (isWithin(path, to)) origins.push({ path: `${from}${path.slice(to.length)}`, what, ...rest });
        else if (isWithin(to, path) && (what === 'tree' || what === 'below'))
          origins.push({ path: from, what: 'tree' });
      }
    }
    return origins;
  }

  private put(loss: Loss): void {
    if (this.found.size === MAX_LOSSES) {
      const { invocation } = loss;
      const rest: Loss = { invocation, kind: 'unknown', why: `it loses more than ${MAX_LOSSES} paths` };
      this.found.set('rest', rest);
    }
    if (this.found.size > MAX_LOSSES) return;
    this.found.set(JSON.stringify(loss), loss);
  }
}
