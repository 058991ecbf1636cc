import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import type { Appended } from './audit.ts';
import type { Layout } from './layout.ts';
import { startApart } from './own-process.ts';

/** Records are sealed at least once for so many bytes of them. */
const SEAL_BYTES = 256 * 1024;

/**
 * Seals records and removes what is too old, in a process of its own that nobody waits for: at the first record of a day
 * where there are earlier days, and once for each quarter of a megabyte. `env` says whose records they are. Never throws.
 */
export function startUpkeepIfDue(layout: Layout, appended: Appended, env: Environment): void {
  try {
    if (!isDue(layout, appended)) return;
    startApart([join(__dirname, 'cli.cjs'), 'log', 'upkeep'], { cwd: '/', env });
  } catch {
    // at the next occasion
  }
}

function isDue({ state }: Layout, { before, after }: Appended): boolean {
  if (before === 0) return readdirSync(state.audit).length > 1;
  return Math.floor(before / SEAL_BYTES) !== Math.floor(after / SEAL_BYTES);
}
