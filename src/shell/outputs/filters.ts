import { decoded } from '../../encodings/decoders.ts';
import type { Invocation } from '../../model/invocation.ts';
import { knownWord, type Word, wordValue } from '../../model/word.ts';
import { globMatches, parseShellGlob } from '../../util/shell-glob.ts';
import { escapeGlob } from '../state/value.ts';
import { streamEdit } from './in-place.ts';
import { jqEdit } from './json-edit.ts';

/** A start that prints lines of the files that it names, or of its standard input where it names none. */
export interface Filter {
  readonly files: readonly Word[];
  /** what it prints of their text; undefined where that is not known */
  readonly prints: (text: string) => string | undefined;
  /** lines in an order that the language of the machine decides */
  readonly isAbout?: true;
}

type Select = (lines: readonly string[]) => readonly string[];

/** How a start filters text; undefined = it does not, or not in a way that is computed here. */
export function filterOf({ program, argv, role, assignments }: Invocation): Filter | undefined {
  if (program === undefined || role !== 'program') return undefined;
  const words = argv.slice(1);
  switch (program) {
    case 'cat':
      return plain(words, (text) => text);
    case 'sort': {
      const isPlainOption = (word: Word) => /^-[bdfghinruV]+$|^--(?:unique|reverse)$/.test(wordValue(word) ?? '');
      const sorted = plain(
        words.filter((word) => !isPlainOption(word)),
        byLines(ORDERS.sort),
      );
      return sorted && { ...sorted, isAbout: true };
    }
    case 'uniq':
    case 'tac':
      return plain(words, byLines(ORDERS[program]));
    case 'head':
    case 'tail':
      return part(program, words);
    case 'awk':
    case 'gawk':
    case 'mawk':
      return /^\s*(?:1|\{\s*print(?:\s+\$0)?\s*;?\s*\})\s*$/.test(wordValue(words[0]) ?? '')
        ? plain(words.slice(1), (text) => text)
        : undefined;
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return grep(program, words);
    case 'sed':
    case 'gsed':
      return edited('sed', words);
    case 'perl':
      return edited('perl', words);
    case 'jq':
      return jqEdit(words);
    case 'tee':
      return { files: [], prints: (text) => text };
    case 'dd':
      return copied(words);
    case 'tr':
      return translation(program, words);
    case 'iconv':
      return recoded(words);
    case 'envsubst':
      // a shell that runs the text puts the same values in, but for those of this start alone
      return assignments.length === 0 && words.length <= 1 ? { files: [], prints: (text) => text } : undefined;
    default:
      return undefined;
  }
}

const ORDERS: Readonly<Record<'sort' | 'uniq' | 'tac', Select>> = {
  sort: (lines) => [...lines].sort(),
  uniq: (lines) => lines.filter((line, at) => line !== lines[at - 1]),
  tac: (lines) => [...lines].reverse(),
};

function byLines(select: Select): (text: string) => string {
  return (text) => {
    const lines = select(text.replace(/\n$/, '').split('\n'));
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  };
}

/** A filter whose words are all files. */
function plain(words: readonly Word[], prints: Filter['prints']): Filter | undefined {
  const isFile = (word: Word) => word.kind !== 'glob' && !(wordValue(word) ?? '/').startsWith('-');
  return words.every(isFile) ? { files: words, prints } : undefined;
}

const COUNT = /^(?:-n|--lines=|-)?([-+]?\d+)$/;

/** `head -20 f`, `tail -n +2 f`: of one file, as names are printed above several. */
function part(program: 'head' | 'tail', words: readonly Word[]): Filter | undefined {
  const [first] = words;
  const isApart = wordValue(first) === '-n';
  const option = isApart ? wordValue(words[1]) : wordValue(first);
  const count = isApart || option?.startsWith('-') ? COUNT.exec(option ?? '')?.[1] : '10';
  const files = isApart ? words.slice(2) : option?.startsWith('-') ? words.slice(1) : words;
  if (count === undefined || files.length > 1) return undefined;
  const lines = Number(count.replace(/^[-+]/, ''));
  if (program === 'head')
    return count.startsWith('-') && isApart
      ? undefined
      : plain(
          files,
          byLines((all) => all.slice(0, lines)),
        );
  return plain(
    files,
    byLines((all) => (count.startsWith('+') ? all.slice(Math.max(0, lines - 1)) : all.slice(-lines || all.length))),
  );
}

