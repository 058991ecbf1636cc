import type { Edge, RegexProgram } from '../model/regex-program.ts';
import { type Tri, triOf } from '../model/tri.ts';
import { beginningOf, inSet } from './first-units.ts';

/** Stands in a text for a part of any length, also none, of which nothing is known. */
export const UNKNOWN = -1;

/** `may`: could some filling of the unknown parts match? `must`: does every filling match? The same on a known text. */
export type Mode = 'may' | 'must';

/**
 * Searches for the pattern anywhere in `units` (UTF-16 code units and UNKNOWN).
 * A yes to `must` is only as good as `program.exact`; a no to `may` is always right.
 */
export function searchProgram(program: RegexProgram, units: readonly number[], mode: Mode): boolean {
  return new Search(program, units, mode).run({ start: 0, from: 0, anchored: false });
}

interface Start {
  /** place in the program */
  readonly start: number;
  /** position in the text */
  readonly from: number;
  /** the match begins right there, not further on */
  readonly anchored: boolean;
}

/** One walk over the text with the set of all places in the program that can be reached at each position. */
class Search {
  readonly #program: RegexProgram;
  readonly #units: readonly number[];
  readonly #mode: Mode;
  readonly #seenAt: Int32Array;
  /** positions of the first and the last known unit */
  readonly #known: { readonly first: number; readonly last: number };
  #generation = 0;
  /** the position that stands for every place within an unknown part: what is before it is not known */
  #within: number | undefined;

  constructor(program: RegexProgram, units: readonly number[], mode: Mode, within?: number) {
    this.#program = program;
    this.#units = units;
    this.#mode = mode;
    this.#within = within;
    const first = units.findIndex(isKnown);
    this.#known = { first: first < 0 ? units.length : first, last: units.findLastIndex(isKnown) };
    this.#seenAt = new Int32Array(program.code.length);
  }

  run({ start, from, anchored }: Start): boolean {
    let pending = [start];
    for (let at = from; ; at++) {
      // nothing is under way but a new beginning
      if (!anchored && pending.length === 1) at = this.#nextBeginning(at);
      const threads = this.#close(pending, at);
      if (threads === 'match') return true;
      const unit = this.#units[at];
      if (unit === undefined || (anchored && threads.length === 0)) return false;
      const next =
        unit === UNKNOWN ? this.#throughUnknown(threads, at, anchored ? [] : [start]) : this.#accepting(threads, unit);
      if (next === 'match') return true;
      pending = anchored ? next : [start, ...next];
    }
  }

  #nextBeginning(from: number): number {
    const begins = beginningOf(this.#program);
    if (begins === undefined) return from;
    let at = from;
    for (let unit = this.#units[at]; unit !== undefined && unit !== UNKNOWN && !begins(unit); unit = this.#units[at])
      at++;
    return at;
  }

  /** Everything reachable from `places` without reading: the steps that wait for a character. */
  #close(states: readonly number[], at: number): number[] | 'match' {
    this.#generation++;
    const waiting: number[] = [];
    for (const state of states) if (this.#follow(state, at, waiting)) return 'match';
    return waiting;
  }

  #follow(state: number, at: number, waiting: number[]): boolean {
    const todo = [state];
    for (let pc = todo.pop(); pc !== undefined; pc = todo.pop()) {
      if (this.#seenAt[pc] === this.#generation) continue;
      this.#seenAt[pc] = this.#generation;
      const step = this.#program.code[pc];
      if (step === undefined) continue;
      if (step[0] === 'match') return true;
      if (step[0] === 'set') waiting.push(pc);
      else if (step[0] === 'jump') todo.push(step[1]);
      else if (step[0] === 'split') todo.push(step[2], step[1]);
      else if (step[0] === 'edge') {
        if (this.#holds(step[1], at)) todo.push(pc + 1);
      } else if (this.#looksAhead(step[1], pc + 1, at)) todo.push(step[2]);
    }
    return false;
  }

  #accepting(threads: readonly number[], unit: number): number[] {
    const next: number[] = [];
    for (const pc of threads) if (this.#accepts(pc, unit)) next.push(pc + 1);
    return next;
  }

  #accepts(pc: number, unit: number): boolean {
    const step = this.#program.code[pc];
    const set = step?.[0] === 'set' ? this.#program.sets[step[1]] : undefined;
    return set !== undefined && inSet(set, unit);
  }

  /**
   * May: any characters bring a thread to every place that it can reach at all, and a match may begin (at `starts`)
   * where only some of them have gone by. Must: only a loop over any character, as `*` of a text glob is, is sure to
   * survive; it is left or goes on behind them.
   */
  #throughUnknown(threads: readonly number[], at: number, starts: readonly number[]): number[] | 'match' {
    if (this.#mode === 'must') return threads.flatMap((pc) => (this.#isAnyStar(pc) ? [pc - 1] : []));
    const outer = this.#within;
    this.#within = at;
    const reached = this.#reachWithin(new Set(threads), at, starts);
    this.#within = outer;
    return reached;
  }

  /** split, this set, jump back to the split */
  #isAnyStar(pc: number): boolean {
    const { code, sets } = this.#program;
    const [split, step, jump] = [code[pc - 1], code[pc], code[pc + 1]];
    if (split?.[0] !== 'split' || step?.[0] !== 'set' || jump?.[0] !== 'jump' || jump[1] !== pc - 1) return false;
    const [first, last] = sets[step[1]] ?? [];
    return first === 0 && last === 0xffff && (split[1] === pc || split[2] === pc);
  }

  #reachWithin(reached: Set<number>, at: number, starts: readonly number[]): number[] | 'match' {
    const begun = this.#close(starts, at);
    if (begun === 'match') return 'match';
    for (const waiting of begun) reached.add(waiting);
    for (const pc of reached) {
      const more = this.#close([pc + 1], at);
      if (more === 'match') return 'match';
      for (const waiting of more) reached.add(waiting);
    }
    return [...reached];
  }

  #holds(edge: Edge, at: number): boolean {
    const answer = this.#edge(edge, at);
    return this.#mode === 'may' ? answer !== 'no' : answer === 'yes';
  }

  #edge(edge: Edge, at: number): Tri {
    const before = this.#within === at ? UNKNOWN : this.#units[at - 1];
    const after = this.#units[at];
    if (edge === 'start') return at > this.#known.first ? 'no' : isEnd(before);
    if (edge === 'end') return at <= this.#known.last ? 'no' : isEnd(after);
    if (edge === 'line-start') return isLineEnd(before);
    if (edge === 'line-end') return isLineEnd(after);
    if (before === UNKNOWN || after === UNKNOWN) return 'unknown';
    return triOf((isWordUnit(before) !== isWordUnit(after)) === (edge === 'word'));
  }

  #looksAhead(kind: 'is' | 'not', start: number, at: number): boolean {
    const mode = kind === 'is' ? this.#mode : this.#mode === 'may' ? 'must' : 'may';
    const found = new Search(this.#program, this.#units, mode, this.#within).run({ start, from: at, anchored: true });
    return found === (kind === 'is');
  }
}

function isKnown(unit: number): boolean {
  return unit !== UNKNOWN;
}

function isEnd(unit: number | undefined): Tri {
  return unit === undefined ? 'yes' : unit === UNKNOWN ? 'unknown' : 'no';
}

function isLineEnd(unit: number | undefined): Tri {
  if (unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029) return 'yes';
  return isEnd(unit);
}

function isWordUnit(unit: number | undefined): boolean {
  if (unit === undefined) return false;
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}
