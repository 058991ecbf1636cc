import { shLine } from '../util/sh-quote.ts';
import type { Paint } from './paint.ts';
import { plural } from './plural.ts';
import { printable, shortened } from './printable.ts';
import { wrapped } from './wrap.ts';

/** One suggestion, as it is shown. */
export interface ShownSuggestion {
  readonly id: string;
  readonly argv: readonly string[];
  readonly last?: string;
  readonly within: string;
  readonly rules: readonly string[];
  readonly times: number;
  /** ISO 8601 */
  readonly first: string;
  readonly latest: string;
  readonly folders: readonly string[];
  readonly by: readonly string[];
  readonly words?: number;
  /** the lines that would be written */
  readonly yaml: string;
}

export interface SuggestionStyle {
  readonly paint: Paint;
  /** cells of a line; undefined = no limit */
  readonly width: number | undefined;
}

export const NOTHING_TO_SUGGEST =
  'Nothing to suggest: no command that still needs approval was approved often enough and never refused.';

/** What it would spare, on what grounds, and the lines that would be written. */
export function suggestionText(at: number, shown: ShownSuggestion, { paint, width }: SuggestionStyle): string {
  const { id, argv, last, yaml } = shown;
  const command = `${shortened(shLine(argv))}${last === undefined ? '' : ` ${printable(last)}`}`;
  const about = [evidenceText(shown), whereText(shown)].map((line) => `   ${line}`);
  return [
    wrapped(`${at}  ${command}`, width),
    ...about.map((line) => wrapped(line, width)),
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => `   ${paint.dim(printable(line))}`),
    paint.dim(`   id ${id}`),
  ].join('\n');
}

function evidenceText({ times, first, latest, by, words }: ShownSuggestion): string {
  const many = words === undefined ? '' : `, ${words} different ones`;
  const from = first.slice(0, 10);
  const when = from === latest.slice(0, 10) ? `on ${from}` : `since ${from}, last on ${latest.slice(0, 10)}`;
  return `approved ${plural(times, 'time')}${many}, ${when} (${by.map(printable).join(', ')}); never refused`;
}

function whereText({ within, folders, rules }: ShownSuggestion): string {
  const below = folders.length === 1 && folders[0] === within ? '' : ` (in ${plural(folders.length, 'folder')} of it)`;
  return `in ${printable(within)}${below}, asked by ${rules.map(printable).join(', ')}`;
}

/** What was tried, and how they are written. */
export function suggestionsFoot(ids: readonly string[], file: string): string {
  const [first = ''] = ids;
  return `Each was tried: nothing that a person refused or a rule denied would run, and no example of the shipped rules but the very same call.
They go into ${printable(file)}: safeshell suggest --yes ${first}${ids.length > 1 ? ' ..' : ''}`;
}
