import { oneOf } from './keyed.ts';
import type { Token } from './script-lexer.ts';
import type { Value } from './value.ts';

interface Stretch {
  readonly from: number;
  readonly end: number;
}

/** Words that begin another branch of the same block. */
const OTHERWISE = /^(?:else|elsif|elseif|when|rescue|ensure)$/;

const ALL: Stretch = { from: -1, end: Infinity };

/**
 * In which branch a variable was set last. What another branch sets it may have as well: an assignment counts alone only behind those that
 * stand in its own block, or inside of that.
 */
export class Branches {
  private readonly around: readonly Stretch[];
  private readonly last = new Map<string, Stretch>();

  constructor(tokens: readonly Token[], groups: ReadonlyMap<number, number>) {
    const open: Stretch[] = [ALL];
    this.around = tokens.map((token, at) => {
      while ((open.at(-1) ?? ALL).end <= at) open.pop();
      const before = open.at(-1);
      if (before !== undefined && before !== ALL && token.kind === 'name' && OTHERWISE.test(token.text))
        open.splice(-1, 1, { from: at, end: before.end });
      const here = open.at(-1) ?? ALL;
      const end = groups.get(at);
      const isBlock = token.kind === 'name' || (token.kind === 'sign' && token.text === '{');
      if (end !== undefined && isBlock && end <= here.end) open.push({ from: at, end });
      return here;
    });
  }

  /** What a variable holds that is set there. */
  set(scope: Map<string, Value>, name: string, { value, at }: { readonly value: Value; readonly at: number }): void {
    const here = this.around[at] ?? ALL;
    const before = scope.get(name);
    const last = this.last.get(name);
    const isLater = last === undefined || (here.from <= last.from && last.end <= here.end);
    scope.set(name, before === undefined || isLater ? value : oneOf([before, value]));
    this.last.set(name, isLater ? here : smaller(here, last));
  }

  /** It is another variable from here on. */
  forget(name: string): void {
    this.last.delete(name);
  }

  clear(): void {
    this.last.clear();
  }
}

/** What stays of two branches that both set it: the one that holds both is set only behind them. */
function smaller(one: Stretch, other: Stretch): Stretch {
  return one.from > other.from ? one : other;
}
