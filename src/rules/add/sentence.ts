import type { Verdict } from '../../model/verdict.ts';
import { plainText, type Token, tokensOf } from './tokens.ts';

/** What a person wants of commands, in one short sentence. */
export interface Sentence {
  readonly action: Extract<Verdict, 'allow' | 'deny' | 'require_approval'>;
  /** each the words of one command */
  readonly commands: readonly (readonly Token[])[];
  readonly phrases: readonly Phrase[];
  /** each holds where all of its phrases do */
  readonly exceptions: readonly (readonly Phrase[])[];
}

/** `to main`, `in ~/work`, `on anything but weekends` */
export interface Phrase {
  /** '' = an exception without one: `except --dry-run` */
  readonly preposition: string;
  /** `to anything but` */
  readonly negated: boolean;
  readonly words: readonly Token[];
}

/** A word that stays without a meaning: nothing is made of the rest then. */
export interface Misunderstood {
  readonly word: string;
  readonly why: string;
}

const ACTIONS: readonly (readonly [words: string, action: Sentence['action']])[] = [
  ['do not allow', 'deny'],
  ['never allow', 'deny'],
  ['do not run', 'deny'],
  ['never run', 'deny'],
  ['do not', 'deny'],
  ['never', 'deny'],
  ['deny', 'deny'],
  ['block', 'deny'],
  ['forbid', 'deny'],
  ['prohibit', 'deny'],
  ['refuse', 'deny'],
  ['always ask', 'require_approval'],
  ['ask me', 'require_approval'],
  ['ask', 'require_approval'],
  ['confirm', 'require_approval'],
  ['require approval', 'require_approval'],
  ['require_approval', 'require_approval'],
  ['approve', 'require_approval'],
  ['always allow', 'allow'],
  ['allow', 'allow'],
  ['permit', 'allow'],
];

/** An apostrophe is no quote. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bdon['’]t\b/gi, 'do not'],
  [/\bit['’]s\b/gi, 'it is'],
];

const PREAMBLE = /^add (?:a )?rule\s*:?\s*/i;
/** Between what is to be done and the command. */
const LEADS = ['about', 'before', 'for', 'running', 'any', 'every', 'all', 'using', ':'];

export const PREPOSITIONS = [
  ...['to', 'into', 'from', 'at', 'in', 'inside', 'within', 'under', 'below', 'on', 'for', 'by', 'with', 'without'],
  ...['via', 'through', 'as', 'outside', 'between', 'during', 'after', 'before'],
];
const EXCEPTIONS = ['except', 'excepting', 'excluding', 'unless', 'but'];
/** `to anything but ..`, `on any branch but ..` */
const ANYTHING = new Set(
  'anything anywhere anyone anybody everything everywhere everyone everybody any all every other host hosts branch branches place directory folder repo repository remote than'.split(
    ' ',
  ),
);
/** Words around what an exception says: `unless it is on main`, `except when in ~/x`. */
const AROUND = new Set(['when', 'if', 'it', 'is', 'are', 'they']);
/** Words of people, which no command begins to take without quotes. */
const SPOKEN = new Set(
  'of against onto upon towards across around per regarding everywhere anywhere nowhere here there nothing everyone everybody nobody please always never ever again something anything everything whenever while until since because that which who whose the a an my your our their me it is are was if when then else not no only also just too quietly really without-asking and/or'.split(
    ' ',
  ),
);

/** Parses the whole sentence, or returns the words it did not understand; none is ignored. */
export function readSentence(text: string): Sentence | readonly Misunderstood[] {
  const plain = SHORT.reduce((all, [short, long]) => all.replace(short, long), text.trim().replace(PREAMBLE, ''));
  const tokens = tokensOf(plain);
  if (tokens === undefined) return [{ word: text, why: 'a quote is not closed' }];
  const start = actionAt(tokens);
  if (start === undefined) {
    const word = tokens[0]?.text ?? '';
    return [{ word, why: 'expected `allow`, `deny` or `ask`, then a command: "allow npm install"' }];
  }
  const { action, before, rest } = start;
  const end = rest.findIndex((token, at) => at > 0 && isOfSentence(token, at, rest));
  const command = end < 0 ? rest : rest.slice(0, end);
  const said = new Reader([...before, ...(end < 0 ? [] : rest.slice(end))]);
  said.read();
  const commands = splitList(command).map(unwrapped);
  const wrong = [...said.wrong, ...command.flatMap(spokenWord)];
  if (commands.length === 0) wrong.push({ word: text, why: 'a command is missing' });
  if (wrong.length > 0) return wrong;
  // `allow curl only to x` stops the rest
  const isOnly = action === 'allow' && said.phrases.some(({ only }) => only);
  if (isOnly && (said.exceptions.length > 0 || said.phrases.at(-1)?.only !== true))
    return [{ word: 'only', why: 'it has to be the last thing that is said' }];
  return {
    action: isOnly ? 'deny' : action,
    commands,
    phrases: said.phrases.map(({ only, negated, ...phrase }) => ({ ...phrase, negated: negated !== (isOnly && only) })),
    exceptions: said.exceptions,
  };
}

/** At the beginning, or behind a phrase that ends in a comma: `for agents, deny npm publish`. */
function actionAt(tokens: readonly Token[]) {
  const [first] = tokens;
  const comma = first !== undefined && PREPOSITIONS.includes(plainText(first)) ? tokens.findIndex(isComma) : -1;
  const from = tokens.slice(comma + 1);
  for (const [words, action] of ACTIONS) {
    const parts = words.split(' ');
    if (!parts.every((part, at) => from[at] !== undefined && stripped(from[at]) === part)) continue;
    let rest = from.slice(parts.length);
    while (rest[0] !== undefined && rest.length > 1 && LEADS.includes(plainText(rest[0]))) rest = rest.slice(1);
    return { action, before: tokens.slice(0, Math.max(comma, 0)), rest };
  }
  return undefined;
}

