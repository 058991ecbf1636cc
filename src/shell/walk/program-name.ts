import { knownPrograms } from '../../grammar/index.ts';
import { fullName } from '../../util/full-name.ts';
import { WRAPPERS } from '../../wrappers/index.ts';

let known: ReadonlySet<string> | undefined;

/** Whether rules or wrappers know a program of this name. */
export function isKnownProgram(name: string): boolean {
  known ??= new Set([...knownPrograms(), ...WRAPPERS.keys()]);
  return known.has(name);
}

/**
 * The program that a base name starts. On a case-insensitive file system, and with `.exe`, `RM` is `rm`, unless there
 * is a known program of that very spelling (`R`).
 */
export function programName(called: string, foldsCase: boolean): string {
  const name = fullName(called);
  if (!/[A-Z]/.test(name) || !(foldsCase || /\.exe$/i.test(called))) return name;
  const lower = fullName(name.toLowerCase());
  return !isKnownProgram(name) && isKnownProgram(lower) ? lower : name;
}
