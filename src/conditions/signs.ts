import type { FilesAbove } from '../model/files-above.ts';

/** What sh finds out about the words of a command and appends to them before it tests patterns. */
export type Mark =
  /** a word or the working directory may resolve to another path than it spells: `..`, `~`, symlinks, `--opt=path` */
  | 'indirect'
  /** a word is an absolute path outside the working directory, or that directory is no project */
  | 'outside'
  /** a word names an existing directory */
  | 'directory';

/**
 * One test that sh can do without starting a process.
 * `words`: the pieces, in this order and with anything between, in the command's words, joined by blanks and with blanks
 * around; `cwd` = in the working directory alone, `cwd-and-words` in either, `text` also in the line as it is written. `pattern` is a pattern of `case`,
 * quoted.
 */
export type Sign =
  | TextSign
  | { readonly pattern: string }
  /** the working directory is this one, lies below it, or is the root */
  | { readonly under: string }
  | { readonly mark: Mark }
  | { readonly variable: string; readonly equals: string }
  /** a word that begins with `lead`, `-` or `+`, and is no long option, holds this letter */
  | { readonly lead: string; readonly letter: string }
  /** code of this language in the words may start something or write a file; code that is not simple counts as doing so */
  | { readonly code: 'awk' | 'sed' | 'shell' | 'file' | 'hooks' }
  /** a file of one of these names stands in the working directory or above it, or a word begins with one of the options */
  | ({ readonly code: 'above' } & FilesAbove)
  /** an agent's call; what the words name is there (`here`), or what goes to the last of them would replace something (`over`) */
  | { readonly loss: 'agent' | 'here' | 'over' }
  /** who starts it may be an agent; no wall stands around it yet; this call has not been confined lately: see gate/caller-tests.ts */
  | { readonly caller: 'agent' | 'unconfined' | 'first' }
  /** a pattern of `case`, quoted, of the subcommand and all words behind it: `'stash git'*` */
  | { readonly first: string }
  /** this branch is checked out in the working directory, or sh cannot read which one is */
  | { readonly branch: string };

export interface TextSign {
  readonly in: 'words' | 'cwd' | 'cwd-and-words' | 'text';
  readonly pieces: readonly string[];
}

/** Marks that a line's launcher appends to the words of one of its commands; a start by itself has none. */
export const LINE_MARKS = {
  /** its input is the output of another command */
  fed: '@fed',
  /** another command reads its output */
  feeds: '@feeds',
  /** an earlier command may have written files that this one runs */
  wrote: '@wrote',
  /** an earlier command may have checked another branch out */
  switched: '@switched',
  /** it runs in another directory than the line, so that relative paths may be outside the project */
  outside: '@outside',
} as const;

export function inLine(mark: keyof typeof LINE_MARKS): Sign {
  return { pattern: `*${LINE_MARKS[mark]}*` };
}

/** At least one of its signs shows. An empty clause can never hold. */
export type Clause = readonly Sign[];

/**
 * Every command for which a condition does not answer `no` shows all of the clauses. Sound, not complete: the condition may answer
 * `no` for a command that shows them.
 */
export type Signs = readonly Clause[];

/** It may hold for any command. */
export const ANYTHING: Signs = [];
/** It can never hold. */
export const NEVER: Signs = [[]];

const MAX_CLAUSE = 64;

export function isNever(signs: Signs): boolean {
  return signs.some((clause) => clause.length === 0);
}

/** One of several alternatives holds: joins the most selective clause of each. */
export function anyOf(ways: readonly Signs[]): Signs {
  const possible = ways.filter((signs) => !isNever(signs));
  if (possible.length === 0) return NEVER;
  const [only] = possible;
  if (possible.length === 1 && only !== undefined) return only;
  const best = possible.map((signs) => bySelectivity(signs)[0]);
  return best.includes(undefined) ? ANYTHING : oneOf(best.flatMap((clause) => clause ?? []));
}

export function allOf(parts: readonly Signs[]): Signs {
  return parts.some(isNever) ? NEVER : parts.flat();
}

/** One clause. ANYTHING where one sign is undefined, which any command shows, or where there are too many to test. */
export function oneOf(signs: readonly (Sign | undefined)[]): Signs {
  const clause: Sign[] = [];
  const seen = new Set<string>();
  for (const sign of signs) {
    if (sign === undefined) return ANYTHING;
    const key = JSON.stringify(sign);
    if (!seen.has(key)) clause.push(sign);
    seen.add(key);
  }
  const kept = withoutSpecialCases(clause);
  return kept.length > MAX_CLAUSE ? ANYTHING : [kept];
}

/** Drops signs that imply another one: with `.env`, `.env.local` adds nothing. */
function withoutSpecialCases(clause: Clause): Clause {
  const single = clause.flatMap((sign) => ('pieces' in sign && sign.pieces.length === 1 ? [sign] : []));
  return clause.filter((sign) => {
    if (!('pieces' in sign)) return true;
    const covers = (other: TextSign) =>
      other !== sign &&
      (other.in === sign.in || (other.in === 'cwd-and-words' && sign.in === 'words')) &&
      sign.pieces.some((piece) => piece !== other.pieces[0] && piece.includes(other.pieces[0] as string));
    return !single.some(covers);
  });
}

/**
 * The texts occur in the words, in this order. undefined = nothing is left to test: only printable ASCII is matched the same by every
 * shell in every locale.
 */
export function inWords(...pieces: readonly string[]): Sign | undefined {
  return located('words', pieces);
}

export function inCwdOrWords(...pieces: readonly string[]): Sign | undefined {
  return located('cwd-and-words', pieces);
}

/** In the working directory, which ends with a slash. */
export function inCwd(...pieces: readonly string[]): Sign | undefined {
  return located('cwd', pieces);
}

/** For conditions on the text of the line as written. */
export function inText(...pieces: readonly string[]): Sign | undefined {
  return located('text', pieces);
}

function located(where: TextSign['in'], pieces: readonly string[]): Sign | undefined {
  const kept = pieces.map(plainPart).filter((piece) => piece.trim() !== '');
  return kept.length === 0 ? undefined : { in: where, pieces: kept };
}

/** The longest stretch of printable ASCII. */
function plainPart(text: string): string {
  return longest(text.match(/[ -~]+/g) ?? []);
}

export function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

/** The most selective clause first: the one that the fewest commands are expected to show. */
export function bySelectivity(signs: Signs): Signs {
  return signs.toSorted((a, b) => selectivityOf(b) - selectivityOf(a));
}

export function selectivityOf(clause: Clause): number {
  return Math.min(...clause.map(weight)) - clause.length / 16;
}

function weight(sign: Sign): number {
  if ('mark' in sign) return 4; // half of all scripts use a path outside of their folder
  if ('under' in sign) return 7;
  if ('variable' in sign || 'code' in sign || 'loss' in sign || 'caller' in sign) return 8;
  if ('branch' in sign) return 7;
  if ('letter' in sign) return 5;
  if ('pattern' in sign || 'first' in sign) return 6;
  return Math.max(...sign.pieces.map((piece) => piece.length)) + sign.pieces.length - 1;
}
