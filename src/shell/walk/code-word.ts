import type { Word } from '../../model/word.ts';
import { HOLE } from '../code/finding.ts';
import { isKnownGenerator, printsPlainWords } from '../generators.ts';
import type { CodeOptions, Frame, Machine } from '../machine.ts';

/** Text that a shell is told to run: known, made by a well-known generator, or in doubt. */
export function runCodeWord(code: Word, what: string, machine: Machine, frame: Frame, options: CodeOptions = {}): void {
  if (code.kind === 'known') {
    machine.runCode(code.value, frame, options);
    return;
  }
  const from = machine.record.printedBy.get(code) ?? [];
  const template = machine.record.templates.get(code);
  const isBare = template === undefined || template.trimStart().startsWith(HOLE);
  if (isBare && code.kind === 'unknown' && code.prefix.trim() === '' && isKnownGenerator(from, machine)) return;
  const isMild = printsPlainWords(from, machine) || (code.kind === 'unknown' && MILD.has(code.reason));
  if (isBare || !isMild) machine.record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
  // what is known around the holes runs all the same
  if (isBare) return;
  machine.record.quietly(() => machine.runCode(template.replaceAll(HOLE, HOLE_VARIABLE), frame, options));
}

/** What is missing is the caller's own, or a number: an argument, not code. */
const MILD: ReadonlySet<string> = new Set(['variable', 'arithmetic']);

/** Reads as a variable that nobody sets. */
const HOLE_VARIABLE = '${_unknown_}';
