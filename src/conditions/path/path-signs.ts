import type { ValueKind } from '../../grammar/grammar.ts';
import { grammarOf, hasGrammar } from '../../grammar/index.ts';
import { type GrammarIndex, indexOf } from '../../grammar/option-index.ts';
import { flagSpellings, nodesOf, pathPositions, type Spelling, subcommandSpellings } from '../../grammar/spellings.ts';
import type { Pattern } from '../../model/policy.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import type { PlainStart } from '../condition.ts';
import { ANYTHING, anyOf, inCwd, inCwdOrWords, inWords, NEVER, oneOf, type Sign, type Signs } from '../signs.ts';
import { TREE_PROGRAMS } from './arrivals.ts';
import type { AccessFilter } from './candidate.ts';
import { rewrites } from './replaced.ts';

const KINDS: Readonly<Record<AccessFilter, readonly ValueKind[]>> = {
  any: ['path', 'link', 'names', 'send', 'write', 'into', 'fill', 'fetch', 'delete', 'body', 'form'],
  read: ['path', 'link', 'names', 'send', 'body', 'form'],
  send: ['send', 'body', 'form'],
  write: ['write', 'into', 'fill', 'fetch', 'delete'],
  fill: ['fill'],
  delete: ['delete'],
  change: ['link', 'mount', 'write', 'into', 'fill', 'fetch', 'delete'],
  replace: ['write', 'into', 'fill', 'fetch', 'delete'],
};

/** Cache by grammar: most rules of a program need the same signs. */
const accessSignsOf = memoizeByObject((_root: GrammarIndex) => new Map<string, Signs>());

/** Signs of commands with any path of this kind: an option or a subcommand that takes one. */
export function accessSigns(filter: AccessFilter, start: PlainStart): Signs {
  const { program, subcommand } = start;
  if (filter === 'change' && !hasGrammar(program)) return ANYTHING; // any word may be a path that it writes
  if (filter === 'replace' && !rewrites(program)) return NEVER;
  const known = accessSignsOf(indexOf(grammarOf(program)));
  const key = JSON.stringify([filter, program, subcommand]);
  const signs = known.get(key) ?? findAccess(filter, start);
  known.set(key, signs);
  return signs;
}

function findAccess(filter: AccessFilter, { program, subcommand }: PlainStart): Signs {
  if (subcommand === '') return NEVER;
  const isWanted = (kind: ValueKind) => KINDS[filter].includes(kind);
  const signs: (Sign | undefined)[] = [];
  const root = indexOf(grammarOf(program));
  for (const node of nodesOf(program, subcommand)) {
    const { operands, given, undescribed, options } = pathPositions(node, isWanted);
    const isPassed = node === root && subcommand !== undefined && !root.grammar.looseSubcommands;
    if (operands && !isPassed) {
      if (node === root || subcommand !== undefined) return ANYTHING;
      signs.push(...wordsBefore(node, root, program));
    }
    if (undescribed) signs.push(inWords(' -', '='));
    for (const option of [...options, ...(isPassed ? [] : given.flat())]) {
      signs.push(...flagSpellings([node], option).map(({ lead, part = '' }) => inWords(` ${lead}`, part)));
    }
  }
  return signs.length === 0 ? NEVER : oneOf(signs);
}

/** Signs of the subcommand of the root below which this grammar is. */
function wordsBefore(node: GrammarIndex, root: GrammarIndex, program: string): readonly (Sign | undefined)[] {
  let at = node;
  while (at.parent !== undefined && at.parent !== root) at = at.parent;
  const name = Object.entries(root.grammar.subcommands ?? {}).find(([, grammar]) => grammar === at.grammar)?.[0];
  if (name === undefined) return [undefined];
  return (subcommandSpellings(program, [name])[0] ?? []).map((word) => inWords(` ${word}`));
}

function flagSign({ lead, part }: Spelling): Sign | undefined {
  return part?.length === 1 ? { lead, letter: part } : inWords(` ${lead}`, part ?? '');
}

/** Signs of a start that deletes, moves, links or copies a directory with all that is in it. */
export function treeSigns({ program, subcommand }: PlainStart): Signs {
  const nodes = nodesOf(program, subcommand);
  const isGone = (kind: ValueKind) => kind === 'delete' || kind === 'link';
  const takes = nodes.map((node) => ({ node, ...pathPositions(node, isGone) }));
  const ways: Signs[] = [];
  if (TREE_PROGRAMS.includes(program) || takes.some(({ operands, options }) => operands || options.length > 0)) {
    ways.push([[{ mark: 'indirect' }, { mark: 'directory' }]]);
  }
  const flags = takes.flatMap(({ node, given }) => given.flat().flatMap((name) => flagSpellings([node], name)));
  if (flags.length > 0) ways.push(oneOf(flags.map(flagSign)));
  // trees matter where they land in the home directory
  const lands = nodes.some((node) => pathPositions(node, (kind) => kind === 'into').operands);
  if (lands) ways.push([[{ mark: 'indirect' }, { mark: 'outside' }]]);
  return anyOf(ways);
}

/**
 * Signs of paths that match one of the globs. A path without `..`, `~` and symlinks matches a glob only if each literal stretch of the
 * glob between slashes occurs in the path or in the working directory; all others have the mark `indirect`.
 */
