import { grammarOf } from '../grammar/index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { has, optionValue, type Reading, readAll } from './reading.ts';
import type { KnownInput, Peeled, WrapperCall } from './wrapper.ts';

const INPUT = knownWord('-');

/** Where programs find the paths of files to pack: a file that an option names, or their input. Sources: tar(1) 1.34, cpio(1) 2.13, zip(1) 3.0. */
const LISTS: Readonly<Record<string, (reading: Reading) => Word | undefined>> = {
  tar: tarList,
  bsdtar: tarList,
  gtar: tarList,
  cpio: (reading) => (has(reading, '--create', '--pass-through') ? INPUT : undefined),
  zip: (reading) =>
    has(reading, '-@') || reading.operands.some((word) => wordValue(word) === '-@') ? INPUT : undefined,
};
function tarList(reading: Reading): Word | undefined {
  return has(reading, '--create', '--append', '--update') ? optionValue(reading, '--files-from') : undefined;
}

const MAX_PATHS = 200;

/** The list of paths that a program reads files by; `-` = its input. */
export function pathList(program: string, argv: readonly Word[]): Word | undefined {
  const grammar = Object.hasOwn(LISTS, program) ? grammarOf(program) : undefined;
  return grammar === undefined ? undefined : LISTS[program]?.(readAll(grammar, argv));
}

/** The files of a list that is known, as cat would be given them. */
export function listedFiles(program: string, { argv, stdin }: WrapperCall): readonly Peeled[] {
  const list = pathList(program, argv);
  if (list === undefined || stdin === undefined || !('text' in stdin) || !isOfList(list, stdin)) return [];
  const paths = stdin.text
    .split(/[\n\0]/)
    .filter(Boolean)
    .slice(0, MAX_PATHS);
  if (paths.length === 0) return [];
  const words = ['cat', '--', ...paths].map((word) => knownWord(word));
  return [{ kind: 'argv', argv: words, effects: { ownStdin: true }, standsFor: program }];
}

function isOfList(list: Word, stdin: KnownInput): boolean {
  return wordValue(list) === '-' || ('ofFile' in stdin && stdin.ofFile === true);
}
