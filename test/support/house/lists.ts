import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where the files of one kind are, and the list that names each of them. */
export interface ListedFolder {
  readonly folder: string;
  /** what a file exports that belongs on the list; its first group is the name */
  readonly exported: RegExp;
  readonly list: string;
}

export const textOf = (path: string): string => readFileSync(path, 'utf8');

export const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** What is exported and not on the list. An import is not enough: the name has to be used as well. */
export function unlisted({ folder, exported, list }: ListedFolder): readonly string[] {
  const listed = textOf(list);
  return filesBelow(folder, '.ts')
    .filter((file) => file !== list)
    .flatMap((file) => {
      const names = [...textOf(file).matchAll(exported)].map(([, name = '']) => name);
      const missing = names.filter((name) => (listed.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length < 2);
      return missing.map((name) => `${list}: add \`${name}\` of ${basename(file)} to the list`);
    });
}
