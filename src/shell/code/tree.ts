import type { SyntaxNode, Tree } from '@lezer/common';

/** Deepest nesting of expressions that is followed. */
export const MAX_EXPRESSION_DEPTH = 60;

/** Named children and tokens in order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** The nodes of these kinds in the order of the text, without recursion; the others cost nothing. */
export function* nodesOf(tree: Tree, kinds: ReadonlySet<string>): Generator<SyntaxNode> {
  const cursor = tree.cursor();
  do if (kinds.has(cursor.name)) yield cursor.node;
  while (cursor.next());
}
