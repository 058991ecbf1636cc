import type { Word } from '../../src/model/word.ts';
import { knownWord } from '../../src/model/word.ts';
import { takeAssignments } from '../../src/wrappers/prefix.ts';
import { unknownWord } from '../../src/wrappers/words.ts';
import type { Effects, Peeled, WrapperCall } from '../../src/wrappers/wrapper.ts';

/**
 * Words of a case line: blanks split, `'..'` and `".."` group, `$NAME` is a word whose value is not known
 * (`"$X"` = exactly one argument, `$X` = any number of them).
 */
export function readWords(line: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) words.push(readWord(match[0]));
  return words;
}

function readWord(written: string): Word {
  const quoted = written.startsWith('"');
  const text = written.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) =>
    (single ?? double).replaceAll('$', single === undefined ? '$' : '\u0000'),
  );
  const variable = /\$[A-Z]+/.exec(text);
  if (variable === null) return knownWord(text.replaceAll('\u0000', '$'));
  const prefix = text.slice(0, variable.index);
  const suffix = text.slice(variable.index + variable[0].length);
  return unknownWord({ text, prefix, suffix, fields: quoted ? 'one' : 'any', reason: 'variable' });
}

/** A case line as a start: leading NAME=value words are its assignments. */
export function readStart(line: string): WrapperCall {
  const { assignments, rest } = takeAssignments(readWords(line));
  return { argv: rest, assignments, redirects: [] };
}

/** `rm '<src*.o>'`: unknown words show what is known of their ends; `+` behind it = any number of arguments. */
export function writeWord(word: Word): string {
  if (word.kind === 'unknown') return `<${word.prefix}*${word.suffix}>${word.fields === 'any' ? '+' : ''}`;
  const value = word.kind === 'known' ? word.value : word.pattern;
  return /^[^\s'"]+$/.test(value) ? value : `'${value}'`;
}

function writeWords(words: readonly Word[]): string {
  return words.map(writeWord).join(' ');
}

function writeEffects(effects: Effects | undefined): object {
  if (effects === undefined) return {};
  const { cwd, assignments, stdin, ...rest } = effects;
  return {
    ...rest,
    ...(stdin === undefined ? {} : { stdin: writeWord(stdin) }),
    ...(cwd === undefined ? {} : { cwd: writeWord(cwd) }),
    ...(assignments === undefined
      ? {}
      : { assigns: assignments.map((one) => `${one.name}=${writeWord(one.value)}`).join(' ') }),
  };
}

/** A peeled thing as the case files spell it. */
export function writePeeled(peeled: Peeled): object {
  const effects = writeEffects(peeled.effects);
  if (peeled.kind === 'argv') return { argv: writeWords(peeled.argv), ...effects };
  if (peeled.kind === 'doubt') return { unsure: peeled.code };
  if (peeled.kind === 'typed') return writeTyped(peeled);
  const { language, shell, positional } = peeled;
  const args = positional === undefined || positional.length === 0 ? {} : { args: writeWords(positional) };
  const reader = shell === undefined ? language : `${language}:${shell}`;
  if (peeled.kind === 'code') return { [reader]: writeWord(peeled.code), ...args, ...effects };
  if (peeled.kind === 'script-file') return { [reader]: { file: writeWord(peeled.path) }, ...args, ...effects };
  return { [reader]: 'stdin', ...args, ...effects };
}

function writeTyped({ into, what, holds }: Peeled & { kind: 'typed' }): object {
  const text =
    what === 'unknown'
      ? '?'
      : 'text' in what
        ? writeWord(what.text)
        : 'from' in what
          ? what
          : { file: writeWord(what.file) };
  return { typed: text, into, ...(holds === undefined ? {} : { holds }) };
}
