import type { ValueKind } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { type GrammarIndex, indexOf } from '../../grammar/option-index.ts';
import { flagSpellings, nodesOf, pathPlaces, subcommandSpellings } from '../../grammar/spellings.ts';
import type { Pattern } from '../../model/policy.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import type { PlainStart } from '../condition.ts';
import { ANYTHING, inCwdOrWords, inWords, NEVER, oneOf, type Sign, type Signs } from '../signs.ts';
import type { AccessFilter } from './candidates.ts';

const KINDS: Readonly<Record<AccessFilter, readonly ValueKind[]>> = {
  any: ['path', 'names', 'send', 'write', 'delete', 'body', 'form'],
  read: ['path', 'names', 'send', 'body', 'form'],
  send: ['send', 'body', 'form'],
  write: ['write', 'delete'],
  delete: ['delete'],
};

/** Most rules of a program ask the same of it. */
const waysOf = memoizeByObject((_root: GrammarIndex) => new Map<string, Signs>());

/** What shows in commands that have a path of this kind at all: an option that takes one, or a subcommand that does. */
export function accessSigns(filter: AccessFilter, start: PlainStart): Signs {
  const { program, subcommand } = start;
  const known = waysOf(indexOf(grammarOf(program)));
  const key = JSON.stringify([filter, program, subcommand]);
  const signs = known.get(key) ?? findAccess(filter, start);
  known.set(key, signs);
  return signs;
}

function findAccess(filter: AccessFilter, { program, subcommand }: PlainStart): Signs {
  if (subcommand === '') return NEVER;
  const isWanted = (kind: ValueKind) => KINDS[filter].includes(kind);
  const ways: (Sign | undefined)[] = [];
  const root = indexOf(grammarOf(program));
  for (const node of nodesOf(program, subcommand)) {
    const { operands, given, undescribed, options } = pathPlaces(node, isWanted);
    const isPassed = node === root && subcommand !== undefined && !root.grammar.looseSubcommands;
    if (operands && !isPassed) {
      if (node === root || subcommand !== undefined) return ANYTHING;
      ways.push(...wordsBefore(node, root, program));
    }
    if (undescribed) ways.push(inWords(' -', '='));
    for (const option of [...options, ...(isPassed ? [] : given.flat())]) {
      ways.push(...flagSpellings([node], option).map(({ lead, part = '' }) => inWords(` ${lead}`, part)));
    }
  }
  return ways.length === 0 ? NEVER : oneOf(ways);
}

/** The subcommand of the root that leads to this grammar. */
function wordsBefore(node: GrammarIndex, root: GrammarIndex, program: string): readonly (Sign | undefined)[] {
  let at = node;
  while (at.parent !== undefined && at.parent !== root) at = at.parent;
  const name = Object.entries(root.grammar.subcommands ?? {}).find(([, grammar]) => grammar === at.grammar)?.[0];
  if (name === undefined) return [undefined];
  return (subcommandSpellings(program, [name])[0] ?? []).map((word) => inWords(` ${word}`));
}

/**
 * A word that is exactly what it seems, a path from the working directory or from the root without symlinks, matches a
 * glob only where each literal stretch without a slash stands in it or in the working directory.
 */
export function globSigns(patterns: readonly Pattern[], { literalsOf, once }: PlainStart): Signs {
  return once(patterns, () => findStretches(patterns, literalsOf));
}

function findStretches(patterns: readonly Pattern[], literalsOf: PlainStart['literalsOf']): Signs {
  const anchors = new Set(patterns.map(anchorOf));
  const needs = patterns.map((pattern) => (anchorOf(pattern) === undefined ? bestOf(literalsOf(pattern)) : []));
  if (needs.includes(undefined)) return ANYTHING;
  const rooted = [...anchors].flatMap((anchor) => (anchor === undefined ? [] : [inWords(anchor), { under: anchor }]));
  const chosen = fewest(needs.flatMap((literals) => literals ?? []));
  const signs = chosen.flatMap(({ text, isStart }) =>
    isStart && text.length < MARKED ? [inCwdOrWords(`/${text}`), inCwdOrWords(` ${text}`)] : [inCwdOrWords(text)],
  );
  return oneOf([{ mark: 'indirect' }, ...rooted, ...signs]);
}

/** Directories that nobody works in. */
const ROOTED = /^\/(bin|boot|dev|etc|lib|lib32|lib64|proc|run|sbin|sys)(?=\/|$)/;

/**
 * The first segment of a glob that begins at the root, with its slash: a path that it matches is written with it, or from a
 * directory in it. `~/dev` is not `/dev`.
 */
function anchorOf({ written, flags }: Pattern): string | undefined {
  return flags.includes('i') ? undefined : ROOTED.exec(written)?.[0];
}

/** Of several sets of literals, one of which must be there each time: that whose poorest member says most. */
function bestOf(needs: readonly (readonly string[])[]): readonly (readonly Stretch[])[] | undefined {
  const choices = needs.map((texts) => texts.map(stretches)).filter((choice) => choice.every((one) => one.length > 0));
  const poorest = (choice: readonly (readonly Stretch[])[]) =>
    Math.min(...choice.map((one) => Math.max(...one.map(weight))));
  return choices.toSorted((a, b) => poorest(b) - poorest(a) || a.length - b.length)[0];
}

/** So short a stretch is only telling at the start of a path's segment. */
const MARKED = 5;
const MIN_LENGTH = 2;

interface Stretch {
  readonly text: string;
  /** it begins a segment */
  readonly isStart: boolean;
}

/** Stretches of printable ASCII without a slash, or a tilde, which may stand for the home directory. */
function stretches(literal: string): readonly Stretch[] {
  const texts = literal.split(/[^ -.0-}]+/).filter((text) => text.length >= MIN_LENGTH);
  return texts.map((text) => ({ text, isStart: literal.includes(`/${text}`) }));
}

/** Names with a dot in front are rarer than they are long. */
function weight({ text }: Stretch): number {
  return text.length + (text.startsWith('.') ? 4 : 0);
}

/** A few stretches of which each literal has one: always that which most of those that are left have. */
function fewest(literals: readonly (readonly Stretch[])[]): readonly Stretch[] {
  const chosen: Stretch[] = [];
  for (let left = literals; left.length > 0; ) {
    const counts = new Map<string, { stretch: Stretch; count: number }>();
    for (const stretch of left.flat()) {
      const key = `${stretch.text}\0${stretch.isStart}`;
      counts.set(key, { stretch, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    const [best] = [...counts.values()].sort((a, b) => b.count - a.count || weight(b.stretch) - weight(a.stretch));
    if (best === undefined) break;
    const { text, isStart } = best.stretch;
    chosen.push(best.stretch);
    left = left.filter(
      (stretchesOfOne) => !stretchesOfOne.some((one) => one.text === text && (one.isStart || !isStart)),
    );
  }
  return chosen;
}
