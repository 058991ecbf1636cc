import { shQuote } from '../../util/sh-quote.ts';
import { keysOf } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import type { Scope } from '../state/scope.ts';
import { EMPTY } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';

/** What an element of one of the shell's own tables means. */
type Entry = (key: string, text: string, walker: Walker, frame: Frame) => void;

/** The kind is part of an alias's key; names of aliases hold no blanks. */
const KINDS = { plain: '', global: '-g ', suffix: '-s ', hashed: '-p ' } as const;
export type AliasKind = keyof typeof KINDS;

export function setAlias(kind: AliasKind, name: string, text: string, { aliases }: Scope): void {
  aliases.set(`${KINDS[kind]}${name}`, text);
}

export function aliasOf(kind: AliasKind, name: string, { aliases }: Scope): string | undefined {
  const text = aliases.get(`${KINDS[kind]}${name}`);
  return text === '' ? undefined : text;
}

const alias =
  (kind: AliasKind): Entry =>
  (key, text, _, { scope }) =>
    setAlias(kind, key, text, scope);

/** `functions[f]=code`, an autoloaded file: the text is the body. */
export const defineFunction: Entry = (name, text, walker, frame) => {
  if (/^[\w.:-]+$/.test(name)) walker.runCode(bodyOf(name, text), frame.with({ spans: false }));
};

/** Code that defines a function with this body. */
export function bodyOf(name: string, text: string): string {
  return `${name}() {\n${text}\n}`;
}

const writeFile: Entry = (path, _, walker, frame) =>
  walker.runCode(`: > ${shQuote(path)}`, frame.with({ spans: false, stdout: undefined }));

const BASH: ReadonlyMap<string, Entry> = new Map([
  ['BASH_ALIASES', alias('plain')],
  ['BASH_CMDS', alias('hashed')],
]);

/** Source: zshmodules(1) 5.9, zsh/parameter and zsh/mapfile. */
const ZSH: ReadonlyMap<string, Entry> = new Map([
  ['aliases', alias('plain')],
  ['galiases', alias('global')],
  ['saliases', alias('suffix')],
  ['commands', alias('hashed')],
  ['functions', defineFunction],
  ['mapfile', writeFile],
]);

function entryOf(name: string, { dialect }: Frame): Entry | undefined {
  if (dialect === 'posix') return undefined;
  return (dialect === 'zsh' ? ZSH : BASH).get(name);
}

/** Before an assignment to it: the shell's own tables are associative, without being declared so. */
export function openTable(name: string, frame: Frame): void {
  if (entryOf(name, frame) === undefined || frame.scope.variables.get(name) !== undefined) return;
  frame.scope.variables.set(name, { value: EMPTY, elements: [], keys: [], associative: true });
}

/** After an assignment to it: does what its elements mean. */
export function fillTable(name: string, walker: Walker, frame: Frame): void {
  const entry = entryOf(name, frame);
  const variable = entry === undefined ? undefined : frame.scope.variables.get(name);
  if (entry === undefined || variable === undefined) return;
  for (const [index, key] of (keysOf(variable) ?? []).entries()) {
    const value = variable.elements?.[index];
    if (value?.known) entry(key, value.text, walker, frame);
  }
}

/** `unset 'mapfile[file]'` removes the file. */
export function emptyTable(name: string, key: string, walker: Walker, frame: Frame): void {
  if (entryOf(name, frame) === writeFile)
    walker.runCode(`rm -f -- ${shQuote(key)}`, frame.with({ spans: false, stdout: undefined }));
}
