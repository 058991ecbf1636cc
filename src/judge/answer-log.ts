import { appendLine, readRecords } from '../store/append.ts';
import { isRecord, isString } from '../util/guards.ts';

/** One call of the judge: what it was asked, by a hash, and what it said. */
export interface CallRecord {
  readonly key: string;
  readonly atMs: number;
  /** absent = nothing that counts */
  readonly applies?: boolean;
  readonly reason?: string;
}

/** What a judge was asked in one session. */
export interface AnswerLog {
  read(): readonly CallRecord[];
  /** what cannot be kept is asked again */
  add(record: CallRecord): void;
}

/** `file`: one line of JSON for each call; made when something is added. */
export function openAnswerLog(file: string): AnswerLog {
  return {
    read: () => readRecords(file, isCall),
    add(record) {
      try {
        appendLine(file, JSON.stringify(record));
      } catch {
        // asked again
      }
    },
  };
}

export function memoryLog(): AnswerLog {
  const records: CallRecord[] = [];
  return {
    read: () => records,
    add(record) {
      records.push(record);
      if (records.length > 2 * MAX_IN_MEMORY) records.splice(0, MAX_IN_MEMORY);
    },
  };
}

const MAX_IN_MEMORY = 1000;

function isCall(value: unknown): value is CallRecord {
  return (
    isRecord(value) &&
    isString(value.key) &&
    Number.isFinite(value.atMs) &&
    (value.applies === undefined || typeof value.applies === 'boolean') &&
    (value.reason === undefined || isString(value.reason))
  );
}
