import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { withListItems } from '../util/yaml-list.ts';
import { addItem, editEntry, removeItems } from './edit-file.ts';
import { printYaml } from './print-yaml.ts';

const KEY = 'overrides';

/** The file with an override that switches a rule on or off. undefined = it is no file that can have one. */
export function withSwitch(text: string, rule: string, isOn: boolean): string | undefined {
  const cleared = withoutSwitch(text, [rule]);
  if (cleared === undefined) return undefined;
  const item = { name: rule, disabled: !isOn };
  return (
    withListItems(cleared, KEY, [switchLine(rule, isOn)]) ??
    editEntry(cleared, KEY, (file) => addItem(file, [KEY], item))
  );
}

/** The item that switches a rule, as it is written. */
function switchLine(rule: string, isOn: boolean): string {
  return `{ name: ${printYaml([rule])
    .trim()
    .replace(/^\[|\]$/g, '')}, disabled: ${!isOn} }`;
}

/** The file without `disabled` in its overrides of rules of these names; other changes of these overrides stay. */
export function withoutSwitch(text: string, names: readonly string[]): string | undefined {
  const file = parseDocument(text, { logLevel: 'silent', merge: true });
  if (file.errors.length > 0 || (file.contents !== null && !isMap(file.contents))) return undefined;
  const pair = file.contents?.items.find(({ key }) => isScalar(key) && key.value === KEY) as Pair<Node> | undefined;
  const list = pair?.value;
  if (!isSeq(list)) return text;
  const isSwitch = (item: unknown): item is YAMLMap =>
    isMap(item) && item.has('disabled') && names.includes(String(item.get('name')));
  const items = list.items.filter(isSwitch);
  if (items.length === 0) return text;
  const whole = items.filter((item) => item.items.length === 2);
  const isEmptied = whole.length === list.items.length;
  const gone = isEmptied ? [lines(text, pair?.key?.range?.[0], list.range?.[1])] : cuts(text, list, items);
  if (gone.every((span) => span !== undefined)) return without(text, gone);
  return editEntry(text, KEY, (entry) => {
    removeItems(entry, [KEY], (item) => isSwitch(item) && item.items.length === 2);
    const rest = entry.getIn([KEY], true);
    for (const item of isSeq(rest) ? rest.items : []) if (isSwitch(item)) item.delete('disabled');
  });
}

type Span = readonly [number, number];

/** Whole lines for each; undefined where something else stands on them. */
function cuts(text: string, list: YAMLSeq, items: readonly YAMLMap[]): readonly (Span | undefined)[] {
  return items.map((item) => {
    if (list.flow) return undefined;
    if (item.items.length === 2) return lines(text, item.range?.[0], item.range?.[1]);
    const at = item.items.findIndex(({ key }) => isScalar(key) && key.value === 'disabled');
    const { key, value } = item.items[at] as Pair<Node, Node>;
    return item.flow || at === 0 ? undefined : lines(text, key.range?.[0], value?.range?.[1]);
  });
}

function lines(text: string, start: number | undefined, end: number | undefined): Span | undefined {
  if (start === undefined || end === undefined) return undefined;
  const last = text.slice(start, end).trimEnd().length + start;
  const stop = text.indexOf('\n', last);
  return [text.lastIndexOf('\n', start - 1) + 1, stop < 0 ? text.length : stop + 1];
}

function without(text: string, spans: readonly Span[]): string {
  return spans.toReversed().reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}
