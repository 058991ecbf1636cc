import { dirname } from 'node:path';
import { makeFolder } from './made-folders.ts';
import type { ShellIntegration, ShellPaths } from './shells/shell.ts';
import { addition, applyChange, type FileChange, removal } from './startup-files.ts';

export interface StartupReport {
  /** in the order of writing; those that were right before are in neither list */
  readonly changed: readonly string[];
  readonly failed: readonly { readonly path: string; readonly why: string }[];
}

export interface StartupJob {
  readonly shells: readonly ShellIntegration[];
  readonly paths: ShellPaths;
  readonly way: 'add' | 'remove';
  /** see madeFoldersRecord */
  readonly record: string;
  readonly dryRun?: boolean;
}

/** Puts our lines into the start-up files of these shells, or takes them out. One file that fails does not stop the others. */
export function changeStartup({ shells, paths, way, record, dryRun = false }: StartupJob): StartupReport {
  const changed: string[] = [];
  const failed: { path: string; why: string }[] = [];
  for (const file of shells.flatMap((shell) => shell.startupFiles(paths))) {
    try {
      const change = way === 'add' ? addition(file) : removal(file);
      if (change === undefined) continue;
      if (!dryRun) apply(change, record);
      changed.push(file.path);
    } catch (error) {
      failed.push({ path: file.path, why: (error as Error).message });
    }
  }
  return { changed, failed };
}

function apply(change: FileChange, record: string): void {
  if (change.after !== undefined) makeFolder(dirname(change.path), record);
  applyChange(change);
}
