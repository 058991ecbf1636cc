import type { RunnerCall } from './runner.ts';

/** The folder of configuration files, where the line names another one than the person's own. Source: XDG Base Directory 0.8. */
export function changedConfig({ changed }: RunnerCall): readonly string[] {
  const config = changed('XDG_CONFIG_HOME');
  if (config !== undefined) return [config];
  const home = changed('HOME');
  return home === undefined ? [] : [`${home}/.config`];
}
