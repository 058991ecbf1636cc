import { effective } from '../../grammar/effective.ts';
import type { ParsedCommand } from '../../grammar/grammar.ts';
import { wordValue } from '../../model/word.ts';

/** What prints, in Perl and Ruby: with `-n` nothing else reaches the file. */
const PRINTS = /\b(?:print|printf|puts|putc|pp?|say|write|syswrite|display|stdout|ARGVOUT)\b|<<|\$>/i;
/** A script of sed that deletes every line. */
const DELETES = /^\s*(?:1,\$)?\s*d\s*;?\s*$/;
/** Commands of sed that put something out; a text without these letters has none. */
const PUTS_OUT = /[pPiaclrRwWsynNxgGhHe=]/;

/** It edits files in place with code that prints no line, so that nothing of them is left: `perl -i -ne '' f`, `sed -i d f`. */
export function isSilentEdit(program: string, parsed: ParsedCommand): boolean {
  if (effective(parsed, '-i') === undefined) return false;
  const isQuiet = effective(parsed, '-n') !== undefined;
  const code = codeOf(parsed);
  if (code.length === 0 || code.includes(undefined)) return false;
  const texts = code as readonly string[];
  if (/^g?sed$/.test(program)) return texts.every((text) => DELETES.test(text) || (isQuiet && !PUTS_OUT.test(text)));
  return /^(?:perl|ruby)[\d.]*$/.test(program) && isQuiet && !texts.some((text) => PRINTS.test(text));
}

function codeOf({ options, operands }: ParsedCommand): readonly (string | undefined)[] {
  const given = options.filter(({ kind }) => kind === 'code').map(({ value }) => value && wordValue(value));
  return given.length > 0 ? given : operands.filter(({ kind }) => kind === 'code').map(({ word }) => wordValue(word));
}
