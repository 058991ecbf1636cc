import type { Grammar, ValueKind } from './grammar.ts';

/** One option string of a grammar, taken apart. */
export interface OptionSpec {
  /** long spellings first */
  readonly names: readonly string[];
  readonly negations: readonly string[];
  readonly value: 'none' | 'optional' | 'required' | 'command';
  /** how many words a required value is */
  readonly count: number;
  readonly kind?: ValueKind;
}

export interface OptionEntry {
  readonly spec: OptionSpec;
  readonly negated: boolean;
}

/** A grammar with its lookup tables; `parent` is the grammar whose subcommand it is. */
export interface GrammarIndex {
  readonly grammar: Grammar;
  readonly parent: GrammarIndex | undefined;
  /** by full spelling: `-f`, `--force`, `(` */
  readonly exact: ReadonlyMap<string, OptionEntry>;
  /** some option begins with `+` (sh) or with neither dash nor plus (find) */
  readonly plus: boolean;
  readonly plain: boolean;
  /** long spellings in order, for abbreviations; built when first needed */
  sorted: readonly string[] | undefined;
  readonly children: Map<string, GrammarIndex>;
}

/** `--name` before `-nc` before `-n`. */
function rank(name: string): number {
  if (name.startsWith('--')) return 0;
  return name.length > 2 ? 1 : 2;
}

/** Takes `'-n --[no-]verify =text'` apart; see Grammar for the notation. */
export function optionSpec(line: string): OptionSpec {
  const names: string[] = [];
  const negations: string[] = [];
  let value: OptionSpec['value'] = 'none';
  let count = 0;
  let kind: string | undefined;
  for (const token of line.split(' ')) {
    if (token.startsWith('[=')) {
      value = 'optional';
      kind = token.slice(2, -1);
    } else if (token.startsWith('=')) {
      value = token.endsWith(';') ? 'command' : 'required';
      kind ??= token.endsWith(';') ? token.slice(1, -1) : token.slice(1);
      count += 1;
    } else if (token.startsWith('--[no-]')) {
      names.push(`--${token.slice(7)}`);
      negations.push(`--no-${token.slice(7)}`);
    } else if (token.length > 1 && token.endsWith('!')) {
      negations.push(token.slice(0, -1));
    } else {
      names.push(token);
    }
  }
  names.sort((a, b) => rank(a) - rank(b));
  return { names, negations, value, count, ...(kind === undefined ? {} : { kind: kind as ValueKind }) };
}

/** The option strings of a grammar, however they are written. */
export function optionLines(options: Grammar['options']): readonly string[] {
  if (options === undefined) return [];
  if (typeof options !== 'string') return options;
  return options.split(/, |\n/).flatMap((line) => line.trim() || []);
}

/** A later option takes a spelling over from an earlier one: shared tables come first (`git format-patch -n`). */
function buildIndex(grammar: Grammar, parent: GrammarIndex | undefined): GrammarIndex {
  const exact = new Map<string, OptionEntry>();
  const free = (name: string): boolean => !exact.has(name);
  for (const line of optionLines(grammar.options).toReversed()) {
    const written = optionSpec(line);
    const spec = { ...written, names: written.names.filter(free), negations: written.negations.filter(free) };
    for (const name of spec.names) exact.set(name, { spec, negated: false });
    for (const name of spec.negations) exact.set(name, { spec, negated: true });
  }
  const names = [...exact.keys()];
  const plus = names.some((name) => name.startsWith('+'));
  const plain = names.some((name) => !name.startsWith('-') && !name.startsWith('+'));
  return { grammar, parent, exact, plus, plain, sorted: undefined, children: new Map() };
}

const INDEXES = new WeakMap<Grammar, GrammarIndex>();

/** The lookup tables of a program's grammar; built on first use and kept as long as the grammar lives. */
export function indexOf(grammar: Grammar): GrammarIndex {
  const known = INDEXES.get(grammar);
  if (known !== undefined) return known;
  const index = buildIndex(grammar, undefined);
  INDEXES.set(grammar, index);
  return index;
}

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
  if (index.grammar.abbreviations === false || index.grammar.singleDash || prefix.length < 3) return undefined;
  index.sorted ??= [...index.exact.keys()].filter((name) => name.startsWith('--')).sort();
  let found: OptionEntry | undefined;
  for (let at = lowerBound(index.sorted, prefix); index.sorted[at]?.startsWith(prefix); at += 1) {
    const entry = index.exact.get(index.sorted[at] ?? '');
    if (found !== undefined && (entry?.spec !== found.spec || entry.negated !== found.negated)) return undefined;
    found = entry;
  }
  return found;
}

function own(index: GrammarIndex, name: string): OptionEntry | undefined {
  const entry = index.exact.get(name);
  if (entry !== undefined || !index.grammar.singleDash || !name.startsWith('--')) return entry;
  return index.exact.get(name.slice(1));
}

function reachable(index: GrammarIndex): GrammarIndex | undefined {
  return index.parent?.grammar.optionsEverywhere ? index.parent : undefined;
}

/** An option by one spelling, exact before abbreviated, the subcommand's own before those of its parents. */
export function lookUp(index: GrammarIndex, name: string): OptionEntry | undefined {
  for (let at: GrammarIndex | undefined = index; at !== undefined; at = reachable(at)) {
    const entry = own(at, name);
    if (entry !== undefined) return entry;
  }
  if (!name.startsWith('--')) return undefined;
  for (let at: GrammarIndex | undefined = index; at !== undefined; at = reachable(at)) {
    const entry = byPrefix(at, name);
    if (entry !== undefined) return entry;
  }
  return undefined;
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
