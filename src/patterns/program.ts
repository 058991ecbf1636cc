import type { Edge, RegexProgram, Step } from '../model/regex-program.ts';
import { charsOf, EVERY } from './charset.ts';
import { type Alternative, type Element, isPlain, widthOf } from './syntax.ts';

const MAX_STEPS = 2000;
/** A look-ahead is run at every position, so it must be short to keep the whole linear. */
const MAX_AHEAD = 64;

/** The state machine of a regex, or undefined where it would be too large. */
export function compileProgram(alternatives: readonly Alternative[], flags: string): RegexProgram | undefined {
  const writer = new Writer(flags);
  writer.alternatives(alternatives);
  return writer.finish();
}

/** Emits the steps from left to right; forward jumps are patched when their target is known. */
class Writer {
  readonly #flags: string;
  readonly #code: Step[] = [];
  readonly #sets: (readonly number[])[] = [];
  readonly #setIndex = new Map<string, number>();
  #exact = true;

  constructor(flags: string) {
    this.#flags = flags;
  }

  finish(): RegexProgram | undefined {
    this.#code.push(['match']);
    if (this.#full()) return undefined;
    return { sets: this.#sets, code: this.#code, exact: this.#exact };
  }

  alternatives(all: readonly Alternative[]): void {
    const exits: number[] = [];
    for (const [index, alternative] of all.entries()) {
      const isLast = index === all.length - 1;
      const fork = isLast ? undefined : this.#reserve();
      for (const element of alternative.elements) this.#element(element);
      if (fork === undefined) continue;
      exits.push(this.#reserve());
      this.#code[fork] = ['split', fork + 1, this.#code.length];
    }
    for (const exit of exits) this.#code[exit] = ['jump', this.#code.length];
  }

  #element(element: Element): void {
    if (this.#full()) return;
    if (element.type === 'Quantifier') this.#repeat(element);
    else if (element.type === 'Group' || element.type === 'CapturingGroup') this.alternatives(element.alternatives);
    else if (element.type === 'Assertion') this.#assertion(element);
    else if (element.type === 'Backreference') {
      this.#exact = false; // approximated by any text
      this.#loop(() => this.#set(EVERY));
    } else this.#set(charsOf(element, this.#flags) ?? EVERY);
  }

  #repeat({ min, max, element }: Element & { type: 'Quantifier' }): void {
    for (let i = 0; i < min && !this.#full(); i++) this.#element(element);
    if (max === Number.POSITIVE_INFINITY) {
      this.#loop(() => this.#element(element));
      return;
    }
    const skips: number[] = [];
    for (let i = min; i < max && !this.#full(); i++) {
      skips.push(this.#reserve());
      this.#element(element);
    }
    for (const skip of skips) this.#code[skip] = ['split', skip + 1, this.#code.length];
  }

  #loop(body: () => void): void {
    const head = this.#reserve();
    body();
    this.#code.push(['jump', head]);
    this.#code[head] = ['split', head + 1, this.#code.length];
  }

  #assertion(assertion: Element & { type: 'Assertion' }): void {
    if (
      assertion.kind === 'lookahead' &&
      widthOf(assertion.alternatives) <= MAX_AHEAD &&
      isPlain(assertion.alternatives)
    ) {
      const head = this.#reserve();
      this.alternatives(assertion.alternatives);
      this.#code.push(['match']);
      this.#code[head] = ['ahead', assertion.negate ? 'not' : 'is', this.#code.length];
    } else if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      this.#exact = false; // approximated as true
    } else this.#code.push(['edge', this.#edgeOf(assertion)]);
  }

  #edgeOf(assertion: Element & { type: 'Assertion'; kind: 'start' | 'end' | 'word' }): Edge {
    if (assertion.kind === 'word') return assertion.negate ? 'not-word' : 'word';
    return this.#flags.includes('m') ? `line-${assertion.kind}` : assertion.kind;
  }

  #set(chars: readonly number[]): void {
    const key = chars.join();
    let index = this.#setIndex.get(key);
    if (index === undefined) {
      index = this.#sets.push(chars) - 1;
      this.#setIndex.set(key, index);
    }
    this.#code.push(['set', index]);
  }

  /** Reserves a step that is patched later. */
  #reserve(): number {
    return this.#code.push(['match']) - 1;
  }

  #full(): boolean {
    return this.#code.length > MAX_STEPS;
  }
}
