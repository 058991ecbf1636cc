import type { Access } from '../grammar/accesses.ts';
import { effective } from '../grammar/effective.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { type Arrival, arrivalsAt } from './arrive.ts';
import { type How, holds, type PathEffect } from './effect.ts';
import { type Manner, spotsOf } from './paths.ts';
import { PATH_EFFECTS } from './programs.ts';
import { specialOf } from './special.ts';
import type { Spot, Start } from './start.ts';

/** They lay their operands over what stands at the last one. */
const CARRIERS = /^(?:g?cp|g?mv|g?ln|install|rsync|scp)$/;

const none = (spots: readonly Spot[]): Arrival => ({ spots, moves: [] });

/** What a start deletes, overwrites or lays something over, by its words and redirections. */
export function pathLosses(start: Start): readonly Arrival[] {
  const { subject, invocation, name } = start;
  const accesses = subject.paths();
  const redirected = accesses.filter(({ index }) => index < 0).map((access) => none(written(access, 'content', start)));
  if (invocation.role === 'function' || invocation.standsFor === 'gio trash') return redirected;
  const special = specialOf(name);
  const covers = special?.covers(start) ?? (() => false);
  const row = rowOf(start);
  const named = accesses.filter((access) => access.index >= 0 && !covers(access));
  const own = special?.spots(start) ?? [];
  return [
    ...named.flatMap((access) => lossesOfAccess(access, row, start)),
    none(own),
    ...filledHere(row, start),
    ...redirected,
  ];
}

function rowOf({ subject, name }: Start): PathEffect {
  const rows = Object.hasOwn(PATH_EFFECTS, name) ? (PATH_EFFECTS[name] as readonly PathEffect[]) : [];
  return rows.find((row) => holds(row, subject.parsed())) ?? {};
}

function lossesOfAccess(access: Access, row: PathEffect, start: Start): readonly Arrival[] {
  const how = howOf(access, row, start);
  if (how === 'nothing') return [];
  const manner: Manner = { how, names: row.names };
  if (!CARRIERS.test(start.name) || access.access !== 'write') return [none(written(access, how, start, manner))];
  if (access.from !== undefined) return arrivalsAt(access, access.from, manner, start);
  // `ln -s TARGET` makes a link here
  const isHere = /^g?ln$/.test(start.name) && start.subject.parsed().operands.length === 1;
  return isHere ? arrivalsAt({ ...access, word: knownWord('.') }, [access.word], manner, start) : [];
}

function howOf({ access, isAppended, isMounted, isFilled }: Access, row: PathEffect, { subject }: Start): How {
  if (access === 'read' || isAppended || isMounted) return 'nothing';
  if (access === 'delete') return row.deletes ?? 'tree';
  if (!isFilled) return row.writes ?? 'content';
  const fills = row.fills ?? 'below';
  // members that are known take the place of what has their names
  return fills === 'below' && subject.parsed().operands.some(({ kind }) => kind === 'member') ? 'tree' : fills;
}

function written(
  access: Access,
  how: Exclude<How, 'nothing'>,
  start: Start,
  manner: Manner = { how },
): readonly Spot[] {
  if (access.access === 'read' || access.isAppended) return [];
  return spotsOf(inOutputFolder(access, start), manner, start);
}

/** `curl --output-dir DIR -O URL` */
function inOutputFolder(access: Access, { subject, name }: Start): Access {
  const folder = name === 'curl' ? effective(subject.parsed(), '--output-dir')?.value : undefined;
  const value = wordValue(access.word);
  if (folder?.kind !== 'known' || value === undefined || value.startsWith('/')) return access;
  return { ...access, word: knownWord(`${folder.value}/${value}`) };
}

/** An archive that is unpacked where the program runs. */
function filledHere({ fillsHere }: PathEffect, start: Start): readonly Arrival[] {
  const { subject, invocation } = start;
  if (fillsHere === undefined || subject.paths().some(({ isFilled }) => isFilled)) return [];
  const { operands } = subject.parsed();
  const members = operands.filter(({ kind }) => kind === 'member').map(({ word }) => word);
  const isKnown = members.length > 0 && members.every(isPlain);
  const words = isKnown ? members : [knownWord('.')];
  const index = invocation.argv.length;
  const manner: Manner = { how: isKnown ? 'tree' : 'below' };
  return words.map((word) => none(spotsOf({ word, access: 'write', index }, manner, start)));
}

const isPlain = (word: Word) => word.kind === 'known' && !/[*?[\\]/.test(word.value);
