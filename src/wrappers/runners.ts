import type { Grammar } from '../grammar/grammar.ts';
import { exactly, indexOf } from '../grammar/option-index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { NODE_FAMILY } from './interpreters.ts';
import { joinedCode, shellCode, startOf, startOrShell } from './peeled.ts';
import { afterDashes, lookPastDynamic, takeAssignments } from './prefix.ts';
import { flags, has, longs, optionValues, type Reading, readBehind, readOptions } from './reading.ts';
import { NPX, RUNNERS, type RunnerCommand, type RunnerSpec } from './runner-specs.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** Packages whose program has another name. Source: `bin` in the package.json of each */
const PROGRAM_OF: ReadonlyMap<string, string> = new Map([
  ['@aws-amplify/cli', 'amplify'],
  ['@bitwarden/cli', 'bw'],
  ['@infisical/cli', 'infisical'],
  ['@pnp/cli-microsoft365', 'm365'],
  ['@railway/cli', 'railway'],
  ['@sentry/cli', 'sentry-cli'],
  ['@shopify/cli', 'shopify'],
  ['aws-cdk', 'cdk'],
  ['cdktf-cli', 'cdktf'],
  ['netlify-cli', 'netlify'],
  ['pagerduty-cli', 'pd'],
  ['twilio-cli', 'twilio'],
]);

/** `rimraf@5` -> `rimraf`, `@bitwarden/cli` -> `bw`. */
function programOf(word: Word): Word {
  const value = wordValue(word);
  if (value === undefined) return word;
  const at = value.search(/(?<=.)@|(?<=.)[=<>~]=/);
  const name = at < 0 ? value : value.slice(0, at);
  const program = PROGRAM_OF.get(name) ?? name;
  return program === value ? word : knownWord(program, word.text);
}

const GRAMMARS = new WeakMap<RunnerCommand | RunnerSpec, Grammar>();

/** `test:pytest` -> `pytest`. */
function withoutEnvironment(word: Word): Word {
  const value = wordValue(word);
  return value === undefined ? word : knownWord(value.replace(/^[\w.+-]+:(?=.)/, ''), word.text);
}

/** Kept, because its lookup tables are. */
function grammarOf(table: RunnerCommand | RunnerSpec, anyOption: boolean): Grammar {
  const known = GRAMMARS.get(table);
  if (known !== undefined) return known;
  const grammar: Grammar = { options: table.options ?? [], optionsFirst: true, anyOption };
  GRAMMARS.set(table, grammar);
  return grammar;
}

/** argv[0] is the tool or its subcommand; `reading` has its options. */
function peelCommand(command: RunnerCommand, argv: readonly Word[], reading: Reading): readonly Peeled[] {
  if (command.noneIf !== undefined && has(reading, ...command.noneIf)) return [];
  const early = optionValues(reading, ...(command.code ?? []));
  const codes = early.length > 0 ? early : lateCode(command, argv);
  if (codes.length > 0) return [...codes.map((code) => shellCode(code)), ...reading.doubts];
  const dashed = afterDashes(argv);
  // behind an option that the table does not know only the dashes say where the command begins
  const unclear = command.dashesOnly || (reading.doubts.length > 0 && dashed !== undefined);
  const operands = reading.operands.slice(command.skip ?? 0);
  const undashed = wordValue(operands[0]) === '--' ? operands.slice(1) : operands;
  const words = unclear ? (dashed ?? []) : undashed;
  const { rest, assignments } = command.assignments ? takeAssignments(words) : { rest: words, assignments: [] };
  const [program, ...args] = rest;
  if (program === undefined) {
    const isAsked = command.shell !== true || reading.doubts.length > 0 || has(reading, '-v', '-h');
    return isAsked ? reading.doubts : startOrShell([]);
  }
  const effects = assignments.length === 0 ? undefined : { assignments };
  if (command.line && args.length === 0) return [...joinedCode(rest, effects), ...reading.doubts];
  const first = command.package ? programOf(program) : command.environment ? withoutEnvironment(program) : program;
  const started = [first, ...args];
  return [...startOf(started, effects), ...(unclear ? [] : reading.doubts)];
}

