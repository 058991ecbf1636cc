import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import { shQuote } from '../../util/sh-quote.ts';
import { keysOf } from '../state/arrays.ts';
import type { Frame } from '../state/frame.ts';
import type { Scope } from '../state/scope.ts';
import { EMPTY, templateOf, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { valueWord } from '../word/fields.ts';
import { runCodeWord } from './code-word.ts';

/** What an element of one of the shell's own tables means. */
type Entry = (key: string, value: Value, walker: Walker, frame: Frame) => void;

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
  (key, value, _, { scope }) =>
    setAlias(kind, key, textWithHoles(value), scope);

/** Code of which a piece is not known: a variable that is never set stands for it. */
export function textWithHoles(value: Value): string {
  return value.known ? value.text : templateOf(value).replaceAll(HOLE, HOLE_VARIABLE);
}

/** The text of an autoloaded file, which is the body. */
export function defineFunction(name: string, text: string, walker: Walker, frame: Frame): void {
  if (/^[\w.:-]+$/.test(name)) walker.runCode(bodyOf(name, text), frame.with({ spans: false }));
}

/** `functions[f]=code`. What a program prints may be any code: it is judged where it becomes a body. */
const ownFunction: Entry = (name, value, walker, frame) => {
  defineFunction(name, textWithHoles(value), walker, frame);
  if (value.known || value.from.length === 0) return;
  const code = valueWord(value, { text: name });
  walker.record.printedBy.set(code, value.from);
  walker.record.templates.set(code, templateOf(value));
  runCodeWord(
    code,
    `functions[${name}]`,
    walker,
    frame.with({ scope: frame.scope.child(), spans: false, stdout: undefined }),
  );
};

/** Code that defines a function with this body. */
export function bodyOf(name: string, text: string): string {
  return `${name}() {\n${text}\n}`;
}

const writeFile: Entry = (path, _, walker, frame) =>
  walker.runCode(`: > ${shQuote(path)}`, frame.with({ spans: false, stdout: undefined }));

/** Where the program is not known, the name stays as it was. */
const hashed: Entry = (key, value, _, { scope }) => {
  const path = programPath(value);
  if (path !== undefined) setAlias('hashed', key, path, scope);
};

/** The path of a program, of which the base name is enough: `$(type -P rm)`. */
export function programPath(value: Value): string | undefined {
  return value.known ? value.text : /\/([\w.+-]+)\s*$/.exec(value.suffix)?.[1];
}

const BASH: ReadonlyMap<string, Entry> = new Map([
  ['BASH_ALIASES', alias('plain')],
  ['BASH_CMDS', hashed],
]);

/** Source: zshmodules(1) 5.9, zsh/parameter and zsh/mapfile. */
const ZSH: ReadonlyMap<string, Entry> = new Map([
  ['aliases', alias('plain')],
  ['galiases', alias('global')],
  ['saliases', alias('suffix')],
  ['commands', hashed],
  ['functions', ownFunction],
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
    if (value !== undefined) entry(key, value, walker, frame);
  }
}

/** `unset 'mapfile[file]'` removes the file. */
export function emptyTable(name: string, key: string, walker: Walker, frame: Frame): void {
  if (entryOf(name, frame) === writeFile)
    walker.runCode(`rm -f -- ${shQuote(key)}`, frame.with({ spans: false, stdout: undefined }));
}
