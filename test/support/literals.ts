import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Literal {
  /** `X` stands for each value */
  readonly text: string;
  /** the function or class that it is handed to: `err`, `UsageError` */
  readonly to: string | undefined;
}

/** The texts written in a file of the source. */
export function literalsIn(file: string): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) found.push({ text: node.text, to: receiverOf(node) });
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => `X${literal.text}`);
      found.push({ text: `${node.head.text}${parts.join('')}`, to: receiverOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

function receiverOf(node: ts.Node): string | undefined {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return receiverOf(parent);
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return undefined;
  const called = parent.expression;
  return ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
}
