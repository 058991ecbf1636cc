import { memoizeByObject } from '../util/memoize.ts';
import type { Grammar } from './grammar.ts';
import { eachSpelling, type OptionSpec, optionLines, optionSpec } from './option-spec.ts';

export interface OptionEntry {
  readonly spec: OptionSpec;
  readonly negated: boolean;
}

/** One spelling of an option; its string is taken apart only when a command uses it. */
interface Spelling {
  readonly line: string;
  readonly negated: boolean;
}

/** A grammar with its lookup tables; `parent` is the grammar whose subcommand it is. */
export interface GrammarIndex {
  readonly grammar: Grammar;
  readonly parent: GrammarIndex | undefined;
  /** by full spelling: `-f`, `--force`, `(` */
  readonly exact: ReadonlyMap<string, Spelling>;
  readonly specs: Map<string, OptionSpec>;
  /** as the grammar says, else as its parent says */
  readonly anyOption: boolean;
  readonly abbreviations: boolean;
  readonly singleDash: boolean;
  /** some option begins with `+` (sh) or with neither dash nor plus (find) */
  readonly plus: boolean;
  readonly plain: boolean;
  /** long spellings in order, for abbreviations; built when first needed */
  sorted: readonly string[] | undefined;
  readonly children: Map<string, GrammarIndex>;
}

/** A later option takes a spelling over from an earlier one: shared tables come first (`git format-patch -n`). */
function buildIndex(grammar: Grammar, parent: GrammarIndex | undefined): GrammarIndex {
  const exact = new Map<string, Spelling>();
  let plus = false;
  let plain = false;
  for (const line of optionLines(grammar.options)) {
    eachSpelling(line, (name, negated) => {
      exact.set(name, { line, negated });
      if (name.startsWith('+')) plus = true;
      else if (!name.startsWith('-')) plain = true;
    });
  }
  const anyOption = grammar.anyOption ?? parent?.anyOption ?? false;
  return {
    grammar,
    parent,
    exact,
    specs: new Map(),
    anyOption,
    abbreviations: grammar.abbreviations ?? parent?.abbreviations ?? !anyOption,
    singleDash: grammar.singleDash ?? parent?.singleDash ?? false,
    plus,
    plain,
    sorted: undefined,
    children: new Map(),
  };
}

/** An option by its full spelling in this very grammar. */
export function exactly(index: GrammarIndex, name: string): OptionEntry | undefined {
  const spelling = index.exact.get(name);
  if (spelling === undefined) return undefined;
  const { line, negated } = spelling;
  let spec = index.specs.get(line);
  if (spec === undefined) {
    const written = optionSpec(line);
    const kept = (one: string): boolean => index.exact.get(one)?.line === line;
    spec = { ...written, names: written.names.filter(kept), negations: written.negations.filter(kept) };
    index.specs.set(line, spec);
  }
  return { spec, negated };
}

/** The lookup tables of a program's grammar; built on first use and kept as long as the grammar lives. */
export const indexOf = memoizeByObject((grammar: Grammar): GrammarIndex => buildIndex(grammar, undefined));

/** The lookup tables of a subcommand behind its parent. */
export function childIndex(parent: GrammarIndex, name: string, grammar: Grammar): GrammarIndex {
  const known = parent.children.get(name);
  if (known !== undefined) return known;
  const index = buildIndex(grammar, parent);
  parent.children.set(name, index);
  return index;
}

function lowerBound(sorted: readonly string[], prefix: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The one option that `--forc` can mean; undefined when none or several. */
function byPrefix(index: GrammarIndex, prefix: string): OptionEntry | undefined {
  if (!index.abbreviations || index.singleDash || prefix.length < 3) return undefined;
  index.sorted ??= [...index.exact.keys()].filter((name) => name.startsWith('--')).sort();
  const first = lowerBound(index.sorted, prefix);
  const found = index.exact.get(index.sorted[first] ?? '');
  for (let at = first; index.sorted[at]?.startsWith(prefix); at += 1) {
    const other = index.exact.get(index.sorted[at] ?? '');
    if (other?.line !== found?.line || other?.negated !== found?.negated) return undefined;
  }
  return index.sorted[first]?.startsWith(prefix) ? exactly(index, index.sorted[first]) : undefined;
}

function own(index: GrammarIndex, name: string): OptionEntry | undefined {
  const entry = exactly(index, name);
  if (entry !== undefined || !index.singleDash || !name.startsWith('--')) return entry;
  return exactly(index, name.slice(1));
}

/** The next grammar above whose options are known behind its subcommands, at any depth. */
function reachable(index: GrammarIndex): GrammarIndex | undefined {
  let above = index.parent;
  while (above !== undefined && !above.grammar.optionsEverywhere) above = above.parent;
  return above;
}

/** A second grammar of the same command, for options that the first one lacks. A function, because few calls need it. */
export type Fallback = () => GrammarIndex | undefined;

type Find = (index: GrammarIndex, name: string) => OptionEntry | undefined;

function inReach(start: GrammarIndex | undefined, name: string, find: Find): OptionEntry | undefined {
  for (let at = start; at !== undefined; at = reachable(at)) {
    const entry = find(at, name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** An option by one spelling, exact before abbreviated, the subcommand's own before those of its parents. */
export function lookUp(index: GrammarIndex, name: string, fallback?: Fallback): OptionEntry | undefined {
  const exact = inReach(index, name, own) ?? inReach(fallback?.(), name, own);
  if (exact !== undefined || !name.startsWith('--')) return exact;
  return inReach(index, name, byPrefix) ?? inReach(fallback?.(), name, byPrefix);
}

/** A subcommand's full name as the program resolves it: aliases and, where it takes them, unique prefixes. */
export function resolveSubcommand(grammar: Grammar, name: string): string | undefined {
  const { subcommands, aliases } = grammar;
  if (subcommands === undefined) return undefined;
  if (Object.hasOwn(subcommands, name)) return name;
  if (aliases !== undefined && Object.hasOwn(aliases, name)) return aliases[name];
  if (!grammar.abbreviatedSubcommands || name === '') return undefined;
  const found = new Set<string>();
  for (const full of Object.keys(subcommands)) if (full.startsWith(name)) found.add(full);
  for (const [alias, full] of Object.entries(aliases ?? {})) if (alias.startsWith(name)) found.add(full);
  return found.size === 1 ? [...found][0] : undefined;
}
