import { canonicalGlobs, canonicalSetting, isSetting, type SettingKind } from '../grammar/git-setting.ts';
import type { ParsedCommand, ParsedOption, ValueKind } from '../grammar/grammar.ts';
import { grammarOf } from '../grammar/index.ts';
import { canonicalSubcommand, effective } from '../grammar/parse-command.ts';
import type { Pattern } from '../model/policy.ts';
import { type Tri, triAll, triAny, triNot, triOf, triOr } from '../model/tri.ts';
import type { GlobWord, KnownWord, Word } from '../model/word.ts';
import { couldMatch, HOLE, matches, type Piece } from '../patterns/match.ts';
import type { ArgsData, OptionData } from './args-data.ts';
import { argsSigns } from './args-signs.ts';
import { argsText } from './args-words.ts';
import { defineCondition, type Lowering } from './condition.ts';
import { globsExcept } from './listed.ts';
import type { Subject } from './subject.ts';

type OneOrMore = string | string[];

interface Args {
  subcommand?: OneOrMore | undefined;
  any_flag?: OneOrMore | undefined;
  all_flags?: OneOrMore | undefined;
  no_flag?: OneOrMore | undefined;
  operand?: OneOrMore | undefined;
  or_operand?: OneOrMore | undefined;
  no_operand?: OneOrMore | undefined;
  operand_outside?: OneOrMore | undefined;
  min_operands?: number | undefined;
  max_operands?: number | undefined;
  after_dashes?: true | OneOrMore | undefined;
  option?: Record<string, OneOrMore> | undefined;
}

/** Compiles the forms for settings along with each glob, as a start of git must load no compiler. */
function withSettings(lowering: Lowering): Lowering {
  const glob: Lowering['glob'] = (written, flavour) => {
    const pattern = lowering.glob(written, flavour);
    const forms = canonicalGlobs(written).filter((form) => form !== written);
    return forms.length === 0
      ? pattern
      : { ...pattern, forSettings: forms.map((form) => lowering.glob(form, flavour)) };
  };
  return { ...lowering, glob };
}

function lower(args: Args, plain: Lowering): ArgsData {
  const lowering = withSettings(plain);
  const globs = (written: OneOrMore): Pattern[] => [written].flat().map((one) => lowering.glob(one, 'text'));
  const flags = (written: OneOrMore): string[] =>
    [written]
      .flat()
      .map((flag) => (/^[-+]/.test(flag) ? flag : lowering.fail('a flag with its dashes, such as `-f` or `--force`')));
  return {
    ...(args.subcommand !== undefined && {
      subcommands: [args.subcommand].flat().map((one) => one.trim().split(/\s+/)),
    }),
    ...(args.any_flag !== undefined && { anyFlag: flags(args.any_flag) }),
    ...(args.all_flags !== undefined && { allFlags: flags(args.all_flags) }),
    ...(args.no_flag !== undefined && { noFlag: flags(args.no_flag) }),
    ...(args.operand !== undefined && { operand: globs(args.operand) }),
    ...(args.or_operand !== undefined && { orOperand: globs(args.or_operand) }),
    ...(args.no_operand !== undefined && { noOperand: globs(args.no_operand) }),
    ...(args.operand_outside !== undefined && { operandOutside: globs(args.operand_outside) }),
    ...(args.min_operands !== undefined && { minOperands: args.min_operands }),
    ...(args.max_operands !== undefined && { maxOperands: args.max_operands }),
    ...(args.after_dashes !== undefined && { afterDashes: args.after_dashes === true ? [] : globs(args.after_dashes) }),
    ...(args.option !== undefined && {
      options: Object.entries(args.option).map(([name, value]) => ({ name, ...globsExcept(value, lowering) })),
    }),
  };
}

function subcommandAnswer(parsed: ParsedCommand, path: readonly string[]): Tri {
  for (let index = 0; index < path.length; index++) {
    const actual = parsed.subcommand[index];
    if (actual === undefined) return subcommandByName(parsed.unknownSubcommand, path.slice(index));
    if (actual !== path[index]) return 'no';
  }
  return 'yes';
}

/** A subcommand that the grammar does not have is compared by its name alone. */
function subcommandByName(word: Word | undefined, path: readonly string[]): Tri {
  if (word === undefined) return 'no';
  return word.kind === 'known' ? triOf(path.length === 1 && path[0] === word.value) : 'unknown';
}

/** A flag is in effect: given, under any of its names, and not negated later. A dynamic word may be any flag. */
function flagAnswer(parsed: ParsedCommand, flag: string): Tri {
  if (effective(parsed, flag) !== undefined) return 'yes';
  if (parsed.unknownOptions.some((word) => mayHold(word, flag))) return 'yes';
  return mayHoldOptions(parsed) ? 'unknown' : 'no';
}

