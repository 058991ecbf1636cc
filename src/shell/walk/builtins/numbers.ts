import type { Word } from '../../../model/word.ts';
import { wordValue } from '../../../model/word.ts';
import { known } from '../../state/value.ts';
import { evaluateValue } from '../../word/expand.ts';
import type { Call } from './builtin.ts';

/**
 * Where zsh takes a number it takes arithmetic: `exit 'a[$(x)]'`. Only words whose text is known are evaluated: `exit $status` holds
 * a number. Source: executed, zsh 5.9; zshbuiltins(1), zshmisc(1) ARITHMETIC EVALUATION.
 */
function evaluate(words: readonly (Word | undefined)[], { frame, walker }: Call): void {
  if (frame.dialect !== 'zsh') return;
  for (const word of words) if (word?.kind === 'known') evaluateValue(known(word.value), word.text, walker, frame);
}

/** `exit`, `return`, `shift`, `break`, `continue`, `sysseek`: all of their words. */
export function evaluateNumbers(call: Call): void {
  evaluate(call.start.argv.slice(1), call);
}

/** `repeat 3 command`. */
export function evaluateCount(call: Call): void {
  evaluate(call.start.argv.slice(1, 2), call);
}

/** `read -t 3`, `test -t 3`. */
export function evaluateTimeOrTerminal(call: Call): void {
  const { argv } = call.start;
  evaluate(
    argv.flatMap((word, at) => (wordValue(word) === '-t' ? [argv[at + 1]] : [])),
    call,
  );
}

/** A conversion to a number, or a width that is an argument. */
const NUMBER = /%[^%a-zA-Z]*(?:[*acdeEfFgGiouxX])/;

/** `printf %d 3`, `print -f %d 3`. */
export function evaluatePrinted(call: Call): void {
  const [name, ...words] = call.start.argv;
  const format = wordValue(
    words[wordValue(name) === 'printf' ? 0 : words.findIndex((word) => wordValue(word) === '-f') + 1],
  );
  if (format !== undefined && NUMBER.test(format)) evaluate(words, call);
}
