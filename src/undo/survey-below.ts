import { shellGlobMatches } from '../util/shell-glob.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { folderOf, nameOf } from './disk.ts';
import { type Looking, look, lookBelow } from './look.ts';
import { asOther, type Entry, spendOn } from './surveying.ts';

/** What has the place of something in the folder that is laid over it. Throws as `look` does. */
export function underAt(path: BytePath, from: BytePath, looking: Looking): readonly Entry[] {
  const { remade: _, ...rest } = looking;
  const over = lookBelow(from, { ...rest, isMetered: false, missing: [] });
  const gone = new Set<BytePath>();
  return over.flatMap((one) => {
    const place = (path + one.path.slice(from.length)) as BytePath;
    if (place === path) return [];
    // it goes with a folder that is not there yet
    if (gone.has(folderOf(place))) {
      gone.add(place);
      return [];
    }
    const looked = look(place, looking);
    if (looked?.type === 'absent') gone.add(place);
    const isLost = looked !== undefined && (looked.type !== 'dir' || one.type !== 'dir');
    return isLost ? [asOther(looked)] : [];
  });
}

/** What has such a name, with all that is below it. Throws as `look` does. */
export function namedAt(path: BytePath, names: readonly string[], looking: Looking): readonly Entry[] {
  const patterns = names.map((name) => name.toLowerCase());
  const isNamed = (name: string) => patterns.some((pattern) => shellGlobMatches(pattern, name.toLowerCase()));
  const chosen = new Set<BytePath>();
  const all = lookBelow(path, { ...looking, isMetered: false });
  const entries = all.flatMap((looked) => {
    if (looked.path === path) return [];
    const isChosen = chosen.has(folderOf(looked.path)) || isNamed(pathText(nameOf(looked.path)));
    if (isChosen) chosen.add(looked.path);
    return isChosen ? [asOther(looked)] : [];
  });
  spendOn(entries, looking.meter);
  return entries;
}
