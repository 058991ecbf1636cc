import { isMap, isSeq, type Node, parseDocument } from 'yaml';
import type { Position } from '../model/errors.ts';

/** The item of a list that holds this place of a YAML file, as it stands there, moved to the left. undefined = there is none. */
export function itemText(text: string, { line, column }: Pick<Position, 'line' | 'column'>): string | undefined {
  const offset = offsetOf(text, line, column);
  const [start, end] = itemRange(parseDocument(text, { logLevel: 'silent' }).contents, offset) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const indent = start - from;
  const [first = '', ...more] = text.slice(start, end).trimEnd().split('\n');
  // the dash in front of the item is as wide as the indentation of what follows it
  const others = more.map((one) => (one.slice(0, indent).trim() === '' ? one.slice(indent) : one));
  return [first, ...others].join('\n');
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let count = 1; count < line; count++) at = text.indexOf('\n', at) + 1;
  return at + column - 1;
}

/** Of the outermost list, whose items are the rules. */
function itemRange(node: Node | null, offset: number): readonly [number, number] | undefined {
  if (node === null) return undefined;
  if (isSeq(node)) {
    const item = (node.items as Node[]).find(({ range }) => range && range[0] <= offset && offset < range[2]);
    return item?.range ? [item.range[0], item.range[1]] : undefined;
  }
  if (!isMap(node)) return undefined;
  for (const { value } of node.items) {
    const range = itemRange(value as Node | null, offset);
    if (range !== undefined) return range;
  }
  return undefined;
}
