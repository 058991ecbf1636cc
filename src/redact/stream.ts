import type { Open } from './hit.ts';
import { masked } from './mask.ts';
import { type RedactOptions, scannerFor } from './scanner.ts';

/** Text in pieces, one character a byte. What it returns can go out; together as long as what went in. */
export interface TextRedactor {
  write(piece: string): string;
  /** What waits, as if nothing followed. Should it turn out to be the beginning of a secret, the rest of it is masked. */
  idle(): string;
  /** The last of it. */
  end(): string;
}

/** Characters before what is new that decide whether a word begins there. */
const CONTEXT = 16;

/**
 * Redacts a text that comes in pieces, wherever they are cut. Whole lines go out at once; of an unfinished one its end
 * waits as long as something may begin in it. Memory is bounded by a piece and a few kilobytes.
 */
export function createTextRedactor(options: RedactOptions = {}): TextRedactor {
  const scanner = scannerFor(options);
  let text = ''; // context, then what waits
  let fresh = 0; // where scanning goes on
  let out = 0; // where what has not gone out begins
  let open: Open | undefined;

  const write = (piece: string): string => {
    if (piece === '') return '';
    text += piece;
    const scan = scanner.scan(text, fresh, open);
    const ready = scan.settled > out ? masked(text, scan.hits, out, scan.settled) : '';
    const dropped = Math.max(0, scan.settled - CONTEXT);
    open = scan.open;
    fresh = scan.settled - dropped;
    out = Math.max(scan.settled, out) - dropped;
    text = text.slice(dropped);
    return ready;
  };
  const idle = (): string => {
    if (out === text.length) return '';
    const ready = masked(text, scanner.scan(text, fresh, open).hits, out);
    out = text.length;
    return ready;
  };
  return { write, idle, end: idle };
}
