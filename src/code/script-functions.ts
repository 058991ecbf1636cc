import { keyedValue, oneOf, restOf } from './keyed.ts';
import { listValue, textValue, UNKNOWN, type Value } from './value.ts';

/** What a function that the code defines takes. */
export interface Parameter {
  readonly name: string;
  /** `rest`: all that is left, as a list; `named`: by its own name */
  readonly kind?: 'rest' | 'named';
  /** what it holds where a call does not give it */
  readonly otherwise?: Value;
}

/** A function that the code defines, by the name that calls have. */
export interface Definition {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** What one call gives. */
export interface GivenArguments {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** Calls of one function beyond these are not followed. */
const MAX_CALLS = 16;

/** The calls of functions that the code defines, as they were found when it was read the last time. */
export class CalledFunctions {
  private before = new Map<string, GivenArguments[] | 'unknown'>();
  private calls = new Map<string, GivenArguments[] | 'unknown'>();

  add(name: string, given: GivenArguments): void {
    const calls = this.calls.get(name);
    if (calls === undefined) this.calls.set(name, [given]);
    else if (calls !== 'unknown' && calls.push(given) > MAX_CALLS) this.calls.set(name, 'unknown');
  }

  /** The code does something else with its name: it may be called with anything. */
  mention(name: string): void {
    this.calls.set(name, 'unknown');
  }

  /** All of the code was read once. */
  turn(): void {
    this.before = this.calls;
    this.calls = new Map();
  }

  /** What the parameters hold: one of the values that the calls give. */
  bound({ name, parameters }: Definition): ReadonlyMap<string, Value> {
    const calls = this.before.get(name);
    const given = calls === undefined || calls === 'unknown' ? undefined : calls;
    const takesNamed = parameters.some(({ kind }) => kind === 'named');
    const places = parameters.map((one, at) => [one, at] as const);
    return new Map(
      places.map(([one, at]) => [
        one.name,
        given === undefined
          ? UNKNOWN
          : oneOf(given.map((call) => argumentOf(takesNamed ? call : withMapping(call), one, at))),
      ]),
    );
  }
}

/** Where nothing takes them by name, the named arguments are one mapping, the last argument. */
function withMapping({ args, named }: GivenArguments): GivenArguments {
  if (named.size === 0) return { args, named };
  const mapping = keyedValue([...named].map(([key, value]) => [textValue(key), value] as const));
  return { args: [...args, mapping], named };
}

function argumentOf({ args, named }: GivenArguments, parameter: Parameter, place: number): Value {
  if (parameter.kind === 'rest') return restOf(listValue(args), place);
  const value = parameter.kind === 'named' ? named.get(parameter.name) : args[place];
  return value ?? parameter.otherwise ?? UNKNOWN;
}
