import { knownWord } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';
import type { Grammar, ValueKind } from './grammar.ts';
import { grammarOf } from './index.ts';
import { childIndex, exactly, type GrammarIndex, indexOf, lookUp, type OptionEntry } from './option-index.ts';
import { optionLines, optionSpec } from './option-spec.ts';
import { parseCommand } from './parse-command.ts';

/**
 * A text that a word shows: `part` stands anywhere in a word that begins with `lead`.
 * `{ lead: '--forc' }`, `{ lead: '-', part: 'f' }` for clusters, `{ lead: '--no-force', part: '=' }`.
 */
export interface Spelling {
  readonly lead: string;
  readonly part?: string;
}

/**
 * The grammars that may read the words of a program; where its first word is a subcommand, those that read the rest;
 * '' = there is only an option without a value.
 */
export function nodesOf(program: string, subcommand?: string): readonly GrammarIndex[] {
  const root = indexOf(grammarOf(program));
  if (subcommand === '') return [root];
  const child = subcommand === undefined ? undefined : root.grammar.subcommands?.[subcommand];
  if (subcommand === undefined || child === undefined) return withChildren(root);
  const below = withChildren(childIndex(root, subcommand, child));
  return root.grammar.optionsEverywhere ? [root, ...below] : below;
}

function withChildren(index: GrammarIndex): readonly GrammarIndex[] {
  const children = Object.entries(index.grammar.subcommands ?? {});
  return [index, ...children.flatMap(([name, grammar]) => withChildren(childIndex(index, name, grammar)))];
}

/** Every way in which a word can hold a flag, under any of its names or as the opposite of its opposite. */
export function flagSpellings(nodes: readonly GrammarIndex[], flag: string): readonly Spelling[] {
  const found = new Map<string, Spelling>();
  const add = (spelling: Spelling) => found.set(`${spelling.lead}\0${spelling.part ?? ''}`, spelling);
  for (const spelling of undescribed(flag)) add(spelling);
  for (const node of nodes) {
    const entry = exactly(node, flag);
    if (entry === undefined) continue;
    const { names, negations, value } = entry.spec;
    for (const name of [...names, ...negations]) {
      const isOpposite = negations.includes(name) !== entry.negated;
      if (isOpposite && value !== 'none') continue;
      for (const spelling of spellingsIn(node, name)) add(isOpposite ? { lead: spelling.lead, part: '=' } : spelling);
    }
  }
  return [...found.values()];
}

/** As it stands where no table has it: whole, or as a letter of a cluster. */
function undescribed(flag: string): readonly Spelling[] {
  if (/^-\d|^-NUMBER$/.test(flag)) return [{ lead: '-' }];
  return flag.length === 2 ? [{ lead: flag.charAt(0), part: flag.charAt(1) }] : [{ lead: flag }];
}

function spellingsIn(node: GrammarIndex, name: string): readonly Spelling[] {
  const { singleDash, grammar } = node;
  if (name.startsWith('--')) return [{ lead: shortest(node, name) }, ...(singleDash ? [{ lead: name.slice(1) }] : [])];
  if (singleDash && name.startsWith('-')) return [{ lead: name }, { lead: `-${name}` }];
  if (name.length !== 2 || !/^[-+]/.test(name)) return [{ lead: name }];
  const letter = name.charAt(1);
  return [{ lead: name.charAt(0), part: letter }, ...(grammar.bundledFirst ? [{ lead: '', part: letter }] : [])];
}

/** The shortest beginning that still means this option. */
function shortest(node: GrammarIndex, name: string): string {
  const entry: OptionEntry | undefined = exactly(node, name);
  for (let length = 3; entry !== undefined && length < name.length; length++) {
    const found = lookUp(node, name.slice(0, length));
    if (found?.spec === entry.spec && found.negated === entry.negated) return name.slice(0, length);
  }
  return name;
}

/** Beginnings of words that mean this subcommand of the program, whole words marked by a blank at the end. */
export function subcommandSpellings(program: string, path: readonly string[]): readonly string[][] {
  let grammars: readonly Grammar[] = [grammarOf(program)];
  return path.map((name) => {
    const words = grammars.flatMap((grammar) => namesIn(grammar, name));
    grammars = grammars.flatMap((grammar) => {
      const canonical = canonicalIn(grammar, name);
      const child = canonical === undefined ? undefined : grammar.subcommands?.[canonical];
      return child === undefined ? [] : [child];
    });
    return [...new Set([`${name} `, ...words])];
  });
}

