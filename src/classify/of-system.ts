import type { Invocation } from '../model/invocation.ts';
import { isSystemProgram } from '../util/system-programs.ts';

/** Is it looked up by its name, or where the system has its programs? A program from any other directory is not described by the tables. */
export function isOfSystem({ argv: [word] }: Invocation): boolean {
  return word?.kind !== 'known' || !word.value.includes('/') || isSystemProgram(word.value);
}
