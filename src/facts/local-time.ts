import type { LocalTime } from '../model/request.ts';

/** Wall time in this machine's zone. Lazy: the zone takes 0.3 ms to load, and few rules need it. */
export function wallClock(date: Date = new Date()): LocalTime {
  return {
    epochMs: date.getTime(),
    get minuteOfDay() {
      return date.getHours() * 60 + date.getMinutes();
    },
    get day() {
      return date.getDay();
    },
  };
}

/** `2025-01-06T10:00:00`, a wall time without a zone; throws a RangeError on anything else. */
export function localTime(written: string): LocalTime {
  const epochMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written) ? Date.parse(`${written}Z`) : Number.NaN;
  if (Number.isNaN(epochMs)) throw new RangeError(`not a local time: ${written}`);
  const date = new Date(epochMs);
  return { epochMs, minuteOfDay: date.getUTCHours() * 60 + date.getUTCMinutes(), day: date.getUTCDay() };
}
