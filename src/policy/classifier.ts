import { isCompiledClassifier } from '../classify/compiled-guard.ts';
import type { CompiledClassifier } from '../classify/settings.ts';
import type { Layout } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';
import { readSettings, settingsKey } from '../store/settings-cache.ts';
import type { SettingsInForce } from './settings.ts';

/** The classifier with what the owner told it; `compile`: where it is not kept, or from other settings. Asked at most once. */
export function classifierInForce(layout: Layout, compile: () => SettingsInForce): () => CompiledClassifier {
  let known: CompiledClassifier | undefined;
  return () => {
    if (known !== undefined) return known;
    const kept = readSettings(layout, settingsKey(layout, productRoot()))?.classifier;
    known = isCompiledClassifier(kept) ? kept : compile().classifier;
    return known;
  };
}
