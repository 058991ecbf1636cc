import { isSetting } from '../grammar/git-setting.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { grammarOf } from '../grammar/index.ts';
import { exactly, type GrammarIndex, indexOf } from '../grammar/option-index.ts';
import { canonicalSubcommand } from '../grammar/parse-command.ts';
import { flagSpellings, nodesOf, type Spelling, subcommandSpellings } from '../grammar/spellings.ts';
import type { Pattern } from '../model/policy.ts';
import { textGlobPieces } from '../patterns/glob-pieces.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { once } from '../util/once.ts';
import { shWord } from '../util/sh-quote.ts';
import type { ArgsData } from './args-data.ts';
import type { PlainStart } from './condition.ts';
import { allOf, anyOf, inWords, isNever, NEVER, oneOf, type Sign, type Signs } from './signs.ts';

/** Signs of the condition `args`: a clause for each subcommand, flag and operand that it requires. */
export function argsSigns(data: ArgsData, start: PlainStart): Signs {
  const subcommands = data.subcommands && anyOf(data.subcommands.map((path) => subcommandSigns(path, start)));
  if (subcommands !== undefined && isNever(subcommands)) return NEVER;
  const nodes = once(() => nodesFor(data, start));
  const flags = (names: readonly string[]) => names.flatMap((name) => flagSpellings(nodes(), name).map(asSign));
  const parts: Signs[] = [...(subcommands === undefined ? [] : [subcommands])];
  const operands = (patterns: readonly Pattern[]) =>
    mayTakeKeys(grammarOf(start.program)) && nodes().some(({ grammar }) => takesKeys(grammar))
      ? operandSigns(patterns).map(inAnyCase)
      : operandSigns(patterns);
  if (data.anyFlag || data.orOperand)
    parts.push(oneOf([...flags(data.anyFlag ?? []), ...operands(data.orOperand ?? [])]));
  for (const name of data.allFlags ?? []) parts.push(oneOf(flags([name])));
  if (data.operand) parts.push(oneOf(operands(data.operand)));
  if (data.afterDashes) parts.push(oneOf([inWords(' -- ')]));
  if (data.afterDashes?.length) parts.push(oneOf(operandSigns(data.afterDashes)));
  for (const { name, value } of data.options ?? []) {
    const values = value.map(({ written }) => inWords(...ended(textGlobPieces(written))));
    const isOfGit = nodes().some((node) => isSetting(exactly(node, name)?.spec.kind));
    parts.push(oneOf(flags([name])), oneOf(isOfGit ? values.map(inAnyCase) : values));
  }
  return allOf(parts);
}

/**
 * Keys of git's settings may be written in any case. More words show this sign than the condition matches: any letter will do, as one
 * for both cases would make the gate of git so long that it passes a third less of the subcommands.
 */
function inAnyCase(sign: Sign | undefined): Sign | undefined {
  if (sign === undefined || !('pieces' in sign)) return sign;
  const anyLetters = (piece: string) =>
    piece.replace(/[A-Za-z]+|[^A-Za-z]+/g, (part) => (/[A-Za-z]/.test(part) ? '?'.repeat(part.length) : shWord(part)));
  return { pattern: `*${sign.pieces.map(anyLetters).join('*')}*` };
}

function takesKeys({ operands = '' }: Grammar): boolean {
  return operands.split(' ').includes('key');
}

/** The same for a program with any subcommand: most programs take none, and their signs are the same for all subcommands. */
const mayTakeKeys = memoizeByObject((grammar: Grammar): boolean => {
  const visit = (one: Grammar): boolean => takesKeys(one) || Object.values(one.subcommands ?? {}).some(visit);
  return visit(grammar);
});

/** The grammars that may read the flags: those of the subcommands that the condition names, and their parents. */
function nodesFor({ subcommands }: ArgsData, { program, subcommand }: PlainStart): readonly GrammarIndex[] {
  if (subcommand !== undefined) return nodesOf(program, subcommand);
  const root = grammarOf(program);
  const names = subcommands?.map((path) => canonicalSubcommand(root, path)[0]) ?? [undefined];
  return [...new Set([indexOf(root), ...names.flatMap((name) => nodesOf(program, name))])];
}

function subcommandSigns(path: readonly string[], { program, subcommand }: PlainStart): Signs {
  if (subcommand === undefined) return oneOf(sequences(subcommandSpellings(program, path)));
  const isMeant = path[0] === subcommand || canonicalSubcommand(grammarOf(program), path)[0] === subcommand;
  if (!isMeant) return NEVER;
  return path.length === 1 ? [] : oneOf(sequences(subcommandSpellings(program, path).slice(1)));
}

/** One of the first words followed by one of the second words, and so on. */
function sequences(words: readonly (readonly string[])[]): readonly (Sign | undefined)[] {
  let all: readonly (readonly string[])[] = [[]];
  for (const [at, alternatives] of words.entries()) {
    const isLast = at === words.length - 1;
    all = all.flatMap((front) => alternatives.map((word) => [...front, ` ${isLast ? word : word.trimEnd()}`]));
  }
  return all.map((pieces) => inWords(...pieces));
}

function asSign({ lead, part = '' }: Spelling): Sign | undefined {
  if (/^[-+]$/.test(lead) && /^[A-Za-z]$/.test(part)) return { lead, letter: part };
  return inWords(` ${lead}`, part);
}

function operandSigns(patterns: readonly Pattern[]): readonly (Sign | undefined)[] {
  return patterns.map(({ written }) => {
    const [first = '', ...rest] = ended(textGlobPieces(written));
    return inWords(first === '' ? '' : ` ${first}`, ...rest);
  });
}

/** With the blank behind the word added to its last piece. */
function ended(pieces: readonly string[]): readonly string[] {
  const last = pieces.at(-1);
  return last === '' ? pieces : [...pieces.slice(0, -1), `${last} `];
}
