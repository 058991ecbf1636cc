import { isRecord } from '../store/guards.ts';

/** An agent's settings, read as JSON. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings that keep an agent from asking, wherever its hook is registered. */
export interface OffSwitches {
  /** below a project or below the home directory */
  readonly files: readonly string[];
  /** they say nothing where the agent was never told to ask; absent = a plugin of ours may be there without our knowing */
  readonly ofInstalled?: true;
  /** each says what is in the way, in the words of that file; undefined = nothing that it knows */
  readonly inJson?: readonly ((settings: Settings) => string | undefined)[];
  /** the same for a file that is no JSON */
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

/** Gemini CLI and what came of it. */
export function hooksConfigOff({ hooksConfig: config }: Settings): string | undefined {
  if (!isRecord(config)) return undefined;
  if (config.enabled === false) return '`hooksConfig.enabled` is false';
  const names = Array.isArray(config.disabled) ? config.disabled : [];
  return names.includes('safeshell') ? '`hooksConfig.disabled` names safeshell' : undefined;
}
