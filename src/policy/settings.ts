import { compileSettings } from '../classify/compile-settings.ts';
import { isCompiledClassifier } from '../classify/compiled-guard.ts';
import { type CompiledClassifier, DEFAULT_CLASSIFIER_SETTINGS } from '../classify/settings.ts';
import { joinPermits } from '../model/permits.ts';
import type { Settings } from '../rules/settings.ts';
import type { Layout } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';
import { type KeptSettings, keepSettings, readSettings, settingsKey } from '../store/settings-cache.ts';
import { autoApproveOf } from './auto-approve.ts';
import { modeOf } from './mode.ts';
import { saidSettings } from './said-settings.ts';
import { undoOf } from './undo-settings.ts';

export interface SettingsInForce extends KeptSettings {
  readonly classifier: CompiledClassifier;
}

/**
 * What config.yaml says, the managed one and the person's; compiled where it changed since, which takes longer than an answer,
 * and kept for the next. Where both speak, the stricter counts. Never throws.
 */
export function settingsInForce(layout: Layout): SettingsInForce {
  const key = settingsKey(layout, productRoot());
  const kept = readSettings(layout, key);
  if (kept !== undefined && isCompiledClassifier(kept.classifier)) return { ...kept, classifier: kept.classifier };
  const settings = settingsUnkept(layout);
  try {
    keepSettings(layout, key, settings);
  } catch {
    // compiled anew next time: slower, not wrong
  }
  return settings;
}

/** The same; nothing is written. */
export function settingsUnkept(layout: Layout): SettingsInForce {
  return compiled(saidSettings(layout));
}

function compiled(all: readonly Settings[]): SettingsInForce {
  const trust = all.flatMap(({ trustContextVariable }) => trustContextVariable ?? []);
  const { sensitivePaths, memoryRoots, skillsRoots, toolHints } = DEFAULT_CLASSIFIER_SETTINGS;
  const words = all.map(({ classifier }) => classifier);
  const { classifier } = compileSettings({
    sensitivePaths: [...sensitivePaths, ...words.flatMap((one) => one.sensitivePaths)],
    memoryRoots: [...memoryRoots, ...words.flatMap((one) => one.memoryRoots)],
    skillsRoots: [...skillsRoots, ...words.flatMap((one) => one.skillsRoots)],
    toolHints: [...toolHints, ...words.flatMap((one) => one.toolHints)],
  });
  const undo = undoOf(all.map((one) => one.undo));
  return {
    trustContextVariable: trust.length > 0 && trust.every(Boolean),
    refusesOnError: all.some(({ onError }) => onError === 'refuse'),
    undo,
    mode: modeOf(all),
    autoApprove: autoApproveOf(
      all.flatMap(({ autoApprove }) => autoApprove ?? []),
      undo,
    ),
    permits: joinPermits(all.map(({ confine }) => confine)),
    classifier,
  };
}