/** `mise x node@20 -c code`: behind the tools, where only dashes begin a command. */
function lateCode(command: RunnerCommand, argv: readonly Word[]): readonly Word[] {
  const { code, dashesOnly } = command;
  if (code === undefined || dashesOnly !== true) return [];
  const index = indexOf(grammarOf(command, false));
  const isCode = (word: Word) => exactly(index, wordValue(word) ?? '')?.spec.names.some((name) => code.includes(name));
  const end = argv.findIndex((word) => wordValue(word) === '--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const at = before.findIndex(isCode);
  const value = at < 0 ? undefined : before[at + 1];
  return value === undefined ? [] : [value];
}

function peelRunner(spec: RunnerSpec, argv: readonly Word[], depth = 0): readonly Peeled[] {
  const reading = readOptions(grammarOf(spec, true), argv);
  const name = wordValue(reading.operands[0]) ?? '';
  const command = Object.hasOwn(spec.commands, name) ? spec.commands[name] : undefined;
  const direct = spec.commands[''];
  if (command?.again === true && depth < 4) {
    const { operands } = readBehind(reading, grammarOf(command, true));
    return peelRunner(spec, [argv[0] as Word, ...operands.slice(command.skip ?? 0)], depth + 1);
  }
  if (command !== undefined && name !== '') {
    const own = readBehind(reading, grammarOf(command, false));
    return peelCommand(command, reading.operands, { ...own, options: [...reading.options, ...own.options] });
  }
  return direct === undefined ? [] : peelCommand(direct, argv, readOptions(grammarOf(direct, false), argv));
}

const NIX = [
  '-c --command',
  '-f --file =path',
  ...flags('iL'),
  ...longs('impure pure ignore-environment'),
  '-k --keep =text',
];

const NIX_GRAMMAR: Grammar = { options: NIX, optionsFirst: true, anyOption: true };

/** Packages whose one program takes the name of another. */
const MULTICALL = new Set(['coreutils', 'coreutils-full', 'uutils-coreutils', 'busybox', 'toybox']);

/** `nix run nixpkgs#jq -- words`: the program is taken to be called like its package. */
function nixProgram(before: Reading): readonly Word[] {
  const [flake, ...rest] = readBehind(before, NIX_GRAMMAR).operands;
  const name = /#(?:[\w.-]+\.)?([\w+-]+)$/.exec(wordValue(flake) ?? '')?.[1];
  const words = wordValue(rest[0]) === '--' ? rest.slice(1) : rest;
  if (name === undefined) return [];
  return MULTICALL.has(name) ? words : [knownWord(name), ...words];
}

/** `nix develop [flake] -c command`: everything behind -c. */
const NIX_FAMILY: WrapperFamily = {
  names: ['nix'],
  peel: ({ argv }) => {
    const reading = readOptions(NIX_GRAMMAR, argv);
    const { operands } = reading;
    if (wordValue(operands[0]) === 'run') return startOf(nixProgram(reading));
    if (!/^(develop|shell|env)$/.test(wordValue(operands[0]) ?? '')) return [];
    const at = operands.findIndex((word) => /^(-c|--command)$/.test(wordValue(word) ?? ''));
    return startOrShell(at < 0 ? [] : operands.slice(at + 1));
  },
};

/** `just -c command words`: everything behind it. */
const JUST_FAMILY: WrapperFamily = {
  names: ['just'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => /^(-c|--command)$/.test(wordValue(word) ?? ''));
    return at < 0 ? [] : startOf(argv.slice(at + 1));
  },
};

const CARGO_WATCH: Grammar = {
  options: [
    '-s --shell =code',
    '-x --exec =text',
    ...flags('wideBCjE', '=text'),
    ...longs('use-shell delay ignore watch', '=text'),
  ],
  optionsFirst: true,
  anyOption: true,
  source: 'cargo watch --help 8, online',
};

/** `+nightly` selects a toolchain. */
const CARGO: Grammar = { options: ['+nightly'], optionsFirst: true, anyOption: true };

/** `cargo watch -s code`, `cargo watch -- command`; other subcommands run what they build. */
const CARGO_FAMILY: WrapperFamily = {
  names: ['cargo'],
  peel: ({ argv }) => {
    const before = readOptions(CARGO, argv);
    if (wordValue(before.operands[0]) !== 'watch') return [];
    const reading = readBehind(before, CARGO_WATCH);
    return [...optionValues(reading, '-s').map((code) => shellCode(code)), ...startOf(reading.operands)];
  },
};

const BUN: RunnerSpec = {
  names: ['bun'],
  options: ['--cwd =path'],
  commands: { x: NPX, exec: {} },
  source: 'bun --help 1.1, online',
};

const BUN_GRAMMAR: Grammar = { options: BUN.options ?? [], optionsFirst: true, anyOption: true };

/** bun is node with the subcommands of npm. */
const BUN_FAMILY: WrapperFamily = {
  names: BUN.names,
  peel: (start) => {
    const reading = readOptions(BUN_GRAMMAR, start.argv);
    const first = wordValue(reading.operands[0]) ?? '';
    const runsCode = has(reading, '-e', '-p') || /^(-|run|.*\.[cm]?[jt]sx?)$/.test(first);
    if (!runsCode) return peelRunner(BUN, start.argv);
    const words = first === 'run' ? reading.operands : start.argv;
    return words.length < 2 ? [] : NODE_FAMILY.peel({ ...start, argv: words });
  },
};

/** What has no subcommand, as `npx`, starts something with any arguments. */
function startingArguments({ commands }: RunnerSpec): Pick<WrapperFamily, 'onlyWith'> {
  if (Object.hasOwn(commands, '')) return {};
  return { onlyWith: Object.fromEntries(Object.keys(commands).map((name) => [name, ['']])) };
}

/** Package managers, version managers and secret stores that run what stands behind their subcommand. */
export const RUNNER_FAMILIES: readonly WrapperFamily[] = [
  BUN_FAMILY,
  CARGO_FAMILY,
  JUST_FAMILY,
  NIX_FAMILY,
  ...RUNNERS.map((spec) => ({
    names: spec.names,
    ...startingArguments(spec),
    peel: ({ argv }: { readonly argv: readonly Word[] }) => lookPastDynamic(argv, (words) => peelRunner(spec, words)),
  })),
];
