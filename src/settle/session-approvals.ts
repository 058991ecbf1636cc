import { join } from 'node:path';
import { appendLine } from '../store/append.ts';
import { readIfThere } from '../store/atomic-file.ts';

/** What a person allowed for the rest of a session, or for a part of it. */
export interface SessionApprovals {
  has(signature: string): boolean;
  /** `untilMs`: no longer than that. Throws what node:fs throws where state cannot be written. */
  add(signature: string, untilMs?: number): void;
}

/** In a file of the session. One signature a line, with its end where it has one, appended in one write each: a torn last line is never an approval. */
export function createSessionApprovals(directory: string, name = 'approvals'): SessionApprovals {
  const file = join(directory, name);
  return {
    has(signature) {
      const lines = (readIfThere(file) ?? '').split('\n').slice(0, -1);
      return lines.some((line) => {
        const [approved, until] = line.split(' ');
        return approved === signature && (until === undefined || Number(until) > Date.now());
      });
    },
    add(signature, untilMs) {
      appendLine(file, untilMs === undefined ? signature : `${signature} ${Math.floor(untilMs)}`);
    },
  };
}
