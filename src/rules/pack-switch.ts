import { isCollection, isScalar } from 'yaml';
import { addItem, editEntry, removeItems } from './edit-file.ts';

export interface SwitchedPack {
  readonly name: string;
  /** it counts only where it is named */
  readonly isOptional: boolean;
}

const KEY = 'packs';

/** The settings with a pack switched on or off; comments and all else stay. undefined = `packs` cannot be edited. */
export function withPack(text: string, { name, isOptional }: SwitchedPack, isOn: boolean): string | undefined {
  const [list, other] = isOn ? ['enable', 'disable'] : ['disable', 'enable'];
  const needsName = isOptional === isOn;
  return editEntry(text, KEY, (file) => {
    if (file.getIn([KEY]) === null) file.deleteIn([KEY]);
    removeItems(file, [KEY, other], (item) => said(item) === name);
    removeItems(file, [KEY, list], (item) => said(item) === name);
    if (!needsName) return;
    const isNew = !file.has(KEY);
    addItem(file, [KEY, list], name);
    const packs = file.get(KEY, true);
    if (isNew && isCollection(packs)) packs.flow = true;
  });
}

function said(item: unknown): unknown {
  return isScalar(item) ? item.value : item;
}
