import type { ParsedOption } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import { knownWord } from '../../model/word.ts';
import { printYaml } from '../print-yaml.ts';
import { type Example, examplesFor } from './examples.ts';
import { type PrintedCondition, together } from './part.ts';
import type { Wish } from './wish.ts';

export interface RuleItem {
  readonly yaml: string;
  readonly match: readonly Example[];
  readonly noMatch: readonly Example[];
}

/** A rule about a command and whatever is added to it, as an item of a rule file, with examples of both. */
export function ruleItem(wish: Wish, taken: ReadonlySet<string>): RuleItem {
  const { action, plain, parts, exceptions } = wish;
  const conditions = [...conditionsFor(wish), ...parts.flatMap((part) => part.conditions)];
  const unless = exceptions.map((one) => together(one.flatMap((part) => part.conditions)));
  const context = parts.find((part) => part.context !== undefined)?.context;
  const { match, noMatch } = examplesFor(wish);
  const yaml = printYaml({
    name: nameFor([action === 'require_approval' ? 'ask' : action, ...plain.argv], taken),
    commands: [plain.program],
    ...(context !== undefined && { context }),
    ...(conditions.length > 0 && { conditions }),
    ...(unless.length > 0 && { unless }),
    action,
    tests: { match, ...(noMatch.length > 0 && { no_match: noMatch }) },
  });
  return { yaml, match, noMatch };
}

/** The exception that lets a command pass a rule that is about other programs too. */
export function exceptionItem(rule: string, wish: Wish): string {
  const { plain, parts, exceptions } = wish;
  const named = { command_matches: `^${plain.program.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(\\s|$)` };
  const but = exceptions.map((one) => ({ not: together(one.flatMap((part) => part.conditions)) }));
  const conditions = [...conditionsFor(wish), ...parts.flatMap((part) => part.conditions), ...but];
  return printYaml({ name: rule, unless: [together([named, ...conditions])] });
}

/** The subcommand, the options and the operands that were said; more of them change nothing. */
function conditionsFor({ plain: { program, argv }, globs, spoken }: Wish): readonly PrintedCondition[] {
  const grammar = grammarOf(program);
  const { subcommand, unknownSubcommand, options, unknownOptions, operands } = parseCommand(
    program,
    argv.map((word) => knownWord(word)),
    grammar,
  );
  const flags = [
    ...options.filter(({ value }) => value === undefined).map(spelling),
    ...unknownOptions.map(({ text }) => text),
  ];
  const values = options.flatMap((one) => (one.value === undefined ? [] : [[spelling(one), globOf(one.value.text)]]));
  const [first, ...more] = operands
    .filter(({ index }) => !spoken.has(index))
    .map(({ word, index }) => (globs.has(index) ? word.text : globOf(word.text)));
  const args = {
    ...(subcommand.length > 0 && { subcommand: subcommand.join(' ') }),
    ...(subcommand.length === 0 && unknownSubcommand !== undefined && { subcommand: unknownSubcommand.text }),
    ...(flags.length > 0 && { all_flags: [...new Set(flags)] }),
    ...(values.length > 0 && { option: Object.fromEntries(values) }),
    ...(first !== undefined && { operand: first }),
  };
  const rest = more.map((operand) => ({ args: { operand } }));
  return Object.keys(args).length === 0 ? rest : [{ args }, ...rest];
}

function spelling({ names, negations, negated }: ParsedOption): string {
  return (negated ? negations : names)[0] as string;
}

function globOf(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

function nameFor(words: readonly string[], taken: ReadonlySet<string>): string {
  const plain = (
    words
      .join(' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? ['rule']
  )
    .join('-')
    .slice(0, 60);
  let name = plain;
  for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`;
  return name;
}
