import type { Word } from '../model/word.ts';
import type { ParsedCommand, ParsedOperand, ValueKind } from './grammar.ts';
import { leadOf } from './words.ts';

/** One path that a command touches, and how. `index` is the argv index of the word it stands in. */
export interface Access {
  readonly word: Word;
  readonly access: 'read' | 'write' | 'delete';
  /** what is read leaves for another machine */
  readonly isSent?: true;
  /** what is read gets another name, through which it can be changed */
  readonly isLinked?: true;
  /** what is in it stays */
  readonly isAppended?: true;
  /** where it is a directory, these go into it under their own names */
  readonly from?: readonly Word[];
  readonly index: number;
}

function accessOf(kind: ValueKind | undefined): Access['access'] | undefined {
  if (kind === 'path' || kind === 'link' || kind === 'names' || kind === 'send') return 'read';
  if (kind === 'into') return 'write';
  return kind === 'write' || kind === 'delete' ? kind : undefined;
}

function isSource({ kind }: ParsedOperand): boolean {
  return kind === 'path' || kind === 'link' || kind === 'send' || kind === 'delete';
}

/** `host:file`: it is there already. */
const REMOTE = /^[^/]+:/;

/**
 * The paths among a command's operands and option values, in order of appearance. What options change (`sed -i`,
 * `tar -x`, `cp -t`) is already in the kinds; `-` (standard input or output) is no path.
 */
export function accesses(parsed: ParsedCommand): readonly Access[] {
  const found: Access[] = [];
  const values = parsed.options.map(({ value, kind, index }) => ({ word: value, kind, index }));
  for (const { word, kind, index } of [...values, ...parsed.operands]) {
    const access = accessOf(kind);
    if (access === undefined || word === undefined || (word.kind === 'known' && word.value === '-')) continue;
    if (kind === 'names' && leadOf(word).startsWith('!')) continue;
    const isSent = kind === 'send' && !REMOTE.test(leadOf(word));
    const from = kind === 'into' ? parsed.operands.filter(isSource).map((operand) => operand.word) : [];
    found.push({
      word,
      access,
      index,
      ...(isSent && { isSent }),
      ...(kind === 'link' && { isLinked: true }),
      ...(from.length > 0 && { from }),
    });
  }
  return found.sort((a, b) => a.index - b.index);
}
