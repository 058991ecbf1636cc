import { isIban, isInn, isLuhn, isSnils } from './checksums.ts';
import { type Detector, DIGITS, isDigit, isLetter, LOWER, UPPER } from './hit.ts';
import type { Kind } from './kinds.ts';

/** Where the data that begins at `from` ends, if it is that. */
type EndOf = (text: string, from: number) => number | undefined;

/** One way that a kind is written, known by its first run of digits. */
interface Shape {
  readonly kind: Kind;
  /** lengths that the run may have */
  readonly run: readonly number[];
  /** its first digit; absent = any */
  readonly first?: string;
  /** what follows the run; absent = no letter, digit or `_`; '' = anything */
  readonly next?: string;
  readonly end: EndOf;
}

const END = '(?![A-Za-z0-9_])';

function written(source: string, holds: (text: string) => boolean = () => true): EndOf {
  const pattern = new RegExp(source + END, 'y');
  return (text, from) => {
    pattern.lastIndex = from;
    if (!pattern.test(text)) return undefined;
    const end = pattern.lastIndex;
    return holds(text.slice(from, end)) ? end : undefined;
  };
}

const to = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_one, at) => first + at);

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19\\d\\d|20\\d\\d|2100)';
/** A moment is no date of birth: `2024-05-01 10:20` */
const NO_TIME = '(?![T ]\\d{1,2}:\\d\\d)(?![./-]\\d)';
const RU_LOCAL = '[ -]?\\(?\\d{3}\\)?[ -]?\\d{3}[ -]?\\d{2}[ -]?\\d{2}';
/** Visa 4, Mastercard 51-55 and 2221-2720, American Express 34 and 37, Discover 6011, 644-649 and 65 */
const CARD_GROUPS = '\\d{4}([ -])(?:\\d{4}\\1\\d{4}\\1\\d{1,4}|\\d{6}\\1\\d{5})';
const CARD = '(?:4|5[1-5]|2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)|3[47]|6(?:011|4[4-9]|5))\\d*';

/** After a `+`. */
const INTERNATIONAL: readonly Shape[] = [
  { kind: 'PHONE', run: to(1, 15), next: '', end: written('\\+[1-9](?:[ .()-]{0,2}\\d){7,14}') },
  { kind: 'RU_PHONE', run: to(1, 11), next: '', end: written(`\\+7${RU_LOCAL}`) },
];

/** After two capitals. */
const LETTERED: readonly Shape[] = [
  { kind: 'IBAN', run: to(2, 30), next: '', end: ibanEnd },
  { kind: 'PASSPORT', run: [7], end: written('[A-Z]{2}\\d{7}') },
];

const PLAIN: readonly Shape[] = [
  { kind: 'RU_PHONE', run: [1], first: '78', next: ' -(', end: written(`[78]${RU_LOCAL}`) },
  { kind: 'RU_PHONE', run: [4], first: '8', next: ' -', end: written(`8${RU_LOCAL}`) },
  { kind: 'RU_PHONE', run: [11], first: '8', end: written('8[3-9]\\d{9}') },
  { kind: 'CREDIT_CARD', run: [4], next: ' -', end: written(CARD_GROUPS, isLuhn) },
  { kind: 'CREDIT_CARD', run: to(12, 19), first: '23456', end: written(CARD, isLuhn) },
  { kind: 'SSN', run: [3], next: '-', end: written('\\d{3}-\\d\\d-\\d{4}(?!-\\d)') },
  { kind: 'IP_ADDRESS', run: to(1, 3), next: '.', end: written(`${OCTET}(?:\\.${OCTET}){3}(?!\\.\\d)`) },
  { kind: 'DATE_OF_BIRTH', run: [1, 2], next: './-', end: written(`${DAY}([./-])${MONTH}\\1${YEAR}${NO_TIME}`) },
  {
    kind: 'DATE_OF_BIRTH',
    run: [4],
    first: '12',
    next: './-',
    end: written(`${YEAR}([./-])${MONTH}\\1${DAY}${NO_TIME}`),
  },
  { kind: 'INN', run: [10, 12], end: written('\\d+', isInn) },
  { kind: 'SNILS', run: [3], next: '- ', end: written('\\d{3}([ -])\\d{3}\\1\\d{3}[ -]?\\d\\d', isSnils) },
  { kind: 'SNILS', run: [11], end: written('\\d+', isSnils) },
  { kind: 'RU_PASSPORT', run: [2], next: ' ', end: written('\\d\\d \\d\\d \\d{6}') },
];

export const NUMBER_KINDS: readonly Kind[] = [...PLAIN, ...LETTERED, ...INTERNATIONAL].map(({ kind }) => kind);

