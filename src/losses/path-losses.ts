import type { Access } from '../grammar/accesses.ts';
import { holds } from '../grammar/effect-of.ts';
import { effective } from '../grammar/effective.ts';
import { grammarOf } from '../grammar/index.ts';
import type { How, LossRow } from '../grammar/loss-row.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { type Arrival, arrivalsAt } from './arrive.ts';
import { type Manner, spotsOf } from './paths.ts';
import { specialOf } from './special.ts';
import type { Spot, Start } from './start.ts';

/** They lay their operands over what stands at the last one. */
export const CARRIERS = /^(?:cp|mv|ln|install|rsync|scp)$/;

/** Sources for destinations; each `-t` has all of them. */
const MAX_PAIRS = 20_000;

const none = (spots: readonly Spot[]): Arrival => ({ spots, moves: [] });

/** What a start deletes, overwrites or lays something over, by its words and redirections. */
export function pathLosses(start: Start): readonly Arrival[] {
  const { subject, invocation, name } = start;
  const accesses = subject.paths();
  const redirected = accesses
    .filter(({ index, access, isAppended }) => index < 0 && access !== 'read' && !isAppended)
    .map((access) => none(spotsOf(access, { how: 'content' }, start)));
  if (invocation.role === 'function' || invocation.standsFor === 'gio trash') return redirected;
  const special = specialOf(name);
  const covers = special?.covers(start) ?? (() => false);
  const way = wayOf(start);
  const named = accesses.filter((access) => access.index >= 0 && !covers(access));
  const pairs = named.reduce((sum, { from = [] }) => sum + from.length, 0);
  if (pairs > MAX_PAIRS) return [...redirected, none([{ why: 'it lays too many files over others' }])];
  const own = special?.spots(start) ?? [];
  return [
    ...named.flatMap((access) => lossesOfAccess(access, way, start)),
    none(own),
    ...filledHere(way.row, start),
    ...redirected,
  ];
}

/** What holds for all words of a start: found once, for there may be thousands. */
interface Way {
  readonly row: LossRow;
  /** members that are known take the place of what has their names */
  readonly hasMembers: boolean;
  /** `curl --output-dir DIR -O URL` */
  readonly outputFolder: string | undefined;
}

function wayOf({ subject, name }: Start): Way {
  const parsed = subject.parsed();
  const { losses = [] } = grammarOf(name);
  return {
    row: losses.find((row) => holds(row, parsed)) ?? {},
    hasMembers: parsed.operands.some(({ kind }) => kind === 'member'),
    outputFolder: name === 'curl' ? wordValue(effective(parsed, '--output-dir')?.value) : undefined,
  };
}

function lossesOfAccess(access: Access, way: Way, start: Start): readonly Arrival[] {
  const how = howOf(access, way);
  if (how === 'nothing') return [];
  const manner: Manner = { how, names: way.row.names };
  if (!CARRIERS.test(start.name) || access.access !== 'write') {
    return [none(spotsOf(inFolder(access, way.outputFolder), manner, start))];
  }
  if (access.from !== undefined) return arrivalsAt(access, access.from, manner, start);
  // `ln -s TARGET` makes a link here
  const isHere = start.name === 'ln' && start.subject.parsed().operands.length === 1;
  return isHere ? arrivalsAt({ ...access, word: knownWord('.') }, [access.word], manner, start) : [];
}

function howOf({ access, isAppended, isMounted, isFilled }: Access, { row, hasMembers }: Way): How {
  if (access === 'read' || isAppended || isMounted || row.loses === 'nothing') return 'nothing';
  if (access === 'delete') return row.deletes ?? 'tree';
  if (!isFilled) return row.writes ?? 'content';
  const fills = row.fills ?? 'below';
  return fills === 'below' && hasMembers ? 'tree' : fills;
}

function inFolder(access: Access, folder: string | undefined): Access {
  const value = wordValue(access.word);
  if (folder === undefined || value === undefined || value.startsWith('/')) return access;
  return { ...access, word: knownWord(`${folder}/${value}`) };
}

/** An archive that is unpacked where the program runs. */
function filledHere({ fillsHere }: LossRow, start: Start): readonly Arrival[] {
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
