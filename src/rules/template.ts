import { parse } from 'shell-quote';
import type { TemplateWord } from '../model/policy.ts';

const MARK = '\u0000';
const PLACEHOLDER = /^\u0000([A-Za-z0-9_]+)\u0000$/;

/**
 * `trash-put $ARGS` -> words. A placeholder stands as a whole word; operators, globs and other variables are refused,
 * because the words are started as they are and never read by a shell again.
 */
export function parseTemplate(written: string): readonly TemplateWord[] | { readonly expected: string } {
  const tokens = parse(written, (name) => `${MARK}${name}${MARK}`);
  const words: TemplateWord[] = [];
  for (const token of tokens) {
    if (typeof token !== 'string') return { expected: 'plain words: no operators, globs or comments' };
    const word = templateWord(token);
    if (word === undefined) return { expected: '$ARGS, $OPERANDS, $CMD or $1.. as whole words' };
    words.push(word);
  }
  if (words[0] === undefined || words[0].kind === 'args' || words[0].kind === 'operands') {
    return { expected: 'a program as the first word' };
  }
  return words;
}

function templateWord(token: string): TemplateWord | undefined {
  if (!token.includes(MARK)) return { kind: 'literal', value: token };
  const name = PLACEHOLDER.exec(token)?.[1];
  if (name === 'ARGS') return { kind: 'args' };
  if (name === 'OPERANDS') return { kind: 'operands' };
  if (name === 'CMD') return { kind: 'command' };
  return name !== undefined && /^[1-9]\d?$/.test(name) ? { kind: 'positional', index: Number(name) } : undefined;
}

/** The words as their author wrote them. */
export function templateText(words: readonly TemplateWord[]): string {
  return words.map(templateWordText).join(' ');
}

function templateWordText(word: TemplateWord): string {
  if (word.kind === 'literal') return word.value;
  if (word.kind === 'positional') return `$${word.index}`;
  return { args: '$ARGS', operands: '$OPERANDS', command: '$CMD' }[word.kind];
}
