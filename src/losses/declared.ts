import type { Facts } from '../model/facts.ts';
import { KEEP_OPERANDS } from '../model/policy.ts';
import { type GlobWord, knownWord, type Word, wordValue } from '../model/word.ts';

import { type Manner, spotsOf } from './paths.ts';
import type { Spot, Start } from './start.ts';

const TREE: Manner = { how: 'tree' };

/** What a rule has kept before a program whose grammar does not tell what it destroys: see `Rule.keep`. */
export function declaredSpots(keep: readonly string[], start: Start): readonly Spot[] {
  const { argv } = start.invocation;
  const spots = (word: Word, index: number) => spotsOf({ word, access: 'delete', index }, TREE, start);
  return keep.flatMap((item): readonly Spot[] => {
    if (item === KEEP_OPERANDS)
      return argv.flatMap((word, at) => (at === 0 ? [] : pathsIn(word).flatMap((one) => spots(one, at))));
    const word = wordOf(item, start.facts);
    return word === undefined ? [{ why: `it is not known where \`${item}\` is` }] : spots(word, argv.length);
  });
}

/** What stands behind `--out=` counts, an option by itself does not. What is not there is left out later. */
function pathsIn(word: Word): readonly Word[] {
  const value = wordValue(word);
  if (value === undefined || !value.startsWith('-')) return value === '' ? [] : [word];
  const at = value.indexOf('=');
  return at < 0 ? [] : [knownWord(value.slice(at + 1), word.text)];
}

/** As rules write paths: `./x`, `~/x`, `/x`, each with wildcards. */
function wordOf(item: string, { home }: Facts): Word | undefined {
  const isBelowHome = item.startsWith('~/');
  if (isBelowHome && home === undefined) return undefined;
  if (!/[*?[]/.test(item)) return knownWord(isBelowHome ? `${home}${item.slice(1)}` : item, item);
  const folder = home?.replace(/[*?[\\]/g, '\\$&') ?? '';
  const pattern = isBelowHome ? `${folder}${item.slice(1)}` : item;
  return { kind: 'glob', pattern, text: item } satisfies GlobWord;
}
