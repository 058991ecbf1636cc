import { readFileSync, statSync } from 'node:fs';
import { diffText } from '../../../text/diff.ts';
import { printable } from '../../../text/printable.ts';
import { contentOf } from '../../../undo/blobs.ts';
import { pathBuffer, pathText } from '../../../undo/byte-path.ts';
import type { RestorePlan } from '../../../undo/plan.ts';
import type { KeptFile } from '../../../undo/record.ts';
import type { UndoStore } from '../../../undo/store.ts';
import type { CliContext } from '../context.ts';

/** Larger files are named alone. */
const MAX_BYTES = 1_000_000;

/** For each path how it would change. */
export function diffs({ record, steps }: RestorePlan, { root }: UndoStore, { env }: CliContext): readonly string[] {
  const textThen = (kept: KeptFile) => textOf(() => contentOf(record, kept, root, { env, maxBytes: MAX_BYTES }));
  return steps.map(({ kept, does }) => {
    const path = printable(pathText(kept.path));
    const bare = `${does}  ${path}`;
    if (kept.type !== 'file' || kept.stat.size > MAX_BYTES || does === 'attributes') return bare;
    const before = does === 'create' ? '' : textOf(() => bytesNow(pathBuffer(kept.path)));
    const after = textThen(kept);
    if (before === undefined || after === undefined) return bare;
    return diffText(path, before, after).split('\n').map(printable).join('\n');
  });
}

function bytesNow(path: Buffer): Buffer | undefined {
  const status = statSync(path);
  return status.isFile() && status.size <= MAX_BYTES ? readFileSync(path) : undefined;
}

/** undefined = it is no text, or cannot be read. */
function textOf(read: () => Buffer | undefined): string | undefined {
  try {
    const bytes = read();
    return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString();
  } catch {
    return undefined;
  }
}