const MAX_RUN = 34;
const UNDERSCORE = 95;

/** For a character beyond ASCII, and for the end of the text. */
const BEYOND = 128;

/** By the length of a run: the shapes that it may begin; `follows`: by code, may this stand after the run? */
type Row = readonly (Shape & { readonly follows: Uint8Array })[];

function rowsOf(shapes: readonly Shape[], kinds: ReadonlySet<Kind>): readonly Row[] {
  const wanted = shapes.filter(({ kind }) => kinds.has(kind));
  const known = wanted.map((shape) => ({ ...shape, follows: followersOf(shape.next) }));
  return Array.from({ length: MAX_RUN + 1 }, (_none, run) => known.filter((one) => one.run.includes(run)));
}

function followersOf(next: string | undefined): Uint8Array {
  const follows = new Uint8Array(BEYOND + 1);
  if (next === undefined) for (let code = 0; code <= BEYOND; code++) follows[code] = isWordCode(code) ? 0 : 1;
  else if (next === '') follows.fill(1);
  else for (let at = 0; at < next.length; at++) follows[next.charCodeAt(at)] = 1;
  return follows;
}

function isWordCode(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === UNDERSCORE;
}

/** What a number may follow: no digit, small letter or `_`. */
const BEFORE_NUMBER = Array.from({ length: 256 }, (_none, code) => String.fromCharCode(code))
  .filter((char) => !/[a-z\d_]/.test(char))
  .join('');
const PLUS = 43;

/** Finds the numbers of the given kinds. */
export function numbers(kinds: ReadonlySet<Kind>): Detector {
  const [plain, lettered, international] = [PLAIN, LETTERED, INTERNATIONAL].map((shapes) => rowsOf(shapes, kinds));
  return {
    pairs: [[BEFORE_NUMBER, DIGITS]],
    find(text, at, { hits }) {
      const before = at > 0 ? text.charCodeAt(at - 1) : 0;
      const isLettered = isLetter(before);
      const from = isLettered ? at - 2 : before === PLUS ? at - 1 : at;
      if (isInside(text, from, at)) return;
      let end = at + 1;
      while (end < text.length && isDigit(text.charCodeAt(end))) end++;
      const rows = isLettered ? lettered : from < at ? international : plain;
      const row = rows?.[end - at];
      if (row === undefined) return;
      const next = end < text.length ? Math.min(text.charCodeAt(end), BEYOND) : BEYOND;
      for (const shape of row) {
        if (shape.follows[next] !== 1 || shape.first?.includes(text.charAt(at)) === false) continue;
        const stop = shape.end(text, from);
        if (stop !== undefined) hits.push({ from, start: from, end: stop });
      }
    },
  };
}

/** What begins at `from` belongs to a word or a longer number: `_1`, `1.2`, `1-2`. */
function isInside(text: string, from: number, at: number): boolean {
  if (from <= 0) return from < 0;
  const before = text.charCodeAt(from - 1);
  if (isWordCode(before)) return true;
  return from === at && from > 1 && (before === 45 || before === 46) && isDigit(text.charCodeAt(from - 2));
}

/** ISO 13616 registry, release 99: characters of an account number by country */
const IBAN_LENGTHS = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22' +
    'GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20' +
    'MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26' +
    'UA29VA22VG24XK20YE30'
  )
    .match(/.{4}/g)
    ?.map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Single blanks may stand in it. */
function ibanEnd(text: string, from: number): number | undefined {
  const length = IBAN_LENGTHS.get(text.slice(from, from + 2));
  if (length === undefined) return undefined;
  let account = '';
  let end = from;
  for (; account.length < length; end++) {
    const char = text.charAt(end);
    if (/[A-Z0-9]/.test(char)) account += char;
    else if (char !== ' ' || text.charAt(end - 1) === ' ') return undefined;
  }
  return isIban(account) && !isWordCode(text.charCodeAt(end)) ? end : undefined;
}

const LOCAL = new Set(`${UPPER}${LOWER}${DIGITS}._%+-`);
const MAX_LOCAL = 64;
const DOMAIN = /@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9_-])/y;

export const EMAIL: Detector = {
  pairs: [[`${UPPER}${LOWER}${DIGITS}._%+-`, '@']],
  find(text, at, { hits }) {
    DOMAIN.lastIndex = at;
    if (!DOMAIN.test(text)) return;
    const end = DOMAIN.lastIndex;
    let from = at;
    while (from > 0 && at - from < MAX_LOCAL && LOCAL.has(text.charAt(from - 1))) from--;
    // `git@github.com:owner/name` is where a repository lies
    if (text.slice(from, at) !== 'git') hits.push({ from, start: from, end });
  },
};
