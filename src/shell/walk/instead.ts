import { DEFAULT_GRAMMAR, grammarOf } from '../../grammar/index.ts';
import { knownWord, type UnknownWord, type Word, wordValue } from '../../model/word.ts';
import { WRAPPERS } from '../../wrappers/index.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';

/** Starts an alternative of `start` with other words: in a copy of the shell, without output. */
export function startInstead(start: ProgramStart, argv: readonly Word[], walker: Walker): void {
  const { frame } = start;
  const inner = frame.with({ scope: frame.scope.child(), nesting: frame.nesting + 1, stdout: undefined });
  walker.start({ ...start, argv, frame: inner });
}

/** Follows an unknown program word as each of its candidates, other unknown words as what they likely are. */
export function startAlternatives(start: ProgramStart, walker: Walker): void {
  const [word] = start.argv;
  if (word?.kind !== 'unknown') {
    startLikely(start, walker);
    return;
  }
  for (const text of word.alternatives ?? []) startText(text, word, start, walker);
  const name = word.alternatives === undefined ? nameInVariable(word.text) : undefined;
  // the name of a variable is a guess: doubts about it are dropped
  if (name !== undefined) walker.record.withoutRecordingDoubts(() => startText(name, word, start, walker));
}

/** Once more with what a builtin gave them that the shell may have refused. */
function startLikely(start: ProgramStart, walker: Walker): void {
  const isLikely = (word: Word): word is UnknownWord => word.kind === 'unknown' && word.likely !== undefined;
  if (!start.argv.some(isLikely)) return;
  const argv = start.argv.flatMap((word) => (isLikely(word) ? wordsOf(word.likely ?? '', word) : word));
  startInstead(start, argv, walker);
}

function wordsOf(text: string, { fields }: UnknownWord): readonly Word[] {
  return (fields === 'any' ? text.split(/[ \t\n]+/).filter(Boolean) : [text]).map((one) => knownWord(one));
}

function startText(text: string, word: UnknownWord, start: ProgramStart, walker: Walker): void {
  const words = wordsOf(text, word);
  if (words.length > 0 && wordValue(words[0]) !== '') startInstead(start, [...words, ...start.argv.slice(1)], walker);
}

/** A word that is one variable, with or without a default. */
const LONE_VARIABLE = /^"?\$(?:(\w+)|\{(\w+)(?::?[-=?+][^{}]*)?\})"?$/;
/** `GIT_BIN`, `PYTHON_EXECUTABLE` */
const PROGRAM_SUFFIX = /_(?:BIN|CMD|COMMAND|EXE|EXECUTABLE|PROG|PROGRAM)$/i;

/**
 * By convention `$GIT`, `$PYTHON3`, `$RM` hold the program of that name; names of unknown programs are ignored. Source:
 * Autoconf manual, "Particular Programs".
 */
function nameInVariable(text: string): string | undefined {
  const [, bare, braced] = LONE_VARIABLE.exec(text) ?? [];
  const called = (bare ?? braced ?? '').replace(PROGRAM_SUFFIX, '').toLowerCase();
  const name = called === 'shell' ? 'sh' : called;
  return WRAPPERS.has(name) || grammarOf(name) !== DEFAULT_GRAMMAR ? name : undefined;
}

/** Reports a program word that an unsupported expansion computes: it may be any command. */
export function doubtProgram({ argv: [word], span }: ProgramStart, { record }: Walker): void {
  if (word?.kind !== 'unknown' || word.alternatives !== undefined) return;
  if (word.reason === 'expansion' || word.reason === 'brace-limit')
    record.doubt('hidden-code', `\`${word.text}\` names a program that is not known`, span);
}
