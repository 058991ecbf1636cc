import type { Paint } from '../text/paint.ts';
import { printable } from '../text/printable.ts';
import { OUTCOME_WORDS, outcomeWord, ruleOfOutcome } from './outcome-word.ts';
import { commandText, type OutcomeRecord } from './record.ts';

export interface LogStyle {
  readonly paint: Paint;
  /** cells of a line; undefined = no limit */
  readonly width: number | undefined;
  /** minutes by which local time is behind UTC, as Date.getTimezoneOffset gives it for a moment */
  readonly offsetMinutes: (epochMs: number) => number;
}

const WORD_CELLS = Math.max(...Object.keys(OUTCOME_WORDS).map((word) => word.length));
/** Below this there is no room for who asked. */
const NARROW = 64;
/** Cells that a command gets at least, before its rule does. */
const LEAST = 20;

/** One line for a person: when, how it ended, who asked, what, and which rule, or what proved that nobody need be asked. */
export function logLine(record: OutcomeRecord, { paint, width, offsetMinutes }: LogStyle): string {
  const word = outcomeWord(record);
  const isNarrow = width !== undefined && width < NARROW;
  const time = localTime(record.time, offsetMinutes, isNarrow);
  const who = isNarrow ? '' : `${printable(record.agent ?? record.actor).padEnd(8)}  `;
  const head = time.length + 2 + WORD_CELLS + 2 + who.length;
  const kept = record.outcome.kept === undefined ? '' : `  kept as ${record.outcome.kept}`;
  const decider = ruleOfOutcome(record);
  const named = `${decider === undefined ? '' : `  [${printable(decider)}]`}${kept}`;
  const proof = record.proof === undefined ? '' : `  (${printable(record.proof.join('; '))})`;
  const about = [named, `${named}${proof}`].filter(
    (text) => width === undefined || width - head - cellsOf(text) >= LEAST,
  );
  const rule = about.at(-1) ?? '';
  const room = width === undefined ? undefined : Math.max(LEAST, width - head - cellsOf(rule));
  const command = cutTo(printable(commandText(record)), room);
  const coloured = paint.verdict(OUTCOME_WORDS[word], word.padEnd(WORD_CELLS));
  return `${paint.dim(time)}  ${coloured}  ${who}${command}${paint.dim(rule)}`;
}

/** `2026-01-31 09:30:00`, or `09:30` where there is little room. */
function localTime(time: string, offsetMinutes: LogStyle['offsetMinutes'], isShort: boolean): string {
  const epochMs = Date.parse(time);
  const local = new Date(epochMs - offsetMinutes(epochMs) * 60_000).toISOString();
  return isShort ? local.slice(11, 16) : local.slice(0, 19).replace('T', ' ');
}

/** At most so many cells; what is missing shows as `...`. */
export function cutTo(text: string, cells: number | undefined): string {
  if (cells === undefined || cellsOf(text) <= cells) return text;
  let used = 3;
  let kept = '';
  for (const char of text) {
    used += cellsOf(char);
    if (used > cells) break;
    kept += char;
  }
  return `${kept}...`;
}

/** East Asian wide characters and emoji take two cells. Source: Unicode 15, EastAsianWidth W and F, by blocks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

export function cellsOf(text: string): number {
  let cells = 0;
  for (const char of text) cells += WIDE.test(char) ? 2 : 1;
  return cells;
}
