import { decodeEcho } from '../../encodings/ansi-c.ts';
import { decoded } from '../../encodings/decoders.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { baseName, parentPath } from '../../util/path.ts';
import { fileKey } from '../state/file-key.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import { concat, EMPTY, escapeGlob, isPlain, known, unknown, type Value } from '../state/value.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { formatText } from '../word/format.ts';
import { wordToValue } from '../word/word-value.ts';
import { directoryOf, listedPaths } from './listings.ts';
import { printsNumber } from './numbers.ts';

const SILENT = new Set(
  'cd pushd popd export declare typeset local readonly unset set shopt shift read eval source . trap test [ true false : exit return break continue let getopts mapfile readarray alias unalias wait kill exec'.split(
    ' ',
  ),
);

/** The output of a start, where its arguments determine it; else an unknown value. */
export function printed(start: ProgramStart, program: string | undefined, index: number, walker: Walker): Value {
  const known = program === undefined ? undefined : knownOutput(start, program, walker);
  if (known?.known || (known !== undefined && program !== 'printf')) return known;
  const numeric = program !== undefined && printsNumber(start, program);
  const paths = program === undefined ? undefined : listedPaths(start, program, walker);
  if (known !== undefined) return { ...known, paths };
  return unknown('command-output', { from: [index], numeric, paths });
}

function knownOutput(start: ProgramStart, program: string, walker: Walker): Value | undefined {
  if (program === 'declare' || program === 'typeset') return definitions(start);
  if (SILENT.has(program)) return EMPTY;
  const { argv, frame } = start;
  const operands = argv.slice(1);
  switch (program) {
    case 'echo':
      return echo(start, walker);
    case 'print':
      return print(start, walker);
    case 'printf':
      return wordValue(operands[0]) === '-v' ? EMPTY : formatText(operands.map((word) => wordToValue(word, walker)));
    case 'pwd':
      return frame.scope.cwd === undefined ? undefined : known(`${frame.scope.cwd}\n`);
    case 'cat':
      return cat(start, walker);
    case 'tee':
      return frame.stdin.kind === 'data' ? frame.stdin.data : undefined;
    case 'basename':
    case 'dirname':
      return pathPart(start, program, walker);
    case 'mktemp':
      return temporary(operands.map(wordValue), start);
    case 'which':
      return operands.length === 1 ? found(wordValue(operands[0]), start, walker) : undefined;
    case 'command':
    case 'type':
      return operands.length === 2 && ['-v', '-p', '-P'].includes(wordValue(operands[0]) ?? '')
        ? found(wordValue(operands[1]), start, walker)
        : undefined;
    case 'git':
      return gitRoot(operands.map(wordValue), frame, walker);
    default:
      return frame.stdin.kind === 'data' && frame.stdin.data.known
        ? spelled(decoded(program, operands.map(wordValue), frame.stdin.data.text))
        : undefined;
  }
}

function spelled(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : known(text);
}

/** `declare -f f` prints the function. */
function definitions({ argv, frame }: ProgramStart): Value | undefined {
  const [option, name, ...more] = argv.slice(1).map(wordValue);
  if (option === undefined || !/^-[pfF]/.test(option)) return EMPTY;
  const bodies = name === undefined ? undefined : frame.scope.functions.get(name)?.bodies;
  const body = bodies?.[0];
  if (option !== '-f' || body === undefined || bodies?.length !== 1 || more.length > 0) return undefined;
  return known(`${name} () ${body.text.slice(body.node.pos, body.node.end)}\n`);
}

/** `mktemp -d`, `mktemp x.XXXX`: the path, but for the random letters. */
function temporary(operands: readonly (string | undefined)[], { frame }: ProgramStart): Value | undefined {
  const template = templateOf(operands);
  if (template === undefined) return undefined;
  const { directory, name } = template;
  const usual = directory === '' ? (frame.scope.variable('TMPDIR')?.value ?? known('/tmp')) : known(directory ?? '');
  const path = directory === undefined ? known(name) : concat(usual, known(`/${name}`));
  if (!path.known || !/X{3}/.test(path.text)) return undefined;
  const [prefix = '', suffix = ''] = path.text.split(/(?<!X)X{3,}(?=[^X]*$)/);
  // of a name that is all random, `*` would be any file of the folder
  const isBare = prefix.endsWith('/') && suffix === '';
  const random = isBare ? ANY_LETTER.repeat(path.text.length - prefix.length) : '*';
  const pattern = `${escapeGlob(prefix)}${random}${escapeGlob(suffix)}`;
  const within = directoryOf(prefix);
  const plain = isPlain(prefix + suffix);
  const names = suffix.includes('/') ? undefined : [baseName(pattern)];
  const line = { suffix: `${suffix}\n`, pattern: `${pattern}\n` };
  return unknown('command-output', { prefix, plain, within, names, temporary: true, ...line });
}

/** What mktemp puts in place of each X. */
const ANY_LETTER = '[a-zA-Z0-9]';

/**
 * The template of mktemp, and its directory: '' = the default one, undefined = part of the name. Source: mktemp(1) GNU
 * 9, macOS.
 */
