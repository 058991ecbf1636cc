import { readFileSync } from 'node:fs';
import { parseCaseFile } from '../../src/cases/case-file.ts';

/** The shell lines of a case file, without comments and duplicates. */
export function linesOf(file: string): readonly string[] {
  const { cases } = parseCaseFile(readFileSync(file, 'utf8'), file);
  return [...new Set(cases.flatMap((one) => one.steps.map((step) => step.command ?? '')))].filter(Boolean);
}
