import { forEachChild, parse } from 'unbash';

/** The tree of the parser. No other file of the project knows the package. */
export type * as Ast from 'unbash';

import type * as Ast from 'unbash';

/** Text beyond this length is not analysed: nested bodies are scanned again at each level. */
export const MAX_TEXT_LENGTH = 64 * 1024;

/** Parses shell text by bash's grammar. Never throws: syntax errors are in `errors` of each script of the tree. */
export function parseScript(text: string): Ast.ParsedScript {
  const script = parse(text);
  return (script.errors?.length ?? 0) > 0 && text.includes('\\\n') ? withWholeOperators(script, text) : script;
}

const MAX_CONTINUED = 16;

/**
 * `a &\<newline>& b`: shells drop the backslash and the newline before they tokenize, the parser does not. They
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

/** The first character of an operator, with a joined line before the second. */
const CONTINUED = /([&|;<>])((?:\\\n)+)(?=[&|;<>(])/g;

const PARENTHESIS = /(?:[ \t]|\\\n)*\(/y;

/**
 * Syntax errors of a script, without those of the scripts in it. `ls (rm x` is one, which bash and sh reject: the parser drops
 * a parenthesis behind a command name if nothing closes it. `text`: that the script is in.
 */
export function errorsOf(script: Ast.ParsedScript, text: string): readonly Ast.ParseError[] {
  const { errors = [], source = text } = script;
  if (errors.length > 0 || !/[^$<>(]\(/.test(source)) return errors;
  const nodes: Ast.SyntaxNode[] = [script];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.type === 'Command' && node.name !== undefined) {
      const { pos, end, text: name } = node.name;
      PARENTHESIS.lastIndex = end;
      // positions in code that is data, as in arithmetic, may be those of another text
      if (source.startsWith(name, pos) && PARENTHESIS.test(source))
        return [{ message: "unexpected token '('", pos: PARENTHESIS.lastIndex - 1 }];
    } else if (node.type !== 'Word') eachChild(node, (child) => nodes.push(child));
  }
  return [];
}

/** Direct children in source order. Bodies of substitutions are parsed here, on first access. */
export function eachChild(node: Ast.SyntaxNode, visit: (child: Ast.SyntaxNode) => void): void {
  forEachChild(node, (child) => {
    visit(child);
  });
}

/** Whether it, or a substitution in it, has syntax errors. */
export function hasErrors(root: Ast.ParsedScript): boolean {
  const nodes: Ast.SyntaxNode[] = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.type === 'Script' && (node.errors?.length ?? 0) > 0) return true;
    eachChild(node, (child) => nodes.push(child));
  }
  return false;
}