function templateOf(operands: readonly (string | undefined)[]): { directory?: string; name: string } | undefined {
  let directory: string | undefined;
  let end = '';
  let isPrefix = false;
  const names: string[] = [];
  for (let at = 0; at < operands.length; at++) {
    const word = operands[at];
    if (word === undefined) return undefined;
    if (/^-[dqu]*p$/.test(word)) directory = operands[++at] ?? '';
    else if (/^--tmpdir(?:=|$)/.test(word)) directory = word.slice('--tmpdir='.length);
    else if (word.startsWith('--suffix=')) end = word.slice('--suffix='.length);
    else if (/^-[dqut]+$/.test(word)) isPrefix ||= word.includes('t');
    else if (!word.startsWith('-')) names.push(word);
    else if (!/^--(?:directory|dry-run|quiet)$/.test(word)) return undefined;
  }
  const [name, ...more] = names;
  if (more.length > 0) return undefined;
  if (isPrefix) directory ??= '';
  if (name === undefined) return { directory: directory ?? '', name: `tmp.XXXXXXXXXX${end}` };
  // macOS takes the value of -t for a prefix
  const whole = isPrefix && !/X{3}/.test(name) ? `${name}.XXXXXXXX` : `${name}${end}`;
  return { ...(directory === undefined ? {} : { directory }), name: whole };
}

/**
 * `type -p rm` prints the path of rm: its directory is unknown, its name is not. It prints nothing where there is no such
 * program, but for those that a folder of the system has.
 */
function found(name: string | undefined, { frame }: ProgramStart, walker: Walker): Value | undefined {
  if (name === undefined || !/^[\w.+-]+$/.test(name)) return undefined;
  const shape = isInstalled(name, frame, walker) ? { plain: true } : { mayBeEmpty: true };
  return unknown('command-output', { prefix: '/', suffix: `/${name}\n`, ...shape });
}

const PROGRAM_FOLDERS = /^(?:\/usr(?:\/local)?)?\/s?bin\/?$/;

function isInstalled(name: string, { scope, via }: Frame, { facts }: Walker): boolean {
  const path = scope.variable('PATH')?.value;
  if (!path?.known || !scope.ownEnvironment || via.some(({ elsewhere }) => elsewhere !== undefined)) return false;
  const folders = path.text.split(':', LIMITS.listed).filter((folder) => PROGRAM_FOLDERS.test(folder));
  return folders.some((folder) => facts.exists(`${folder}/${name}`) === 'yes');
}

/** The output of echo with more words is unknown. */
const MAX_ECHOED = 4000;

function echo({ argv, frame }: ProgramStart, walker: Walker): Value | undefined {
  if (argv.length > MAX_ECHOED) return undefined;
  let at = 1;
  let newline = true;
  let escapes = frame.dialect !== 'bash';
  for (; /^-[neE]+$/.test(wordValue(argv[at]) ?? ''); at++) {
    const letters = wordValue(argv[at]) as string;
    if (letters.includes('n')) newline = false;
    if (letters.includes('e')) escapes = true;
    if (letters.includes('E')) escapes = false;
  }
  let text: Value = EMPTY;
  argv.slice(at).forEach((word, index) => {
    text = concat(text, concat(known(index === 0 ? '' : ' '), wordToValue(word, walker)));
  });
  if (escapes && text.known) text = known(decodeEcho(text.text, false));
  return newline ? concat(text, known('\n')) : text;
}

/** zsh's and ksh's: as echo, raw with `-r`; other options send it elsewhere. */
function print(start: ProgramStart, walker: Walker): Value | undefined {
  const [name, ...words] = start.argv;
  const options = words.slice(
    0,
    words.findIndex((word) => !/^-[rRn-]+$/.test(wordValue(word) ?? '')),
  );
  const letters = options.map((word) => wordValue(word)).join('');
  if (name === undefined || /^-/.test(wordValue(words[options.length]) ?? '')) return undefined;
  const echoed = [`-${/[rR]/.test(letters) ? 'E' : 'e'}`, ...(letters.includes('n') ? ['-n'] : [])];
  const argv = [name, ...echoed.map((option) => knownWord(option)), ...words.slice(options.length)];
  return echo({ ...start, argv }, walker);
}

function cat({ argv, frame }: ProgramStart, walker: Walker): Value | undefined {
  const operands = argv.slice(1);
  const input = frame.stdin.kind === 'data' ? frame.stdin.data : undefined;
  if (operands.length === 0) return input;
  let text: Value = EMPTY;
  for (const operand of operands) {
    const path = fileKey(operand, frame);
    const content =
      wordValue(operand) === '-' || wordValue(operand) === '/dev/stdin'
        ? input
        : path === undefined
          ? undefined
          : walker.record.files.text(path);
    if (content === undefined) return undefined;
    text = concat(text, content);
  }
  return text;
}

function pathPart({ argv }: ProgramStart, program: string, walker: Walker): Value | undefined {
  const [word, suffix, more] = argv.slice(1);
  if (word === undefined || more !== undefined) return undefined;
  const value = wordToValue(word, walker);
  if (!value.known || value.text === '' || value.text.startsWith('-')) return undefined;
  if (program === 'dirname') {
    if (suffix !== undefined) return undefined;
    const trimmed = value.text.replace(/(?<=[^/]|^\/)\/+$/, '');
    return known(`${trimmed.includes('/') ? parentPath(trimmed) : '.'}\n`);
  }
  const name = baseName(value.text);
  const end = suffix === undefined ? '' : wordValue(suffix);
  if (end === undefined) return undefined;
  return known(`${end !== '' && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name}\n`);
}

function gitRoot(operands: readonly (string | undefined)[], frame: Frame, walker: Walker): Value | undefined {
  if (operands.length !== 2 || operands[0] !== 'rev-parse' || operands[1] !== '--show-toplevel') return undefined;
  if (frame.scope.cwd === undefined) return undefined;
  const git = walker.facts.git(frame.scope.cwd);
  return git === null || git === 'unknown' ? undefined : known(`${git.root}\n`);
}
