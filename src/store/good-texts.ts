import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashName } from '../util/fnv.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { type Layout, VERSIONS } from './layout.ts';

/** What a rule or settings file last said without errors: once it is broken, that stays in force for it alone. */
export function goodText({ state }: Layout, file: string): string | undefined {
  const kept = readKept(fileOf(state, file));
  return kept?.file === file ? kept.text : undefined;
}

/** Throws what node:fs throws. */
export function keepGoodText({ state }: Layout, file: string, text: string): void {
  const path = fileOf(state, file);
  const kept = readKept(path);
  if (kept?.file === file && kept.text === text) return;
  writeFileAtomic(path, JSON.stringify({ version: VERSIONS.goodText, file, text }));
}

/** Who deletes a file does not want its rules any more, nor back once there is another of its name. Never throws. */
export function forgetDeleted({ state }: Layout): void {
  try {
    for (const name of readdirSync(state.goodTexts)) {
      const path = join(state.goodTexts, name);
      const kept = readKept(path);
      if (kept !== undefined && isGone(kept.file)) rmSync(path, { force: true });
    }
  } catch {
    // what is kept for too long counts for nothing while its file is gone
  }
}

interface Kept {
  readonly file: string;
  readonly text: string;
}

function readKept(path: string): Kept | undefined {
  const kept = parseJson(readIfThere(path) ?? '');
  if (!isRecord(kept) || kept.version !== VERSIONS.goodText) return undefined;
  const { file, text } = kept;
  return isString(file) && isString(text) ? { file, text } : undefined;
}

/** A folder that cannot be entered may still have it. */
function isGone(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Two files of one name take turns: what is kept says whose it is. */
function fileOf(state: Layout['state'], file: string): string {
  return join(state.goodTexts, `${hashName(file)}.json`);
}
