import { readAlias, readRead, readSet } from './builtins.ts';
import { FishText, NotRead } from './text.ts';
import { type FishWord, readWord } from './words.ts';

/** Words that end the list of commands that they stand in. */
type Ends = ReadonlySet<string>;

const NOTHING: Ends = new Set();
const END: Ends = new Set(['end']);
const OF_IF: Ends = new Set(['end', 'else']);
const OF_SWITCH: Ends = new Set(['end', 'case']);

const word = (text: FishText) => readWord(text, (inner) => readCommands(inner));

function skipBlanks(text: FishText): void {
  text.take(/(?:[ \t\r]|\\\n)+/y);
}

/** The signs and lines between two commands. */
function separator(text: FishText): string {
  let found = '';
  for (;;) {
    skipBlanks(text);
    if (text.peek() === '#') text.take(/[^\n]*/y);
    const sign = text.take(/[;\n]|&(?![&|>])/y);
    if (sign === '') return found;
    found += sign;
  }
}

/** Commands up to a closing bracket, the end of the text, or one of these words. */
export function readCommands(text: FishText, ends: Ends = NOTHING): string {
  let zsh = linesOf(separator(text));
  let before = '';
  while (text.peek() !== '' && text.peek() !== ')' && !ends.has(text.bareWord())) {
    const joins = text.take(/(?:and|or)(?=[\s\\])/y);
    skipBlanks(text);
    const sign = joins === 'or' ? '||' : '&&';
    zsh += joins === '' || before === '' ? between(before) : ` ${sign}${linesOf(before) || ' '}`;
    zsh += readJob(text);
    before = separator(text) || ' ';
  }
  return zsh + (before.includes('&') ? between(before) : linesOf(before));
}

const linesOf = (signs: string) => signs.replace(/[^\n]/g, '');

/** At most one sign in a row, as zsh wants it; all lines are kept. */
function between(signs: string): string {
  const lines = linesOf(signs);
  if (signs.includes('&')) return ` &${lines || ' '}`;
  return lines !== '' || signs === '' ? lines : '; ';
}

