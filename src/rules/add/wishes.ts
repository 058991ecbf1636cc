import { talksToHosts } from '../../grammar/hosts.ts';
import { grammarOf, hasGrammar } from '../../grammar/index.ts';
import { resolveSubcommand } from '../../grammar/option-index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import { knownWord } from '../../model/word.ts';
import { shQuote, shWord } from '../../util/sh-quote.ts';
import { type IsProgram, nearWord } from '../lint/rule-words.ts';
import { negatedPart, type Part, type Subject } from './part.ts';
import { partOf } from './phrases.ts';
import type { Misunderstood, Phrase, Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';
import type { PlainCommand, Wish } from './wish.ts';
import { pathNamed } from './words.ts';

/** The line that a command's words make, where globs are only text. */
export function lineOf(words: readonly Token[]): string {
  return words.map(({ raw, text, glob }) => (glob ? shQuote(text) : raw)).join(' ');
}

/** `git push or merge`: a word that is no program is a subcommand of the one before. */
export function withPrograms(
  commands: Sentence['commands'],
  isProgram: IsProgram,
): readonly (readonly Token[])[] | readonly Misunderstood[] {
  const all: (readonly Token[])[] = [];
  const wrong: Misunderstood[] = [];
  for (const words of commands) {
    const [first] = words;
    const before = all.at(-1)?.[0];
    if (first === undefined) continue;
    const name = first.text.slice(first.text.lastIndexOf('/') + 1);
    const grammar = before === undefined ? undefined : grammarOf(before.text);
    if (before !== undefined && grammar !== undefined && resolveSubcommand(grammar, first.text) !== undefined) {
      all.push([before, ...words]);
    } else if (first.quoted || /[^\w.+-]/.test(name) || hasGrammar(name) || isProgram(name)) all.push(words);
    else wrong.push({ word: first.text, why: noProgram(name, before?.text, isProgram) });
  }
  return wrong.length > 0 ? wrong : all;
}

function noProgram(name: string, before: string | undefined, { known }: IsProgram): string {
  if (name.startsWith('-')) return `an option is no command: say \`with\` in front of the list`;
  const near = nearWord(name, known);
  if (near !== undefined) return `no program that is known here, ${near}`;
  const fix = before === undefined ? 'in quotes it is taken for one' : `say \`${before} ${name}\``;
  return `no program that is known here; ${fix}`;
}

const AMBIGUOUS = 'behind `except` it may be about the rule or about the exception: say it in front';

export interface Said {
  readonly sentence: Sentence;
  readonly words: readonly Token[];
  readonly plain: PlainCommand;
  readonly here: string;
}

/** What the sentence says of this one of its commands; or each word that nothing could be made of. */
export function wishFor({ sentence, words, plain, here }: Said): Wish | readonly Misunderstood[] {
  const { action } = sentence;
  const subject = subjectOf(plain, here, action === 'allow');
  const wrong: Misunderstood[] = [...unknownSubcommand(plain)];
  const read = (phrase: Phrase, about: Subject): readonly Part[] => {
    const part = partOf(phrase, about);
    if ('yes' in part) return [part];
    wrong.push(...part);
    return [];
  };
  const parts = sentence.phrases.flatMap((phrase) => read(phrase, subject));
  // what an exception means has to be meant exactly where the rule restricts
  const loosely = { ...subject, loosens: action !== 'allow' };
  const groups = sentence.exceptions.map((group) => group.flatMap((phrase) => read(phrase, loosely)));
  const persons = groups.filter((group) => group.some(({ context }) => context !== undefined));
  if (persons.some((group) => group.length > 1)) wrong.push({ word: 'for', why: AMBIGUOUS });
  const turned = persons.flatMap((group) => group.map(negatedPart));
  const all = [...parts, ...turned];
  if (new Set(all.flatMap(({ context }) => context ?? [])).size > 1) {
    wrong.push({ word: 'for', why: 'agents and people are everybody' });
  }
  if (wrong.length > 0) return wrong;
  const globs = new Set(words.flatMap(({ glob }, index) => (glob ? [index] : [])));
  const homes = words.flatMap(({ raw }, index) =>
    subject.takesPaths && index > 0 && /^~(\/|$)/.test(raw) ? [index] : [],
  );
  const named = homes.map((index) => pathNamed(words[index]?.text ?? ''));
  const written = words.map((word, index) => exampleWord(word, homes.includes(index) ? undefined : plain.argv[index]));
  return {
    action,
    plain,
    globs,
    spoken: new Set(homes),
    written: written.join(' '),
    parts: [...named, ...all],
    exceptions: groups.filter((group) => !persons.includes(group)),
  };
}

/** As one would write it; examples have another home directory, so that `$HOME` is what it stands for here. */
function exampleWord({ raw, text, glob }: Token, value: string | undefined): string {
  if (glob) return text.replace(/[*?]+/g, 'x');
  return value === undefined || !/^~|\$/.test(raw) ? raw : shWord(value);
}

/** `git psuh`; one that is like no other may be a program of somebody's: `git frob`. */
function unknownSubcommand({ program, argv }: PlainCommand): readonly Misunderstood[] {
  const { subcommand, unknownSubcommand: word } = parsedWords(program, argv);
  if (word === undefined) return [];
  const names = Object.keys(grammarOf(program).subcommands ?? {});
  const near = subcommand.length > 0 ? undefined : nearWord(word.text, names);
  if (near === undefined && subcommand.length === 0) return [];
  const called = [program, ...subcommand].join(' ');
  return [{ word: word.text, why: `no subcommand of \`${called}\`${near === undefined ? '' : `, ${near}`}` }];
}

function parsedWords(program: string, argv: readonly string[]) {
  const words = argv.map((word) => knownWord(word));
  return parseCommand(program, words, grammarOf(program));
}

const PATHS: ReadonlySet<string> = new Set(['path', 'write', 'delete', 'send']);

function subjectOf({ program, argv }: PlainCommand, here: string, loosens: boolean): Subject {
  const { subcommand, operands: given } = parsedWords(program, argv);
  const kinds = parsedWords(program, [program, 'x', 'y', 'z']).operands.map(({ kind }) => kind);
  const takesPaths = hasGrammar(program) && grammarOf(program).subcommands === undefined && PATHS.has(kinds[1] ?? '');
  const lead = takesPaths && !PATHS.has(kinds[0] ?? '') && given.length === 0 ? '644 ' : '';
  return { program, subcommand, takesPaths, lead, talks: talksToHosts(program), loosens, here };
}
