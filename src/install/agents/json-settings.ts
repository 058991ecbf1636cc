import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonPath } from '../../agents/json-path.ts';
import type { AgentFile, JsonItem } from '../../agents/setup.ts';
import { bytesOf, textOf } from '../byte-text.ts';

type JsonFile = Extract<AgentFile, { kind: 'json' }>;
type Path = (string | number)[];

/** Comments and a comma too many are what people leave in settings. */
const READING = { allowTrailingComma: true, disallowComments: false };

/**
 * The settings with our items in them, a character for each byte as they were; comments, order and all else stays.
 * `text` undefined = there is no such file. Throws an Error where it is no JSON or holds something else in those places.
 */
export function withItems(text: string | undefined, { path, items, fields = {} }: JsonFile): string {
  let edited = text === undefined || text.trim() === '' ? '{}\n' : text;
  for (const [name, value] of Object.entries(fields)) {
    if (nodeAt(edited, [name], path) === undefined) edited = added(edited, nodeAt(edited, [], path), path, value, name);
  }
  for (const item of items) edited = withItem(edited, item, path);
  return edited;
}

/** Into the list, or into the deepest object on the way to it with all that is missing. */
function withItem(text: string, item: JsonItem, file: string): string {
  const { list, value } = item;
  const node = nodeAt(text, list, file);
  const hiding = node?.type === 'array' ? node.children?.find(hides(item)) : undefined;
  if (hiding !== undefined) return addedBefore(text, hiding, value);
  if (node !== undefined) return added(text, node, file, value);
  const depth = list.findLastIndex((_name, index) => nodeAt(text, list.slice(0, index), file) !== undefined);
  const [name = '', ...rest] = list.slice(depth);
  const whole = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [value]);
  return added(text, nodeAt(text, list.slice(0, depth), file), file, whole, name);
}

function hides({ mayHide }: JsonItem): (node: Node) => boolean {
  return (node) => mayHide?.(plain(getNodeValue(node))) ?? false;
}

/** In front of a neighbour, in its layout. */
function addedBefore(text: string, neighbour: Node, value: object): string {
  const { eol, unit } = layoutOf(text);
  const inner = indentAt(text, neighbour.offset);
  return inserted(text, neighbour.offset, `${written(value, unit, `${eol}${inner}`)},${eol}${inner}`);
}

function layoutOf(text: string) {
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' };
}

function written(value: unknown, unit: string, lineStart: string): string {
  return bytesOf(JSON.stringify(value, undefined, unit).replace(/\n/g, lineStart));
}

