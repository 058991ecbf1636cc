import type { AuditFile } from './audit-read.ts';
import type { Seal } from './seal.ts';

/** What is kept; see config.yaml. */
export interface Retention {
  readonly keepDays: number;
  readonly maxBytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The moment that age is counted from. A clock may be wrong, for an hour or for days: that time has passed is proven by
 * records of an earlier day, and by those no further than to the end of the next. 0 = by none.
 */
export function provenNow(files: readonly AuditFile[], nowMs: number): number {
  const today = dayOf(nowMs);
  const earlier = files.map(({ name }) => dayIn(name)).filter((day) => day < today);
  const last = earlier.sort().at(-1);
  return last === undefined ? 0 : Math.min(nowMs, Date.parse(last) + 2 * DAY_MS - 1);
}

/** Most that go for their age on one day: a clock that stays wrong takes no more than that with it. */
const MOST_A_DAY = 7;

/** The files that are to go, the oldest first; that of today, or the last before it, never does. All must be sealed. */
export function retired(
  files: readonly AuditFile[],
  seals: readonly Seal[],
  { keepDays, maxBytes }: Retention,
  nowMs: number,
): readonly AuditFile[] {
  const today = dayOf(nowMs);
  const oldest = dayOf(Math.max(0, provenNow(files, nowMs) - keepDays * DAY_MS));
  const written = writtenDays(seals, today);
  let left = MOST_A_DAY - seals.filter(({ type, time }) => type === 'dropped' && dayIn(time) === today).length;
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return files
    .filter(({ name }) => dayIn(name) <= today)
    .slice(0, -1)
    .filter(({ name, bytes }) => {
      const isOld = (written.get(name) ?? dayIn(name)) < oldest && left-- > 0;
      const isOver = isOld || total > maxBytes;
      if (isOver) total -= bytes;
      return isOver;
    });
}

/**
 * On which day a file was really begun, at the earliest: that of its name, or of any that was sealed before it. A clock that
 * was set back does not make records old. What is dated after today proves nothing.
 */
function writtenDays(seals: readonly Seal[], today: string): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let newest = '';
  for (const { type, file } of seals) {
    const day = dayIn(file);
    if (type === 'dropped') days.delete(file);
    else {
      if (day > newest && day <= today) newest = day;
      if (!days.has(file)) days.set(file, newest > day ? newest : day);
    }
  }
  return days;
}

function dayOf(epochMs: number): string {
  return dayIn(new Date(epochMs).toISOString());
}

/** Of the name of a file, or of a time. */
function dayIn(text: string): string {
  return text.slice(0, '2026-01-31'.length);
}
