import { applyChange } from '../decide/session-change.ts';
import { newSession, type Session, type SessionChange } from '../model/session.ts';
import { openSessionLog } from '../store/session-log.ts';

/** A session that outlives its processes. Reading makes nothing on disk. */
export interface PersistedSession {
  readonly id: string;
  /** includes the changes of other processes */
  read(): Session;
  /** Keeps it, and reads nothing, as most who change a session end then. */
  change(change: SessionChange): void;
}

export interface SessionOptions {
  readonly id: string;
  /** see sessionFolder */
  readonly folder: string;
  /** ids of latched rules: all of them count as activated, perhaps, where the file of the session is damaged or unreadable */
  latched(): readonly string[];
  /** reports a damaged or unwritable file to people; may be called at each change */
  warn(problem: string): void;
}

/** Never throws: what cannot be read or written is reported, and makes the session stricter. */
export function openSession({ id, folder, latched, warn }: SessionOptions): PersistedSession {
  const log = openSessionLog(folder);
  const unkept: SessionChange[] = [];
  let session = newSession(id);
  const suspectAll = () => applyChange(session, { add: { suspected: latched() } });

  const update = () => {
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
        update();
      } catch (error) {
        warn(`session ${id} cannot be read: ${messageOf(error)}`);
        session = suspectAll();
      }
      return session;
    },
    change(change) {
      try {
        if (log.append(change)) update();
      } catch (error) {
        warn(`session ${id} cannot be kept: ${messageOf(error)}`);
        unkept.push(change);
        session = applyChange(session, change);
      }
    },
  };
}

/** The session with the approved plans and the switched-off rules of another: that of the agent which this process runs under. */
export function withPlansOf(kept: PersistedSession, other: () => PersistedSession | undefined): PersistedSession {
  const joined = (session: Session): Session => {
    const { planned, disabled } = other()?.read() ?? newSession('');
    return applyChange(session, { add: { planned, disabled } });
  };
  return { id: kept.id, read: () => joined(kept.read()), change: (change) => kept.change(change) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
