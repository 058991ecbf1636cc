import { distance } from 'fastest-levenshtein';
import type { Grammar } from '../../grammar/grammar.ts';
import { grammarOf, hasGrammar, knownPrograms } from '../../grammar/index.ts';
import { type GrammarIndex, indexOf, lookUp, resolveSubcommand } from '../../grammar/option-index.ts';
import { nodesOf } from '../../grammar/spellings.ts';
import { baseName } from '../../util/path.ts';
import { type ProblemList, suggestion } from '../problems.ts';
import { type Path, textsAt, type WrittenCondition } from './written-conditions.ts';

/** Is a program of this name in PATH, or known otherwise? */
export interface IsProgram {
  (name: string): boolean;
  readonly known: readonly string[];
}

/** What a rule is about, for its conditions. */
export interface RuleWords {
  readonly commands: readonly string[];
  /** what its conditions say of operands */
  readonly operands: readonly string[];
}

/** Subcommands and options that no program of the rule has. */
export function lintWords(condition: WrittenCondition, rule: RuleWords, list: ProblemList, isProgram: IsProgram): void {
  const { commands } = rule;
  if (condition.type !== 'args' || commands.length === 0) return;
  const subcommands = textsAt(condition, 'subcommand');
  lintSubcommands(subcommands, rule, list, isProgram);
  const below = subcommands.map(([written]) => written.trim().split(/\s+/));
  const flags = FLAG_KEYS.flatMap((key) => textsAt(condition, key));
  const valued = Object.keys((condition.keys.option as object | undefined) ?? {});
  const named = valued.map((name): readonly [string, Path] => [name, [...condition.path, 'option', name]]);
  for (const [flag, path] of [...flags, ...named]) lintOption(flag, path, { commands, below }, list);
}

const FLAG_KEYS = ['any_flag', 'all_flags', 'no_flag'];

/** A subcommand of these may be a program of somebody else: only what is nearly another word is told. */
const TAKE_PLUGINS = new Set([
  'git',
  'cargo',
  'kubectl',
  'docker',
  'gh',
  'helm',
  'npm',
  'yarn',
  'pnpm',
  'az',
  'gcloud',
]);

function lintSubcommands(
  written: ReturnType<typeof textsAt>,
  { commands, operands }: RuleWords,
  list: ProblemList,
  isProgram: IsProgram,
): void {
  const [first] = written;
  const described = commands.filter((command) => grammarOf(command).subcommands !== undefined);
  if (first !== undefined && described.length === 0) {
    const words = written.map(([text]) => text.split(/\s+/)[0] as string);
    if (words.some((word) => operands.includes(word))) return;
    const help = `nothing is known of subcommands of \`${commands[0]}\`, so that its words are operands: \`operand: ${words[0]}\``;
    list.add('never-holds', first[1], { level: 'warning', subject: `subcommand: ${first[0]}`, help });
    return;
  }
  for (const [text, path] of written) {
    const words = text.trim().split(/\s+/);
    // a program called so is a subcommand: git-x
    if (described.some((one) => hasSubcommand(one, words) || isProgram(`${one}-${words[0]}`))) continue;
    const near = nearSubcommand(text.trim(), described, written);
    const isOpen = described.length < commands.length || described.some((one) => TAKE_PLUGINS.has(one));
    if (near === undefined && isOpen) continue;
    const help = near ?? `it is none of those that the grammar of \`${described[0]}\` has`;
    list.add('unknown-subcommand', path, { level: 'warning', subject: `${described[0]} ${text}`, help });
  }
}

/** Another one that is written nearly so, and that the rule does not name beside it. */
function nearSubcommand(text: string, commands: readonly string[], written: ReturnType<typeof textsAt>) {
  const others = written.map(([one]) => one);
  const names = commands.flatMap((command) => subcommandPaths(grammarOf(command)));
  return nearWord(
    text,
    names.filter((name) => !others.includes(name)),
  );
}

/** Of a short word nearly every other is near. */
export function nearWord(text: string, names: readonly string[]): string | undefined {
  const likely = names.filter(
    (name) => Math.min(name.length, text.length) > 2 && Math.abs(name.length - text.length) < 3,
  );
  const near = suggestion(text, likely);
  const [, name = ''] = /`(.*)`/.exec(near ?? '') ?? [];
  return distance(text, name) <= (text.length < 6 ? 1 : 2) || isTransposed(text, name) ? near : undefined;
}

