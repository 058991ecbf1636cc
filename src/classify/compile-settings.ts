import type { Pattern } from '../model/policy.ts';
import { compileGlob } from '../patterns/compile.ts';
import { type ClassifierSettings, type CompiledClassifier, DEFAULT_CLASSIFIER_SETTINGS } from './settings.ts';

/** A glob of the settings that cannot be compiled; `path` leads to it in the settings. */
export interface SettingsFault {
  readonly path: readonly (string | number)[];
  readonly glob: string;
  readonly detail: string;
}

/** Settings with their globs compiled. What is wrong with a glob is in `faults`, and it is left out. */
export function compileSettings(settings: ClassifierSettings): {
  readonly classifier: CompiledClassifier;
  readonly faults: readonly SettingsFault[];
} {
  const faults: SettingsFault[] = [];
  const compiled = (glob: string, flavour: 'path' | 'text', path: SettingsFault['path']): Pattern[] => {
    const pattern = compileGlob(glob, { flavour });
    if (!('error' in pattern)) return [pattern];
    faults.push({ path, glob, detail: pattern.detail });
    return [];
  };
  const roots = (key: 'memoryRoots' | 'skillsRoots') =>
    settings[key].flatMap((root, at) => compiled(`${root.replace(/(?<!\/)\/+$/, '')}/**`, 'path', [key, at]));
  const classifier = {
    sensitivePaths: settings.sensitivePaths.flatMap(({ glob, category }, at) =>
      compiled(glob, 'path', ['sensitivePaths', at, 'glob']).map((pattern) => ({ pattern, category })),
    ),
    memoryRoots: roots('memoryRoots'),
    skillsRoots: roots('skillsRoots'),
    toolHints: settings.toolHints.flatMap((hint, at) =>
      compiled(hint.tool, 'text', ['toolHints', at, 'tool']).map((tool) => ({ ...hint, tool })),
    ),
  };
  return { classifier, faults };
}

let byDefault: CompiledClassifier | undefined;

/** Where the owner says nothing of this machine; compiled once. */
export function defaultClassifier(): CompiledClassifier {
  byDefault ??= compileSettings(DEFAULT_CLASSIFIER_SETTINGS).classifier;
  return byDefault;
}
