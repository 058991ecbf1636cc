import type { ContextData, SenderData, SessionData } from '../../conditions/caller.ts';
import type { DaysData, TimeData } from '../../conditions/clock.ts';
import type { HistoryData } from '../../conditions/history.ts';
import type { InputData } from '../../conditions/input.ts';
import type { TextTest } from '../../conditions/value.ts';
import type { Condition } from '../../model/policy.ts';
import { printRegex, printTools } from './print-pattern.ts';

/** One condition of a rule file, or something that our language has no words for. */
export type PrintedCondition = Readonly<Record<string, unknown>>;

/** Thrown inside this room for a condition that our language cannot express; the message names it. */
export class UnsayableError extends Error {}

const GROUPS = { all: 'all_of', any: 'any_of' } as const;

/** The condition as an author writes it. Throws an UnsayableError. */
export function printCondition(condition: Condition): PrintedCondition {
  if (condition.op === 'not') return { not: printCondition(condition.of) };
  if (condition.op !== 'is') return { [GROUPS[condition.op]]: condition.of.map(printCondition) };
  const print = PRINTERS[condition.type];
  if (print === undefined) throw new UnsayableError(`the condition \`${condition.type}\``);
  return { [condition.type]: print(condition.data as never) };
}

const PRINTERS: Readonly<Record<string, (data: never) => unknown>> = {
  input: printInput,
  session: ({ key, comparison }: SessionData) => ({ key, ...comparison }),
  sender: printSender,
  context: ({ key, values, negated }: ContextData) => {
    const [only = ''] = values;
    return { key, value: negated ? `!${only}` : values.length === 1 ? only : values };
  },
  time_of_day: ({ from, to, negated }: TimeData) => `${negated ? '!' : ''}${timeText(from)}-${timeText(to)}`,
  day_of_week: ({ days, negated }: DaysData) => `${negated ? '!' : ''}${days.map((day) => DAYS[day]).join(',')}`,
  history: printHistory,
  operation: (data: Readonly<Record<string, unknown>>) => data,
  first_use: ({ of }: { readonly of: string }) => of,
  judge: ({ sentence, role }: { readonly sentence: string; readonly role: string }) =>
    role === 'effect' ? sentence : { sentence, role },
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function printInput({ field, tests, spelling }: InputData): unknown {
  if (field.some((name) => name.includes('.'))) throw new UnsayableError('a field with a dot in its name');
  const byKey = new Map<string, string[]>();
  for (const test of tests) byKey.set(test.is, [...(byKey.get(test.is) ?? []), textOf(test)]);
  const lists = [...byKey].map(([key, texts]) => [key, texts.length === 1 ? texts[0] : texts]);
  return { field: field.join('.'), ...Object.fromEntries(lists), ...(spelling !== 'plain' && { as: spelling }) };
}

function textOf(test: TextTest): string {
  if ('text' in test) return test.text;
  return test.is === 'micromatch' ? test.pattern.written : printRegex(test.pattern);
}

function printSender({ key, equals, pattern }: SenderData): unknown {
  if (key !== 'name') throw new UnsayableError(`the sender's \`${key}\``);
  return {
    ...(equals.length > 0 && { name: equals }),
    ...(pattern !== undefined && { matches: printRegex(pattern) }),
  };
}

function printHistory({ tools, programs, withinMs, minCount, verdicts }: HistoryData): unknown {
  const tool = tools === undefined ? undefined : printTools(tools);
  if (typeof tool === 'object' && !Array.isArray(tool)) throw new UnsayableError('a regex for the tools of a chain');
  return {
    ...(tool !== undefined && { tool }),
    ...(programs !== undefined && { program: programs }),
    within_seconds: withinMs / 1000,
    ...(minCount !== 1 && { min_count: minCount }),
    ...(verdicts !== undefined && { verdict: verdicts }),
  };
}
