import { type ParseError, parse } from 'jsonc-parser';
import { readIfThere } from '../../store/atomic-file.ts';

/** JSON as people leave it in settings, with comments; undefined = no such file. Throws where it cannot be read. */
export function readSettings(path: string): unknown {
  const text = readIfThere(path);
  if (text === undefined || text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const settings: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new Error(`${path} is not JSON`);
  return settings;
}
