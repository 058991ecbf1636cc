import { join } from 'node:path';
import { type Agreement, areSeen } from '../model/approval.ts';
import { appendLine } from '../store/append.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { isRecord, isStrings, parseJson } from '../util/guards.ts';

/** What a person allowed for the rest of a session. */
export interface SessionApprovals {
  has(agreement: Agreement): boolean;
  /** Throws what node:fs throws where state cannot be written. */
  add(agreement: Agreement): void;
}

/** In a file of the session. One agreement a line, as JSON, appended in one write each: a torn last line is never an approval. */
export function createSessionApprovals(directory: string, name = 'approvals'): SessionApprovals {
  const file = join(directory, name);
  return {
    has({ id, grounds }) {
      const lines = (readIfThere(file) ?? '').split('\n').slice(0, -1);
      return lines
        .map(parseJson)
        .some((one) => isRecord(one) && one.id === id && isStrings(one.grounds) && areSeen(grounds, one.grounds));
    },
    add: ({ id, grounds }) => appendLine(file, JSON.stringify({ id, grounds })),
  };
}
