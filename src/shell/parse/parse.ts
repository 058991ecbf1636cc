import { forEachChild, parse } from 'unbash';

/** The tree of the parser. No other file of the project knows the package. */
export type * as Ast from 'unbash';

import type * as Ast from 'unbash';

/** Longer text is not analysed past this point: nested bodies are scanned again at every level. */
export const MAX_TEXT_LENGTH = 64 * 1024;

/** Reads shell text by bash's grammar. Never throws: what is wrong is in the `errors` of each script of the tree. */
export function parseScript(text: string): Ast.ParsedScript {
  const script = parse(text);
  return (script.errors?.length ?? 0) > 0 && text.includes('\\\n') ? withWholeOperators(script, text) : script;
}

const MAX_CONTINUED = 16;

/**
 * `a &\<newline>& b`: shells drop the backslash and the newline before they look for operators, the parser does not. They
 * are moved to where it does, in front of the operator, so that all positions stay.
 */
function withWholeOperators(script: Ast.ParsedScript, text: string): Ast.ParsedScript {
  let whole = text;
  let read = script;
  for (let round = 0; round < MAX_CONTINUED; round++) {
    const ends = new Set(read.errors?.map(({ pos }) => pos));
    const next = whole.replace(CONTINUED, (found, operator: string, cut: string, at: number) =>
      ends.has(at + found.length) ? cut + operator : found,
    );
    if (next === whole) return script;
    whole = next;
    read = parse(whole);
    if ((read.errors?.length ?? 0) === 0) return read;
  }
  return script;
}

/** The first character of an operator, cut off from the second. */
const CONTINUED = /([&|;<>])((?:\\\n)+)(?=[&|;<>(])/g;

/** Direct children in source order; bodies of substitutions are parsed here, on first sight. */
export function eachChild(node: Ast.SyntaxNode, visit: (child: Ast.SyntaxNode) => void): void {
  forEachChild(node, (child) => {
    visit(child);
  });
}
