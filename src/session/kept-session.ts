import { applyChange } from '../decide/session-change.ts';
import { newSession, type Session, type SessionChange } from '../model/session.ts';
import { openSessionLog } from '../store/session-log.ts';

/** A session that outlives its processes. Reading makes nothing on disk. */
export interface KeptSession {
  readonly id: string;
  /** as it stands now, with what other processes did */
  read(): Session;
  /** the session after the change */
  change(change: SessionChange): Session;
}

export interface SessionPlace {
  readonly id: string;
  /** where it is kept; see sessionFolder */
  readonly folder: string;
  /**
   * Rules that something may have woken: where nobody knows what the session did, they count as if it had. Asked where
   * its file is damaged or cannot be read.
   */
  sleepers(): readonly string[];
  /** for people: what was found damaged, or could not be kept; may come at each call */
  warn(problem: string): void;
}

/** Never throws: what cannot be read or kept is told, and makes the session stricter. */
export function openSession({ id, folder, sleepers, warn }: SessionPlace): KeptSession {
  const log = openSessionLog(folder);
  const unkept: SessionChange[] = [];
  let session = newSession(id);
  const suspectAll = () => applyChange(session, { add: { suspected: sleepers() } });

  const look = () => {
    const { isFresh, snapshot = newSession(id), changes, damaged } = log.news();
    session = changes.reduce(applyChange, isFresh ? { ...snapshot, id } : session);
    if (isFresh) session = unkept.reduce(applyChange, session);
    for (const file of damaged) warn(`the record of session ${id} is damaged; what it was is in ${file}`);
    if (damaged.length > 0) session = suspectAll();
    if (log.isLong()) log.startAnew(session);
  };

  return {
    id,
    read() {
      try {
        look();
      } catch (error) {
        warn(`session ${id} cannot be read: ${messageOf(error)}`);
        session = suspectAll();
      }
      return session;
    },
    change(change) {
      try {
        log.append(change);
        look();
      } catch (error) {
        warn(`session ${id} cannot be kept: ${messageOf(error)}`);
        unkept.push(change);
        session = applyChange(session, change);
      }
      return session;
    },
  };
}

/** The same with what a person approved in plans, or switched off, in another session: that of the agent we run under. */
export function withPlansOf(kept: KeptSession, other: () => KeptSession | undefined): KeptSession {
  const joined = (session: Session): Session => {
    const { planned, disabled } = other()?.read() ?? newSession('');
    return applyChange(session, { add: { planned, disabled } });
  };
  return { id: kept.id, read: () => joined(kept.read()), change: (change) => joined(kept.change(change)) };
}

/** In memory, for one process. */
export function passingSession(id: string): KeptSession {
  let session = newSession(id);
  return {
    id,
    read: () => session,
    change(change) {
      session = applyChange(session, change);
      return session;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
