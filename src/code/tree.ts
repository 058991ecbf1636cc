import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import type { Word } from '../model/word.ts';
import type { Value } from './value.ts';

/** The state of reading one piece of code. */
export interface Reader {
  readonly source: string;
  /** names that were imported or assigned so far */
  readonly scope: Map<string, Value>;
  /** the arguments of the program */
  readonly args: readonly Word[];
}

/** Deepest nesting of expressions that is followed. */
export const MAX_EXPRESSION_DEPTH = 60;

/** A parser of lezer's, which can be configured to stop at the first error. */
interface Configurable extends Parser {
  configure(options: { readonly strict: true }): Parser;
}

/** Steps through code with errors, one for each token: recovery from errors is what makes a parser slow. */
const MAX_STEPS_PAST_ERRORS = 1000;
/** Steps times characters: a step may scan the rest of the text. */
const MAX_CHARACTERS_PAST_ERRORS = 4_000_000;
/** Nested brackets: each alternative that a parser tries copies them. */
const MAX_OPEN = 250;

/** Reads code into a tree. Throws where that would take seconds: long code with an error in it, and very deep code. */
export function treeReader(parser: Configurable): (source: string) => Tree {
  const strict = parser.configure({ strict: true });
  return (source) => {
    if (mostOpen(source) > MAX_OPEN) throw new Error('deep code');
    try {
      return strict.parse(source);
    } catch {
      return treeWithErrors(parser, source);
    }
  };
}

function treeWithErrors(parser: Parser, source: string): Tree {
  const parse = parser.startParse(source);
  const most = Math.min(MAX_STEPS_PAST_ERRORS, MAX_CHARACTERS_PAST_ERRORS / source.length);
  for (let steps = 0; steps < most; steps++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  throw new Error('long code with errors');
}

/** Deepest nesting of brackets, those in strings included. */
function mostOpen(source: string): number {
  let [open, most] = [0, 0];
  for (const bracket of source.match(/[()[\]{}]/g) ?? []) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  return most;
}

/** The source text of a node. */
export function slice({ source }: Reader, { from, to }: SyntaxNode): string {
  return source.slice(from, to);
}

/** Named children and tokens in order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

export const PUNCTUATION = new Set(['(', ')', ',', '[', ']', '{', '}', ':']);

/** The children that are no brackets and separators: items of a list, arguments of a call. */
export function members(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).filter((child) => !PUNCTUATION.has(child.name));
}

/** The nodes of these kinds in the order of the text, without recursion; the others cost nothing. */
export function* nodesOf(tree: Tree, kinds: ReadonlySet<string>): Generator<SyntaxNode> {
  const cursor = tree.cursor();
  do if (kinds.has(cursor.name)) yield cursor.node;
  while (cursor.next());
}
