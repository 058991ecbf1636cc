import type { Input } from '../../model/invocation.ts';
import { concat, EMPTY, union, unknown, type Value } from './value.ts';

/** What a command reads on standard input. */
export type Feed =
  /** what the whole line was given: a terminal, or nothing that the line says */
  { readonly kind: 'inherit' } | { readonly kind: 'empty' } | DataFeed;

export interface DataFeed {
  readonly kind: 'data';
  readonly data: Value;
  readonly input: Input;
  /** how many lines `read` has taken; undefined = not known any more. Shared by all who read here. */
  readonly taken: { lines: number | undefined };
}

export function dataFeed(data: Value, input: Input): DataFeed {
  return { kind: 'data', data, input, taken: { lines: 0 } };
}

/** The lines that `read` can still take, where they are known. */
export function linesLeft(feed: Feed): readonly string[] | undefined {
  if (feed.kind !== 'data' || !feed.data.known || feed.taken.lines === undefined) return undefined;
  return feed.data.text.replace(/\n$/, '').split('\n').slice(feed.taken.lines);
}

/** Text kept of one output; longer output is not code that a person wrote in a line. */
const MAX_KEPT = 16 * 1024;

/** Collects what commands print into a pipe, a substitution or a file. */
export class Sink {
  value: Value = EMPTY;
  /** indexes of the invocations that write here; live, shared with `Input.from` */
  readonly from: number[] = [];
  touched = false;

  write(value: Value): void {
    this.touched = true;
    if (this.value.known && value.known && this.value.text.length + value.text.length > MAX_KEPT) {
      this.value = unknown('command-output');
      return;
    }
    this.value = concat(this.value, value);
  }

  /** `index` prints something that is not known. */
  writeFrom(index: number, value: Value = unknown('command-output')): void {
    this.from.push(index);
    this.write(value);
  }

  /** What was collected, with the invocations it came from. */
  collected(): Value {
    if (this.value.known) return this.value;
    return { ...this.value, from: union(this.from, this.value.from) };
  }
}
