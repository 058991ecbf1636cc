import { importsOf, loadedLanguage, loadingLanguage, SEARCH_PATHS } from '../../code/imports.ts';
import { knownWord } from '../../model/word.ts';
import { parentPath, resolvePath } from '../../util/path.ts';
import type { Peeled } from '../../wrappers/wrapper.ts';
import { isThere } from '../origin/written-file.ts';
import { LIMITS } from '../state/limits.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { variableOf } from './variable-of.ts';

/** The files beside it, or in folders that a variable names, that code in a file or at the prompt loads: each once for a line. */
export function importedFiles(
  language: string,
  text: string,
  start: Pick<ProgramStart, 'assignments' | 'frame'>,
  walker: Walker,
): readonly Peeled[] {
  const base = loadingLanguage(language);
  if (base === undefined) return [];
  const { source, scope } = start.frame;
  const folders = source === undefined ? [scope.cwd] : [parentPath(source.file), scope.cwd];
  const loaded = new Map<string, string[]>();
  for (const { files, calls } of importsOf(base, text, listedFolders(base, start, walker))) {
    const paths = folders.flatMap((folder) =>
      folder === undefined ? [] : files.map((path) => resolvePath(folder, path)),
    );
    const file = paths.find((path) => /\.\w+$/.test(path) && isThere(path, walker));
    if (file !== undefined) loaded.set(file, [...(loaded.get(file) ?? []), ...calls]);
  }
  return [...loaded].flatMap(([file, calls]): readonly Peeled[] => {
    if (!walker.scripts.isFirstImport(file)) return [];
    const positional = [file, ...calls].map((word) => knownWord(word));
    return [{ kind: 'script-file', language: loadedLanguage(base), path: knownWord(file), positional }];
  });
}

/** `PYTHONPATH=.:lib`, from the working directory; those of the system hold no code of the project. */
function listedFolders(
  base: string,
  start: Pick<ProgramStart, 'assignments' | 'frame'>,
  walker: Walker,
): readonly string[] {
  const name = SEARCH_PATHS[base];
  const listed = name === undefined ? undefined : variableOf(name, start, walker);
  const { cwd } = start.frame.scope;
  if (listed === undefined || cwd === undefined) return [];
  const folders = listed.split(':', LIMITS.searched).map((folder) => resolvePath(cwd, folder));
  return folders.filter((folder) => !folder.startsWith('/usr/'));
}
