import { knownWord, type Word, wordValue } from '../model/word.ts';
import { once } from '../util/once.ts';
import type { ParsedCommand, ParsedOperand, ValueKind } from './grammar.ts';
import { dropLead, leadOf } from './words.ts';

/** One path that a command touches, and how. `index` is the argv index of the word it stands in. */
export interface Access {
  readonly word: Word;
  readonly access: 'read' | 'write' | 'delete';
  /** what is read leaves for another machine */
  readonly isSent?: true;
  /** what is read gets another name, through which it can be changed */
  readonly isLinked?: true;
  /** a container has it: what is read there tells its command */
  readonly isMounted?: true;
  /** what is in it stays */
  readonly isAppended?: true;
  /** a directory that gets files whose names are not known */
  readonly isFilled?: true;
  /** where it is a directory, these go into it under their own names */
  readonly from?: readonly Word[];
  readonly index: number;
}

function accessOf(kind: ValueKind | undefined): Access['access'] | undefined {
  if (kind === 'path' || kind === 'link' || kind === 'names' || kind === 'send') return 'read';
  if (kind === 'into' || kind === 'fill' || kind === 'fetch') return 'write';
  return kind === 'write' || kind === 'delete' ? kind : undefined;
}

function isSource({ kind }: ParsedOperand): boolean {
  return kind === 'path' || kind === 'link' || kind === 'send' || kind === 'delete';
}

/** `https://host/a/file.txt?raw=1` -> `file.txt` */
function fetched(address: Word): Word {
  const path = leadOf(address).replace(/[?#].*$/s, '');
  const name = dropLead(address, path.lastIndexOf('/') + 1);
  return name.kind === 'known' ? { ...name, value: name.value.replace(/[?#].*$/s, '') } : name;
}

/** They put members elsewhere than below their names, or read them as patterns. */
const RENAMES = ['--strip-components', '--transform', '--wildcards', '--no-anchored', '--one-top-level', '-P', '-T'];

/** More are any: each folder that is named would have all of them. */
const MAX_MEMBERS = 5000;

/** Names of what `tar -x etc/x` unpacks; undefined where some are not known, or lie elsewhere than below their names. */
function membersOf({ operands, options }: ParsedCommand): readonly string[] | undefined {
  const members = operands.flatMap(({ kind, word }) => (kind === 'member' ? [wordValue(word)] : []));
  const folders = options.filter(({ kind }) => kind === 'fill').length;
  if (members.length === 0 || members.length * folders > MAX_MEMBERS) return undefined;
  const isRenamed = options.some(({ names }) => names.some((name) => RENAMES.includes(name)));
  const known = members.flatMap((member) => (member === undefined || /[*?[\\]/.test(member) ? [] : [member]));
  return isRenamed || known.length < members.length ? undefined : known;
}

/** `tar -x -C / etc/x` fills `/etc/x` alone. */
function filledBelow(directory: Word, members: readonly string[] | undefined): readonly Word[] | undefined {
  const base = wordValue(directory);
  return base === undefined ? undefined : members?.map((member) => knownWord(`${base}/${member}`));
}

/** `host:file`: it is there already. */
const REMOTE = /^[^/]+:/;

/**
 * The paths among a command's operands and option values, in order of appearance. What options change (`sed -i`,
 * `tar -x`, `cp -t`) is already in the kinds; `-` (standard input or output) is no path.
 */
export function accesses(parsed: ParsedCommand): readonly Access[] {
  const found: Access[] = [];
  const members = once(() => membersOf(parsed));
  const sources = once(() => parsed.operands.filter(isSource).map((operand) => operand.word));
  const values = parsed.options.flatMap(({ value, kind, words, kinds, index }) =>
    kinds === undefined
      ? [{ word: value, kind, index }]
      : kinds.map((one, at) => ({ word: words?.[at], kind: one, index })),
  );
  for (const { word, kind, index } of [...values, ...parsed.operands]) {
    const access = accessOf(kind);
    if (access === undefined || word === undefined || (word.kind === 'known' && word.value === '-')) continue;
    if (kind === 'names' && leadOf(word).startsWith('!')) continue;
    const isSent = kind === 'send' && !REMOTE.test(leadOf(word));
    const filled = kind === 'fill' ? filledBelow(word, members()) : undefined;
    if (filled !== undefined) {
      for (const below of filled) found.push({ word: below, access, index, isFilled: true });
      continue;
    }
    const from = kind === 'into' ? sources() : [];
    found.push({
      word: kind === 'fetch' ? fetched(word) : word,
      access,
      index,
      ...(isSent && { isSent }),
      ...(kind === 'link' && { isLinked: true }),
      ...(kind === 'fill' && { isFilled: true }),
      ...(from.length > 0 && { from }),
    });
  }
  return found.sort((a, b) => a.index - b.index);
}
