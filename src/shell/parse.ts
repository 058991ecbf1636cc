import { forEachChild, parse } from 'unbash';

/** The tree of the parser. No other file of the project knows the package. */
export type * as Ast from 'unbash';

import type * as Ast from 'unbash';

/** Longer text is not analysed past this point: nested bodies are scanned again at every level. */
export const MAX_TEXT_LENGTH = 64 * 1024;

/** Reads shell text by bash's grammar. Never throws: what is wrong is in the `errors` of each script of the tree. */
export function parseScript(text: string): Ast.ParsedScript {
  return parse(text);
}

/** Direct children in source order; bodies of substitutions are parsed here, on first sight. */
export function eachChild(node: Ast.SyntaxNode, visit: (child: Ast.SyntaxNode) => void): void {
  forEachChild(node, (child) => {
    visit(child);
  });
}
