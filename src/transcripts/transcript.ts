import type { Payload } from '../agents/hook.ts';
import type { Environment } from '../model/request.ts';

/** One call of a tool, as the session file of an agent has it. */
export interface RecordedCall {
  /** of the session; undefined = the file does not say */
  readonly session: string | undefined;
  /** sessions that go on in another file, or are forked, have their calls in both */
  readonly id: string;
  /** epoch, ms */
  readonly at: number | undefined;
  /** what the agent's hook would have been sent before it, its `cwd` as well */
  readonly payload: Payload;
  /** that was checked out, where the file tells */
  readonly branch?: string;
  /** absent = it is not told. `refused`: by a person, by the agent's own rules or mode, or by a hook */
  readonly fate?: 'ran' | 'refused';
  /** a person answered it in the agent's dialog; absent = it is not told, or nobody did */
  readonly wasAsked?: true;
}

export interface Place {
  readonly home: string;
  readonly env: Environment;
}

/** Reads the records of one session file, in the order in which they stand there. What has another shape is passed by. */
export interface SessionReader {
  /** the calls that are known whole by now */
  read(record: Payload): readonly RecordedCall[];
  /** those whose end was never written */
  end(): readonly RecordedCall[];
}

/** How one agent keeps its sessions: one file, one line in index.ts, its rows in test/tables/transcripts. */
export interface Transcripts {
  /** as in agents/ */
  readonly agent: string;
  /** absolute, there or not */
  folders(place: Place): readonly string[];
  /** by its path below one of them, which begins with `/` */
  isSession(path: string): boolean;
  /** a line of a session file without these is not parsed; absent = each is */
  readonly signs?: RegExp;
  /** they are databases of SQLite: the tables whose rows are the records, `{table, ..columns}`, in this order */
  readonly tables?: readonly string[];
  /** a record that only its sessions have, near their beginning */
  isFrom(record: Payload): boolean;
  /** `readText`: of a file beside it that tells what is not in it; undefined = it is not there */
  open(path: string, readText: (path: string) => string | undefined): SessionReader;
}

/** That a Date can have. */
const LAST_MS = 8.64e15;

/** ISO 8601, or ms, to ms. */
export function momentOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Math.abs(at) <= LAST_MS ? at : undefined;
}
