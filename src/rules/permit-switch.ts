import { type Document, isScalar, Scalar, YAMLMap } from 'yaml';
import { addItem, editEntry, removeItems } from './edit-file.ts';

const KEY = 'confine';

/** A path that confined programs may write, as it stands in the settings. */
export interface WrittenPermit {
  readonly path: string;
  /** the project that it is for; undefined = all */
  readonly project: string | undefined;
}

/** The settings with a permit, or without it; comments and all else stay. undefined = `confine` cannot be edited. */
export function withPermit(text: string, { path, project }: WrittenPermit, isOn: boolean): string | undefined {
  const place = project === undefined ? [KEY, 'write'] : [KEY, 'projects', project];
  return editEntry(text, KEY, (file) => {
    if (isOn) asMapping(file);
    removeItems(file, place, (item) => (isScalar(item) ? item.value : item) === path);
    if (isOn) addItem(file, place, path);
  });
}

/** `confine: local_code` says the same as `confine: { local_code: true }`. */
function asMapping(file: Document): void {
  const said = file.getIn([KEY], true);
  if (said !== undefined && !isScalar(said)) return;
  const map = new YAMLMap(file.schema);
  if (isScalar(said) && said.value === 'local_code') map.set(new Scalar('local_code'), new Scalar(true));
  if (isScalar(said) && said.comment) map.commentBefore = said.comment;
  file.setIn([KEY], map);
}
