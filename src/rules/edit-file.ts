import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  Document as YamlDocument,
} from 'yaml';

const READ = { version: '1.2', schema: 'core', merge: true, logLevel: 'silent' } as const;

/**
 * The text of a YAML file with one entry of its top level changed; everything else stays as people wrote it, to the letter, and
 * the entry keeps its comments. One that is emptied goes. undefined = the file is no mapping, or no YAML.
 */
export function editEntry(text: string, key: string, edit: (entry: Document) => void): string | undefined {
  const file = parseDocument(text, READ);
  if (file.errors.length > 0 || (file.contents !== null && !isMap(file.contents))) return undefined;
  const pair = file.contents?.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined && !file.contents?.flow) return joined(text, changed('', edit));
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  const value = pair?.value;
  const end = isNode(value) && value.range ? lineEnd(text, value.range[2]) : undefined;
  const isOfBlock = start !== undefined && end !== undefined && !file.contents?.flow;
  const entry = isOfBlock ? changed(text.slice(start, end), edit) : undefined;
  // an alias to what stands elsewhere, a mapping in braces: the file as a whole
  return entry === undefined ? changed(text, edit) : text.slice(0, start) + entry + text.slice(end);
}

function changed(text: string, edit: (entry: Document) => void): string | undefined {
  const entry = text === '' ? new YamlDocument({}, READ) : parseDocument(text, READ);
  if (entry.errors.length > 0) return undefined;
  edit(entry);
  if (isMap(entry.contents) && entry.contents.items.length === 0) return '';
  const isPadded = !/\{[^\s}]/.test(text);
  const written = entry.toString({ lineWidth: 0, flowCollectionPadding: isPadded, indentSeq: !/^- /m.test(text) });
  return isPadded && !/\[ /.test(text) ? withTightLists(written) : written;
}

/** `{ disable: [git] }`: the library sets blanks in both brackets, or in none. */
function withTightLists(text: string): string {
  const blanks: number[] = [];
  visit(parseDocument(text, READ), {
    Seq(_key, { flow, range, items }) {
      if (flow && range && items.length > 0) blanks.push(range[0] + 1, range[1] - 2);
    },
  });
  return text
    .split('')
    .filter((char, at) => char !== ' ' || !blanks.includes(at))
    .join('');
}

function lineEnd(text: string, end: number): number {
  return text[end] === '\n' && text[end - 1] !== '\n' ? end + 1 : end;
}

function joined(text: string, entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${entry}`;
}

/** Adds an item to the list at this path, in one line; the list is made where there is none. */
export function addItem(entry: Document, path: readonly string[], item: unknown): void {
  if (!isSeq(entry.getIn(path, true))) entry.setIn(path, entry.createNode([]));
  const list = entry.getIn(path, true);
  if (!isSeq(list)) return;
  const node = entry.createNode(item);
  if (isCollection(node)) {
    node.flow = true;
    if (list.items.length === 0) list.flow = false;
  } else if (list.items.length === 0) list.flow = true;
  list.add(node);
}

/** Removes the items for which `isIt` is true; an emptied list is removed, and so are mappings that it leaves empty. */
export function removeItems(entry: Document, path: readonly string[], isIt: (item: unknown) => boolean): void {
  const list = entry.getIn(path, true);
  if (!isSeq(list)) return;
  list.items = list.items.filter((item) => !isIt(item));
  for (let length = path.length; length > 0; length--) {
    const at = entry.getIn(path.slice(0, length), true);
    if (isCollection(at) && at.items.length === 0) entry.deleteIn(path.slice(0, length));
  }
}
