import { statSync } from 'node:fs';
import { readIfThere } from '../store/atomic-file.ts';
import { isExecutable } from './programs.ts';

/** What a launcher or shim of ours assigns to this variable; undefined = it is none. */
export function assignedIn(text: string, name: 'node' | 'main'): string | undefined {
  return new RegExp(`^__ss_${name}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll("'\\''", "'");
}

/** The same words for everything that starts it, so that doctor names one cause once. */
export function nodeGone(node: string): string {
  return `Node.js is gone from ${node}`;
}

/** Something else stands in the place of a launcher. What it does is not known. */
export function isForeignLauncher(path: string): boolean {
  const text = readIfThere(path) ?? '';
  return text !== '' && assignedIn(text, 'node') === undefined;
}

/** Why this launcher cannot answer, a phrase; undefined = its parts are there. */
export function launcherFault(path: string): string | undefined {
  const text = readIfThere(path);
  if (text === undefined) return `the launcher is gone: ${path}`;
  if (text === '') return `the launcher is empty: ${path}`;
  if (!isExecutable(path)) return `the launcher is not executable: ${path}`;
  const [node = '', main = ''] = [assignedIn(text, 'node'), assignedIn(text, 'main')];
  if (!isExecutable(node)) return nodeGone(node);
  const size = statSync(main, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 ? undefined : `${main} is gone or empty`;
}
