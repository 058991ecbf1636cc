import type { BytePath } from './byte-path.ts';
import { folderOf, lookAt } from './disk.ts';
import { said } from './look.ts';

/** `missing`: it will be made; an object: it cannot be. */
type Place = 'folder' | 'missing' | { readonly why: string };

/** Whether paths can be put where they were: no folder on the way may be a link or a file by now. */
export interface Places {
  /** the folder that a path is in */
  of(path: BytePath): Place;
  /** What stands there gives way to a folder. */
  willBeFolder(path: BytePath): void;
}

export function placesOf(): Places {
  const places = new Map<BytePath, Place>([['/' as BytePath, 'folder']]);
  const placeAt = (folder: BytePath): Place => {
    const missing: BytePath[] = [];
    let at = folder;
    for (; !places.has(at); at = folderOf(at)) missing.push(at);
    let place = places.get(at) as Place;
    for (const below of missing.reverse()) {
      place = place === 'folder' ? placeNow(below) : place;
      places.set(below, place);
    }
    return place;
  };
  return {
    of: (path) => placeAt(folderOf(path)),
    willBeFolder: (path) => places.set(path, 'missing'),
  };
}

function placeNow(folder: BytePath): Place {
  const stats = lookAt(folder);
  if (stats === undefined) return 'missing';
  if (stats.isDirectory()) return 'folder';
  return { why: `${said(folder)} is ${stats.isSymbolicLink() ? 'a link' : 'no folder'} now` };
}
