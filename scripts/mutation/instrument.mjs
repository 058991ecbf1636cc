import ts from 'typescript';

/** Operators, and what each may be mistaken for. */
const OPERATORS = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

/** Methods, and what each may be mistaken for; '' = the call is left out. */
const METHODS = {
  some: 'every',
  every: 'some',
  filter: '',
  slice: '',
  sort: '',
  toSorted: '',
  reverse: '',
  trim: '',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};

/**
 * The text of a module with every mutant in it, each behind a question: `(__mutant(id) ? a < b : (a <= b))`. What a module
 * does while it is loaded is left alone: no test can run it again.
 */
export function instrument(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (node, to) => {
    const from = node.getText(source);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const id = `${file}#${mutants.length}`;
    mutants.push({ id, file, line: line + 1, from, to });
    return `__mutant(${JSON.stringify(id)})`;
  };
  const render = (node, isRun) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return node.getText(source);
    const own = isRun ? mutationsOf(node, source) : [];
    const choices = own.map((to) => `${add(node, to)} ? (${to}) : `).join('');
    const body = withChildren(node, isRun, render, source);
    if (choices !== '') return `(${choices}(${body}))`;
    if (isRun && isRemovable(node)) return `${add(node, '')} || (${body.replace(/;$/, '')});`;
    if (ts.isBlock(node) && isFunction(node.parent) && node.statements.length > 0) {
      return `{ if (${add(node, '{}')}) return; ${body.slice(1)}`;
    }
    return body;
  };
  return { text: render(source, false), mutants };
}

function withChildren(node, isRun, render, source) {
  const inside = isRun || isFunction(node);
  let at = node.getStart(source);
  let result = '';
  ts.forEachChild(node, (child) => {
    const start = child.getStart(source);
    result += source.text.slice(at, start) + render(child, inside);
    at = child.end;
  });
  return result + source.text.slice(at, node.end);
}

function isFunction(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isFunctionExpression(node)
  );
}

function isRemovable(node) {
  return ts.isExpressionStatement(node) && (ts.isCallExpression(node.expression) || isAssignment(node.expression));
}

function isAssignment(node) {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** What stands in place of an expression. */
function mutationsOf(node, source) {
  const text = (one) => one.getText(source);
  const { parent } = node;
  const all = [];
  if (isCondition(node)) all.push('true', 'false');
  if (isBodyOfArrow(node)) all.push('undefined');
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    for (const operator of OPERATORS[operatorToken.getText(source)] ?? [])
      all.push(`(${text(left)}) ${operator} (${text(right)})`);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    all.push(text(node.operand));
  if (node.kind === ts.SyntaxKind.TrueKeyword) all.push('false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) all.push('true');
  if (isText(node, parent)) all.push(/^..$/s.test(text(node)) ? "'mutant'" : "''");
  if (ts.isArrayLiteralExpression(node) && !isTarget(node) && node.elements.length > 0) all.push('[]');
  if (ts.isObjectLiteralExpression(node) && !isTarget(node) && node.properties.length > 0) all.push('{}');
  if (ts.isCallExpression(node) && !(node.flags & ts.NodeFlags.OptionalChain)) all.push(...otherMethods(node, source));
  return all;
}

function otherMethods({ expression, arguments: given }, source) {
  if (!ts.isPropertyAccessExpression(expression) || !Object.hasOwn(METHODS, expression.name.text)) return [];
  const other = METHODS[expression.name.text];
  const subject = expression.expression.getText(source);
  return [other === '' ? subject : `${subject}.${other}(${given.map((one) => one.getText(source)).join(', ')})`];
}

function isCondition({ parent, ...node }) {
  const is = (one) => one !== undefined && one.pos === node.pos && one.end === node.end;
  if (ts.isIfStatement(parent)) return is(parent.expression);
  return ts.isConditionalExpression(parent) && is(parent.condition);
}

function isBodyOfArrow(node) {
  return ts.isArrowFunction(node.parent) && node.parent.body === node && !ts.isBlock(node);
}

function isText(node, parent) {
  const isLiteral =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
  return isLiteral && !ts.isTaggedTemplateExpression(parent) && parent.name !== node && !ts.isImportTypeNode(parent);
}

/** `[a, b] = c` */
function isTarget({ parent, ...node }) {
  return ts.isBinaryExpression(parent) && isAssignment(parent) && parent.left.pos === node.pos;
}
