import type { ParsedCommand, ParsedOption } from '../../../src/grammar/grammar.ts';
import { type KnownWord, knownWord, type UnknownWord } from '../../../src/model/word.ts';

/** Words of a line that needs no shell: blanks separate. */
export function wordsOf(line: string): KnownWord[] {
  return line.split(' ').map((word) => knownWord(word));
}

export function unknownWord(prefix: string, fields: 'one' | 'any' = 'one'): UnknownWord {
  return { kind: 'unknown', prefix, suffix: '', fields, reason: 'variable', text: `${prefix}$X` };
}

function renderOption(option: ParsedOption): string {
  const sign = option.negated ? '!' : '';
  const words = option.words ?? (option.value === undefined ? [] : [option.value]);
  return `${sign}${option.names[0]}${words.map((word) => `=${word.text}`).join('')}`;
}

/** `push { --force } text:origin ? --nope`: subcommand, options (`!` = negated), operands with kinds, what is unknown. */
export function render(parsed: ParsedCommand): string {
  const operands = parsed.operands.map(
    ({ word, kind, key }) => `${kind}:${key === undefined ? '' : `${key}=`}${word.text}`,
  );
  const unknown = [...parsed.unknownOptions, ...(parsed.unknownSubcommand ? [parsed.unknownSubcommand] : [])];
  return [
    ...parsed.subcommand,
    '{',
    ...parsed.options.map(renderOption),
    '}',
    ...operands,
    ...(unknown.length > 0 ? ['?', ...unknown.map((word) => word.text)] : []),
  ].join(' ');
}
