import type { ParsedOption } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import { knownWord } from '../../model/word.ts';
import { printYaml } from '../print-yaml.ts';
import type { Sentence } from './sentence.ts';

/** A program start of which every word is known. */
export interface PlainCommand {
  /** base name */
  readonly program: string;
  /** with the program */
  readonly argv: readonly string[];
}

type PrintedCondition = Readonly<Record<string, unknown>>;

/** A rule about a command and whatever is added to it, as an item of a rule file. The sentence is its example. */
export function ruleItem({ action, command }: Sentence, plain: PlainCommand, taken: ReadonlySet<string>): string {
  const conditions = conditionsFor(plain);
  return printYaml({
    name: nameFor([action === 'require_approval' ? 'ask' : action, ...plain.argv], taken),
    commands: [plain.program],
    ...(conditions.length > 0 && { conditions }),
    action,
    tests: { match: [command] },
  });
}

/** The exception that lets a command pass a rule that is about other programs too. */
export function exceptionItem(rule: string, plain: PlainCommand): string {
  const named = { command_matches: `^${plain.program.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(\\s|$)` };
  const conditions = conditionsFor(plain);
  return printYaml({ name: rule, unless: [conditions.length === 0 ? named : { all_of: [named, ...conditions] }] });
}

/** The subcommand, the options and the operands that were said; more of them change nothing. */
function conditionsFor({ program, argv }: PlainCommand): readonly PrintedCondition[] {
  const grammar = grammarOf(program);
  const { subcommand, options, unknownOptions, operands } = parseCommand(
    program,
    argv.map((word) => knownWord(word)),
    grammar,
  );
  const flags = [
    ...options.filter(({ value }) => value === undefined).map(spelling),
    ...unknownOptions.map(({ text }) => text),
  ];
  const values = options.flatMap((one) => (one.value === undefined ? [] : [[spelling(one), globOf(one.value.text)]]));
  const [first, ...more] = operands.map(({ word }) => globOf(word.text));
  const args = {
    ...(subcommand.length > 0 && { subcommand: subcommand.join(' ') }),
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
