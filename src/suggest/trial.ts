import { isExactly } from '../conditions/exact-command.ts';
import type { Decision, RuleTrace } from '../model/decision.ts';
import { hasErrors } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { isAsking, strictness } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import { decideExample } from '../policy/examples.ts';
import { readSources } from '../policy/read-rules.ts';
import { type ShippedExample, shippedExamples } from '../policy/rule-examples.ts';
import { type PolicySources, withOwnFile } from '../policy/sources.ts';
import type { AskedBefore } from '../report/habits.ts';
import { commandText } from '../report/record.ts';
import { type Exception, withException } from '../settle/exception.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { once } from '../util/once.ts';
import { isWithin } from '../util/path.ts';
import type { Candidate } from './candidates.ts';
import type { Places } from './place.ts';

export interface Trial {
  /** With the exception written: what people said yes to is not asked about, and nothing else runs that did not before. */
  passes(candidate: Candidate): boolean;
}

/** What the candidates may change the answers to. */
export interface Stakes {
  /** base names */
  readonly programs: readonly string[];
  /** ids */
  readonly rules: readonly string[];
  readonly refused: readonly AskedBefore[];
}

/** Tries exceptions on what shipped rules give as examples, and on what was refused, by the rules in force and by those with the exception. */
export function createTrial(places: Places, { programs, rules, refused }: Stakes): Trial {
  const examples = once(() => shippedExamples(programs, rules));
  const examplesBefore = memoizeByObject((policy: Policy) =>
    examples().map((one) => ({ ...one, before: decideExample(one.example, one.actor, policy) })),
  );
  const refusedBefore = memoizeByObject((policy: Policy) =>
    memoizeByObject((asked: AskedBefore) => places.decide(asked, policy)),
  );
  const texts = byText(refused);
  return {
    passes({ exception, habits, approved }) {
      const { sources, policy } = places.at(exception.within);
      const after = policyWith(exception, sources);
      if (after === undefined) return false;
      const words = new Set(approved.map((argv) => JSON.stringify(argv)));
      const trying: Trying = { exception, isApproved: (one) => words.has(one) };
      // in the made-up world of examples, whatever their folder
      const everywhere: Trying = { ...trying, exception: { ...exception, within: '/' } };
      const anywhere = once(() => policyWith(everywhere.exception, sources));
      const beforeOf = refusedBefore(policy);
      const holds = mayHold(exception);
      const staysRefusedNow = (asked: AskedBefore) =>
        staysRefused({ asked, before: beforeOf(asked) }, () => places.decide(asked, after), trying);
      return (
        habits.every((habit) => isSilent(places.decide(habit, after))) &&
        texts.filter(holds).every(({ all }) => all.every(staysRefusedNow)) &&
        examplesBefore(policy).every((one) => keepsAsking(one, anywhere, everywhere))
      );
    },
  };
}

interface RefusedText {
  readonly text: string;
  /** quotes and expansions may hide any word */
  readonly mayHide: boolean;
  readonly all: AskedBefore[];
}

/** The same is wanted again and again, in other folders. */
function byText(refused: readonly AskedBefore[]): readonly RefusedText[] {
  const found = new Map<string, RefusedText>();
  for (const asked of refused) {
    const text = commandText(asked);
    const one = found.get(text) ?? { text, mayHide: /['"\\$`]/.test(text), all: [] };
    one.all.push(asked);
    found.set(text, one);
  }
  return [...found.values()];
}

interface Trying {
  readonly exception: Exception;
  /** are these words, as JSON, those of a command that people said yes to? */
  readonly isApproved: (words: string) => boolean;
}

/** The rules as they would be; undefined = the file would have errors. */
function policyWith(exception: Exception, sources: PolicySources): Policy | undefined {
  const { file } = exception;
  const text = withException(readIfThere(file), exception);
  if (text === undefined) return undefined;
  const { policy, problems } = readSources(withOwnFile(sources, file), { instead: new Map([[file, text]]) });
  return hasErrors(problems) ? undefined : policy;
}

/** '' = not all of them are known. */
function wordsOf({ analysis }: Decision, invocation: number | undefined): string {
  const words = analysis.invocations[invocation ?? -1]?.argv.map(wordValue) ?? [undefined];
  return words.includes(undefined) ? '' : JSON.stringify(words);
}

function isSilent(decision: Decision | undefined): boolean {
  return decision !== undefined && !isAsking(decision.verdict) && decision.verdict !== 'deny';
}

/** May these words start in a text? Judging a call takes a thousand times as long. */
function mayHold({ argv, last = '' }: Exception): (one: RefusedText) => boolean {
  const words = [...argv, ...last.split('*')];
  return ({ text, mayHide }) => mayHide || words.every((word) => text.includes(word));
}

interface RefusedBefore {
  readonly asked: AskedBefore;
  readonly before: Decision | undefined;
}

/** It is none of the commands that people else said yes to, and is stopped as before. */
function staysRefused({ asked, before }: RefusedBefore, after: () => Decision | undefined, trying: Trying): boolean {
  if (before === undefined) return true;
  const isTheSame = () => before.analysis.invocations.length === 1 && trying.isApproved(wordsOf(before, 0));
  if (isWithin(asked.cwd, trying.exception.within) && isTheSame()) return false;
  if (!mayLoosen(before, asked.action, trying)) return true;
  const now = after();
  return now !== undefined && strictness(now.verdict) >= strictness(before.verdict);
}

/** What an exception may take away: without any of it, it changes nothing. */
function matchedBy({ trace }: Decision, { exception: { rules } }: Trying): readonly RuleTrace[] {
  return trace.filter(({ end, rule }) => end === 'matched' && rules.includes(rule.id));
}

/** Of a tool call a stand-in may have decided, to whose starts not all of the trace belongs. Judging takes a thousand times as long. */
function mayLoosen(decision: Decision, action: AskedBefore['action'], trying: Trying): boolean {
  const isOfOne = action.tool === undefined || decision.analysis.text === action.line;
  return matchedBy(decision, trying).some((match) => !isOfOne || mayExcept(match, decision, trying));
}

/** Elsewhere the rule matches as before. */
function mayExcept({ invocation }: RuleTrace, { analysis }: Decision, { exception }: Trying): boolean {
  return isExactly(exception, analysis.invocations[invocation ?? -1]) !== 'no';
}

interface TriedExample extends ShippedExample {
  readonly before: Decision;
}

/** Where a rule does not match any more, it was the very call that people said yes to. */
function keepsAsking(
  { example, actor, before }: TriedExample,
  policyAfter: () => Policy | undefined,
  trying: Trying,
): boolean {
  const matched = matchedBy(before, trying).filter((match) => mayExcept(match, before, trying));
  if (matched.length === 0) return true;
  const policy = policyAfter();
  if (policy === undefined) return false;
  const after = decideExample(example, actor, policy).trace.filter(({ end }) => end === 'matched');
  return matched.every(
    ({ rule, invocation }) =>
      trying.isApproved(wordsOf(before, invocation)) ||
      after.some((one) => one.rule.id === rule.id && one.invocation === invocation),
  );
}