/** Commands with `|`, `&&` and `||` between them. */
function readJob(text: FishText): string {
  let zsh = '';
  for (;;) {
    skipBlanks(text);
    const prefix = text.take(/(?:(?:not|time)(?=\s)|!(?=\s))/y);
    if (prefix !== '') {
      zsh += prefix === 'time' ? 'time ' : '! ';
      continue;
    }
    zsh += readCommand(text);
    skipBlanks(text);
    const sign = text.take(/&&|\|\||&\||\d>\||\|/y);
    if (sign === '') return zsh;
    zsh += sign === '&&' || sign === '||' ? ` ${sign} ` : ' | ';
    zsh += text.take(/(?:\s|#[^\n]*\n)*/y).replace(/[^\n]/g, '');
  }
}

const BLOCKS: Readonly<Record<string, (text: FishText) => string>> = {
  begin: (text) => `{ ${body(text, END)}${close(text)} }`,
  if: readIf,
  for: readFor,
  while: (text) => `while ${readCondition(text)}; do ${body(text, END)}${close(text)} done`,
  switch: readSwitch,
  function: readFunction,
};

/** The commands of a block; zsh wants at least one, and a sign behind it. */
function body(text: FishText, ends: Ends): string {
  const zsh = text.block(() => readCommands(text, ends));
  if (zsh.trim() === '') return `${zsh}:;`;
  return /(?:\n|&)\s*$/.test(zsh) ? zsh : `${zsh};`;
}

/** Words that zsh would not take for the name of a program. */
const RESERVED =
  /^(?:if|then|elif|else|fi|do|done|case|esac|for|while|until|select|function|repeat|time|coproc|foreach|end|nocorrect|noglob|declare|typeset|local|export|readonly|integer|float|emulate|\[\[|[{}!-])$/;

function readCommand(text: FishText): string {
  const keyword = text.bareWord();
  const block = Object.hasOwn(BLOCKS, keyword) ? BLOCKS[keyword] : undefined;
  if (block !== undefined) {
    text.at += keyword.length;
    const inner = text.inside(() => block(text));
    const { words, redirects } = readRest(text);
    if (words.length > 0) throw new NotRead('words behind a block');
    return inner + redirects;
  }
  if (keyword === 'end' || keyword === 'else' || keyword === 'case') throw new NotRead('a block');
  return readSimple(text);
}

/** `builtin set` is `set`. */
function readSimple(text: FishText): string {
  const assigned = readAssignments(text);
  text.take(/builtin[ \t]+(?=\w)/y);
  const start = text.at;
  const name = word(text);
  if (text.at === start) throw new NotRead('no command');
  const { words, redirects } = readRest(text);
  const own = name.literal === undefined ? undefined : translated(name.literal, words, text);
  const isReserved = name.literal !== undefined && RESERVED.test(name.literal);
  const program = isReserved ? `'${name.literal}'` : name.text;
  return `${assigned}${own ?? [program, ...words.map((one) => one.text)].join(' ')}${redirects}`;
}

/** `NAME=value command` */
function readAssignments(text: FishText): string {
  let zsh = '';
  for (;;) {
    const name = text.take(/[A-Za-z_]\w*=(?=[^\s=])/y);
    if (name === '') return zsh;
    zsh += `${name}${word(text).text} `;
    skipBlanks(text);
  }
}

function translated(name: string, words: readonly FishWord[], text: FishText): string | undefined {
  if (name === 'set') return readSet(words, text);
  if (name === 'read') return readRead(words, text);
  if (name === 'alias') return readAlias(words, (code) => readFish(code, text.lists));
  if (name === 'prevd') return 'cd -';
  if (name === 'nextd' || name === 'argparse') throw new NotRead(name);
  return undefined;
}

interface Rest {
  readonly words: readonly FishWord[];
  readonly redirects: string;
}

/** Arguments and redirections up to the end of a command. */
function readRest(text: FishText): Rest {
  const words: FishWord[] = [];
  let redirects = '';
  for (;;) {
    skipBlanks(text);
    if (/^[;\n|)#]?$/.test(text.peek()) || /^&(?!>)/.test(text.source.slice(text.at, text.at + 2))) break;
    if (/^\d>\|/.test(text.source.slice(text.at, text.at + 3))) break;
    const redirect = text.take(/(?:\d*(?:>>\??|>\??|<\??)|&>>?\??)(?:&(?:\d+|-))?/y);
    if (redirect === '') words.push(word(text));
    else if (/&(?:\d+|-)$/.test(redirect)) redirects += ` ${redirect.replace('?', '')}`;
    else {
      skipBlanks(text);
      const start = text.at;
      const target = word(text);
      if (text.at === start) throw new NotRead('a redirection to nothing');
      redirects += ` ${redirect.replace('?', '')} ${target.text}`;
    }
  }
  return { words, redirects };
}

/** The `end` of a block. */
function close(text: FishText): string {
  if (text.take(/end(?=[\s;&|<>)]|$)/y) === '') throw new NotRead('a block that is open');
  return '';
}

/** A command, and those that are joined to it by `and` and `or`. */
function readCondition(text: FishText): string {
  let zsh = readJob(text);
  for (;;) {
    const before = text.at;
    const signs = separator(text);
    const joins = text.take(/(?:and|or)(?=[\s\\])/y);
    if (joins === '') {
      text.at = before;
      return zsh;
    }
    zsh += ` ${joins === 'or' ? '||' : '&&'}${linesOf(signs) || ' '}${readJob(text)}`;
  }
}

function readIf(text: FishText): string {
  let zsh = `if ${readCondition(text)}; then ${body(text, OF_IF)}`;
  while (text.take(/else(?=[\s;])/y) !== '') {
    skipBlanks(text);
    if (text.take(/if(?=\s)/y) === '') zsh += ` else ${body(text, OF_IF)}`;
    else zsh += ` elif ${readCondition(text)}; then ${body(text, OF_IF)}`;
  }
  return `${zsh}${close(text)} fi`;
}

function readFor(text: FishText): string {
  skipBlanks(text);
  const name = text.take(/[A-Za-z_]\w*/y);
  skipBlanks(text);
  if (name === '' || text.take(/in(?=[\s;])/y) === '') throw new NotRead('for');
  const words = readRest(text).words.map((one) => one.text);
  return `for ${text.nameOf(name)} in ${words.join(' ')}; do ${body(text, END)}${close(text)} done`;
}

function readSwitch(text: FishText): string {
  skipBlanks(text);
  const value = word(text);
  let zsh = `case ${value.text} in ${linesOf(separator(text))}`;
  while (text.take(/case(?=\s)/y) !== '') {
    const patterns = readRest(text).words.map(patternOf);
    zsh += `${patterns.join('|')}) ${body(text, OF_SWITCH)} ;; `;
  }
  return `${zsh}${close(text)}esac`;
}

/** In a pattern of `case`, stars count in quotes, too. */
function patternOf({ literal, text }: FishWord): string {
  return literal === undefined ? text : literal.replace(/[^\w*?./-]/g, '\\$&') || "''";
}

const TAKES_WORD =
  /^(?:-[desvjpwV]|--(?:description|on-event|on-signal|on-variable|on-job-exit|on-process-exit|wraps|inherit-variable))$/;

function readFunction(text: FishText): string {
  const [name, ...options] = readRest(text).words.map(({ literal }) => literal ?? '');
  if (name === undefined || !/^[\w.:-]+$/.test(name)) throw new NotRead('function');
  const given: string[] = [];
  let isEvent = false;
  for (let at = 0; at < options.length; at++) {
    const option = options[at] as string;
    if (/^(?:-[esvjp]|--on-)/.test(option)) isEvent = true;
    if (TAKES_WORD.test(option)) at++;
    else if (option === '-a' || option === '--argument-names')
      while (at + 1 < options.length && /^\w+$/.test(options[at + 1] ?? '')) given.push(options[++at] ?? '');
  }
  return text.block(() => {
    const names = given.map((one, at) => `${text.localName(one)}="\${${at + 1}}"; `);
    const inner = body(text, END);
    // one that waits for an event may run at any time from here on
    return `${name}() { ${names.join('')}${inner}${close(text)} }${isEvent ? `; ${name}` : ''}`;
  });
}

function readFish(code: string, lists: Set<string>): string {
  const text = new FishText(code, lists);
  const zsh = readCommands(text);
  if (text.at < code.length) throw new NotRead('a bracket');
  return zsh;
}

/**
 * Fish's text in the syntax of zsh, whose lists and variables are most like those of fish; undefined where something
 * in it is not read. Lines stay where they are. Source: fish(1) language, 3.6.
 */
export function zshOfFish(code: string): string | undefined {
  const lists = new Set<string>();
  try {
    const once = readFish(code, lists);
    // a list may be used in a function that stands before it
    return lists.size === 0 ? once : readFish(code, lists);
  } catch (problem) {
    if (problem instanceof NotRead) return undefined;
    throw problem;
  }
}
