import type { Argument, Command, Option } from 'commander';
import { HOOKED_AGENTS } from '../../../agents/find.ts';

/** What may stand for an argument, or for the value of an option. `rule`, `pack`, `session`: looked up when they are asked for. */
export type Values = readonly string[] | 'rule' | 'pack' | 'session' | 'file' | 'folder' | 'command' | 'anything';

export interface CommandNode {
  /** as a person types it: `safeshell rules show` */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** by position; the last stands for all that follow where `isVariadic` */
  readonly args: readonly Values[];
  readonly isVariadic: boolean;
}

export interface OptionNode {
  /** `-f`, `--follow` */
  readonly flags: readonly string[];
  readonly summary: string;
  /** undefined = it takes none */
  readonly values: Values | undefined;
}

const agents = HOOKED_AGENTS.map(({ name }) => name).sort();

/** By the names that arguments and values have in --help. */
const VALUES: Readonly<Record<string, Values>> = {
  actor: ['ai', 'human'],
  agent: agents,
  names: agents,
  shell: ['bash', 'zsh', 'fish'],
  doors: ['shim', 'hook', 'shell', 'line', 'wall'],
  verdicts: ['deny', 'require_approval', 'redirect', 'redact', 'confine', 'allow'],
  language: ['native'],
  rule: 'rule',
  rules: 'rule',
  packs: 'pack',
  session: 'session',
  file: 'file',
  files: 'file',
  paths: 'file',
  path: 'file',
  dir: 'folder',
  command: 'command',
  programs: 'command',
};

/** The commands as commander has them, which --help is printed from. */
export function commandTree(command: Command, above = ''): CommandNode {
  const help = command.createHelp();
  const path = `${above}${command.name()}`;
  const named = command.commands.filter((one) => one.name() !== 'help');
  const args = command.registeredArguments;
  return {
    path,
    name: command.name(),
    summary: command.summary() || command.description(),
    commands: named.map((one) => commandTree(one, `${path} `)),
    options: help.visibleOptions(command).map(optionNode),
    args: args.map(argumentValues),
    isVariadic: args.at(-1)?.variadic === true,
  };
}

/** It and all below it. */
export function allNodes(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)];
}

function optionNode(option: Option): OptionNode {
  const { short, long, description, flags } = option;
  const takes = option.required || option.optional;
  const value = /[<[]([^\]>.]+)/.exec(flags)?.[1] ?? '';
  const values = long === '--session' ? 'session' : valuesOf(value, option.argChoices);
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    summary: description,
    values: takes ? values : undefined,
  };
}

function argumentValues(argument: Argument): Values {
  return valuesOf(argument.name(), argument.argChoices);
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  return choices ?? VALUES[name] ?? 'anything';
}
