import type { AutoApprove } from '../model/proof.ts';
import type { Layout } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';
import { type KeptSettings, readSettings, settingsKey } from '../store/settings-cache.ts';
import { compiler } from './compiler.ts';

/** What config.yaml says, as it was kept; compiled where it changed since. */
export function keptSettings(layout: Layout): KeptSettings {
  return readSettings(layout, settingsKey(layout, productRoot())) ?? compiler().settingsInForce(layout);
}

/** `off` where the settings cannot be read: unknown never loosens. */
export function autoApproveInForce(layout: Layout): AutoApprove {
  try {
    return keptSettings(layout).autoApprove;
  } catch {
    return 'off';
  }
}
