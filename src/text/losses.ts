import type { Counts, Kept, Losses } from '../model/undo.ts';
import { plural } from './plural.ts';
import { printable, sentence } from './printable.ts';

/** `3 changed files, 12 untracked (48 kB), 2 commits that no other ref has`; empty = nothing that can be counted. */
export function lossesText({ counts }: Pick<Losses, 'counts'>): string {
  const { changed, untracked, ignored, other, bytes, commits } = counts;
  const files = [
    { count: changed, what: 'changed' },
    { count: untracked, what: 'untracked' },
    { count: ignored, what: 'ignored' },
  ].filter(({ count }) => count > 0);
  const [first, ...rest] = files;
  const named =
    first === undefined
      ? []
      : [
          `${first.count} ${first.what} file${first.count === 1 ? '' : 's'}`,
          ...rest.map((one) => `${one.count} ${one.what}`),
        ];
  const others = other === 0 ? [] : [named.length === 0 ? plural(other, 'file') : `${other} other`];
  const all = [...named, ...others].join(', ');
  const size = all === '' || bytes === 0 ? all : `${all} (${bytesText(bytes)})`;
  return [
    ...(size === '' ? [] : [size]),
    ...(commits === 0 ? [] : [`${plural(commits, 'commit')} that no other ref has`]),
  ].join(', ');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `48 kB`, `1.2 MB`: decimal, at most three digits. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  if (unit === 0) return plural(value, 'byte');
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${UNITS[unit]}`;
}

/** What stands in a question or a refusal about it, a sentence each. */
export function lossReasons(losses: Losses | undefined): readonly string[] {
  if (losses === undefined) return [];
  const counted = lossesText(losses);
  const [missing, ...more] = losses.missing;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return [
    ...(counted === '' ? [] : [`It would destroy ${counted}`]),
    ...(missing === undefined ? [] : [`Undo cannot bring back all of it: ${printable(missing)}${others}`]),
    ...(losses.problem === undefined ? [] : [`It could not be kept: ${printable(losses.problem)}`]),
  ];
}

/** Told before it takes a while. */
export function keepingLine(counts: Counts): string {
  return `safeshell: keeping ${lossesText({ counts })} for undo ..\n`;
}

/** Where it comes back from. */
export function keptText(record: number): string {
  return `kept as ${record}: safeshell undo ${record}`;
}

/** Said where it ran without having been kept. */
export function notKeptText({ problem = '' }: Pick<Kept, 'problem'>): string {
  return `Undo cannot bring this back, as it could not be kept before it ran: ${sentence(problem)}`;
}
