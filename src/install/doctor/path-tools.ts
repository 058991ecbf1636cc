/** Tools that put a folder first in PATH while a shell is open, by a part of that folder. The first that fits counts. */
const TOOLS: readonly (readonly [part: RegExp, tool: string])[] = [
  [/\/\.?nvm\//, 'nvm'],
  [/\/\.?fnm(_multishells)?\//, 'fnm'],
  [/\/\.?volta\//, 'Volta'],
  [/\/mise\//, 'mise'],
  [/\/\.?asdf\//, 'asdf'],
  [/\/\.pyenv\//, 'pyenv'],
  [/\/\.rbenv\//, 'rbenv'],
  [/\/\.sdkman\//, 'SDKMAN!'],
  [/\/(ana|mini|mamba|micromamba|miniforge|mambaforge)[^/]*\/|\/conda[^/]*\//, 'conda'],
  [/\/\.direnv\//, 'direnv'],
  [/\/\.?v?env\/bin$|\/virtualenvs\//, 'a virtualenv'],
];

/** The tool that puts this folder into PATH, in words; '' = none of the known ones. */
export function whoPuts(folder: string, env: Readonly<Record<string, string | undefined>>): string {
  if (env.VIRTUAL_ENV && folder === `${env.VIRTUAL_ENV}/bin`) return 'a virtualenv';
  if (env.CONDA_PREFIX && folder === `${env.CONDA_PREFIX}/bin`) return 'conda';
  return TOOLS.find(([part]) => part.test(folder))?.[1] ?? '';
}