/** Appends after the last element; the layout of the others stays. `name` = as a field of an object. */
function added(text: string, node: Node | undefined, file: string, value: unknown, name?: string): string {
  if (node?.type !== (name === undefined ? 'array' : 'object')) {
    throw new Error(`${file}: ${name === undefined ? 'no list' : `no object to hold \`${name}\``}`);
  }
  const { eol, unit } = layoutOf(text);
  const around = indentAt(text, node.offset);
  const last = node.children?.at(-1);
  const inner = last === undefined ? around + unit : indentAt(text, last.offset);
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const fresh = key + written(value, unit, `${eol}${inner}`);
  if (last !== undefined) return inserted(text, last.offset + last.length, `,${eol}${inner}${fresh}`);
  return inserted(text, node.offset + 1, `${eol}${inner}${fresh}${eol}${around}`);
}

/** Blanks in front of the line that a place is in. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

function inserted(text: string, at: number, fresh: string): string {
  return text.slice(0, at) + fresh + text.slice(at);
}

/** Are all items in the settings, each once and unchanged, at any position? `ours`: does this text start our hook? */
export function holdsItems(text: string, { path, items, fields = {} }: JsonFile, ours: (text: string) => boolean) {
  const isThere = items.every(({ list, value }) => {
    const node = nodeAt(text, list, path);
    const held: unknown[] = node?.type === 'array' ? plain(getNodeValue(node)) : [];
    const own = held.filter((item) => strings(item).some(ours));
    return own.length === 1 && isDeepStrictEqual(own[0], value);
  });
  return isThere && Object.keys(fields).every((name) => nodeAt(text, [name], path) !== undefined);
}

/** The first item in front of ours that decides before it, in one line; undefined = none does. */
export function hidingItem(
  text: string,
  { path, items }: JsonFile,
  ours: (text: string) => boolean,
): string | undefined {
  for (const item of items) {
    const node = nodeAt(text, item.list, path);
    const nodes = node?.type === 'array' ? (node.children ?? []) : [];
    const isOurs = (one: Node) => strings(getNodeValue(one)).some(ours);
    const first = nodes.find((one) => isOurs(one) || hides(item)(one));
    if (first !== undefined && !isOurs(first)) return JSON.stringify(plain(getNodeValue(first)));
  }
  return undefined;
}

/** As JSON.parse reads it: the parser's objects have no prototype, and its texts are a character for each byte. */
function plain<Value>(value: Value): Value {
  return JSON.parse(textOf(JSON.stringify(value)));
}

/** The settings without what starts `ours`, and without the lists and objects that nothing else is in then. */
export function withoutItems(text: string, { path, items }: JsonFile, ours: (command: string) => boolean): string {
  if (text.trim() === '') return text;
  let edited = text;
  for (const { list } of items) {
    for (let at = findOurs(nodeAt(edited, list, path), list, ours); at !== undefined; ) {
      edited = without(edited, at, path);
      edited = withoutEmpty(edited, at.slice(0, -1), path);
      at = findOurs(nodeAt(edited, list, path), list, ours);
    }
  }
  return edited;
}

/** The entry itself, also where it is in a group with others. */
function findOurs(node: Node | undefined, at: JsonPath | Path, ours: (command: string) => boolean): Path | undefined {
  for (const [index, child] of (node?.type === 'array' ? (node.children ?? []) : []).entries()) {
    const here: Path = [...at, index];
    const inner = child.children?.find(({ children }) => children?.[1]?.type === 'array')?.children;
    const deeper = inner && findOurs(inner[1], [...here, inner[0]?.value as string], ours);
    if (deeper !== undefined) return deeper;
    if (strings(getNodeValue(child)).some(ours)) return here;
  }
  return undefined;
}

/** A list of hooks that is empty goes with the group that it is of. */
function withoutEmpty(text: string, at: Path, file: string): string {
  const node = at.length === 0 ? undefined : nodeAt(text, at, file);
  if (node === undefined || (node.children ?? []).length > 0) return text;
  const gone = at.at(-1) === 'hooks' && typeof at.at(-2) === 'number' ? at.slice(0, -1) : at;
  return withoutEmpty(without(text, gone, file), gone.slice(0, -1), file);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

function nodeAt(text: string, at: Path | JsonPath, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\u00ef\u00bb\u00bf/, '   '), errors, READING);
  if (tree?.type !== 'object' || errors.length > 0) throw new Error(`${file} is not JSON that can be edited`);
  return findNodeAtLocation(tree, [...at]);
}

/** With the comma and the line that an item took when it was added. */
function without(text: string, at: Path, file: string): string {
  const value = nodeAt(text, at, file);
  const item = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = item?.parent?.children ?? [];
  const index = item === undefined ? -1 : siblings.indexOf(item);
  if (item === undefined || index < 0) return text;
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (before !== undefined) return cut(text, before.offset + before.length, item.offset + item.length);
  if (after !== undefined) return cut(text, item.offset, after.offset);
  const rest = cut(text, item.offset, item.offset + item.length);
  const open = (item.parent?.offset ?? 0) + 1;
  const blank = /^[\s,]*/.exec(rest.slice(open))?.[0] ?? '';
  return /[\]}]/.test(rest.charAt(open + blank.length)) ? cut(rest, open, open + blank.length) : rest;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}
