import { readExpected, type SenderData, type SessionData } from '../../../conditions/caller.ts';
import { DAYS_EXPECTED, readDays, readTimes, TIME_EXPECTED } from '../../../conditions/clock.ts';
import type { HistoryData } from '../../../conditions/history.ts';
import type { InputData } from '../../../conditions/input.ts';
import { lowerComparison, type TextTest } from '../../../conditions/value.ts';
import type { Condition } from '../../../model/policy.ts';
import type { Verdict } from '../../../model/verdict.ts';
import { compileRegex } from '../../../patterns/compile.ts';
import { noticeOutsideHours } from '../../outside-hours.ts';
import type { ProblemList } from '../../problems.ts';
import type { Path } from '../dialect.ts';
import { type ArgumentDocument, VERDICT_WORDS, type WhenDocument } from './schema.ts';
import { lowerRegex, lowerTools, type ToolContext, wholeRegex } from './tools.ts';

type Maybe<T> = T | undefined;

/** Everything that stands in `when` beside the tool: all of it must hold. undefined = something in it is wrong. */
export function lowerWhen(when: WhenDocument, { action, path, list }: ToolContext): Maybe<readonly Condition[]> {
  const contextOf = (key: string) => ({ action, path: [...path, key], list });
  const conditions = [
    ...lowerArguments(when.args_match, contextOf('args_match')),
    ...lowerArguments(when.args, contextOf('args')),
    ...lowerSession(when.session),
    ...lowerSender(when.sender, contextOf('sender')),
    ...lowerContext(when.context, contextOf('context')),
    ...lowerChain(when.chain, contextOf('chain')),
  ];
  if (!conditions.every((one) => one !== undefined)) return undefined;
  noticeOutsideHours(conditions, [...path, 'context'], list);
  return conditions;
}

interface WhenContext {
  readonly path: Path;
  readonly list: ProblemList;
}

function is<Data>(type: string, data: Data): Condition {
  return { op: 'is', type, data };
}

function lowerArguments(written: WhenDocument['args'], { path, list }: WhenContext): readonly Maybe<Condition>[] {
  return Object.entries(written ?? {}).flatMap(([key, argument]) => {
    const tests = testsOf(argument, { path: [...path, key], list });
    return tests.map((test) => test && is<InputData>('input', { field: [key], tests: [test], spelling: 'python' }));
  });
}

/** A plain value is a regex; several tests of one argument must all hold. */
function testsOf(argument: ArgumentDocument, context: WhenContext): readonly Maybe<TextTest>[] {
  if (typeof argument !== 'object') return [testOf('regex', argument, context)];
  const { predicate, value, ...operators } = argument;
  const given = Object.entries(operators).filter(([, text]) => text !== undefined);
  if (predicate !== undefined) given.push([predicate, value]);
  else if (value !== undefined)
    context.list.add('wrong-value', context.path, { expected: '`predicate` beside `value`' });
  if (given.length === 0)
    context.list.add('wrong-value', context.path, { expected: 'regex, contains, eq or not_contains' });
  return given.map(([operator, text]) =>
    testOf(operator, text ?? '', predicate === operator ? context : { ...context, path: [...context.path, operator] }),
  );
}

function testOf(operator: string, value: string | number | boolean, context: WhenContext): Maybe<TextTest> {
  const text = String(value);
  if (operator === 'eq') return { is: 'equals', text };
  if (operator === 'contains') return { is: 'contains', text };
  if (operator === 'not_contains') return { is: 'lacks', text };
  const pattern = lowerRegex(text, text, context);
  return pattern && { is: 'matches', pattern };
}

function lowerSession(written: WhenDocument['session'] = {}): readonly Condition[] {
  return Object.entries(written).map(([key, value]) =>
    is<SessionData>('session', { key, comparison: typeof value === 'object' ? lowerComparison(value) : { eq: value } }),
  );
}

/** A text is a regex over the whole name. In a mapping values are whole texts; what may be a regex too restricts as one. */
function lowerSender(written: WhenDocument['sender'] = {}, context: ToolContext): readonly Maybe<Condition>[] {
  if (typeof written === 'string') {
    const pattern = wholeRegex(written, context);
    return [pattern && is<SenderData>('sender', { key: 'name', equals: [], pattern })];
  }
  return Object.entries(written).map(([key, value]) => {
    const text = String(value);
    const regex = context.action === 'allow' ? undefined : compileRegex(`^(?:${text})\\Z`, { language: 'python' });
    const pattern = regex === undefined || 'error' in regex ? undefined : { ...regex, written: text };
    return is<SenderData>('sender', { key, equals: [text], ...(pattern !== undefined && { pattern }) });
  });
}

function lowerContext(written: WhenDocument['context'] = {}, { path, list }: WhenContext): readonly Maybe<Condition>[] {
  return Object.entries(written).map(([key, value]) => {
    const at = [...path, key];
    if (key === 'time_of_day')
      return lowerClock('time_of_day', readTimes, { value, expected: TIME_EXPECTED, at, list });
    if (key === 'day_of_week') return lowerClock('day_of_week', readDays, { value, expected: DAYS_EXPECTED, at, list });
    const mixed = Array.isArray(value) && value.some((one) => String(one).startsWith('!'));
    if (mixed) list.add('wrong-value', at, { expected: 'plain values in a list: `!` is for a single one' });
    return is('context', { key, ...readExpected(value) });
  });
}

interface Clock {
  readonly value: unknown;
  readonly expected: string;
  readonly at: Path;
  readonly list: ProblemList;
}

function lowerClock(
  type: string,
  read: (written: string) => unknown,
  { value, expected, at, list }: Clock,
): Maybe<Condition> {
  const data = typeof value === 'string' ? read(value) : undefined;
  if (data !== undefined) return is(type, data);
  list.add('wrong-value', at, { expected });
  return undefined;
}

/** Steps hold in any order; without `verdict` a step counts the calls that were let run. */
function lowerChain(written: WhenDocument['chain'] = [], { path, list }: WhenContext): readonly Maybe<Condition>[] {
  return written.map(({ tool, within_seconds, min_count, verdict }, index) => {
    const tools = lowerTools(tool, { action: 'deny', path: [...path, index, 'tool'], list });
    if (tools === undefined) return undefined;
    return is<HistoryData>('history', {
      tools,
      withinMs: within_seconds * 1000,
      minCount: min_count ?? 1,
      ...(verdict !== undefined && { verdicts: [VERDICT_WORDS[verdict] as Verdict] }),
    });
  });
}