/** `grep -v '^#' f`: patterns of text, dots and `.*`. */
function grep(program: string, words: readonly Word[]): Filter | undefined {
  const end = words.findIndex((word) => !/^-[vihEFGsae]+$/.test(wordValue(word) ?? ''));
  const letters = words.slice(0, end).map(wordValue).join('');
  const [pattern, ...files] = words.slice(Math.max(0, end));
  const text = wordValue(pattern);
  if (text === undefined || files.length > 1 || /e[^-]/.test(letters)) return undefined;
  const fold = (line: string) => (letters.includes('i') ? line.toLowerCase() : line);
  const isFound = matcher(fold(text), program === 'fgrep' || letters.includes('F'));
  const keeps = !letters.includes('v');
  return (
    isFound &&
    plain(
      files,
      byLines((all) => all.filter((line) => isFound(fold(line)) === keeps)),
    )
  );
}

function matcher(pattern: string, isText: boolean): ((line: string) => boolean) | undefined {
  if (isText) return (line) => line.includes(pattern);
  const [, start = '', body = '', stop = ''] = /^(\^?)((?:\\[^\w\s]|[^\\])*?)(\$?)$/.exec(pattern) ?? [];
  if (start + body + stop !== pattern || /[*+?()[\]{}|^$]/.test(body.replace(/\.\*|\\./g, ''))) return undefined;
  // as a sign of basic patterns
  if (/\\[+?|(){}<>'`]/.test(body)) return undefined;
  const pieces = body.match(/\.\*|\\?[\s\S]/g) ?? [];
  const middle = pieces.map((one) => (one === '.*' ? '*' : one === '.' ? '?' : escapeGlob(one.slice(-1)))).join('');
  const glob = parseShellGlob(`${start ? '' : '*'}${middle}${stop ? '' : '*'}`);
  return (line) => globMatches(glob, line);
}

/** `sed 's/^# //' f`, `perl -pe 's/^# //' f`: what is computed of their scripts. */
function edited(program: 'sed' | 'perl', words: readonly Word[]): Filter | undefined {
  const found = streamEdit(program, words);
  return found?.isInPlace === false ? plain(found.files, byLines(found.edit)) : undefined;
}

/** `sed -i 's/a/b/' f`: what it makes of each of these files. */
export function inPlaceEdit(program: string, words: readonly Word[]): Filter | undefined {
  const name = program === 'gsed' ? 'sed' : program;
  const found = name === 'sed' || name === 'perl' ? streamEdit(name, words) : undefined;
  return found?.isInPlace === true ? { files: found.files, prints: byLines(found.edit) } : undefined;
}

/** `dd if=f of=g`: all of what it reads. */
function copied(words: readonly Word[]): Filter | undefined {
  const values = words.map((word) => wordValue(word) ?? '');
  if (!values.every((value) => /^(?:if|of|status|bs|ibs|obs|oflag|iflag)=/.test(value))) return undefined;
  const from = values.find((value) => value.startsWith('if='));
  return { files: from === undefined ? [] : [knownWord(from.slice('if='.length))], prints: (text) => text };
}

/** Encodings in which the text of a command is the same bytes. */
const LIKE_ASCII =
  /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso_?-?8859-?\d+|cp125\d|windows-125\d)(?:\/\/(?:translit|ignore))*$/i;

/** `iconv -f latin1 -t utf-8 f`. */
function recoded(words: readonly Word[]): Filter | undefined {
  const values = words.map((word) => wordValue(word) ?? '');
  const encodings = values.flatMap((value, at) => {
    const attached = /^(?:-[ft]|--(?:from|to)-code=)(.+)$/s.exec(value)?.[1];
    return attached ?? (/^-[ft]$/.test(value) ? (values[at + 1] ?? '') : []);
  });
  const isOption = (at: number) =>
    /^-[ft]./.test(values[at] ?? '') || /^(?:-c|--(?:from|to)-code=.*)$/s.test(values[at] ?? '');
  const files = words.filter(
    (_, at) => !isOption(at) && !/^-[ft]$/.test(values[at] ?? '') && !/^-[ft]$/.test(values[at - 1] ?? ''),
  );
  return encodings.every((name) => LIKE_ASCII.test(name)) ? plain(files, (text) => text) : undefined;
}

/** `tr -d '\r'`, which reads its standard input alone. */
function translation(program: string, words: readonly Word[]): Filter | undefined {
  const operands = words.map(wordValue);
  if (decoded(program, operands, '') === undefined) return undefined;
  return { files: [], prints: (text) => decoded(program, operands, text) ?? '' };
}
