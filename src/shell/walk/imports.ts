import { importsOf } from '../../code/imports.ts';
import { knownWord } from '../../model/word.ts';
import { parentPath, resolvePath } from '../../util/path.ts';
import type { Peeled } from '../../wrappers/wrapper.ts';
import { writtenAt } from '../origin/written-file.ts';
import type { Frame } from '../state/frame.ts';
import type { Walker } from '../state/walker.ts';

const BASE = /^(python|javascript)(?:-module)?$/;

/** The files beside it that code in a file, or at the prompt, loads: each once for a line, as an interpreter does. */
export function importedFiles(
  language: string,
  text: string,
  { source, scope }: Frame,
  walker: Walker,
): readonly Peeled[] {
  const base = BASE.exec(language)?.[1];
  const folders = source === undefined ? [scope.cwd] : [parentPath(source.file), scope.cwd];
  if (base === undefined) return [];
  return importsOf(language, text).flatMap((candidates): readonly Peeled[] => {
    const paths = folders.flatMap((folder) =>
      folder === undefined ? [] : candidates.map((path) => resolvePath(folder, path)),
    );
    const file = paths.find((path) => /\.\w+$/.test(path) && isThere(path, walker));
    if (file === undefined || !walker.scripts.isFirstImport(file)) return [];
    return [{ kind: 'script-file', language: `${base}-module`, path: knownWord(file) }];
  });
}

function isThere(path: string, walker: Walker): boolean {
  return writtenAt(path, walker) !== undefined || walker.facts.exists(path) === 'yes';
}
