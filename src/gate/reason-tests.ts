import type { Clause, Sign, TextSign } from '../conditions/signs.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { shWord } from '../util/sh-quote.ts';
import { UNKNOWN_BRANCH } from './branch.ts';
import { CALLER_TESTS } from './caller-tests.ts';
import { CODE_TESTS } from './code.ts';
import { LOSS_TESTS } from './loss-tests.ts';
import type { Case, Reason } from './plan.ts';

/** A reason that every call has; undefined = it depends on the words. */
export function constantReason({ reasons }: Case): Reason | undefined {
  return reasons.find(({ clauses }) => clauses.length === 0);
}

/** Reasons of most subcommands, tested once before all of them. */
export function commonReasons(all: readonly (readonly Reason[])[]): readonly Reason[] {
  const counts = new Map<string, { readonly reason: Reason; count: number }>();
  for (const reasons of all) {
    const own = new Map(reasons.flatMap(splitAlternatives).map((reason) => [keyOf(reason), reason]));
    for (const [key, reason] of own) counts.set(key, { reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].filter(({ count }) => count * 2 > all.length).map(({ reason }) => reason);
}

/** A reason of one clause as one reason for each sign, so that subcommands have more of them in common. */
const splitAlternatives = memoizeByObject(({ id, clauses }: Reason): readonly Reason[] =>
  clauses.length === 1 ? clauses.flat().map((sign) => ({ id, clauses: [[sign]] })) : [{ id, clauses }],
);

export const keyOf = memoizeByObject(({ clauses }: Reason) => JSON.stringify(clauses));

/** sh tests of the reasons that are not in `before`: one line for each of several clauses, one line together for all others. */
export function tests(reasons: readonly Reason[], before: readonly Reason[] = []): readonly string[] {
  const known = new Set(before.map(keyOf));
  const open = reasons.flatMap(splitAlternatives).filter((reason) => !known.has(keyOf(reason)));
  const single = open.filter(({ clauses }) => clauses.length === 1).flatMap(({ clauses }) => clauses.flat());
  const several = open.filter(({ clauses }) => clauses.length > 1);
  const lines = several.map(({ clauses }) => `${clauses.map(shTest).join(' &&\n')} && __ss_way=node`);
  return [...(single.length === 0 ? [] : [`${shTest(single)} && __ss_way=node`]), ...new Set(lines)];
}

/** A command of sh that succeeds where one of the signs shows. */
function shTest(clause: Clause): string {
  const bySubject = new Map<string, Set<string>>();
  for (const sign of clause) {
    if (isRun(sign)) continue;
    const subject = subjectOf(sign);
    const patterns = bySubject.get(subject) ?? new Set();
    for (const pattern of patternsOf(sign)) patterns.add(pattern);
    bySubject.set(subject, patterns);
  }
  const codes = clause.flatMap((sign) => (isRun(sign) ? [runTest(sign)] : []));
  const cases = [...bySubject].map(([subject, patterns]) => {
    const test = `case ${subject} in ${[...patterns].join(' | ')}) ;; *) false ;; esac`;
    return subject === BRANCH ? `{ __ss_find_branch; ${test}; }` : test;
  });
  const all = [...cases, ...codes]; // the slowest last
  return all.length === 1 ? (all[0] as string) : `{ ${all.join(' ||\n')}; }`;
}

/** The name of a file never begins with a dash, as the beginning of an option does. */
function runTest(sign: RunSign): string {
  const { name } = functionOf(sign);
  if (!('code' in sign) || sign.code !== 'above') return `${name} "$@"`;
  return [name, ...[...sign.names, ...sign.options].map(shWord)].join(' ');
}

/** The functions that `shTest` calls. */
export function codeTests(reasons: readonly Reason[]): readonly string[] {
  const signs = reasons.flatMap(({ clauses }) => clauses.flat());
  const texts = signs.flatMap((sign) => (isRun(sign) ? [functionOf(sign).text] : []));
  return [...new Set(texts)];
}

function functionOf(sign: RunSign): { readonly name: string; readonly text: string } {
  if ('caller' in sign) return CALLER_TESTS[sign.caller];
  return 'loss' in sign ? LOSS_TESTS[sign.loss] : CODE_TESTS[sign.code];
}

function isRun(sign: Sign): sign is RunSign {
  return 'code' in sign || 'loss' in sign || 'caller' in sign;
}

const BRANCH = '$__ss_branch';

/** Signs that a function tests. */
type RunSign = Extract<Sign, { readonly code: unknown } | { readonly loss: unknown } | { readonly caller: unknown }>;

/** Signs that a pattern of `case` can test. */
type PatternSign = Exclude<Sign, RunSign>;

const SUBJECTS: Readonly<Record<TextSign['in'], string>> = {
  words: '$__ss_words',
  cwd: '$PWD/',
  'cwd-and-words': '$PWD/$__ss_words',
  text: '$__ss_words${__ss_written-}',
};

function subjectOf(sign: PatternSign): string {
  if ('variable' in sign) return `\${${sign.variable}+=}\${${sign.variable}-}`;
  if ('under' in sign) return '$PWD/';
  if ('branch' in sign) return BRANCH;
  if ('first' in sign) return '$__ss_sub$__ss_words';
  return 'in' in sign ? SUBJECTS[sign.in] : '$__ss_words';
}

function patternsOf(sign: PatternSign): readonly string[] {
  if ('variable' in sign) return [shWord(`=${sign.equals}`)];
  if ('under' in sign) return [`${shWord(`${sign.under}/`)}*`, '//*'];
  if ('pattern' in sign) return [sign.pattern];
  if ('first' in sign) return [sign.first];
  if ('branch' in sign) return [shWord(sign.branch), shWord(UNKNOWN_BRANCH)];
  if ('mark' in sign) return [`*@${sign.mark}*`];
  if ('letter' in sign) return [`*${shWord(` ${sign.lead}`)}*${sign.letter}*`];
  return [`*${sign.pieces.map(shWord).join('*')}*`];
}