export function globSigns(patterns: readonly Pattern[], { literalsOf, once, subcommand }: PlainStart): Signs {
  // the gate of a program with many subcommands is full: more tests would push some of them out
  return subcommand === undefined
    ? once(patterns, () => findStretches(patterns, literalsOf, MAX_PLACES))
    : once(ofSubcommands(patterns), () => findStretches(patterns, literalsOf, 0));
}

/** A key of its own for the same patterns. */
const ofSubcommands = memoizeByObject((_patterns: readonly Pattern[]) => ({}));

function findStretches(patterns: readonly Pattern[], literalsOf: PlainStart['literalsOf'], most: number): Signs {
  const anchors = new Set(patterns.map(anchorOf));
  const needs = patterns.map((pattern) => (anchorOf(pattern) === undefined ? bestOf(literalsOf(pattern)) : []));
  if (needs.includes(undefined)) return ANYTHING;
  const rooted = [...anchors].flatMap((anchor) => (anchor === undefined ? [] : [inWords(anchor), { under: anchor }]));
  const literals = needs.flatMap((of) => of ?? []);
  const chosen = coveringStretches(literals);
  const clause = (places: number) =>
    oneOf([{ mark: 'indirect' }, ...rooted, ...chosen.flatMap((one) => stretchSigns(one, literals.flat(), places))]);
  const exact = clause(most);
  return exact === ANYTHING ? clause(0) : exact;
}

/** More places of a name are not told apart: a test has room for so many. */
const MAX_PLACES = 8;
/** What no working directory is called. */
const FILE_NAME = /[^.]\.\w+$/;

function stretchSigns(chosen: Stretch, all: readonly Stretch[], most: number): readonly (Sign | undefined)[] {
  const { text, isStart } = chosen;
  const texts = isStart && text.length < MARKED ? [`/${text}`, ` ${text}`] : [text];
  const places = [...new Set(all.filter((one) => isCovered(one, chosen)).map(({ upTo }) => upTo))];
  if (places.length > most || FILE_NAME.test(text)) return texts.map((one) => inCwdOrWords(one));
  return [...texts.map((one) => inWords(one)), ...places.map((one) => inCwd(one))];
}

/** System directories that are hardly ever a working directory. */
const ROOTED = /^\/(bin|boot|dev|etc|lib|lib32|lib64|proc|run|sbin|sys)(?=\/|$)/;

/**
 * The system directory that the glob begins with, such as `/etc`: a matching path is written with it, or relative to a working
 * directory below it. `~/dev` is not `/dev`.
 */
function anchorOf({ written, flags }: Pattern): string | undefined {
  return flags.includes('i') ? undefined : ROOTED.exec(written)?.[0];
}

/** Of several sets, of which each must have a literal in the path: the set whose least selective literal is the most selective. */
function bestOf(needs: readonly (readonly string[])[]): readonly (readonly Stretch[])[] | undefined {
  const choices = needs.map((texts) => texts.map(stretches)).filter((choice) => choice.every((one) => one.length > 0));
  const leastSelective = (choice: readonly (readonly Stretch[])[]) =>
    Math.min(...choice.map((one) => Math.max(...one.map(weight))));
  return choices.toSorted((a, b) => leastSelective(b) - leastSelective(a) || a.length - b.length)[0];
}

/** Shorter stretches are too frequent inside words, and are tested only at the start of a segment. */
const MARKED = 5;

interface Stretch {
  readonly text: string;
  /** it begins a segment */
  readonly isStart: boolean;
  /** what the literal says up to its end: stands in the working directory where the stretch does, as no path begins in the middle of it */
  readonly upTo: string;
}

/** Stretches of printable ASCII without a slash, or a tilde, which may stand for the home directory. */
function stretches(literal: string): readonly Stretch[] {
  return [...literal.matchAll(/[ -.0-}]{2,}/g)].map(({ 0: text, index }) => ({
    text,
    isStart: literal[index - 1] === '/',
    upTo: /[ -}]*$/.exec(literal.slice(0, index + text.length))?.[0] ?? text,
  }));
}

/** Selectivity: longer stretches are rarer, and so are names with a leading dot. */
function weight({ text }: Stretch): number {
  return text.length + (text.startsWith('.') ? 4 : 0);
}

/** A small set of stretches such that each literal contains one (greedy set cover: the most frequent of the remaining first). */
function coveringStretches(literals: readonly (readonly Stretch[])[]): readonly Stretch[] {
  const chosen: Stretch[] = [];
  for (let left = literals; left.length > 0; ) {
    const counts = new Map<string, { stretch: Stretch; count: number }>();
    for (const stretch of left.flat()) {
      const key = `${stretch.text}\0${stretch.isStart}`;
      counts.set(key, { stretch, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    const [best] = [...counts.values()].sort((a, b) => b.count - a.count || weight(b.stretch) - weight(a.stretch));
    if (best === undefined) break;
    const { stretch } = best;
    chosen.push(stretch);
    left = left.filter((stretchesOfOne) => !stretchesOfOne.some((one) => isCovered(one, stretch)));
  }
  return chosen;
}

function isCovered(one: Stretch, by: Stretch): boolean {
  return one.text === by.text && (one.isStart || !by.isStart);
}
