import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToOwner } from '../store/folders.ts';
import { bytesOf, readBytes, readBytesOfFile } from './byte-text.ts';
import type { StartupFile } from './shells/shell.ts';

const BEGIN = '# >>> safeshell >>>';
/** The file was created by us: it is removed with its last block. */
const BEGIN_CREATED = '# >>> safeshell >>> (file made by safeshell)';
const END = '# <<< safeshell <<<';
const BLOCK = '# >>> safeshell >>>.*\n(?:(?!# (?:>>>|<<<) safeshell).*\n)*# <<< safeshell <<<(?:\n|$)';
const EVERY_BLOCK = new RegExp(`^${BLOCK}`, 'gm');
/** The line break before a block at the end is ours too: the text may not have ended in one. */
const LAST_BLOCK = new RegExp(`\\n${BLOCK}$`);

/** What is to be written, a character for each byte; `after` undefined = the file goes. */
export interface FileChange {
  readonly path: string;
  readonly after: string | undefined;
}

/** The change that adds our lines to a start-up file; undefined where they are there already. */
export function addition(file: StartupFile): FileChange | undefined {
  const before = readBytes(file.path);
  const after = file.kind === 'own' ? bytesOf(file.text) : withBlocks(before, file);
  return after === before || after === undefined ? undefined : { path: file.path, after };
}

/** The change that takes them out again; undefined where there are none. */
export function removal(file: StartupFile): FileChange | undefined {
  const before = readBytesOfFile(file.path);
  if (before === undefined) return undefined;
  if (file.kind === 'own') return isOurs(before, file.text) ? gone(file.path) : undefined;
  const after = withoutBlocks(before);
  if (after === before) return undefined;
  return after === '' && before.includes(BEGIN_CREATED) ? gone(file.path) : { path: file.path, after };
}

function gone(path: string): FileChange {
  return { path, after: undefined };
}

/** The first line of our file is the same in every version. */
function isOurs(before: string, text: string): boolean {
  return before.split('\n', 1)[0] === text.split('\n', 1)[0];
}

function withBlocks(before: string | undefined, { text, create }: Extract<StartupFile, { kind: 'around' }>) {
  const rest = before === undefined ? undefined : withoutBlocks(before);
  if (rest === undefined || (rest === '' && before?.includes(BEGIN_CREATED))) {
    return create ? `${BEGIN_CREATED}\n${bytesOf(text)}${END}\n` : undefined;
  }
  const block = `${BEGIN}\n${bytesOf(text)}${END}\n`;
  return rest === '' ? block : `${block}${rest}\n${block}`;
}

function withoutBlocks(text: string): string {
  return text.replace(LAST_BLOCK, '').replace(EVERY_BLOCK, '');
}

/**
 * Whole or not at all, through symlinks to where the text really lies, with the mode and the owner it had. Its folder must be there.
 * Throws what node:fs throws.
 */
export function applyChange({ path, after }: FileChange): void {
  if (after === undefined) {
    rmSync(path, { force: true });
    return;
  }
  const target = resolved(path);
  const fresh = join(dirname(target), `.safeshell.${process.pid}.new`);
  const mode = modeOf(target);
  writeFileSync(fresh, after, { mode, encoding: 'latin1' });
  giveToOwner(fresh, undefined, target);
  chmodSync(fresh, mode);
  renameSync(fresh, target);
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o7777;
}
