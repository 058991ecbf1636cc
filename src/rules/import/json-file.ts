import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type AgentFile, BadFileError } from './importer.ts';
import { lineCounter } from './line-counter.ts';

export interface JsonText {
  readonly text: string;
  /** counts from 1 */
  readonly line: number;
}

/** A settings file: lists of texts at paths, with their lines. */
export interface JsonFile {
  /** [] = it is not there. Throws a BadFileError where it is something else. */
  texts(...path: readonly string[]): readonly JsonText[];
  /** the keys of the object there; [] = it is not there. Throws the same. */
  keys(...path: readonly string[]): readonly JsonText[];
}

/** Throws a BadFileError. */
export function readJsonFile({ path, text }: AgentFile, { hasComments }: { readonly hasComments: boolean }): JsonFile {
  const errors: ParseError[] = [];
  const root = parsed(text, errors, hasComments);
  const lineOf = lineCounter(text);
  const bad = (node: Node | undefined, expected: string) =>
    new BadFileError(path, node && lineOf(node.offset), expected);
  const [error] = errors;
  if (error !== undefined)
    throw new BadFileError(path, lineOf(error.offset), `it is not JSON: ${spaced(printParseErrorCode(error.error))}`);
  if (root?.type !== 'object') throw bad(root, 'expected an object');
  const at = (keys: readonly string[], type: 'object' | 'array'): readonly Node[] => {
    const found = keys.reduce<Node | undefined>((node, _key, depth) => {
      if (node === undefined) return undefined;
      if (node.type !== 'object') throw bad(node, `expected an object in \`${keys.slice(0, depth).join('.')}\``);
      const twins = (node.children ?? []).filter(({ children }) => children?.[0]?.value === keys[depth]);
      // which of them counts differs from reader to reader
      if (twins.length > 1) throw bad(twins[1], `expected the key \`${keys[depth]}\` once`);
      return findNodeAtLocation(root, keys.slice(0, depth + 1));
    }, root);
    if (found === undefined) return [];
    const expected = `expected ${type === 'array' ? 'a list of texts' : 'an object'} in \`${keys.join('.')}\``;
    if (found.type !== type) throw bad(found, expected);
    return (found.children ?? []).map((child) => {
      const one = type === 'object' ? (child.children?.[0] as Node) : child;
      if (one.type !== 'string') throw bad(one, expected);
      return one;
    });
  };
  const textsOf = (nodes: readonly Node[]) =>
    nodes.map((node) => ({ text: String(node.value), line: lineOf(node.offset) }));
  return { texts: (...keys) => textsOf(at(keys, 'array')), keys: (...keys) => textsOf(at(keys, 'object')) };
}

function parsed(text: string, errors: ParseError[], hasComments: boolean): Node | undefined {
  try {
    return parseTree(text.replace(/^\ufeff/, ' '), errors, {
      disallowComments: !hasComments,
      allowTrailingComma: hasComments,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined; // nested deeper than the stack
  }
}

/** `CommaExpected` as words. */
function spaced(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
