import type { ValueKind } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { type GrammarIndex, indexOf } from '../../grammar/option-index.ts';
import { flagSpellings, nodesOf, pathPlaces, subcommandSpellings } from '../../grammar/spellings.ts';
import type { Pattern } from '../../model/policy.ts';
import type { PlainStart } from '../condition.ts';
import { ANYTHING, inPlace, inWords, longest, NEVER, oneOf, type Sign, type Signs } from '../signs.ts';
import type { AccessFilter } from './candidates.ts';

const KINDS: Readonly<Record<AccessFilter, readonly ValueKind[]>> = {
  any: ['path', 'write', 'delete'],
  read: ['path'],
  write: ['write', 'delete'],
  delete: ['delete'],
};

/** What shows in commands that have a path of this kind at all: an option that takes one, or a subcommand that does. */
export function accessSigns(filter: AccessFilter, { program, subcommand }: PlainStart): Signs {
  const isWanted = (kind: ValueKind) => KINDS[filter].includes(kind);
  const ways: (Sign | undefined)[] = [];
  const root = indexOf(grammarOf(program));
  for (const node of nodesOf(program, subcommand)) {
    const { operands, undescribed, options } = pathPlaces(node, isWanted);
    const isPassed = node === root && subcommand !== undefined && !root.grammar.looseSubcommands;
    if (operands && !isPassed) {
      if (node === root || subcommand !== undefined) return ANYTHING;
      ways.push(...wordsBefore(node, root, program));
    }
    if (undescribed) ways.push(inWords(' -', '='));
    for (const option of options) {
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
export function globSigns(patterns: readonly Pattern[], { literalsOf }: PlainStart): Signs {
  const signs = patterns.flatMap((pattern) => bestOf(literalsOf(pattern)));
  return oneOf([{ mark: 'indirect' }, ...signs]);
}

function bestOf(needs: readonly (readonly string[])[]): readonly (Sign | undefined)[] {
  const choices = needs.map((texts) => texts.map(stretch));
  const shortest = (choice: readonly Stretch[]) => Math.min(...choice.map(({ text }) => text.length));
  const [best] = choices
    .filter((choice) => shortest(choice) > 0)
    .toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length);
  if (best === undefined) return [undefined];
  return best.flatMap(({ text, isStart }) =>
    isStart && text.length < MARKED ? [inPlace(`/${text}`), inPlace(` ${text}`)] : [inPlace(text)],
  );
}

/** So short a stretch is only telling at the start of a path's segment. */
const MARKED = 5;

interface Stretch {
  readonly text: string;
  /** it begins a segment */
  readonly isStart: boolean;
}

/** The longest stretch of printable ASCII without a slash, or a tilde, which may stand for the home directory. */
function stretch(literal: string): Stretch {
  const text = longest(literal.split(/[^ -.0-}]+/));
  return { text, isStart: literal.includes(`/${text}`) };
}
