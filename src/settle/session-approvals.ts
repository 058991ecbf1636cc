import { join } from 'node:path';
import { appendLine } from '../store/append.ts';
import { readIfThere } from '../store/atomic-file.ts';

/** What a person allowed for the rest of a session. */
export interface SessionApprovals {
  has(signature: string): boolean;
  /** throws what node:fs throws where state cannot be written */
  add(signature: string): void;
}

/** One signature a line, appended in one write each, so that a torn last line is never an approval. */
export function createSessionApprovals(directory: string): SessionApprovals {
  const file = join(directory, 'approvals');
  return {
    has(signature) {
      return (readIfThere(file) ?? '').split('\n').slice(0, -1).includes(signature);
    },
    add(signature) {
      appendLine(file, signature);
    },
  };
}
