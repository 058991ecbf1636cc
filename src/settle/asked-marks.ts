import type { Agreement } from '../model/approval.ts';
import type { Request } from '../model/request.ts';
import { operationSignature } from '../operation/signature.ts';
import { createSessionApprovals } from './session-approvals.ts';

/** What the guard has handed to the dialog of an agent in this session: there a person answers, and nothing else. */
export interface AskedMarks {
  /** Never throws. */
  add(request: Request): void;
  has(request: Request): boolean;
}

export function createAskedMarks(folder: string): AskedMarks {
  const marks = createSessionApprovals(folder, 'asked');
  return {
    add(request) {
      try {
        marks.add(markOf(request));
      } catch {
        // nor can anything else of this session be kept
      }
    },
    has: (request) => marks.has(markOf(request)),
  };
}

function markOf(request: Request): Agreement {
  return { id: operationSignature(request), grounds: [] };
}
