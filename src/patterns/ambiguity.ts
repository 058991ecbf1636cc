import type { RegexProgram } from '../model/regex-program.ts';
import { overlap } from './charset.ts';

/** Edges that are followed before the search is given up. */
const MAX_WORK = 400_000;

interface Follow {
  /** states that read the next character, with the number of paths to each: 1, or 2 for several */
  readonly ways: ReadonlyMap<number, 1 | 2>;
  /** the pattern may match here, whatever comes next */
  readonly canFinish: boolean;
}

/**
 * Can some text pass a loop of the machine on two paths? Then a backtracking engine tries 2^n paths for n rounds
 * (the EDA criterion of Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression
 * Matchers by Using Ambiguity of NFA", 2016). Loops after which nothing can fail are left out.
 * false also where the machine is too large to search.
 */
export function isExponential(program: RegexProgram): boolean {
  const follows = new Map<number, Follow>();
  for (const [pc, step] of program.code.entries()) if (step[0] === 'set') follows.set(pc, followOf(program, pc));
  const ambiguous = new PairGraph(program, follows);
  return [...follows.keys()].some((pc) => ambiguous.hasTwoRoundTrips(pc));
}

/** States after the character at `from` was read; empty rounds of a loop do not count, as in JavaScript. */
function followOf({ code }: RegexProgram, from: number): Follow {
  const ways = new Map<number, 1 | 2>();
  let canFinish = false;
  let work = 0;
  const todo: { readonly pc: number; readonly heads: readonly number[]; readonly free: boolean }[] = [
    { pc: from + 1, heads: [], free: true },
  ];
  for (let one = todo.pop(); one !== undefined && work++ < 2000; one = todo.pop()) {
    const { pc, heads, free } = one;
    const step = code[pc];
    if (step === undefined) continue;
    if (step[0] === 'set') ways.set(pc, ways.has(pc) ? 2 : 1);
    else if (step[0] === 'match') canFinish ||= free;
    else if (step[0] === 'split') todo.push({ pc: step[1], heads, free }, { pc: step[2], heads, free });
    else if (step[0] === 'edge') todo.push({ pc: pc + 1, heads, free: false });
    else if (step[0] === 'ahead') todo.push({ pc: step[2], heads, free: false });
    else if (step[1] > pc) todo.push({ pc: step[1], heads, free });
    else if (!heads.includes(step[1])) todo.push({ pc: step[1], heads: [...heads, step[1]], free });
  }
  return { ways, canFinish };
}

/** Pairs of states that the same text can reach. A pair is one number: first * size + second. */
class PairGraph {
  readonly #program: RegexProgram;
  readonly #follows: ReadonlyMap<number, Follow>;
  readonly #size: number;
  readonly #next = new Map<number, readonly number[]>();
  #work = 0;

  constructor(program: RegexProgram, follows: ReadonlyMap<number, Follow>) {
    this.#program = program;
    this.#follows = follows;
    this.#size = program.code.length;
  }

  hasTwoRoundTrips(pc: number): boolean {
    const home = this.#pair(pc, pc);
    const reached = this.#reach(home, (pair) => this.#nextOf(pair));
    if (this.#work > MAX_WORK || !reached.has(home)) return false;
    const before = new Map<number, number[]>();
    for (const pair of reached)
      for (const next of this.#nextOf(pair)) before.set(next, [...(before.get(next) ?? []), pair]);
    const loop = [...this.#reach(home, (pair) => before.get(pair) ?? [])];
    const canFinish = (pair: number) => this.#follow(this.#first(pair)).canFinish;
    if (this.#work > MAX_WORK || loop.some(canFinish)) return false;
    const places = new Set(loop.map((pair) => this.#first(pair)));
    const forks = [...places].some((place) =>
      [...this.#follow(place).ways].some(([next, ways]) => ways === 2 && places.has(next)),
    );
    return forks || loop.some((pair) => this.#first(pair) !== this.#second(pair));
  }

  /** All pairs that can be reached in one step or more. */
  #reach(from: number, neighbours: (pair: number) => readonly number[]): Set<number> {
    const reached = new Set<number>();
    const todo = [from];
    for (let pair = todo.pop(); pair !== undefined && this.#work <= MAX_WORK; pair = todo.pop()) {
      for (const next of neighbours(pair)) {
        this.#work++;
        if (reached.has(next)) continue;
        reached.add(next);
        todo.push(next);
      }
    }
    return reached;
  }

  #nextOf(pair: number): readonly number[] {
    let next = this.#next.get(pair);
    if (next === undefined) {
      const found: number[] = [];
      for (const one of this.#follow(this.#first(pair)).ways.keys())
        for (const other of this.#follow(this.#second(pair)).ways.keys())
          if (this.#meet(one, other)) found.push(this.#pair(one, other));
      this.#work += found.length;
      this.#next.set(pair, found);
      next = found;
    }
    return next;
  }

  #meet(one: number, other: number): boolean {
    return one === other || overlap(this.#setAt(one), this.#setAt(other));
  }

  #setAt(pc: number): readonly number[] {
    const step = this.#program.code[pc];
    return (step?.[0] === 'set' ? this.#program.sets[step[1]] : undefined) ?? [];
  }

  #follow(pc: number): Follow {
    return this.#follows.get(pc) ?? { ways: new Map(), canFinish: false };
  }

  #pair = (first: number, second: number) => first * this.#size + second;
  #first = (pair: number) => Math.floor(pair / this.#size);
  #second = (pair: number) => pair % this.#size;
}
