import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { NODE_FAMILY } from './interpreters.ts';
import { joinedCode, shellCode, startOf, startOrShell } from './peeled.ts';
import { afterDashes, lookPastDynamic, takeAssignments } from './prefix.ts';
import { flags, has, longs, optionValues, readOptions } from './reading.ts';
import { NPM_EXEC, RUNNERS, type RunnerCommand, type RunnerSpec } from './runner-specs.ts';
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

function peelCommand(command: RunnerCommand, argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(grammarOf(command, false), argv);
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
function lateCode({ code, dashesOnly }: RunnerCommand, argv: readonly Word[]): readonly Word[] {
  if (code === undefined || dashesOnly !== true) return [];
  const end = argv.findIndex((word) => wordValue(word) === '--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const at = before.findIndex((word) => /^(-c|--command|--run)$/.test(wordValue(word) ?? ''));
  const value = at < 0 ? undefined : before[at + 1];
  return value === undefined ? [] : [value];
}

function peelRunner(spec: RunnerSpec, argv: readonly Word[], depth = 0): readonly Peeled[] {
  const reading = readOptions(grammarOf(spec, true), argv);
  const name = wordValue(reading.operands[0]) ?? '';
  const command = Object.hasOwn(spec.commands, name) ? spec.commands[name] : undefined;
  const direct = spec.commands[''];
  if (command?.again === true && depth < 4) {
    const { operands } = readOptions(grammarOf(command, true), reading.operands);
    return peelRunner(spec, [argv[0] as Word, ...operands.slice(command.skip ?? 0)], depth + 1);
  }
  if (command !== undefined && name !== '') return peelCommand(command, reading.operands);
  return direct === undefined ? [] : peelCommand(direct, argv);
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
function nixProgram(operands: readonly Word[]): readonly Word[] {
  const [flake, ...rest] = readOptions(NIX_GRAMMAR, operands).operands;
  const name = /#(?:[\w.-]+\.)?([\w+-]+)$/.exec(wordValue(flake) ?? '')?.[1];
  const words = wordValue(rest[0]) === '--' ? rest.slice(1) : rest;
  if (name === undefined) return [];
  return MULTICALL.has(name) ? words : [knownWord(name), ...words];
}

/** `nix develop [flake] -c command`: everything behind -c. */
const NIX_FAMILY: WrapperFamily = {
  names: ['nix'],
  peel: ({ argv }) => {
    const { operands } = readOptions(NIX_GRAMMAR, argv);
    if (wordValue(operands[0]) === 'run') return startOf(nixProgram(operands));
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

/** `cargo watch -s code`, `cargo watch -- command`; other subcommands run what they build. */
const CARGO_FAMILY: WrapperFamily = {
  names: ['cargo'],
  peel: ({ argv }) => {
    if (wordValue(argv[1]) !== 'watch') return [];
    const reading = readOptions(CARGO_WATCH, argv.slice(1));
    return [...optionValues(reading, '-s').map((code) => shellCode(code)), ...startOf(reading.operands)];
  },
};

const BUN: RunnerSpec = {
  names: ['bun'],
  options: ['--cwd =path'],
  commands: { x: NPM_EXEC, exec: {} },
  source: 'bun --help 1.1, online',
};

/** bun is node with the subcommands of npm. */
const BUN_FAMILY: WrapperFamily = {
  names: BUN.names,
  peel: (start) => {
    const runsCode = /^(-e|--eval|-p|--print|-|run|.*\.[cm]?[jt]sx?)$/.test(wordValue(start.argv[1]) ?? '');
    if (!runsCode) return peelRunner(BUN, start.argv);
    const words = wordValue(start.argv[1]) === 'run' ? start.argv.slice(1) : start.argv;
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
