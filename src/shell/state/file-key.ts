import type { Word } from '../../model/word.ts';
import { resolvePath } from '../../util/path.ts';
import type { Scope } from './scope.ts';

/** Where the working directory is known from. */
interface HasCwd {
  readonly scope: Pick<Scope, 'cwd'>;
}

/**
 * What a file is known by while a line is walked: its absolute path; `$f` where the path is only known to be in f, and
 * `?/x` for x in a directory that is not known.
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
