import type { Input } from '../../model/invocation.ts';
import { concat, EMPTY, union, unknown, type Value } from './value.ts';

/** The standard input of a command. */
export type Feed =
  /** the input of the whole line: unknown, mostly a terminal */
  { readonly kind: 'inherit' } | { readonly kind: 'empty' } | DataFeed;

export interface DataFeed {
  readonly kind: 'data';
  readonly data: Value;
  readonly input: Input;
  /**
   * `lines` that `read` has consumed; undefined = not known any more. `ofFile`: the text of the files that are read here, where it was
   * looked for; null = not known. Shared by all readers of this input.
   */
  readonly taken: { lines: number | undefined; ofFile?: string | null };
}

export function dataFeed(data: Value, input: Input): DataFeed {
  return { kind: 'data', data, input, taken: { lines: 0 } };
}

/** All of the text that can be read here, where it is known. */
export function textOf({ data, taken }: DataFeed): string | undefined {
  return data.known ? data.text : (taken.ofFile ?? undefined);
}

/** The lines that `read` has not consumed yet, where they are known. */
export function linesLeft(feed: Feed): readonly string[] | undefined {
  const text = feed.kind === 'data' ? textOf(feed) : undefined;
  if (feed.kind !== 'data' || text === undefined || feed.taken.lines === undefined) return undefined;
  return text === '' ? [] : text.replace(/\n$/, '').split('\n').slice(feed.taken.lines);
}

/** Longer output becomes unknown: nobody writes that much code in a line. */
const MAX_KEPT = 16 * 1024;

/** Collects the output of commands for a pipe, a substitution or a file. */
export class Sink {
  value: Value = EMPTY;
  /** indexes of the invocations that write here; live, shared with `Input.from` */
  readonly from: number[] = [];
  touched = false;
  /** some of it is passed on by a program that may fail to start the one that prints it: `sudo echo x` */
  mayBeMissing = false;

  write(value: Value): void {
    this.touched = true;
    if (this.value.known && value.known && this.value.text.length + value.text.length > MAX_KEPT) {
      this.value = unknown('command-output');
      return;
    }
    this.value = concat(this.value, value);
  }

  /** Records unknown output of the invocation `index`. */
  writeFrom(index: number, value: Value = unknown('command-output')): void {
    this.from.push(index);
    this.write(value);
  }

  /** The collected output, with the invocations that printed it. */
  collected(): Value {
    if (this.value.known) return this.value;
    return { ...this.value, from: union(this.from, this.value.from) };
  }
}
