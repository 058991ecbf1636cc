import type { Word } from '../../model/word.ts';
import { resolvePath } from '../../util/path.ts';
import type { FileView } from './file-versions.ts';
import type { Scope } from './scope.ts';

/** A frame, as far as paths and what lies there are concerned. */
export interface HasCwd extends FileView {
  readonly scope: Pick<Scope, 'cwd'>;
}

/**
 * The key under which the recorder keeps a file: its absolute path, `$f` for a path in an unknown variable, `?/x` for x
 * in an unknown directory. Words of one key mean one file, unless the variable or the directory changed in between.
 */
export function fileKey(word: Word, frame: HasCwd): string | undefined {
  if (word.kind === 'known') {
    const isLost = frame.scope.cwd === undefined && word.value !== '' && !word.value.startsWith('/');
    return isLost ? `?${resolvePath('/', word.value)}` : absolutePath(word.value, frame);
  }
  const written = word.text.replace(/["{}]/g, '');
  return /^\$[A-Za-z_]\w*(?:\/[\w./-]*)?$/.test(written) ? written : undefined;
}

export function absolutePath(path: string | undefined, frame: HasCwd): string | undefined {
  if (path === undefined || path === '') return undefined;
  if (path.startsWith('/')) return resolvePath('/', path);
  return frame.scope.cwd === undefined ? undefined : resolvePath(frame.scope.cwd, path);
}
