import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
      try {
        return readFileSync(file, 'latin1').split('\n').slice(0, -1).includes(signature);
      } catch {
        return false;
      }
    },
    add(signature) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      appendFileSync(file, `${signature}\n`, { mode: 0o600 });
    },
  };
}
