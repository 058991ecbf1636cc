import { lstatSync, realpathSync, statSync } from 'node:fs';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';

/** A file of a person's as it was read, and as it is to be. */
export interface EditedFile {
  readonly file: string;
  /** undefined = there was none */
  readonly before: string | undefined;
  readonly text: string;
}

/**
 * Writes what was shown, through a link to where it leads, with the mode that the file had. false = the file has changed
 * meanwhile, and stays as it is. Throws what node:fs throws, and alike if anything but a readable file is there.
 */
export function writeEdited({ file, before, text }: EditedFile): boolean {
  if (readIfThere(file) !== before) return false;
  if (before === undefined && lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw Object.assign(new Error(`${file} is not a readable file, nor a link to one`), {
      code: 'EINVAL',
      syscall: 'open',
    });
  const place = before === undefined ? file : realpathSync(file);
  writeFileAtomic(place, text, before === undefined ? {} : { mode: statSync(place).mode & 0o777 });
  return true;
}