/** `psuh` for `push`. */
function isTransposed(one: string, other: string): boolean {
  return one.length === other.length && [...one].sort().join('') === [...other].sort().join('') && one[0] === other[0];
}

function hasSubcommand(command: string, words: readonly string[]): boolean {
  let at: Grammar | undefined = grammarOf(command);
  for (const word of words) {
    if (at?.subcommands === undefined) return false;
    const name: string | undefined = resolveSubcommand(at, word);
    if (name === undefined) return false;
    at = at.subcommands[name];
  }
  return true;
}

function subcommandPaths({ subcommands = {}, aliases = {} }: Grammar): readonly string[] {
  const below = Object.entries(subcommands).flatMap(([name, grammar]) => [
    name,
    ...subcommandPaths(grammar).map((rest) => `${name} ${rest}`),
  ]);
  return [...below, ...Object.keys(aliases)];
}

/** Most programs answer these, whether their tables have them or not. */
const ANYBODYS = ['-NUMBER', '-h', '--help', '-help', '-V', '--version', '-version'];

interface Where {
  readonly commands: readonly string[];
  /** the subcommands that the condition names */
  readonly below: readonly (readonly string[])[];
}

function lintOption(flag: string, path: Path, { commands, below }: Where, list: ProblemList): void {
  if (!/^[-+]/.test(flag)) return;
  const nodes = commands.flatMap((command) => readersOf(command, below));
  if (!commands.every(hasGrammar)) return;
  const takes = (node: (typeof nodes)[number]) =>
    node.anyOption || isSpelling(node, flag) || (/^-\d/.test(flag) && node.grammar.numericOptions);
  if (ANYBODYS.includes(flag) || nodes.some(takes)) return;
  const letters = /^-([A-Za-z]{2,})$/.exec(flag)?.[1];
  const isCluster = letters !== undefined && [...letters].every((one) => nodes.some((node) => lookUp(node, `-${one}`)));
  const near = suggestion(
    flag,
    nodes.flatMap((node) => [...node.exact.keys()]),
  );
  const called = [commands[0], ...(below[0] ?? [])].join(' ');
  const help = isCluster
    ? `one option is one entry: ${[...letters].map((one) => `\`-${one}\``).join(', ')}`
    : (near ?? `it is none of those that the grammar of \`${called}\` has`);
  list.add('unknown-option', path, { level: 'warning', subject: `${called} ${flag}`, help });
}

/** A rule names an option by a whole name; what a program takes for a beginning of it is none. */
function isSpelling(node: GrammarIndex, flag: string): boolean {
  const spec = lookUp(node, flag)?.spec;
  return spec !== undefined && (node.singleDash || [...spec.names, ...spec.negations].includes(flag));
}

function readersOf(command: string, below: Where['below']) {
  const root = grammarOf(command);
  const names = below.map(([first]) => (first === undefined ? undefined : resolveSubcommand(root, first)));
  const nodes = (names.length === 0 ? [undefined] : names).flatMap((name) => nodesOf(command, name));
  return [indexOf(root), ...nodes];
}

/** A script by its ending: somebody's own, which need not stand in PATH. */
const SCRIPT = /\.(sh|bash|zsh|fish|py|rb|pl|php|js|mjs|cjs|ts|ps1|cmd|bat)$/;

/** A command that nobody has, or that no start is called; `known`: all names that mean something here. */
export function lintProgram(name: string, path: Path, list: ProblemList, isProgram: IsProgram): void {
  if (name.includes('/') && !name.startsWith('/')) {
    const base = baseName(name) || 'NAME';
    const glob = name.startsWith('./') ? name : `**/${name.replace(/^(~|\*\*)\//, '')}`;
    const help = `names are base names or absolute paths: \`commands: [${base}]\` is every \`${base}\`; with the condition \`program_path: "${glob}"\` beside it this one alone`;
    list.add('never-holds', path, { level: 'warning', subject: `commands: ${name}`, help });
    return;
  }
  if (name.startsWith('/') || SCRIPT.test(name) || hasGrammar(name) || isProgram(name)) return;
  const help = suggestion(name, [...isProgram.known, ...knownPrograms()]);
  list.add('unknown-program', path, {
    level: 'notice',
    subject: name,
    help: help ?? 'it is not in PATH here, and nothing is known of what it takes',
  });
}
