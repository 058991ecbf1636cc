import type { SyntaxNode } from '@lezer/common';
import { grow, recordOf, setAttribute } from './records.ts';
import { type Arguments, mentionsOf, type Reader } from './tree.ts';
import { listValue, loopItem, type Part, UNKNOWN, type Value } from './value.ts';

/** Calls of one function beyond these are not followed. */
const MAX_CALLS = 16;

/** The arguments of each call of a function that the code itself may define, by its name; of a method `.name`. */
export type Calls = Map<string, Arguments[]>;

export function addCall(calls: Calls, name: string, given: Arguments): void {
  const before = calls.get(name);
  if (before === undefined) calls.set(name, [given]);
  else if (before.length <= MAX_CALLS) before.push(given); // one more tells that there are too many
}

/** A function that ends there: behind it the names that it declares are what they were before. */
export function enterFunction({ inside, results }: Reader, end: number, name?: string): void {
  if (name !== undefined) results.delete(name);
  inside.push({ end, before: [], outer: new Set(), ...(name !== undefined && { name }) });
}

/** A value that the function at hand gives back: one of several, or an item of what it gives one by one. */
export function giveBack({ inside, results }: Reader, value: Value, isItem: boolean): void {
  const name = inside.at(-1)?.name;
  if (name === undefined) return;
  const before = results.get(name);
  if (!isItem) setAttribute(results, name, value);
  else if (before?.kind === 'list') grow(before, [value]);
  else results.set(name, listValue([value]));
}

/** Binds a name of the function at hand. */
export function declare({ scope, inside }: Reader, name: string, value: Value): void {
  const around = inside.at(-1);
  if (around !== undefined && !around.outer.has(name)) around.before.push([name, scope.get(name)]);
  scope.set(name, value);
}

/** Gives the own names of the functions that end before this place their values back. */
export function leaveFunctions(reader: Reader, at: number): void {
  for (let last = reader.inside.at(-1); last !== undefined && at >= last.end; last = reader.inside.at(-1))
    leaveFunction(reader);
}

function leaveFunction({ inside, scope }: Reader): void {
  for (const [name, value] of inside.pop()?.before.reverse() ?? []) {
    if (value === undefined) scope.delete(name);
    else scope.set(name, value);
  }
}

/** Items beyond these, and longer code for them, are not followed. */
const MAX_ITEMS = 32;
const MAX_ITEM_CODE = 100_000;

/** What the body of a comprehension, or of the function of a map, gives for each item; the names that it declares are its own. */
export function forEach(reader: Reader, items: Value, body: SyntaxNode, result: (item: Value) => Value): Value {
  const all = items.kind === 'list' ? items.items : [items];
  const made: Value[] = [];
  // a text stands for each of the paths that a pattern finds
  if (all.length > MAX_ITEMS || (items.kind !== 'list' && !isEachPath(items))) return UNKNOWN;
  for (const item of all) {
    reader.work.done += body.to - body.from;
    if (reader.work.done > MAX_ITEM_CODE) return UNKNOWN;
    // values are kept by place, and are others for each item
    reader.values.clear();
    enterFunction(reader, body.to);
    made.push(result(item));
    leaveFunction(reader);
  }
  reader.values.clear();
  return items.kind === 'list' ? listValue(made) : (made[0] ?? UNKNOWN);
}

function isEachPath(value: Value): boolean {
  const isFound = (part: Part) => typeof part === 'object' && 'reason' in part && part.reason === 'glob';
  return (value.kind === 'text' || value.kind === 'path') && value.parts.some(isFound);
}

export interface Parameter {
  /** none of a pattern */
  readonly name?: string;
  /** what it takes of a call: `a`, `*a`, `**a` */
  readonly takes: 'one' | 'list' | 'record';
  /** what it is where a call does not give it */
  readonly otherwise?: Value;
  readonly bind: (value: Value) => void;
}

/** The calls of a function, where all that the code does with its name is to call it, and not too often. */
export function callsOf(reader: Reader, calls: Calls, name: string): readonly Arguments[] | undefined {
  const given = calls.get(name);
  if (given === undefined || given.length > MAX_CALLS) return undefined;
  return mentionsOf(reader, name.replace(/^\./, '')) === given.length + 1 ? given : undefined;
}

/** Parameters hold what the calls of their function give; where these are not known, no name around it tells what they are. */
export function bindParameters(
  { scope }: Reader,
  calls: readonly Arguments[] | undefined,
  parameters: readonly Parameter[],
): void {
  const names = new Set(parameters.map(({ name }) => name));
  for (const [at, { name, takes, otherwise, bind }] of parameters.entries()) {
    const around = name === undefined ? undefined : scope.get(name);
    if (calls !== undefined) {
      const given = calls.map((call) => {
        if (takes === 'list') return listValue(call.args.slice(at));
        if (takes === 'record')
          return recordOf(
            [...call.named].filter(([key]) => !names.has(key)),
            call.isOpen,
          );
        const known = call.args[at] ?? (name === undefined ? undefined : call.named.get(name));
        return known ?? (call.isOpen === true ? UNKNOWN : (otherwise ?? UNKNOWN));
      });
      bind(loopItem({ kind: 'list', items: given }));
    } else if (otherwise?.kind === 'name') bind(otherwise);
    else if (around !== undefined && around.kind !== 'name') bind(UNKNOWN);
  }
}
