import { applyChange } from '../../src/decide/session-change.ts';
import { newSession } from '../../src/model/session.ts';
import type { PersistedSession } from '../../src/session/persisted-session.ts';

/** A session in the memory of one process. */
export function passingSession(id: string): PersistedSession {
  let session = newSession(id);
  return {
    id,
    read: () => session,
    change(change) {
      session = applyChange(session, change);
    },
  };
}