/** Some dynamic word may be an option; behind `--` none is. */
function mayHoldOptions({ dynamic, endOfOptions = Number.POSITIVE_INFINITY }: ParsedCommand): boolean {
  return dynamic.some((index) => index < endOfOptions);
}

/** `-xf` holds `-f` where the grammar does not know one of the letters. */
function mayHold(word: Word, flag: string): boolean {
  if (word.kind !== 'known') return false;
  if (word.value === flag || word.value.startsWith(`${flag}=`)) return true;
  return flag.length === 2 && /^-[A-Za-z]{2,}$/.test(word.value) && word.value.includes(flag.slice(1));
}

function wordAnswer(word: Word, patterns: readonly Pattern[], kind?: ValueKind): Tri {
  const written = triAny(patterns, (pattern) => {
    if (word.kind === 'unknown') return couldMatch(pattern, [word.prefix, HOLE, word.suffix]);
    return matches(pattern, textOf(word));
  });
  return isSetting(kind) && written !== 'yes' ? triOr(written, settingAnswer(word, patterns, kind)) : written;
}

/** The same for the word in canonical case. */
function settingAnswer(word: Word, patterns: readonly Pattern[], kind: SettingKind): Tri {
  const pieces = canonicalPieces(word, kind);
  return triAny(patterns, (pattern) =>
    triAny([pattern, ...(pattern.forSettings ?? [])], (form) => couldMatch(form, pieces)),
  );
}

function canonicalPieces(word: Word, kind: SettingKind): readonly Piece[] {
  if (word.kind !== 'unknown') return [canonicalSetting(textOf(word), kind)];
  const { prefix, suffix } = word;
  if (kind === 'setting' && prefix.includes('=')) return [canonicalSetting(prefix, kind), HOLE, suffix];
  // the name is not known to its end: anything may follow the section
  return [canonicalSetting(prefix.replace(/\..*$/s, '.'), kind), HOLE];
}

function textOf(word: KnownWord | GlobWord): string {
  return word.kind === 'known' ? word.value : word.text;
}

function operandAnswer(parsed: ParsedCommand, patterns: readonly Pattern[]): Tri {
  const answer = triAny(parsed.operands, ({ word, key, kind }) => wordAnswer(keyed(word, key), patterns, kind));
  return answer === 'no' && parsed.dynamic.length > 0 ? 'unknown' : answer;
}

/** Some operand matches none of the patterns: for `test`, the second of `make test release`. */
function outsideAnswer(parsed: ParsedCommand, patterns: readonly Pattern[]): Tri {
  const answer = triAny(parsed.operands, ({ word, key, kind }) => triNot(wordAnswer(keyed(word, key), patterns, kind)));
  return answer === 'no' && parsed.dynamic.length > 0 ? 'unknown' : answer;
}

function keyed(word: Word, key: string | undefined): Word {
  return key !== undefined && word.kind === 'known' ? { ...word, value: `${key}=${word.value}` } : word;
}

function countAnswer(parsed: ParsedCommand, test: (count: number) => boolean): Tri {
  const uncertain = parsed.dynamic.length > 0 || parsed.operands.some(({ word }) => word.kind !== 'known');
  const answer = triOf(test(parsed.operands.length));
  return uncertain ? 'unknown' : answer;
}

function optionAnswer(parsed: ParsedCommand, { name, value: wanted, except = [] }: OptionData): Tri {
  const given = parsed.options.filter(
    (option: ParsedOption) => option.names.includes(name) && option.value !== undefined,
  );
  const answer = triAny(given, ({ value, kind }) =>
    wordAnswer(value as Word, except, kind) === 'yes' ? 'no' : wordAnswer(value as Word, wanted, kind),
  );
  return answer === 'no' && mayHoldOptions(parsed) ? 'unknown' : answer;
}

function afterDashesAnswer(argv: readonly Word[], patterns: readonly Pattern[]): Tri {
  const dashes = argv.findIndex((word) => word.kind === 'known' && word.value === '--');
  if (dashes < 0) return 'no';
  const rest = argv.slice(dashes + 1);
  return patterns.length === 0 ? triOf(rest.length > 0) : triAny(rest, (word) => wordAnswer(word, patterns));
}

/** Canonical paths by program and path: they are the same at each evaluation. */
const CANONICAL = new Map<string, WeakMap<readonly string[], readonly string[]>>();

function canonicalPath(path: readonly string[], program: string): readonly string[] {
  const known = CANONICAL.get(program);
  if (known === undefined) CANONICAL.set(program, new WeakMap());
  let canonical = known?.get(path);
  if (canonical === undefined) {
    canonical = canonicalSubcommand(grammarOf(program), path);
    CANONICAL.get(program)?.set(path, canonical);
  }
  return canonical;
}

/** Aliases count too: a rule may say `volume remove` where the program's own name is `volume rm`. */
function namedSubcommand(parsed: ParsedCommand, path: readonly string[], program: string | undefined): Tri {
  const answer = subcommandAnswer(parsed, path);
  if (answer !== 'no' || program === undefined) return answer;
  return subcommandAnswer(parsed, canonicalPath(path, program));
}

