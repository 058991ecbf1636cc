import { GUARD_MODES, type GuardMode } from '../model/mode.ts';
import type { Permits } from '../model/permits.ts';
import { AUTO_APPROVE, type AutoApprove } from '../model/proof.ts';
import { UNDO_MODES, UNDO_PEOPLE, type UndoSettings } from '../model/undo.ts';
import { isRecord, isStrings, parseJson } from '../util/guards.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import type { Layout } from './layout.ts';
import { identify } from './policy-cache.ts';
import { productVersion } from './product.ts';

/** What config.yaml says that an answer may need, ready for use. */
export interface KeptSettings {
  /** SAFESHELL_CONTEXT=human outweighs signs of an agent */
  readonly trustContextVariable: boolean;
  /** where the guard is broken, nothing runs unguarded */
  readonly refusesOnError: boolean;
  readonly undo: UndoSettings;
  readonly mode: GuardMode;
  readonly autoApprove: AutoApprove;
  readonly permits: Permits;
  /** compiled; the classifier knows its shape */
  readonly classifier: unknown;
}

/** Names the settings as they are on disk now. */
export function settingsKey({ managed, user }: Layout, productFolder: string): string {
  const paths = [managed.settings, user.settings];
  return identify({ scope: '', paths, productVersion: productVersion(productFolder) }).key;
}

/** undefined = not compiled yet, from other settings, or not as we write it. */
export function readSettings({ cache }: Layout, key: string): KeptSettings | undefined {
  const kept = parseJson(readIfThere(cache.settings) ?? '');
  if (!isRecord(kept) || kept.key !== key) return undefined;
  const { trustContextVariable, refusesOnError, undo, mode, permits, classifier } = kept;
  const autoApprove = AUTO_APPROVE.find((level) => level === kept.autoApprove);
  if (typeof trustContextVariable !== 'boolean' || typeof refusesOnError !== 'boolean') return undefined;
  if (autoApprove === undefined || !isUndo(undo) || !isMode(mode) || !isPermits(permits)) return undefined;
  return { trustContextVariable, refusesOnError, undo, mode, autoApprove, permits, classifier };
}

/** Throws what node:fs throws; they can be compiled again. */
export function keepSettings({ cache }: Layout, key: string, settings: KeptSettings): void {
  writeFileAtomic(cache.settings, JSON.stringify({ key, ...settings }));
}

function isMode(value: unknown): value is GuardMode {
  return GUARD_MODES.some((one) => one === value);
}

function isPermits(value: unknown): value is Permits {
  return (
    isRecord(value) &&
    isStrings(value.write) &&
    isRecord(value.projects) &&
    Object.values(value.projects).every(isStrings)
  );
}

function isUndo(value: unknown): value is UndoSettings {
  if (!isRecord(value) || !isRecord(value.budget)) return false;
  const { mode, people, budget, keepDays, keepBytes } = value;
  const numbers = [budget.files, budget.bytes, budget.milliseconds, keepDays, keepBytes];
  const words = UNDO_MODES.some((one) => one === mode) && UNDO_PEOPLE.some((one) => one === people);
  return words && numbers.every((one) => typeof one === 'number');
}
