import type { Paint } from './paint.ts';
import { wrapIndented } from './width.ts';

/** Where a person reads. */
export interface Page {
  readonly paint: Paint;
  /** Infinity = no terminal: lines are as long as they are */
  readonly columns: number;
  readonly rows: number;
  /** absolute; paths below it are shown as `~/..` */
  readonly home?: string | undefined;
}

/** A sentence below what it is about. */
export function indented(
  text: string,
  { columns }: Pick<Page, 'columns'>,
  first = '  ',
  rest = first,
): readonly string[] {
  return wrapIndented(text, columns, first, rest);
}

export function shownPath(path: string, { home }: Pick<Page, 'home'>): string {
  if (home === undefined || !home.startsWith('/') || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
