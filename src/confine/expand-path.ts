import type { Environment } from '../model/request.ts';

const VARIABLE = /\$\{(\w+):-([^${}]*)\}/;

/** `~/x`, `${NAME:-~/x}/y`, one in the other, as sh would; undefined = not an absolute path then. A variable that holds none counts as unset. */
export function expandPath(path: string, env: Environment): string | undefined {
  let text = path;
  for (let match = VARIABLE.exec(text); match !== null; match = VARIABLE.exec(text)) {
    const [whole, name = '', fallback = ''] = match;
    const value = env[name];
    text = text.replace(whole, () => (value?.startsWith('/') && !/[${}]/.test(value) ? value : fallback));
  }
  if (text === '~' || text.startsWith('~/')) text = `${env.HOME ?? ''}${text.slice(1)}`;
  return text.startsWith('/') ? text : undefined;
}
