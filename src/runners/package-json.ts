import { isRecord, isString, isStrings, parseJson } from '../util/guards.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { RunnerFiles } from './runner.ts';
import { findUpward } from './upward.ts';

/** What package managers read of a package.json. */
export interface PackageJson {
  readonly folder: string;
  readonly file: string;
  readonly name: string | undefined;
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
  lineOf(script: string): number | undefined;
}

/** The package that a folder belongs to: the nearest package.json upward. */
export function packageOf(folder: string, files: RunnerFiles): PackageJson | undefined {
  return findUpward(folder, (at) => packageIn(at, files));
}

export function packageIn(folder: string, files: RunnerFiles): PackageJson | undefined {
  const file = resolvePath(folder, 'package.json');
  const text = files.read(file);
  const json = text === undefined ? undefined : parseJson(text);
  if (text === undefined || !isRecord(json)) return undefined;
  const scripts = isRecord(json.scripts) ? json.scripts : {};
  return {
    folder,
    file,
    name: isString(json.name) ? json.name : undefined,
    scripts: Object.fromEntries(
      Object.entries(scripts).filter((entry): entry is [string, string] => isString(entry[1])),
    ),
    workspaces: workspacesOf(json.workspaces),
    lineOf: (script) => lineOfKey(text, 'scripts', script),
  };
}

function workspacesOf(value: unknown): readonly string[] {
  const list = isRecord(value) ? value.packages : value;
  return isStrings(list) ? list : [];
}

/** The line, from 1, on which a key of a section stands. */
export function lineOfKey(text: string, section: string, key: string): number | undefined {
  const from = Math.max(0, text.indexOf(JSON.stringify(section)));
  const at = new RegExp(`${escaped(JSON.stringify(key))}\\s*:`).exec(text.slice(from))?.index;
  return at === undefined ? undefined : text.slice(0, from + at).split('\n').length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The workspaces that have one of these names or folders; all of them where none is named. */
export function workspacesNamed(
  root: PackageJson,
  names: readonly string[],
  files: RunnerFiles,
): readonly PackageJson[] {
  const all = root.workspaces
    .flatMap((pattern) => files.matching(`${pattern.replace(/\/+$/, '')}/package.json`, root.folder))
    .flatMap((file) => packageIn(parentPath(file), files) ?? []);
  if (names.length === 0) return all;
  return all.filter(({ name, folder }) =>
    names.some((one) => one === name || resolvePath(root.folder, one) === folder),
  );
}
