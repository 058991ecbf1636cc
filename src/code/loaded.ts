import type { SyntaxNode, Tree } from '@lezer/common';
import { nodesOf, type Reader, slice } from './tree.ts';

/** What a language calls the parts of a module that do not run when it is loaded. */
export interface LoadedShape {
  readonly functions: ReadonlySet<string>;
  /** functions that somebody calls all the same */
  readonly roots: RegExp;
  /** in the condition of what runs only where the file is the program itself */
  readonly main: RegExp;
}

/**
 * For a module that another file loads: whether the node runs then, by itself or in a function that is called while it is loaded, or by
 * the other file.
 */
export function loadedNodes(
  reader: Reader,
  tree: Tree,
  shape: LoadedShape,
  calledOutside: ReadonlySet<string>,
): (node: SyntaxNode) => boolean {
  const called = new Set(calledOutside);
  const runs = (node: SyntaxNode): boolean => {
    for (let outer = node.parent; outer !== null; outer = outer.parent) {
      if (outer.name === 'IfStatement' && shape.main.test(slice(reader, outer).slice(0, MAIN_LENGTH))) return false;
      if (!shape.functions.has(outer.name) || isCalledInPlace(outer)) continue;
      const name = nameOf(reader, outer);
      if (name === undefined || !(called.has(name) || shape.roots.test(name))) return false;
    }
    return true;
  };
  for (const node of nodesOf(tree, CALLS)) {
    const callee = node.firstChild;
    if (callee?.name === 'VariableName' && runs(node)) called.add(slice(reader, callee));
  }
  return runs;
}

const CALLS = new Set(['CallExpression']);
const MAIN_LENGTH = 80;

function nameOf(reader: Reader, definition: SyntaxNode): string | undefined {
  const own = definition.getChild('VariableName') ?? definition.getChild('VariableDefinition');
  const { parent } = definition;
  // `const f = () => ..`, `{ f() {} }`, `{ f: () => .. }`, `exports.f = () => ..`
  const assigned = parent?.name === 'AssignmentExpression' ? parent.firstChild?.getChild('PropertyName') : null;
  const bound =
    own ??
    parent?.getChild('VariableDefinition') ??
    definition.getChild('PropertyDefinition') ??
    (parent?.name === 'Property' ? parent.getChild('PropertyDefinition') : null) ??
    assigned ??
    null;
  return bound === null ? undefined : slice(reader, bound);
}

/** `(() => ..)()` */
function isCalledInPlace({ parent }: SyntaxNode): boolean {
  const call = parent?.name === 'ParenthesizedExpression' ? parent.parent : null;
  return call?.name === 'CallExpression' && call.firstChild?.from === parent?.from;
}