/** Evaluates one key of the condition; undefined = the key is absent. */
type Part = (data: ArgsData, parsed: ParsedCommand, subject: Subject) => Tri | undefined;

/** Keys that require words. */
const WANTED: readonly Part[] = [
  ({ subcommands }, parsed, { invocation }) =>
    subcommands && triAny(subcommands, (path) => namedSubcommand(parsed, path, invocation?.program)),
  ({ anyFlag, orOperand }, parsed) => {
    if (anyFlag === undefined) return orOperand && operandAnswer(parsed, orOperand);
    const flag = triAny(anyFlag, (one) => flagAnswer(parsed, one));
    return flag === 'yes' || orOperand === undefined ? flag : triOr(flag, operandAnswer(parsed, orOperand));
  },
  ({ allFlags }, parsed) => allFlags && triAll(allFlags, (flag) => flagAnswer(parsed, flag)),
  ({ operand }, parsed) => operand && operandAnswer(parsed, operand),
  ({ afterDashes }, _parsed, { invocation }) => afterDashes && afterDashesAnswer(invocation?.argv ?? [], afterDashes),
  ({ options }, parsed) => options && triAll(options, (option) => optionAnswer(parsed, option)),
];

/** All keys that are present must hold. The cheapest, which most calls fail, come first. */
const PARTS: readonly Part[] = [
  ...WANTED,
  ({ noFlag }, parsed) => noFlag && triNot(triAny(noFlag, (flag) => flagAnswer(parsed, flag))),
  ({ noOperand }, parsed) => noOperand && triNot(operandAnswer(parsed, noOperand)),
  ({ operandOutside }, parsed) => operandOutside && outsideAnswer(parsed, operandOutside),
  ({ minOperands }, parsed) =>
    minOperands === undefined ? undefined : countAnswer(parsed, (count) => count >= minOperands),
  ({ maxOperands }, parsed) =>
    maxOperands === undefined ? undefined : countAnswer(parsed, (count) => count <= maxOperands),
];

function evaluateArgs(data: ArgsData, subject: Subject): Tri {
  const parsed = subject.parsed();
  return triAll(PARTS, (part) => part(data, parsed, subject) ?? 'yes');
}

function hasEvidence(data: ArgsData, subject: Subject): boolean | undefined {
  const parsed = subject.parsed();
  const answers = WANTED.map((part) => part(data, parsed, subject)).filter((answer) => answer !== undefined);
  return answers.length === 0 ? undefined : answers.includes('yes');
}

function describe(parsed: ParsedCommand): string {
  const flags = parsed.options.filter((option) => !option.negated).map((option) => option.names[0]);
  const parts = [
    parsed.subcommand.length > 0 ? `subcommand \`${parsed.subcommand.join(' ')}\`` : '',
    flags.length > 0 ? `options ${flags.join(' ')}` : 'no options',
    parsed.operands.length > 0 ? `operands ${parsed.operands.map(({ word }) => `\`${word.text}\``).join(' ')}` : '',
    parsed.dynamic.length > 0 ? 'some words only known at run time' : '',
  ];
  return parts.filter(Boolean).join(', ');
}

export const args = defineCondition<Args, ArgsData>({
  type: 'args',
  summary:
    "The command's own option grammar: subcommand, flags under any spelling, operands, option values. All given keys must hold. Settings of git (`git -c`, `git config`) match in any case of their section and name, as git reads them.",
  schema: (z) => {
    const list = (what: string) =>
      z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .optional()
        .describe(what);
    return z
      .strictObject({
        subcommand: list('`push`, or a path such as `stash drop`; several = any of them'),
        any_flag: list('at least one of these is in effect, under any of its names'),
        all_flags: list('all of these are in effect'),
        no_flag: list('none of these is in effect'),
        operand: list('an operand matches one of these globs'),
        or_operand: list('like operand, but enough in place of any_flag: `+*` for a forced refspec'),
        no_operand: list('no operand matches any of these globs'),
        operand_outside: list('an operand matches none of these globs: `make` to anything but `[test, build]`'),
        min_operands: z.number().int().nonnegative().optional(),
        max_operands: z.number().int().nonnegative().optional(),
        after_dashes: z
          .union([z.literal(true), z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('an argument stands after `--`, and matches one of these globs'),
        option: z
          .record(z.string(), z.union([z.string(), z.array(z.string()).min(1)]))
          .optional()
          .describe('option name -> globs that its value matches; `!GLOB` leaves out values that match the others'),
      })
      .refine((given) => Object.values(given).some((value) => value !== undefined), 'at least one key');
  },
  lower,
  evaluate: (data, subject) => evaluateArgs(data, subject),
  hasEvidence,
  says: argsText,
  explain: (_data, subject) => describe(subject.parsed()),
  signs: argsSigns,
});
