import { type Arguments, mentionsOf, type Reader } from './tree.ts';
import { loopItem, UNKNOWN, type Value } from './value.ts';

/** Calls of one function beyond these are not followed. */
const MAX_CALLS = 16;

/** The arguments of each call of a function that the code itself may define, by its name; of a method `.name`. */
export type Calls = Map<string, Arguments[]>;

export function addCall(calls: Calls, name: string, given: Arguments): void {
  const before = calls.get(name);
  if (before === undefined) calls.set(name, [given]);
  else if (before.length <= MAX_CALLS) before.push(given); // one more tells that there are too many
}

/** A function around the node at hand, with what its own names were before it. */
interface Inside {
  readonly end: number;
  readonly before: readonly (readonly [string, Value | undefined])[];
}

/** A reader that knows what the parameters of functions hold. */
export interface ParameterReader extends Reader {
  readonly inside: Inside[];
}

/** A function that ends there: behind it these names are what they were before. */
export function enterFunction({ scope, inside }: ParameterReader, end: number, own: Iterable<string>): void {
  inside.push({ end, before: [...own].map((name) => [name, scope.get(name)] as const) });
}

/**
 * What the parameters of a function hold: what its calls give, where all that the code does with its name is to call it. A parameter
 * that is no plain name is undefined.
 */
export function bindParameters(
  reader: Reader,
  calls: Calls,
  name: string,
  parameters: readonly (string | undefined)[],
): void {
  const given = calls.get(name);
  if (given === undefined || given.length > MAX_CALLS) return;
  if (mentionsOf(reader, name.replace(/^\./, '')) !== given.length + 1) return;
  for (const [at, parameter] of parameters.entries()) {
    if (parameter === undefined) continue;
    const values = given.map(({ args, named }): Value => args[at] ?? named.get(parameter) ?? UNKNOWN);
    reader.scope.set(parameter, loopItem({ kind: 'list', items: values }));
  }
}

/** Gives the own names of the functions that end before this place their values back. */
export function leaveFunctions({ inside, scope }: ParameterReader, at: number): void {
  for (let last = inside.at(-1); last !== undefined && at >= last.end; last = inside.at(-1)) {
    inside.pop();
    for (const [name, value] of last.before) {
      if (value === undefined) scope.delete(name);
      else scope.set(name, value);
    }
  }
}
