import type { Invocation } from '../model/invocation.ts';
import type { ProofContext } from './context.ts';
import { foldersOfProject } from './roots.ts';

/** Scripts that look others up in PATH. Source: egrep(1) GNU grep 3.8, the first line of npm 11 */
const STARTED_BY: Readonly<Record<string, readonly string[]>> = { egrep: ['grep'], fgrep: ['grep'], npm: ['node'] };

/** A builtin, an absolute path, or a name that no folder of a project in PATH has. */
export function isOnPath({ argv: [word], role, cwd }: Invocation, context: ProofContext): boolean {
  if (role === 'builtin' || word?.kind !== 'known' || word.value.startsWith('/')) return true;
  const names = [word.value, ...(STARTED_BY[word.value] ?? [])];
  return context.programFolders().every((folder) => {
    if (!folder.startsWith('/') && cwd === undefined) return false;
    const base = folder.startsWith('/') ? folder : `${cwd}/${folder}`;
    return names.every((name) => context.facts.exists(`${base}/${name}`) === 'no');
  });
}

/** Programs load libraries from where a project may put some. Source: ld.so(8) */
export function loadsFromProject(context: ProofContext): boolean {
  const list = context.facts.env.LD_LIBRARY_PATH;
  return list !== undefined && list !== '' && foldersOfProject(list.replaceAll(';', ':'), context.roots()).length > 0;
}
