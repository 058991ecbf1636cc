import { concatValues, listValue, MAX_LENGTH, textOf, textValue, UNKNOWN, type Value } from './value.ts';

type Method = (receiver: Value, args: readonly Value[]) => Value;

const same: Method = (receiver) => receiver;

/** Their result is a new text, made only where all of it is certain. */
const ofText =
  (make: (text: string, words: readonly string[]) => string | readonly string[] | undefined): Method =>
  (receiver, args) => {
    const [text, ...words] = [receiver, ...args].map(textOf);
    if (text === undefined || words.includes(undefined)) return UNKNOWN;
    const made = make(text, words as string[]);
    if (made === undefined || (typeof made === 'string' && made.length > MAX_LENGTH)) return UNKNOWN;
    return typeof made === 'string' ? textValue(made) : listValue(made.map(textValue));
  };

const MAX_GROWTH = 16;

/** Methods of texts in JavaScript, Python and their like. */
const TEXT: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...['trim', 'toString', 'valueOf', 'normalize', 'strip', 'rstrip', 'lstrip', 'encode', 'decode'].map(
    (name): [string, Method] => [name, same],
  ),
  ['split', ofText((text, [sign]) => (sign === undefined ? text.trim().split(/\s+/) : text.split(sign)))],
  ['concat', (receiver, args) => concatValues([receiver, ...args])],
  ['replace', ofText((text, [from, to]) => replaced(text, from, to))],
  ['replaceAll', ofText((text, [from, to]) => replaced(text, from, to))],
  ['repeat', ofText((text, [count]) => (Number(count) <= MAX_GROWTH ? text.repeat(Number(count)) : undefined))],
  ['toLowerCase', ofText((text) => text.toLowerCase())],
  ['lower', ofText((text) => text.toLowerCase())],
  ['toUpperCase', ofText((text) => text.toUpperCase())],
  ['upper', ofText((text) => text.toUpperCase())],
]);

/** Of several places Python and `replaceAll` take all, `replace` of JavaScript the first: unless there is one, it is not known. */
function replaced(text: string, from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined || from === '' || to === undefined || to.length > from.length * MAX_GROWTH) return undefined;
  const pieces = text.split(from);
  return pieces.length > 2 ? undefined : pieces.join(to);
}

/** Methods of lists. */
const LIST: ReadonlyMap<string, (items: readonly Value[], args: readonly Value[]) => Value> = new Map([
  [
    'concat',
    (items, args) => listValue([...items, ...args.flatMap((one) => (one.kind === 'list' ? one.items : [one]))]),
  ],
  ['join', (items, [sign]) => concatValues(items, sign === undefined ? ',' : (textOf(sign) ?? ' '))],
  ['reverse', (items) => listValue([...items].reverse())],
  // of what is left out or put in order, all of it and any order
  ...['filter', 'sort', 'toSorted'].map((name): [string, (items: readonly Value[]) => Value] => [name, listValue]),
  ['slice', (items, [from, to]) => sliced(items, from, to)],
  ['at', (items, [index]) => itemAt(items, textOf(index))],
  ['copy', (items) => listValue(items)],
] satisfies [string, (items: readonly Value[], args: readonly Value[]) => Value][]);

function sliced(items: readonly Value[], from: Value | undefined, to: Value | undefined): Value {
  const [start, end] = [from, to].map((one) => (one === undefined ? undefined : Number(textOf(one))));
  return Number.isNaN(start) || Number.isNaN(end) ? UNKNOWN : listValue(items.slice(start, end));
}

/** `items[0]`, `items[-1]` */
export function itemAt(items: readonly Value[], index: string | undefined): Value {
  return index !== undefined && /^-?\d{1,4}$/.test(index) ? (items.at(Number(index)) ?? UNKNOWN) : UNKNOWN;
}

/** What a method without an effect makes of a text or a list; undefined for any other. */
export function literalMethod(receiver: Value, method: string, args: readonly Value[]): Value | undefined {
  if (receiver.kind === 'list') return LIST.get(method)?.(receiver.items, args);
  return receiver.kind === 'text' ? TEXT.get(method)?.(receiver, args) : undefined;
}

/** `'rm %s' % x`, `'rm {}'.format(x)`, `'rm {name}'.format(name=x)`: undefined where a directive is none of these. */
export function filledIn(
  format: Value,
  args: readonly Value[],
  named: ReadonlyMap<string, Value> = new Map(),
): Value | undefined {
  const text = textOf(format);
  if (text === undefined || /%(?![sdr%])|\{(?!\w*\})/.test(text)) return undefined;
  let next = 0;
  const pieces = text.split(/(%[sdr%]|\{\w*\})/).map((piece): Value => {
    if (piece === '%%') return textValue('%');
    if (!/^(?:%[sdr]|\{\w*\})$/.test(piece)) return textValue(piece);
    const key = piece.startsWith('%') ? '' : piece.slice(1, -1);
    const given = key === '' ? args[next++] : (named.get(key) ?? args[Number(key)]);
    return given ?? UNKNOWN;
  });
  return concatValues(pieces);
}
