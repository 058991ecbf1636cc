import type { Facts } from '../model/facts.ts';
import type { Invocation } from '../model/invocation.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { isWithin } from '../util/path.ts';

/** Folders of PATH that may hold programs of a project: relative ones, and those that are no folder of the system or of the person's tools. */
const projectFolders = memoizeByObject(({ env, tmp }: Facts): readonly string[] => {
  const folders = (env.PATH ?? '').split(':');
  return folders.filter(
    (folder) => !folder.startsWith('/') || isOfProject(folder) || tmp.some((one) => isWithin(folder, one)),
  );
});

/** `node_modules/.bin`, `venv/bin`: they come with a project. */
function isOfProject(folder: string): boolean {
  return /\/(?:node_modules|\.?venv|vendor|\.direnv)(?:\/|$)/.test(folder);
}

/** A builtin, an absolute path, or a name that no folder of a project in PATH has. */
export function isOnPath({ argv: [word], role, cwd }: Invocation, facts: Facts): boolean {
  if (role === 'builtin' || word?.kind !== 'known' || word.value.startsWith('/')) return true;
  return projectFolders(facts).every((folder) => {
    if (!folder.startsWith('/') && cwd === undefined) return false;
    const base = folder.startsWith('/') ? folder : `${cwd}/${folder}`;
    return facts.exists(`${base}/${word.value}`) === 'no';
  });
}
