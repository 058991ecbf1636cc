import type { Pattern } from '../model/policy.ts';
import type { RegexProgram } from '../model/regex-program.ts';
import { type Tri, triOf } from '../model/tri.ts';
import { programOf } from './program-text.ts';
import { type Mode, searchProgram, UNKNOWN } from './simulate.ts';

/** An unknown part of a text: any string, also the empty one. */
export const HOLE: unique symbol = Symbol('hole');
export type Piece = string | typeof HOLE;

/** Longest text, in UTF-16 units, that a pattern not proven linear is tried on. */
const MAX_SUBJECT_LENGTH = 16_384;
/** Units times steps of a state machine: a small one may be run over a longer text. */
const MAX_WORK = MAX_SUBJECT_LENGTH * 2000;

/** Tests under a time limit; undefined = the limit was reached. */
export type Watchdog = (regex: RegExp, text: string) => boolean | undefined;

let watchdog: Watchdog | undefined;

/** Sets the watchdog that stops a slow regex, which this pure room cannot do. Without one such a test is `unknown`. */
export function setWatchdog(run: Watchdog): void {
  watchdog = run;
}

const REGEXES = new WeakMap<Pattern, RegExp | null>();

/** null = not a valid regex: the pattern does not come from this room's compiler. */
function regexOf(pattern: Pattern): RegExp | null {
  let regex = REGEXES.get(pattern);
  if (regex === undefined) {
    try {
      regex = new RegExp(pattern.source, pattern.flags);
    } catch {
      regex = null;
    }
    REGEXES.set(pattern, regex);
  }
  return regex;
}

/** Does the pattern match somewhere in the text? `unknown`: over the size or time limit. Never runs away. */
export function matches(pattern: Pattern, text: string): Tri {
  if (pattern.needs?.some((literal) => text.includes(literal)) === false) return 'no';
  const regex = regexOf(pattern);
  if (regex === null) return 'unknown';
  if (pattern.linear || text.length <= (pattern.bareUpTo ?? 0)) return triOf(regex.test(text));
  const program = programOf(pattern);
  if (program?.exact && text.length * program.code.length <= MAX_WORK) return triOf(searched(pattern, program, text));
  if (text.length > MAX_SUBJECT_LENGTH) return 'unknown';
  const answer = watchdog?.(regex, text);
  return answer === undefined ? 'unknown' : triOf(answer);
}

const LAST_SEARCHED = new WeakMap<Pattern, { readonly text: string; readonly found: boolean }>();

/** Several starts of a line may have the same long text, as its whole one. */
function searched(pattern: Pattern, program: RegexProgram, text: string): boolean {
  const last = LAST_SEARCHED.get(pattern);
  if (last?.text === text) return last.found;
  const found = searchProgram(program, unitsOf([text]), 'may');
  LAST_SEARCHED.set(pattern, { text, found });
  return found;
}

/**
 * The same for a text with unknown parts. `no`: it matches for no filling of them; `yes`: it matches for every filling, because of a
 * known part alone.
 */
export function couldMatch(pattern: Pattern, pieces: readonly Piece[]): Tri {
  if (!pieces.includes(HOLE)) return matches(pattern, pieces.join(''));
  const program = programOf(pattern);
  if (program === undefined) return 'unknown';
  const units = unitsOf(pieces);
  if (units.length > MAX_SUBJECT_LENGTH) return 'unknown';
  const found = (mode: Mode) => searchProgram(program, units, mode);
  if (!found('may')) return 'no';
  return program.exact && found('must') ? 'yes' : 'unknown';
}

function unitsOf(pieces: readonly Piece[]): number[] {
  const units: number[] = [];
  for (const piece of pieces) {
    if (piece === HOLE) units.push(UNKNOWN);
    else for (let i = 0; i < piece.length; i++) units.push(piece.charCodeAt(i));
  }
  return units;
}
