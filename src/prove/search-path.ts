import type { Invocation } from '../model/invocation.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { isWithin } from '../util/path.ts';
import type { ProofContext } from './context.ts';
import { rootsOf } from './roots.ts';

/** Entries of a search path that a project may fill: relative ones (an empty one is the working directory), those in the project or a temp folder, and those that come with a project wherever it is. */
function projectEntries(list: string, context: ProofContext): readonly string[] {
  return list
    .split(':')
    .filter(
      (folder) =>
        !folder.startsWith('/') || OF_PROJECT.test(folder) || rootsOf(context).some((one) => isWithin(folder, one)),
    );
}

const OF_PROJECT = /\/(?:node_modules|\.?venv|vendor|\.direnv)(?:\/|$)/;

const programFolders = memoizeByObject((context: ProofContext) =>
  projectEntries(context.facts.env.PATH ?? '', context),
);

/** A builtin, an absolute path, or a name that no folder of a project in PATH has. */
export function isOnPath({ argv: [word], role, cwd }: Invocation, context: ProofContext): boolean {
  if (role === 'builtin' || word?.kind !== 'known' || word.value.startsWith('/')) return true;
  return programFolders(context).every((folder) => {
    if (!folder.startsWith('/') && cwd === undefined) return false;
    const base = folder.startsWith('/') ? folder : `${cwd}/${folder}`;
    return context.facts.exists(`${base}/${word.value}`) === 'no';
  });
}

/** Programs load libraries from where a project may put some. Source: ld.so(8) */
export function loadsFromProject(context: ProofContext): boolean {
  const list = context.facts.env.LD_LIBRARY_PATH;
  return list !== undefined && list !== '' && projectEntries(list.replaceAll(';', ':'), context).length > 0;
}
