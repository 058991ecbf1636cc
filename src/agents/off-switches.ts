import { isRecord } from '../util/guards.ts';

/** An agent's settings, read as JSON. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings that disable an agent's hooks, wherever those are registered. */
export interface OffSwitches {
  /** below a project or below the home directory */
  readonly files: readonly string[];
  /** relevant only where our hook is registered; absent = also elsewhere, as our plugin may be installed unknown to us */
  readonly ofInstalled?: true;
  /** each returns the setting that disables hooks, quoted from the file; undefined = none */
  readonly inJson?: readonly ((settings: Settings) => string | undefined)[];
  /** the same for a file that is not JSON */
  readonly inText?: (text: string) => string | undefined;
}

export function allHooksOff({ disableAllHooks }: Settings): string | undefined {
  return disableAllHooks === true ? '`disableAllHooks` is true' : undefined;
}

/** Claude Code: the plugin of `integrations/`. */
export function pluginOff({ enabledPlugins: plugins }: Settings): string | undefined {
  const off = Object.entries(isRecord(plugins) ? plugins : {}).find(
    ([name, isOn]) => name.startsWith('safeshell@') && isOn === false,
  );
  return off && `\`enabledPlugins\` switches ${off[0]} off`;
}

/** Gemini CLI and its forks. */
export function hooksConfigOff({ hooksConfig: config }: Settings): string | undefined {
  if (!isRecord(config)) return undefined;
  if (config.enabled === false) return '`hooksConfig.enabled` is false';
  const names = Array.isArray(config.disabled) ? config.disabled : [];
  return names.includes('safeshell') ? '`hooksConfig.disabled` names safeshell' : undefined;
}
