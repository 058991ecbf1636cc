import { type Detector, DIGITS, type Hit, hitAt, LOWER, UPPER } from './hit.ts';

// Secrets that are known by what stands before them: a name, an option, a header, the user of a URL.

/** Words of names, and the second of their two neighbours that other texts hold least. */
const WORDS: readonly (readonly [word: string, second: number])[] = [
  ['secret', 3],
  ['passw', 4],
  ['passphrase', 6],
  ['token', 2],
  ['key', 2],
  ['credential', 1],
  ['authorization', 7],
  ['pwd', 2],
];

const SECRET_NAME =
  /secret|passw(?:or)?d|passphrase|token(?!i[sz])|(?:api|access|account|private|encryption|signing|master|auth)[_-]?key|credential|authorization|(?:^|[_-])pwd$/i;

/** Of a name that holds one of those words: it says where the secret is, or how long, not what it is. */
const ABOUT =
  'file|path|dir|url|uri|id|ids|name|type|count|length|size|limit|min|max|ttl|age|helper|policy|manager|usage';
const ABOUT_SECRET = new RegExp(`[_.-](?:${ABOUT}|exp\\w*|required|enabled|endpoint)$`, 'i');
const ABOUT_SECRET_CAMEL = /(?:Ids?|Name|Type|Count|Length|Path|File|Url|Expiry|ExpiresIn)$/;

/** Names of secrets. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !ABOUT_SECRET.test(name) && !ABOUT_SECRET_CAMEL.test(name);
}

/** An option whose value, a secret, is the next word: `--password`. */
export function isSecretOption(word: string): boolean {
  return /^--?[A-Za-z][\w.-]*$/.test(word) && isSecretName(word);
}

/** Values that are no secrets: references, words for nothing, types, calls. */
const NO_SECRET = new RegExp(
  [
    '\\$|%\\w+%|\\{\\{|<[\\w -]+>|\\*+(?!\\S)',
    '(?:null|nil|none|undefined|true|false|yes|no|required|optional)(?![\\w-])',
    '(?:string|str|int|number|any|unknown|bool|boolean|bytes|object|void)(?![\\w-])',
    '(?:process|os|self|this|req|request|config|env|args|options)\\.|(?:new|await|function) ',
    '[A-Za-z_$][\\w$.]{0,64}\\(',
  ].join('|'),
  'iy',
);

/** Whether the text at `at` may be the value of a secret of this name. */
export function isSecretValue(name: string, text: string, at = 0): boolean {
  if (isAt(NO_SECRET, text, at)) return false;
  if (/token/i.test(name)) return !isAt(COUNT, text, at);
  return !(/pwd$/i.test(name) && isAt(PATH_START, text, at));
}

/** A short number beside `tokens` counts them; beside `password` it is one. */
const COUNT = /\d{1,7}(?![\w.-])/y;
/** The working directory is called PWD. */
const PATH_START = /[/~]/y;

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const EQUALS = String.raw`\\{0,4}["']?\]?[ \t]{0,8}(?::=|=>|[=:])(?![=:])[ \t]{0,8}`;
const SCHEME = '(?:(?:bearer|basic|token|digest|negotiate|apikey)[ \\t]+)?';
const QUOTED = String.raw`b?(\\{0,4}["'${'`'}])${SCHEME})(?:(?!\2)[^\r\n])+`;
const PLAIN = `(?![-{([<,;)}\\]|&>])${SCHEME})`;
const ASSIGNED = [`(${EQUALS}${QUOTED}`, `(${EQUALS}${PLAIN}[^\\s"'\`]+`].map((source) => new RegExp(source, 'iy'));
const IN_QUERY = [new RegExp(`(${EQUALS}${PLAIN}[^\\s"'\`&#]+`, 'iy')];
const NEXT_WORD = [`([ \\t]+${QUOTED}`, `([ \\t]+${PLAIN}[^\\s"'\`]+`].map((source) => new RegExp(source, 'iy'));

const MAX_NAME = 64;
const IS_NAME = characters(`${UPPER}${LOWER}${DIGITS}_.-`);
const MAY_FOLLOW = characters(' \t:="\']\\');

/**
 * `NAME=value`, `name: value`, `"name": "value"`, headers, `--name value`. The name and the scheme of a header stay.
 */
const NAMED: readonly Detector[] = WORDS.map(([word, second]) => ({
  pairs: [[bothCases(word.charAt(second - 1)), bothCases(word.charAt(second))]],
  find(text, at, { hits }) {
    const first = at - second;
    if (text.slice(first, first + word.length).toLowerCase() !== word) return;
    let end = first + word.length;
    while (IS_NAME[text.charCodeAt(end)] === 1 && end - first < MAX_NAME) end++;
    if (MAY_FOLLOW[text.charCodeAt(end)] !== 1) return;
    let from = first;
    while (from > 0 && first - from < MAX_NAME && IS_NAME[text.charCodeAt(from - 1)] === 1) from--;
    const name = text.slice(from, end);
    const before = text.charAt(from - 1);
    if (before === '/' || !isSecretName(name)) return;
    const value = valueAt(text, end, before === '?' || before === '&', name.startsWith('-'));
    if (value !== undefined && isSecretValue(name, text, value.start)) hits.push({ ...value, from });
  },
}));

function valueAt(text: string, at: number, isInQuery: boolean, isOption: boolean): Hit | undefined {
  const patterns = isInQuery ? IN_QUERY : isOption ? [...ASSIGNED, ...NEXT_WORD] : ASSIGNED;
  for (const pattern of patterns) {
    const hit = hitAt(pattern, text, at);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `curl -u name:password`; two numbers are a user and a group */
const LOGIN = /(-(?:-user|u|-proxy-user|U)[ =]["']?(?!\d+:\d)[^\s:"'/]{1,64}:)[^\s"'/]+/y;
/** `scheme://user:password@host` */
const USER_INFO = /(:\/\/[^\s/@:"'?#]{0,128}:)(?![$%{<])[^\s/@"'?#]{1,512}(?=@)/y;
/** The path of an incoming webhook: whoever has it can post. */
const WEBHOOK = /(:\/\/(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks)\/)[\w/-]{8,}/y;

export const NAMED_DETECTORS: readonly Detector[] = [
  ...NAMED,
  detector(['\n \t"\'', '-'], LOGIN, 0),
  detector([':', '/'], USER_INFO, 1),
  detector([':', '/'], WEBHOOK, 1),
];

/** `back`: how far before the second of the pair the pattern begins */
function detector(pair: readonly [string, string], pattern: RegExp, back: number): Detector {
  return {
    pairs: [pair],
    find(text, at, { hits }) {
      const hit = hitAt(pattern, text, at - back);
      if (hit !== undefined) hits.push(hit);
    },
  };
}

function bothCases(char: string): string {
  return char + char.toUpperCase();
}

function characters(list: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of list) table[char.charCodeAt(0)] = 1;
  return table;
}
