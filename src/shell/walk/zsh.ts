import { knownWord, type Word, wordValue } from '../../model/word.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { doubt, shellCode, startOf } from '../../wrappers/peeled.ts';
import { takeAssignments } from '../../wrappers/prefix.ts';
import { joinWords } from '../../wrappers/words.ts';
import type { Peeled, WrapperFamily } from '../../wrappers/wrapper.ts';

const isBrace = (word: Word | undefined) => word?.text === '{';

function withoutBrace(words: readonly Word[]): readonly Word[] {
  return isBrace(words[0]) ? words.slice(1) : words;
}

/** Words of the grammar in front of a command. Source: zshmisc(1) 5.9, Complex Commands. */
const RESERVED: ReadonlySet<string> = new Set(['coproc', 'time', '!']);

/** What stands behind a word of the grammar is a command of its own: `repeat 2 X=1 a`, `repeat 2 coproc a`. */
function assignedStart(words: readonly Word[]): readonly Peeled[] {
  const start = words.findIndex((word) => !RESERVED.has(word.text));
  const { assignments, rest } = takeAssignments(words.slice(Math.max(0, start)));
  return startOf(rest, assignments.length === 0 ? undefined : { assignments });
}

/** `repeat 2 { a; b }`: the parser ends the command at `;`, zsh at `}`. */
function shortForm(word: Word | undefined): readonly Peeled[] {
  return isBrace(word) ? [doubt('parser-doubt', 'a body in braces without `do`')] : [];
}

const FAMILIES: readonly WrapperFamily[] = [
  { names: ['-'], peel: ({ argv }) => startOf(argv.slice(1)) },
  {
    names: ['repeat'],
    peel: ({ argv }) => [...assignedStart(withoutBrace(argv.slice(2))), ...shortForm(argv[2])],
  },
  { names: ['nocorrect'], peel: ({ argv }) => assignedStart(argv.slice(1)) },
  {
    names: ['emulate'],
    peel: ({ argv }) => {
      const at = argv.findIndex((word) => /^-\w*c$/.test(wordValue(word) ?? ''));
      const code = argv[at + 1];
      return at < 0 || code === undefined ? [] : [shellCode(code, undefined, 'zsh')];
    },
  },
  {
    names: 'chgrp chmod chown ln mkdir mv rm rmdir'.split(' ').map((name) => `zf_${name}`),
    peel: ({ argv: [name, ...words] }) => startOf([knownWord((wordValue(name) ?? '').replace('zf_', '')), ...words]),
  },
  { names: ['zargs'], peel: ({ argv }) => peelZargs(argv.slice(1)) },
  { names: ['zmv'], peel: ({ argv }) => peelZmv(argv) },
  {
    names: ['zpty'],
    peel: ({ argv }) => {
      const [, ...words] = operandsOf(argv);
      return words.length === 0 ? [] : [shellCode(joinWords(words), undefined, 'zsh')];
    },
  },
  {
    names: ['zstyle'],
    peel: ({ argv }) => {
      const words = wordValue(argv[1]) === '-e' ? argv.slice(4) : [];
      return words.length === 0 ? [] : [shellCode(joinWords(words), undefined, 'zsh')];
    },
  },
  { names: ['add-zsh-hook'], peel: ({ argv }) => startOf(operandsOf(argv).slice(1)) },
  { names: ['sysopen'], peel: ({ argv }) => peelSysopen(argv) },
];

function operandsOf(argv: readonly Word[]): readonly Word[] {
  return argv.slice(1).filter((word) => !/^-\w+$/.test(wordValue(word) ?? ''));
}

/** `zargs [options --] words -- command`. Source: zshcontrib(1). */
function peelZargs(words: readonly Word[]): readonly Peeled[] {
  const isOption = (wordValue(words[0]) ?? '').startsWith('-');
  const first = isOption ? words.slice(words.findIndex((word) => wordValue(word) === '--') + 1) : words;
  const end = first.findIndex((word) => wordValue(word) === '--');
  return end < 0 ? [] : startOf([...first.slice(end + 1), ...first.slice(0, end)]);
}

/** `zmv [-p program] pattern name`: the program, mostly mv, for each match. Source: zshcontrib(1). */
function peelZmv(argv: readonly Word[]): readonly Peeled[] {
  const at = argv.findIndex((word) => wordValue(word) === '-p');
  const letters = argv.map((word) => /^-(\w+)$/.exec(wordValue(word) ?? '')?.[1] ?? '').join('');
  if (letters.includes('n')) return [];
  const named = at < 0 ? undefined : argv[at + 1];
  const program = named ?? knownWord(letters.includes('C') ? 'cp' : letters.includes('L') ? 'ln' : 'mv');
  const operands = operandsOf(argv).filter((word) => word !== named);
  return startOf([program, ...operands.map(withoutGroups)]);
}

/** `dir/(*).txt` is the pattern `dir/*.txt`. */
function withoutGroups(word: Word): Word {
  if (word.kind !== 'known' || !/[*?([]/.test(word.value)) return word;
  return { kind: 'glob', pattern: word.value.replace(/[()]/g, ''), text: word.text };
}

/** `sysopen -w -o trunc -u fd file` writes the file as a redirection does. Source: zshmodules(1), zsh/system. */
function peelSysopen(argv: readonly Word[]): readonly Peeled[] {
  const file = wordValue(argv.at(-1));
  const letters = argv.map((word) => /^-(\w+)$/.exec(wordValue(word) ?? '')?.[1] ?? '').join('');
  if (file === undefined || !/[wa]/.test(letters)) return [];
  return [shellCode(knownWord(`: ${letters.includes('a') ? '>>' : '>'} ${shQuote(file)}`))];
}

/**
 * Builtins and precommand modifiers of zsh that run other commands. Source: zshmisc(1), zshbuiltins(1) 5.9; executed.
 */
export const ZSH_FAMILIES: ReadonlyMap<string, WrapperFamily> = new Map(
  FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);
