import { HOLE, HOLE_VARIABLE } from '../model/hole.ts';
import { knownWord, type Word } from '../model/word.ts';
import { unknownWord } from '../wrappers/words.ts';

/**
 * A text with HOLE for what is not known, as shell code: an expansion of a variable that is never set stands there. Only
 * certain matches count in files, and no rule is certain about it.
 */
export function holedCode(text: string): Word {
  return knownWord(text.replaceAll(HOLE, HOLE_VARIABLE));
}

/** The same as one argument. */
export function holedWord(text: string): Word {
  const first = text.indexOf(HOLE);
  if (first < 0) return knownWord(text);
  const suffix = text.slice(text.lastIndexOf(HOLE) + 1);
  return unknownWord({ text: text.replaceAll(HOLE, '…'), prefix: text.slice(0, first), suffix, reason: 'variable' });
}
