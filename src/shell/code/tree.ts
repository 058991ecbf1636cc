import type { SyntaxNode, Tree } from '@lezer/common';

/** Deepest nesting of expressions that is followed. */
export const MAX_EXPRESSION_DEPTH = 60;
/** Longer code is not read: it came from no person's line. */
export const MAX_CODE_LENGTH = 64 * 1024;

/** Named children and tokens in order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** All nodes in the order of the text, without recursion. */
export function* nodesOf(tree: Tree): Generator<SyntaxNode> {
  const cursor = tree.cursor();
  do yield cursor.node;
  while (cursor.next());
}
