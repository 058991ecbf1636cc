import { type CharSet, charsOf, EVERY, overlap, union } from './charset.ts';
import type { Alternative, Element } from './syntax.ts';

/**
 * At most factor * n^degree, for a text of n characters (n >= 1).
 * Used for the steps of a backtracking engine and for the number of ways in which a part can match at one position.
 */
export interface Bound {
  readonly degree: number;
  readonly factor: number;
}

/** The characters that may come next; `open`: the part may also match nothing, so that what follows it counts too. */
interface Next {
  readonly chars: CharSet;
  readonly open: boolean;
}

interface Part {
  /** steps for one visit, all ways tried */
  readonly cost: Bound;
  /** ways to leave it, that is how often what follows is visited */
  readonly exits: Bound;
}

const ONE: Bound = { degree: 0, factor: 1 };
const LENGTH: Bound = { degree: 1, factor: 1 };
/** At the end of the regex the search has matched and tries nothing else. */
const DONE: Next = { chars: [], open: false };
const MAX_FACTOR = 1e6;
const MAX_DEGREE = 6;

const add = (a: Bound, b: Bound): Bound => ({ degree: Math.max(a.degree, b.degree), factor: a.factor + b.factor });
const times = (a: Bound, b: Bound): Bound => ({ degree: a.degree + b.degree, factor: a.factor * b.factor });
const isOne = (bound: Bound) => bound.degree === 0 && bound.factor <= 1;

/** Steps that a search takes at most; undefined = no polynomial was proven. */
export function searchCost(alternatives: readonly Alternative[], flags: string): Bound | undefined {
  const whole = new Coster(flags).alternatives(alternatives, DONE);
  if (whole === undefined) return undefined;
  return startsAnchored(alternatives, flags) ? whole.cost : times(whole.cost, LENGTH);
}

/** A search that can only succeed at the start of the text fails everywhere else at once. */
function startsAnchored(alternatives: readonly Alternative[], flags: string): boolean {
  if (flags.includes('m')) return false;
  return alternatives.every(({ elements: [first] }) => {
    if (first?.type === 'Group' || first?.type === 'CapturingGroup') return startsAnchored(first.alternatives, flags);
    return first?.type === 'Assertion' && first.kind === 'start';
  });
}

class Coster {
  readonly #flags: string;

  constructor(flags: string) {
    this.#flags = flags;
  }

  alternatives(all: readonly Alternative[], next: Next): Part | undefined {
    let cost: Bound = { degree: 0, factor: 0 };
    let exits: Bound = { degree: 0, factor: 0 };
    let firsts: Next = DONE;
    let disjoint = true;
    for (const { elements } of all) {
      const part = this.#sequence(elements, next);
      if (part === undefined) return undefined;
      const first = this.#firstOf(elements, next);
      disjoint &&= !first.open && !overlap(first.chars, firsts.chars);
      firsts = join(firsts, first);
      cost = add(cost, part.cost);
      exits = disjoint
        ? { degree: Math.max(exits.degree, part.exits.degree), factor: Math.max(exits.factor, part.exits.factor) }
        : add(exits, part.exits);
    }
    return within({ cost, exits });
  }

  #sequence(elements: readonly Element[], next: Next): Part | undefined {
    let cost: Bound = ONE;
    let exits: Bound = ONE;
    for (const [index, element] of elements.entries()) {
      const part = this.#element(element, this.#firstOf(elements.slice(index + 1), next));
      if (part === undefined) return undefined;
      cost = add(cost, times(exits, part.cost));
      exits = times(exits, part.exits);
    }
    return within({ cost, exits });
  }

  #element(element: Element, next: Next): Part | undefined {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, next);
      case 'Quantifier':
        return this.#repeat(element, next);
      case 'Backreference':
        return { cost: LENGTH, exits: ONE };
      case 'Assertion': {
        if (element.kind !== 'lookahead' && element.kind !== 'lookbehind') return { cost: ONE, exits: ONE };
        const body = this.alternatives(element.alternatives, DONE);
        return body && { cost: body.cost, exits: ONE };
      }
      default:
        return { cost: ONE, exits: ONE };
    }
  }

  #repeat({ min, max, element }: Element & { type: 'Quantifier' }, next: Next): Part | undefined {
    if (max === 0) return { cost: ONE, exits: ONE };
    const first = this.#first(element);
    const body = this.#element(element, max === 1 ? next : join(first, next));
    if (body === undefined) return undefined;
    // where the next character alone decides whether to repeat, only one exit can succeed
    const decided = !first.open && !next.open && !overlap(first.chars, next.chars);
    if (max === 1) return within({ cost: add(ONE, body.cost), exits: decided ? body.exits : add(body.exits, ONE) });
    if (!isOne(body.exits) || first.open) return undefined;
    const rounds: Bound = max === Number.POSITIVE_INFINITY ? LENGTH : { degree: 0, factor: max };
    const ways = max === Number.POSITIVE_INFINITY ? LENGTH : { degree: 0, factor: max - min + 1 };
    return within({ cost: add(ONE, times(rounds, body.cost)), exits: decided ? ONE : ways });
  }

  #firstOf(elements: readonly Element[], next: Next): Next {
    let chars: CharSet = [];
    for (const element of elements) {
      if (element.type === 'Assertion' && element.kind === 'end' && !this.#flags.includes('m'))
        return { chars, open: false };
      const first = this.#first(element);
      chars = union(chars, first.chars);
      if (!first.open) return { chars, open: false };
    }
    return { chars: union(chars, next.chars), open: next.open };
  }

  /** `open`: the element can match nothing. */
  #first(element: Element): Next {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return element.alternatives
          .map(({ elements }) => this.#firstOf(elements, { chars: [], open: true }))
          .reduce(join);
      case 'Quantifier': {
        const first = this.#first(element.element);
        return { chars: first.chars, open: first.open || element.min === 0 };
      }
      case 'Backreference':
        return { chars: EVERY, open: true };
      case 'Assertion':
        return { chars: [], open: true };
      default:
        return { chars: charsOf(element, this.#flags) ?? EVERY, open: false };
    }
  }
}

function join(a: Next, b: Next): Next {
  return { chars: union(a.chars, b.chars), open: a.open || b.open };
}

function within(part: Part): Part | undefined {
  const fits = (bound: Bound) => bound.degree <= MAX_DEGREE && bound.factor <= MAX_FACTOR;
  return fits(part.cost) && fits(part.exits) ? part : undefined;
}
