import { knownWord, type Word } from '../../model/word.ts';
import type { Machine, Start } from '../machine.ts';
import type { Recorder } from '../recorder.ts';
import { BRINGS_CONTENT } from './script-file.ts';

/** Starts the same with other words, beside the start at hand: in a copy of the shell, and its output is nobody's input. */
export function startInstead(start: Start, argv: readonly Word[], machine: Machine): void {
  const { frame } = start;
  const inner = frame.with({ scope: frame.scope.child(), nesting: frame.nesting + 1, stdout: undefined });
  machine.start({ ...start, argv, frame: inner });
}

/** A program word that is not known is followed as each of the programs that it may well be. */
export function startAlternatives(start: Start, machine: Machine): void {
  const [word, ...rest] = start.argv;
  if (word?.kind !== 'unknown') return;
  const texts = new Set([...(word.alternatives ?? []), ...nameInVariable(word.text)]);
  for (const text of texts) {
    const words = word.fields === 'any' ? text.split(/[ \t\n]+/).filter(Boolean) : [text];
    if (words.length > 0 && words[0] !== '') startInstead(start, [...words.map((one) => knownWord(one)), ...rest], machine);
  }
}

/** A variable alone, with a default or without: its name. */
const LONE_VARIABLE = /^"?\$(?:(\w+)|\{(\w+)(?::?[-=?+][^{}]*)?\})"?$/;
/** `GIT_BIN`, `PYTHON_EXECUTABLE` */
const PROGRAM_SUFFIX = /_(?:BIN|CMD|COMMAND|EXE|EXECUTABLE|PROG|PROGRAM)$/i;

/** By convention `$GIT`, `$PYTHON3`, `$RM` hold the program of that name. Source: Autoconf manual, "Particular Programs". */
function nameInVariable(text: string): readonly string[] {
  const [, bare, braced] = LONE_VARIABLE.exec(text) ?? [];
  const name = bare ?? braced;
  return name === undefined || /^\d/.test(name) ? [] : [name.replace(PROGRAM_SUFFIX, '').toLowerCase()];
}

/**
 * The name of a program is most often a setting or a path that the line need not show. Asked about for itself is one that
 * the line spells in a way that is not followed, or that comes from the network or out of a decoder.
 */
export function doubtProgram({ argv: [word], span }: Start, { record }: Machine): void {
  if (word?.kind !== 'unknown' || word.alternatives !== undefined) return;
  const isUnread = word.reason === 'expansion' || word.reason === 'brace-limit';
  const from = record.printedBy.get(word) ?? [];
  if (isUnread || from.some((index) => isBrought(index, record)))
    record.doubt('hidden-code', `\`${word.text}\` names a program that is not known`, span);
}

/** What it prints was fetched or decoded, by itself or by what it reads from. Inputs refer to earlier starts only. */
function isBrought(index: number, record: Recorder): boolean {
  const invocation = record.invocations[index];
  if (invocation === undefined) return false;
  if (BRINGS_CONTENT.has(invocation.program ?? '')) return true;
  return invocation.inputs.some((input) => 'from' in input && input.from.some((at) => at < index && isBrought(at, record)));
}
