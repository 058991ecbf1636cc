import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Tier } from '../model/policy.ts';
import { foldersUpward, type Layout, PROJECT_RULES } from './layout.ts';

export interface RuleSource {
  readonly file: string;
  readonly tier: Tier;
}

export interface RuleSources {
  /** lowest tier first, by name within a tier */
  readonly files: readonly RuleSource[];
  /** folders that are there but cannot be listed: rules may be missing, so this is an error, not nothing */
  readonly unreadable: readonly string[];
}

export interface RuleFileOptions {
  readonly layout: Layout;
  /** folder of the packs that come with the product */
  readonly packs: string;
  /** absolute; the project file is looked for from here upward */
  readonly cwd: string;
}

/** Folder of the packs about programs of services, below the others. */
const SERVICES = 'services';

/** Of the packs that are on by default. `packs`: the folder of all. */
function packFolders(packs: string): readonly string[] {
  return [packs, join(packs, SERVICES)];
}

/** The packs that are on by default, by name within their folder. Throws where one cannot be listed. */
export function usualPacks(packs: string): readonly string[] {
  return packFolders(packs).flatMap((folder) => {
    const names = yamlFilesIn(folder);
    if (names === undefined) throw new Error(`cannot list ${folder}`);
    return names.map((name) => join(folder, name));
  });
}

/** The rule files in force: packs < managed < user < project. Settings (config.yaml) are no rule file. */
export function ruleSources({ layout, packs, cwd }: RuleFileOptions): RuleSources {
  const files: RuleSource[] = [];
  const unreadable: string[] = [];
  const folders: readonly (readonly [string, Tier])[] = [
    ...packFolders(packs).map((folder) => [folder, 'pack'] as const),
    [layout.managed.rules, 'managed'],
    [layout.user.rules, 'user'],
  ];
  for (const [folder, tier] of folders) {
    const names = yamlFilesIn(folder);
    if (names === undefined) unreadable.push(folder);
    else files.push(...names.map((name) => ({ file: join(folder, name), tier })));
  }
  const project = projectRuleFile(cwd);
  if (project !== undefined) files.push({ file: project, tier: 'project' });
  return { files, unreadable };
}

/**
 * `.safeshell/rules.yaml` nearest upward, as far as the root of the file system: a shim, which cannot know where a
 * project ends, looks in the same places.
 */
export function projectRuleFile(cwd: string): string | undefined {
  return foldersUpward(cwd)
    .map((folder) => join(folder, PROJECT_RULES))
    .find(mayBeThere);
}

/** What cannot be looked at counts: that it cannot be read is then an error of this file, which takes no protection away. */
function mayBeThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Hidden files (editors' leftovers) are none. undefined = cannot be listed. */
function yamlFilesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
      .filter((name) => /^[^.].*\.ya?ml$/.test(name))
      .sort();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined;
  }
}