/** `deny:` */
function stripped(token: Token): string {
  return plainText(token).replace(/:$/, '');
}

function isComma(token: Token): boolean {
  return plainText(token) === ',';
}

function isException(token: Token, next: Token | undefined): boolean {
  return EXCEPTIONS.includes(plainText(token)) || (plainText(token) === 'other' && plainText(next ?? token) === 'than');
}

function isOfSentence(token: Token, at: number, all: readonly Token[]): boolean {
  const text = plainText(token);
  return PREPOSITIONS.includes(text) || isException(token, all[at + 1]) || text === 'only';
}

/** A command in quotes as a whole. */
function unwrapped(words: readonly Token[]): readonly Token[] {
  const [only] = words;
  if (words.length !== 1 || only === undefined || !/^(['"`]).*\s.*\1$/s.test(only.raw)) return words;
  return (tokensOf(only.text) ?? words).map((token) => ({ ...token, quoted: true }));
}

function spokenWord(token: Token, at: number): readonly Misunderstood[] {
  if (!SPOKEN.has(plainText(token)) || at === 0) return [];
  return [{ word: token.text, why: 'not a word that rules know; in quotes it is one of the command' }];
}

/** `a, b or c`, each with its words. */
export function splitList(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (['or', 'and', ','].includes(plainText(token))) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

interface ReadPhrase extends Phrase {
  /** `only to x` */
  readonly only: boolean;
}

/** The phrases behind a command. */
class Reader {
  readonly phrases: ReadPhrase[] = [];
  readonly exceptions: Phrase[][] = [];
  readonly wrong: Misunderstood[] = [];
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  read(): void {
    let only = false;
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at] as Token;
      const text = plainText(token);
      if (isException(token, this.tokens[this.at + 1])) this.exception(text === 'other' ? 2 : 1);
      else if (text === 'only') this.at += 1;
      else this.phrase(only);
      only = text === 'only';
    }
  }

  private exception(length: number): void {
    const isBut = this.word() === 'but';
    this.at += length;
    if (isBut && this.word() === 'only') return; // `but only for agents` excepts nothing
    if (isBut && this.word() === 'not') this.at += 1;
    while (AROUND.has(this.word())) this.at += 1;
    const one: Phrase[] = [];
    this.exceptions.push(one);
    const isBare = !PREPOSITIONS.includes(this.word()) && this.at < this.tokens.length;
    if (isBare) {
      const { words, joined } = this.argument();
      if (words.length === 0) this.wrong.push({ word: this.word(), why: 'an exception is missing in front of it' });
      one.push({ preposition: '', negated: false, words });
      if (joined !== '') this.dangling(joined, one);
    }
    this.more(one);
  }

  /** Further phrases of one exception; behind `or` they are another. */
  private more(first: Phrase[]): void {
    let current = first;
    while (PREPOSITIONS.includes(this.word())) {
      const { phrase, joined } = this.one();
      current.push(phrase);
      if (joined === 'or' && PREPOSITIONS.includes(this.word())) {
        current = [];
        this.exceptions.push(current);
      }
    }
    if (first.length === 0) this.wrong.push({ word: this.tokens.at(-1)?.text ?? '', why: 'an exception is missing' });
  }

  private dangling(joined: string, one: Phrase[]): void {
    if (joined === 'or' && one.length > 0 && PREPOSITIONS.includes(this.word())) {
      this.wrong.push({ word: 'or', why: 'say the two exceptions apart: `except .. except ..`' });
    }
  }

  private phrase(only: boolean): void {
    const word = this.tokens[this.at]?.text ?? '';
    if (!PREPOSITIONS.includes(this.word())) {
      this.wrong.push({ word, why: 'not a word that rules know' });
      this.at += 1;
      return;
    }
    const { phrase, joined } = this.one();
    this.phrases.push({ ...phrase, only });
    if (joined === 'or' && this.at < this.tokens.length) {
      this.wrong.push({ word: joined, why: 'two phrases hold together; for either of them write two rules' });
    }
  }

  private one(): { readonly phrase: Phrase; readonly joined: string } {
    const preposition = this.word();
    this.at += 1;
    const { words, negated, joined } = this.argument();
    if (words.length === 0) this.wrong.push({ word: preposition, why: 'something is missing behind it' });
    return { phrase: { preposition, negated, words }, joined };
  }

  /** Up to the next word of the sentence; `between 9:00 and 17:00` and lists keep their `and`. */
  private argument() {
    let words: Token[] = [];
    let negated = false;
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at] as Token;
      if (isException(token, this.tokens[this.at + 1]) && words.length > 0 && words.every(isAnything)) {
        if (plainText(token) === 'other') this.at += 1;
        negated = true;
        words = [];
        continue;
      }
      if (isOfSentence(token, this.at, this.tokens) && !(plainText(token) === 'other' && words.length === 0)) break;
      words.push(token);
    }
    const last = words.at(-1);
    const joined = last !== undefined && ['and', 'or', ','].includes(plainText(last)) ? plainText(last) : '';
    return { words: joined === '' ? words : words.slice(0, -1), negated, joined };
  }

  private word(): string {
    const token = this.tokens[this.at];
    return token === undefined ? '' : plainText(token);
  }
}

function isAnything(token: Token): boolean {
  return ANYTHING.has(plainText(token));
}
