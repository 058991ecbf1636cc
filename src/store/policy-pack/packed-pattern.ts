import type { Pattern } from '../../model/policy.ts';
import { isRecord, isString } from '../guards.ts';
import { isPlace, type ListStub, type PatternStub } from './format.ts';

/** What stands elsewhere. */
export type PatternRest = Omit<Pattern, 'needs' | 'written'>;

/** A pattern whose parts are read from the pack when they are asked for. */
export class PackedPattern implements Pattern {
  readonly needs: readonly string[];
  readonly written: string;
  readonly #read: () => PatternRest;
  #known: PatternRest | undefined;

  constructor({ needs, written }: PatternStub, read: () => PatternRest) {
    this.needs = needs;
    this.written = written;
    this.#read = read;
  }

  get source(): string {
    return this.#rest().source;
  }

  get flags(): string {
    return this.#rest().flags;
  }

  get linear(): boolean {
    return this.#rest().linear;
  }

  get bareUpTo(): Pattern['bareUpTo'] {
    return this.#rest().bareUpTo;
  }

  get program(): Pattern['program'] {
    return this.#rest().program;
  }

  /** All of it, as plain data. */
  whole(): Pattern {
    return { ...this.#rest(), needs: this.needs, written: this.written };
  }

  #rest(): PatternRest {
    this.#known ??= this.#read();
    return this.#known;
  }
}

export function isStub(value: object): value is PatternStub {
  const { rest, written, needs } = value as Partial<PatternStub>;
  return rest !== undefined && isPlace(rest) && isString(written) && Array.isArray(needs);
}

export function isListStub(value: object): value is ListStub {
  return isPlace((value as Partial<ListStub>)['@list']);
}

export function isRest(value: unknown): value is PatternRest {
  return isRecord(value) && isString(value.source) && isString(value.flags) && typeof value.linear === 'boolean';
}

/** A copy, with all parts of its patterns. */
export function unpacked<Value>(value: Value): Value {
  if (value instanceof PackedPattern) return unpacked(value.whole()) as Value;
  if (Array.isArray(value)) return value.map(unpacked) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpacked(item)])) as Value;
}
