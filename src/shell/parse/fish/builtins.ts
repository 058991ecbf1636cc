import { HOLE_VARIABLE } from '../../../model/hole.ts';
import { type FishText, NotRead } from './text.ts';
import type { FishWord } from './words.ts';

const LONG: Readonly<Record<string, string>> = {
  global: 'g',
  local: 'l',
  function: 'f',
  universal: 'U',
  export: 'x',
  unexport: 'u',
  query: 'q',
  erase: 'e',
  append: 'a',
  prepend: 'p',
  names: 'n',
  show: 'S',
  long: 'L',
  path: '',
  unpath: '',
};

interface Setting {
  readonly letters: string;
  readonly name: string;
  readonly index: string | undefined;
  readonly values: readonly FishWord[];
}

/** The letters of the options in front, and what is behind them. */
function options(words: readonly FishWord[]): readonly [string, readonly FishWord[]] {
  let letters = '';
  let at = 0;
  for (; at < words.length; at++) {
    const { literal } = words[at] as FishWord;
    if (literal === undefined || !/^-./.test(literal)) break;
    if (literal === '--') return [letters, words.slice(at + 1)];
    const long = literal.startsWith('--') ? LONG[literal.slice(2)] : literal.slice(1);
    if (long === undefined) throw new NotRead('an option');
    letters += long;
  }
  return [letters, words.slice(at)];
}

/** `set -gx NAME values`. Source: fish(1) set, 3.6. */
export function readSet(words: readonly FishWord[], text: FishText): string {
  const [letters, [target, ...values]] = options(words);
  if (/[nSL]/.test(letters) || target === undefined) return letters.includes('x') ? 'export' : ':';
  const [, name, index] = /^(\w+)(?:\[([^[\]]*)\])?$/.exec(target.literal ?? '') ?? [];
  if (name === undefined) throw new NotRead('the name of a variable');
  const isLocal = letters.includes('l') && !/[xeq]/.test(letters) && name !== 'PATH';
  const setting = { letters, index, values, name: isLocal ? text.localName(name) : text.nameOf(name) };
  if (letters.includes('q')) return `test -n "\${${setting.name}}"`;
  if (letters.includes('e'))
    return index === undefined ? `unset ${setting.name}` : `${setting.name}=(${HOLE_VARIABLE})`;
  return assigned(setting, text);
}

function assigned(setting: Setting, text: FishText): string {
  const { letters, name, index, values } = setting;
  if (/^(?:PATH|MANPATH|CDPATH)$/.test(name)) return pathList(setting);
  const [only, ...more] = values;
  if (index !== undefined) {
    text.lists.add(name);
    return `${name}=(${HOLE_VARIABLE} ${values.map((one) => one.text).join(' ')})`;
  }
  const isScalar = only?.single === true && more.length === 0 && !/[ap]/.test(letters);
  if (isScalar) {
    if (letters.includes('u')) return `typeset +x ${name}=${only.text}`;
    return `${letters.includes('x') ? 'export ' : ''}${name}=${only.text}`;
  }
  text.lists.add(name);
  const written = values.map((one) => one.text).join(' ');
  if (letters.includes('a')) return `${name}+=(${written})`;
  const list = `${name}=(${written}${letters.includes('p') ? ` \${${name}}` : ''})`;
  return letters.includes('x') ? `{ ${list}; export ${name}; }` : list;
}

/** Fish joins the values of these by colons. */
function pathList({ letters, name, values }: Setting): string {
  const written = values.map((one) => one.text).join(':');
  if (letters.includes('u')) return `typeset +x ${name}`;
  if (letters.includes('a')) return `export ${name}="$${name}":${written}`;
  return `export ${name}=${written}${letters.includes('p') ? `:"$${name}"` : ''}`;
}

/** `read -l name`: of its options only those that change what is read count. */
export function readRead(words: readonly FishWord[], text: FishText): string {
  const names: string[] = [];
  let zsh = 'read -r';
  for (let at = 0; at < words.length; at++) {
    const value = words[at]?.literal;
    if (value === undefined) throw new NotRead('read');
    if (/^-(?:[PpRcnd]|-(?:prompt|prompt-str|right-prompt|command|nchars|delimiter))$/.test(value)) at++;
    else if (/^(?:-\w*z\w*|--null)$/.test(value)) zsh += " -d ''";
    else if (/^(?:-[at]|--(?:list|array|tokenize))$/.test(value)) zsh += ' -A';
    else if (/^\w+$/.test(value)) names.push(value);
  }
  if (zsh.includes('-A')) for (const name of names) text.lists.add(text.nameOf(name));
  return [zsh, ...names.map((name) => text.nameOf(name))].join(' ');
}

/** `alias name 'code'` makes a function, in which the name is the program. */
export function readAlias(words: readonly FishWord[], read: (code: string) => string): string {
  const [first, second] = words.filter(({ literal }) => !/^(?:-s|--save)$/.test(literal ?? ''));
  if (first === undefined) return 'alias';
  const [, name, code] = /^([\w.:-]+)(?:=([\s\S]*))?$/.exec(first.literal ?? '') ?? [];
  const value = code ?? second?.literal;
  if (name === undefined || value === undefined) throw new NotRead('alias');
  const isItself = value.trimStart().split(/\s/)[0] === name;
  return `${name}() { ${isItself ? 'command ' : ''}${read(value)} "$@"; }`;
}