function canonicalIn({ subcommands, aliases }: Grammar, name: string): string | undefined {
  if (subcommands === undefined) return undefined;
  if (Object.hasOwn(subcommands, name)) return name;
  return aliases !== undefined && Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** A rule's word, the name that it stands for, and all others that stand for that. */
function namesIn(grammar: Grammar, name: string): readonly string[] {
  const canonical = canonicalIn(grammar, name) ?? name;
  const aliases = Object.entries(grammar.aliases ?? {}).flatMap(([alias, full]) => (full === canonical ? [alias] : []));
  const all = [name, canonical, ...aliases];
  // a unique beginning is a beginning: one letter of each is enough
  return grammar.abbreviatedSubcommands ? all.map((one) => one.charAt(0)) : all.map((one) => `${one} `);
}

/** Subcommands by every whole name: what the first word must be for the grammar to read it as that one. */
export function subcommandNames(program: string): ReadonlyMap<string, string> {
  const { subcommands = {}, aliases = {} } = grammarOf(program);
  const names = [...Object.keys(subcommands), ...Object.keys(aliases)];
  return new Map(
    names.flatMap((name) => {
      const [canonical] = parseCommand(program, [knownWord(program), knownWord(name)]).subcommand;
      return canonical === undefined ? [] : [[name, canonical] as const];
    }),
  );
}

/** Questions that a program with subcommands answers by itself. */
export function loneOptions(program: string): readonly string[] {
  const root = indexOf(grammarOf(program));
  return ['--version', '--help', '-v', '-V', '-h'].filter((name) => {
    const entry = exactly(root, name);
    return entry?.spec.value === 'none' && !entry.negated;
  });
}

/** Where paths of a wanted kind can stand in the words that a grammar reads. */
export interface PathPositions {
  readonly operands: boolean;
  /** options that make such paths of operands, the alternatives side by side: one of each has to be there */
  readonly given: readonly (readonly string[])[];
  /** `--opt=path` with an option that no table describes */
  readonly undescribed: boolean;
  /** names of options whose values are such paths */
  readonly options: readonly string[];
}

export function pathPositions(node: GrammarIndex, isWanted: (kind: ValueKind) => boolean): PathPositions {
  const { subcommands, looseSubcommands } = node.grammar;
  const { operands, cases, options } = kindsIn(node);
  // behind a word that is no subcommand every operand and every value may be a path that is read
  const unread = subcommands !== undefined && !looseSubcommands && isWanted('path');
  return {
    operands: unread || operands.some(isWanted),
    given: cases.flatMap((one) => (one.operands.some(isWanted) ? [one.given] : [])),
    undescribed: unread || (node.anyOption && isWanted('path')),
    options: [...new Set(options.flatMap(([name, kind]) => (isWanted(kind) ? [name] : [])))],
  };
}

/** What the operands of a grammar may be, and the values of its options, by name. */
interface Kinds {
  readonly operands: readonly ValueKind[];
  /** what they are instead where one of these options is in effect */
  readonly cases: readonly { readonly given: readonly string[]; readonly operands: readonly ValueKind[] }[];
  readonly options: readonly (readonly [string, ValueKind])[];
}

/** A gate asks it once for each rule. */
const kindsIn = memoizeByObject((node: GrammarIndex): Kinds => {
  const { options, operands = 'path*', afterDashes = '', when = [], keyValues = {} } = node.grammar;
  const kindsOf = (pattern: string) => pattern.split(' ').filter(Boolean).map(kindOf);
  const named = optionLines(options).flatMap((line) => {
    const { names, negations, kind, kinds = kind === undefined ? [] : [kind] } = optionSpec(line);
    return kinds.flatMap((one) => [...names, ...negations].map((name) => [name, one] as const));
  });
  return {
    operands: [...kindsOf(operands), ...kindsOf(afterDashes), ...Object.values(keyValues)],
    // of several options that must be there together one is enough to look for
    cases: when.map((one) => ({
      given: (one.given[0] ?? '').replace(/=\S+/g, '').split(' '),
      operands: kindsOf(one.operands ?? ''),
    })),
    options: [...named, ...when.flatMap((one) => Object.entries(one.values ?? {}))],
  };
});

function kindOf(token: string): ValueKind {
  return token.replace(/\*$/, '') as ValueKind;
}

/** Paths that stand in the same word as their option. */
export interface AttachedPaths {
  /** letters behind which one may follow: `-tdir` */
  readonly letters: string;
  /** beginnings of words in which one may follow an equals sign: `--targ` */
  readonly leads: readonly string[];
  /** behind any equals sign of a dash word, for some option is not described */
  readonly anywhere: boolean;
  /** `key=path` */
  readonly keys: boolean;
  /** `@path`, `key=@path`, `key=<path` */
  readonly taken: boolean;
}

export function attachedPaths(nodes: readonly GrammarIndex[]): AttachedPaths {
  const places = nodes.map((node) => ({ node, ...pathPositions(node, isPath) }));
  const names = places.flatMap(({ node, options }) => options.flatMap((name) => spellingsIn(node, name)));
  const letters = names.flatMap(({ part }) => part ?? []);
  const leads = names.flatMap(({ lead, part }) => (part === undefined && lead.startsWith('-') ? [lead] : []));
  return {
    letters: [...new Set(letters)].sort().join(''),
    leads: [...new Set(leads)].sort(),
    anywhere: places.some(({ undescribed }) => undescribed),
    keys: nodes.some(({ grammar }) => grammar.keyValues !== undefined),
    taken: nodes.some((node) => pathPositions(node, isText).options.length > 0),
  };
}

/** Text in which a path may stand. */
function isText(kind: ValueKind): boolean {
  return kind === 'body' || kind === 'form' || kind === 'mount';
}

const PATH_KINDS: readonly ValueKind[] = ['path', 'link', 'names', 'send', 'write', 'into', 'fill', 'fetch', 'delete'];

function isPath(kind: ValueKind): boolean {
  return PATH_KINDS.includes(kind);
}
