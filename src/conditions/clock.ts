import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';

export interface TimeData {
  /** minutes of the day, both ends included; `to` before `from` runs over midnight */
  readonly from: number;
  readonly to: number;
  readonly negated: boolean;
}

const TIME_RANGE = /^(!?)\s*(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)$/;
export const TIME_EXPECTED = '`HH:MM-HH:MM`, with `!` in front for every other time';

/** undefined = not a range of times. */
export function readTimes(written: string): TimeData | undefined {
  const [, sign, ...numbers] = TIME_RANGE.exec(written.trim()) ?? [];
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = numbers.map(Number);
  if (fromHour > 23 || toHour > 23 || fromMinute > 59 || toMinute > 59) return undefined;
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute, negated: sign === '!' };
}

function isWithinTimes({ from, to, negated }: TimeData, minute: number): boolean {
  const inside = from <= to ? from <= minute && minute <= to : minute >= from || minute <= to;
  return inside !== negated;
}

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export const timeOfDay = defineCondition<{ range: string }, TimeData>({
  type: 'time_of_day',
  summary: 'The local time, by whole minutes, both ends included: `"09:00-18:00"`, `"!09:00-18:00"`, `"22:00-06:00"`.',
  primary: 'range',
  schema: (z) => z.strictObject({ range: z.string().describe(TIME_EXPECTED) }),
  lower: ({ range }, lowering) => readTimes(range) ?? lowering.fail(TIME_EXPECTED),
  evaluate: (data, _subject, { at }) => triOf(isWithinTimes(data, at.minuteOfDay)),
  says: ({ from, to, negated }) => `the time is ${negated ? 'not ' : ''}${timeText(from)} to ${timeText(to)}`,
  explain: (_data, _subject, { at }) => `the time is ${timeText(at.minuteOfDay)}`,
  ofLine: true,
  ofWorld: true,
});

export interface DaysData {
  /** 0 = Sunday */
  readonly days: readonly number[];
  readonly negated: boolean;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
export const DAYS_EXPECTED = 'days such as `Mon-Fri` or `Sat,Sun`, with `!` in front for every other day';

/** undefined = not days. */
export function readDays(written: string): DaysData | undefined {
  const negated = written.startsWith('!');
  const parts = (negated ? written.slice(1) : written).split(',').map((part) => daysOf(part.trim()));
  if (parts.includes(undefined)) return undefined;
  return { days: [...new Set(parts.flatMap((part) => part ?? []))].sort(), negated };
}

/** `Fri-Mon` runs over the end of the week. */
function daysOf(part: string): readonly number[] | undefined {
  const [from, to = from, ...more] = part.split('-').map((name) => DAYS.indexOf(name.trim()));
  if (from === undefined || to === undefined || from < 0 || to < 0 || more.length > 0) return undefined;
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

export const dayOfWeek = defineCondition<{ days: string }, DaysData>({
  type: 'day_of_week',
  summary: 'The local day: `Mon-Fri`, `Sat,Sun`, `Fri-Mon` over the end of the week, `!Mon-Fri`.',
  primary: 'days',
  schema: (z) => z.strictObject({ days: z.string().describe(DAYS_EXPECTED) }),
  lower: ({ days }, lowering) => readDays(days) ?? lowering.fail(DAYS_EXPECTED),
  evaluate: ({ days, negated }, _subject, { at }) => triOf(days.includes(at.day) !== negated),
  says: ({ days, negated }) => `the day is ${negated ? 'not ' : ''}${days.map((day) => DAYS[day]).join(', ')}`,
  explain: (_data, _subject, { at }) => `the day is ${DAYS[at.day]}`,
  ofLine: true,
  ofWorld: true,
});
