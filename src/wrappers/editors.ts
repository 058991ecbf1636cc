import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { codeFile, codeOf, shellCode } from './peeled.ts';
import { flags, has, longs, optionValues, readAll } from './reading.ts';
import { joinWords, leadingText } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

const VIM: Grammar = {
  options: [
    '-c =code',
    '--cmd =code',
    ...flags('StTuUwWir', '=text'),
    ...flags('vebdghRmMnNZxXyAEfFHlLpoOV'),
    ...longs('remote remote-expr remote-send servername startuptime listen server', '=text'),
    ...longs('clean noplugin not-a-term headless embed help version'),
  ],
  source: 'vim(1) 9.0, nvim(1)',
};

/** -s is a script of keys for vi and silence for ex. */
const EX_GRAMMAR: Grammar = { ...VIM, options: [...(VIM.options ?? []), '-s'] };
const VI_GRAMMAR: Grammar = { ...VIM, options: [...(VIM.options ?? []), '-s =path'] };

/** -c, --cmd and `+command` are ex commands, among them `:!code`; ex and -s -e read them from standard input. */
const VIM_FAMILY: WrapperFamily = {
  names: ['vim', 'vi', 'view', 'nvim', 'ex', 'gvim', 'rvim', 'vimdiff', 'rview', 'mvim'],
  peel: ({ argv }) => {
    const plus = argv.slice(1).filter((word) => leadingText(word).startsWith('+'));
    const words = argv.filter((word) => !plus.includes(word));
    const ex =
      /(^|\/)ex$/.test(wordValue(argv[0]) ?? '') || words.some((word) => /^-[a-zA-Z]*[eE]/.test(leadingText(word)));
    const reading = readAll(ex ? EX_GRAMMAR : VI_GRAMMAR, words);
    const codes = [...optionValues(reading, '--cmd', '-c'), ...plus.map(withoutPlus)];
    const found: Peeled[] = codes.length === 0 ? [] : [codeOf('vim', joinWords(codes, '\n'))];
    const scripts = optionValues(reading, '-S', '-u').filter(
      (path) => !/^(NONE|NORC|DEFAULTS)$/.test(wordValue(path) ?? ''),
    );
    found.push(...scripts.map((path) => codeFile('vim', path)));
    found.push(...(ex ? [] : optionValues(reading, '-s').map((path) => codeFile('vim-keys', path))));
    const saves = [...optionValues(reading, '-c'), ...plus.map(withoutPlus)].some((code) =>
      SAVES.test(leadingText(code)),
    );
    if (saves && reading.operands.length > 0)
      found.push({ kind: 'argv', argv: [knownWord('tee'), ...reading.operands], standsFor: 'ex write' });
    return ex ? [...found, { kind: 'stdin-code', language: 'vim' }] : found;
  },
};

/** `wq`, `bufdo %d|w`, `argdo update`: the files that are edited are written. */
const SAVES = /(?:^|\|)[\s:]*(?:(?:buf|arg|win|tab)do\s+)?(?:w|wq|wa|wqa|wall|x|xa|xit|up|update)!?\s*(?:\||$)/;

function withoutPlus(word: Word): Word {
  if (word.kind === 'known') return knownWord(word.value.slice(1));
  return word.kind === 'unknown' ? { ...word, prefix: word.prefix.slice(1) } : word;
}

const EMACS: Grammar = {
  options: [
    '-eval --eval --execute =code',
    '-l -load --load -script --script =path',
    ...['f', 'funcall', 'u', 't', 'd', 'L'].map((name) => `-${name} =text`),
  ],
  singleDash: true,
  anyOption: true,
  source: 'emacs(1) 28',
};

const EMACS_FAMILY: WrapperFamily = {
  names: ['emacs', 'emacsclient'],
  peel: ({ argv }) => {
    const client = /emacsclient$/.test(wordValue(argv[0]) ?? '');
    const grammar = client ? { ...EMACS, options: ['-e -eval --eval'], singleDash: false } : EMACS;
    const reading = readAll(grammar, argv);
    const codes = client && has(reading, '-e') ? reading.operands : optionValues(reading, '--eval');
    const files = optionValues(reading, '--load').map((path) => codeFile('elisp', path));
    return [...files, ...codes.map((code) => codeOf('elisp', code))];
  },
};

/** `ed !cmd` edits what a command prints; ed reads its commands, `!code` among them, from standard input. */
const ED_FAMILY: WrapperFamily = {
  names: ['ed', 'red'],
  peel: ({ argv }) => {
    const file = wordValue(readAll(DEFAULT_GRAMMAR, argv).operands[0]) ?? '';
    const read = file.startsWith('!') ? [shellCode(knownWord(file.slice(1)))] : [];
    return [...read, { kind: 'stdin-code', language: 'ed' }];
  },
};

/** Editors: programs with a command language that has a way out to a shell. */
export const EDITOR_FAMILIES: readonly WrapperFamily[] = [ED_FAMILY, EMACS_FAMILY, VIM_FAMILY];
