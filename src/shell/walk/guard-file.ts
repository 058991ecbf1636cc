import type { Facts } from '../../model/facts.ts';
import { baseName, parentPath } from '../../util/path.ts';

/** A file of the guard that shells run: a shim, a launcher of hooks or lines, or what start-up files read. */
export interface GuardFile {
  readonly name: string;
  /** what it becomes with the words that it is given; absent = nothing */
  readonly program?: string;
  /** start-up files read it, or shells run it by themselves */
  readonly isStartup?: true;
}

/** Undefined = the file at this absolute path is none. */
export function guardFileAt(path: string, { guard, realpath }: Facts): GuardFile | undefined {
  if (guard === undefined) return undefined;
  const real = realpath(path);
  const [folder, name] = [parentPath(real), baseName(real)];
  if (folder === realpath(guard.shims)) return { name, program: name };
  if (folder === realpath(guard.hooks)) return { name };
  if (folder !== realpath(guard.root)) return undefined;
  if (name === 'safeshell-sh') return { name, program: 'sh' };
  if (/^(?:env\.sh|later\.sh|interactive\.\w+)$/.test(name)) return { name, isStartup: true };
  return name === 'safeshell-line' ? { name } : undefined;
}
