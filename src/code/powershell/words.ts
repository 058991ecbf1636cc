import { HOLE_VARIABLE } from '../../model/hole.ts';
import { shWord } from '../../util/sh-quote.ts';
import type { Element, Part, Statement, Value } from './syntax.ts';

/** A variable of the shell that nobody sets: a piece that is not known. */
export const UNKNOWN_WORD = `"${HOLE_VARIABLE}"`;

/** How a value is written in a shell. */
export interface Writing {
  /** a path of a cmdlet: `~` is the home directory and `*` a pattern in quotes too, `\` divides */
  readonly isPath?: boolean;
  readonly isLiteral?: boolean;
  /** what runs inside a value, as a shell would write it */
  code(body: readonly Statement[]): string;
  call(value: Extract<Value, { kind: 'call' }>): string;
}

/** The words of a value: a list is several. */
export function wordsOf(value: Value, writing: Writing): readonly string[] {
  switch (value.kind) {
    case 'text':
      return [textWord(value.parts, value.bare, writing)];
    case 'list':
      return value.items.flatMap((item) => wordsOf(item, writing));
    case 'script':
      return value.body.length === 0 ? [] : [scriptWord(value.body, writing)];
    case 'call':
      if (typeof value.on === 'string' && /(?:^|\.)path$/.test(value.on) && value.method === 'combine')
        return [joined(value.args.flatMap((arg) => wordsOf(arg, writing)))];
      return [substitution(writing.call(value))];
    case 'block':
      return [UNKNOWN_WORD];
    default:
      return value.inside.length === 0 ? [UNKNOWN_WORD] : [unknownOf(value.inside, writing)];
  }
}

/** One word: all of it. */
export function wordOf(value: Value | undefined, writing: Writing): string {
  const words = value === undefined ? [] : wordsOf(value, writing);
  return words.length === 1 ? (words[0] as string) : words.length === 0 ? "''" : UNKNOWN_WORD;
}

/** The text of a value, where all of it is written. */
export function constantOf(value: Value | undefined): string | undefined {
  if (value?.kind !== 'text' || !value.parts.every((part) => 'text' in part)) return undefined;
  return value.parts.map((part) => ('text' in part ? part.text : '')).join('');
}

/** `('a')`, `('a', 'b')` and `(Join-Path a b)` are values; anything else prints something. */
function scriptWord(body: readonly Statement[], writing: Writing): string {
  const [only, ...more] = body;
  const [element, ...others] = only?.kind === 'pipeline' && only.to === undefined ? only.elements : [];
  if (more.length > 0 || others.length > 0) return substitution(writing.code(body));
  if (element?.kind === 'value') return wordsOf(element.value, writing).join(' ') || "''";
  const path = element === undefined ? undefined : pathWord(element, writing);
  return path ?? substitution(writing.code(body));
}

/** Cmdlets that only put a path together: `Join-Path $HOME .ssh`, `Resolve-Path x`. */
function pathWord({ name, args }: Extract<Element, { kind: 'command' }>, writing: Writing): string | undefined {
  const command = constantOf(name)?.toLowerCase() ?? '';
  const values = args.filter((arg) => !constantOf(arg)?.startsWith('-')).flatMap((arg) => wordsOf(arg, writing));
  if (command === 'join-path') return joined(values);
  if (/^(get-location|gl|pwd)$/.test(command)) return '"$PWD"';
  return /^(resolve-path|rvpa|convert-path|get-item|gi)$/.test(command) ? values.join(' ') : undefined;
}

function joined(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : word.replace(/^('?)[\\/]+/, '$1'))).join('/');
}

function substitution(code: string): string {
  return code.trim() === '' ? UNKNOWN_WORD : `"$(${code})"`;
}

/** What is in it runs, what comes of it is not known. */
function unknownOf(inside: readonly Value[], writing: Writing): string {
  const runs = inside.flatMap((value) => wordsOf(value, writing)).filter((word) => word.includes('$('));
  return runs.length === 0 ? UNKNOWN_WORD : `${UNKNOWN_WORD}${runs.join('')}`;
}

function textWord(parts: readonly Part[], bare: boolean, writing: Writing): string {
  const [first, ...more] = parts;
  const lead = first !== undefined && 'text' in first ? first.text : '';
  const atHome = (bare || writing.isPath === true) && /^~(?=$|[\\/])/.test(lead);
  const rest = atHome ? [{ text: lead.slice(1) }, ...more] : parts;
  const isGlob = (bare || writing.isPath === true) && writing.isLiteral !== true;
  const words = rest.map((part) => partWord(part, isGlob, writing)).join('');
  return (atHome ? '"$HOME"' : '') + words || "''";
}

function partWord(part: Part, isGlob: boolean, writing: Writing): string {
  if ('variable' in part) return variableWord(part.variable);
  if ('body' in part) return scriptWord(part.body, writing);
  const text = writing.isPath === true ? part.text.replaceAll('\\', '/') : part.text;
  if (text === '') return '';
  if (!isGlob || !/[*?[]/.test(text)) return shWord(text);
  return text
    .split(/([*?]+|\[[^\]/]*\])/)
    .map((piece, at) => (at % 2 === 1 ? piece : piece === '' ? '' : shWord(piece)))
    .join('');
}

/** Directories by the names of PowerShell and Windows, as a shell spells them. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  home: '"$HOME"',
  'env:home': '"$HOME"',
  'env:userprofile': '"$HOME"',
  'env:homepath': '"$HOME"',
  pwd: '"$PWD"',
  profile: '"$HOME"/.config/powershell/profile.ps1',
  'env:temp': '/tmp',
  'env:tmp': '/tmp',
  'env:tmpdir': '/tmp',
  'env:appdata': '"$HOME"/AppData/Roaming',
  'env:localappdata': '"$HOME"/AppData/Local',
  'env:systemdrive': 'C:',
  'env:systemroot': 'C:/Windows',
  'env:windir': 'C:/Windows',
  'env:programfiles': "'C:/Program Files'",
  'env:programdata': 'C:/ProgramData',
  true: 'true',
  false: 'false',
  null: "''",
};

function variableWord(name: string): string {
  if (Object.hasOwn(DIRECTORIES, name)) return DIRECTORIES[name] as string;
  return `"\${${shellName(name)}}"`;
}

/** A variable of PowerShell is none of the environment, unless it says so; `$_` is a name of its own in a shell. */
export function shellName(name: string): string {
  const plain = name.replace(/^(?:global|script|local|private|variable|using):/, '');
  if (plain.startsWith('env:')) return plain.slice(4).toUpperCase().replace(/\W/g, '_');
  return `ps_${plain === '_' || plain === 'psitem' ? 'item' : plain.replace(/\W/g, '_')}`;
}
