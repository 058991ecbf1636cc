import type { Pattern } from '../model/policy.ts';
import { type Answer, joinAnswers, type Tri } from '../model/tri.ts';
import { couldMatch, HOLE, matches, type Piece } from '../patterns/match.ts';
import { defineCondition, type PlainCode } from './condition.ts';
import { allOf, inText, longest, oneOf, type Signs } from './signs.ts';
import type { Subject } from './subject.ts';

/**
 * Text conditions test two spellings: as written, and the words joined by one blank. Where only one matches the answer is
 * `some`: enough for a restrictive rule, not for an allow rule or `unless`.
 */
function bothSpellings(subject: Subject, test: (pieces: readonly Piece[]) => Tri): Answer {
  if (subject.text === undefined) return 'no';
  const written = test([subject.text.trim()]);
  const words = subject.invocation?.argv;
  if (words === undefined) return written;
  const pieces: Piece[] = [];
  for (const word of words) {
    if (pieces.length > 0) pieces.push(' ');
    if (word.kind === 'unknown') pieces.push(word.prefix, HOLE, word.suffix);
    else pieces.push(word.kind === 'known' ? word.value : word.text);
  }
  return joinAnswers([written, test(mergeText(pieces))]);
}

function said({ text }: Subject): string {
  return text === undefined ? 'no command' : `command \`${text}\``;
}

function mergeText(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else if (piece !== '') merged.push(piece);
  }
  return merged;
}

function contains(pieces: readonly Piece[], text: string): Tri {
  if (pieces.some((piece) => typeof piece === 'string' && piece.includes(text))) return 'yes';
  return pieces.length > 1 ? 'unknown' : 'no';
}

function startsWith(pieces: readonly Piece[], prefix: string): Tri {
  const [first = ''] = pieces;
  if (typeof first !== 'string') return 'unknown';
  if (first.startsWith(prefix)) return 'yes';
  return pieces.length > 1 && prefix.startsWith(first) ? 'unknown' : 'no';
}

/**
 * A stretch without quotes and backslashes that is in either spelling is in the joined words: the written text differs from them in
 * those characters alone.
 */
function textSigns(needs: readonly (readonly string[])[]): Signs {
  return allOf(needs.map((texts) => oneOf(texts.map((text) => inText(longest(text.split(/['\\]/)))))));
}

/** `echo $TOKEN` is no plain code, so that none matches `\$TOKEN`. */
function plainText(needs: readonly (readonly string[])[], { mayContain }: PlainCode): readonly Pattern[] | undefined {
  return needs.some((texts) => !texts.some(mayContain)) ? [] : undefined;
}

export const commandMatches = defineCondition<{ pattern: string }, { pattern: Pattern }>({
  type: 'command_matches',
  summary: 'Regex, search semantics, over the whole command.',
  primary: 'pattern',
  schema: (z) => z.strictObject({ pattern: z.string().describe('regular expression, searched in the whole command') }),
  lower: ({ pattern }, lowering) => ({ pattern: lowering.regex(pattern) }),
  evaluate: ({ pattern }, subject) =>
    bothSpellings(subject, (pieces) =>
      pieces.length === 1 && typeof pieces[0] === 'string' ? matches(pattern, pieces[0]) : couldMatch(pattern, pieces),
    ),
  says: ({ pattern }) => `the command matches /${pattern.written}/`,
  explain: ({ pattern }, subject) => `${said(subject)} against /${pattern.written}/`,
  signs: ({ pattern }, { literalsOf }) => textSigns(literalsOf(pattern)),
  plain: ({ pattern }, code) => plainText(code.literalsOf(pattern), code),
  ofLine: true,
});

export const spelledAs = defineCondition<{ pattern: string }, { pattern: Pattern }>({
  type: 'spelled_as',
  summary:
    'Regex, search semantics, over the command as it is written, before anything in it is expanded: what a variable is called, not what it may hold.',
  primary: 'pattern',
  schema: (z) =>
    z.strictObject({ pattern: z.string().describe('regular expression, searched in the text as written') }),
  lower: ({ pattern }, lowering) => ({ pattern: lowering.regex(pattern) }),
  evaluate: ({ pattern }, { text }) => (text === undefined ? 'no' : matches(pattern, text)),
  says: ({ pattern }) => `as written it matches /${pattern.written}/`,
  explain: ({ pattern }, subject) => `${said(subject)} as written against /${pattern.written}/`,
  signs: ({ pattern }, { literalsOf }) => textSigns(literalsOf(pattern)),
  ofLine: true,
});

export const commandContains = defineCondition<{ pattern: string }, { pattern: string }>({
  type: 'command_contains',
  summary: 'Substring.',
  primary: 'pattern',
  schema: (z) => z.strictObject({ pattern: z.string().min(1).describe('text that the command contains') }),
  lower: (args) => args,
  evaluate: ({ pattern }, subject) => bothSpellings(subject, (pieces) => contains(pieces, pattern)),
  says: ({ pattern }) => `the command contains \`${pattern}\``,
  explain: ({ pattern }, subject) => `${said(subject)} for the text \`${pattern}\``,
  signs: ({ pattern }) => textSigns([[pattern]]),
  plain: ({ pattern }, code) => plainText([[pattern]], code),
  ofLine: true,
});

export const commandStartswith = defineCondition<{ prefix: string }, { prefix: string }>({
  type: 'command_startswith',
  summary: 'Prefix.',
  primary: 'prefix',
  schema: (z) => z.strictObject({ prefix: z.string().min(1).describe('text that the command begins with') }),
  lower: (args) => args,
  evaluate: ({ prefix }, subject) => bothSpellings(subject, (pieces) => startsWith(pieces, prefix)),
  says: ({ prefix }) => `the command begins with \`${prefix}\``,
  explain: ({ prefix }, subject) => `${said(subject)} for the beginning \`${prefix}\``,
  signs: ({ prefix }) => textSigns([[prefix]]),
  ofLine: true,
});
