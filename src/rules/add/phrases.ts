import * as circumstances from './circumstances.ts';
import * as locations from './locations.ts';
import { type Argument, negatedPart, type Part, type PhraseReader, type Subject } from './part.ts';
import { type Misunderstood, type Phrase, splitList } from './sentence.ts';
import { plainText, type Token } from './tokens.ts';
import { bareWords, withOptions, withoutOptions } from './words.ts';

const { hosts, inLocation, intoLocation, outsideLocation, outsideRepository, repository } = locations;
const { afterTime, beforeTime, branch, days, night, outsideTime, pushTarget, time, user, who, wrapper } = circumstances;

const IN: readonly PhraseReader[] = [inLocation, repository, branchSaid];

/** What each preposition may mean, in this order. The first that takes all words behind it counts. */
const MEANINGS: Readonly<Record<string, readonly PhraseReader[]>> = {
  to: [hosts, intoLocation, pushTarget],
  into: [intoLocation, hosts],
  from: [hosts, inLocation, repository],
  at: [hosts, night],
  in: IN,
  inside: IN,
  within: IN,
  under: [inLocation],
  below: [inLocation],
  outside: [outsideLocation, outsideRepository, outsideTime],
  on: [days, branch, hosts],
  for: [who],
  by: [who],
  with: [withOptions, wrapper],
  without: [withoutOptions],
  via: [wrapper, hosts],
  through: [wrapper, hosts],
  as: [user],
  between: [time],
  during: [time],
  after: [afterTime],
  before: [beforeTime],
  '': [bareWords],
};

/** `in branch main`; without the word it would be a place. */
function branchSaid(argument: Argument, subject: Subject): Part | string | undefined {
  return argument.words.some((word) => /^branch(es)?$/.test(word)) ? branch(argument, subject) : undefined;
}

/** Readers that turn a list round themselves. */
const TURN_ROUND = new Set<PhraseReader>([hosts]);
const FILLERS = new Set(['the', 'a', 'an', 'my', 'any', 'all', 'host', 'hosts', 'server', 'of', 'user', 'it']);
/** What may stand beside the one word of an item: `the release branch`, `this project`, `coding agents`. */
const NOUN =
  /^(branch(es)?|repo(s|sitory|sitories)?|git|remotes?|this|directory|folder|project|coding|ai|llm|agents?|assistants?)$/;

/** What a phrase asks for; or each of its words that nothing could be made of. */
export function partOf(phrase: Phrase, subject: Subject): Part | readonly Misunderstood[] {
  const items = splitList(phrase.words).map((item) => item.filter((token) => !FILLERS.has(plainText(token))));
  const extra = items.flatMap((item) => item.filter(({ text }) => !NOUN.test(text.toLowerCase())).slice(1));
  const words = items.flat().filter((token) => !extra.includes(token));
  const read = readWith(phrase, words, subject);
  const wrong = extra.map(({ text }) => ({ word: text, why: 'one word too many: lists have `and`, `or` or commas' }));
  if ('part' in read) return wrong.length > 0 ? wrong : read.part;
  const said = phrase.preposition === '' ? 'except' : phrase.preposition;
  const left = words.length > 0 ? words : phrase.words;
  return [...left.map(({ text }) => ({ word: text, why: read.why ?? reason(said, subject) })), ...wrong];
}

type Read = { readonly part: Part } | { readonly why: string | undefined };

function readWith({ preposition, negated, words: all }: Phrase, tokens: readonly Token[], subject: Subject): Read {
  const words = tokens.map(({ text }) => text);
  const argument: Argument = { words, isAll: all.some((token) => plainText(token) === 'and'), negated };
  let why: string | undefined;
  for (const read of words.length === 0 ? [] : (MEANINGS[preposition] ?? [])) {
    const part = read(argument, subject);
    if (typeof part === 'string') why ??= part;
    else if (part !== undefined) return { part: negated && !TURN_ROUND.has(read) ? negatedPart(part) : part };
  }
  return { why };
}

function reason(preposition: string, { program }: Subject): string {
  if (MEANINGS[preposition]?.every((read) => read === who)) {
    return `\`${preposition}\` names who asks, agents or people: rules do not tell one agent from another`;
  }
  return `not known what \`${program}\` is to do with it, said with \`${preposition}\`; see docs/rules.md for what can be said`;
}
