import { type Decision, verdictWord } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Action } from '../model/request.ts';
import { redactJson } from '../redact/redact.ts';
import type { Expectation } from './case-schema.ts';
import { compareInvocations } from './compare-argv.ts';
import { compareLosses } from './compare-losses.ts';

export interface Outcome {
  /** what came instead; undefined = as expected */
  readonly wrong?: string;
  /** passed because the analysis said that it does not know */
  readonly unsure: boolean;
}

const PASSED: Outcome = { unsure: false };

export interface JudgedAction {
  readonly action: Action;
  /** see compareInvocations */
  readonly recorded: boolean;
  readonly facts: Facts;
}

type Details = Exclude<Expectation, string | readonly unknown[]>;

export function checkExpectation(decision: Decision, wanted: Expectation, judged: JudgedAction): Outcome {
  const { action, recorded, facts } = judged;
  if (typeof wanted === 'string' || Array.isArray(wanted)) return checkVerdict(decision, wanted);
  if (wanted.invocations !== undefined) {
    const compared = compareInvocations(decision.analysis, wanted.invocations, {
      exact: wanted.exact ?? false,
      recorded,
    });
    return compared.wrong !== undefined && wanted.or_unsure && decision.unsure.length > 0 ? { unsure: true } : compared;
  }
  if (wanted.verdict !== undefined) {
    const outcome = checkVerdict(decision, wanted.verdict);
    if (outcome.wrong !== undefined) return outcome;
  }
  const wrong =
    wrongManner(decision, wanted) ??
    wrongWatched(decision, wanted) ??
    wrongInput(decision, action, wanted) ??
    wrongProof(decision, wanted) ??
    (wanted.undoable && compareLosses(decision, wanted.undoable, facts));
  return wrong === undefined ? checkRules(decision, wanted) : { wrong, unsure: false };
}

/** What is wrong with the input of the call as it goes on, where the expectation asks for that. */
function wrongInput(
  { redaction }: Decision,
  action: Action,
  { absent = [], present = [] }: Details,
): string | undefined {
  if ([absent, present].flat().length === 0) return undefined;
  const input = action.kind === 'tool' ? action.input : action;
  const text = JSON.stringify(redaction === undefined ? input : redactJson(input, { custom: redaction.patterns }));
  const holds = (part: string) => text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1));
  const isWrong = [absent].flat().some(holds) || ![present].flat().every(holds);
  return isWrong ? `input ${text}` : undefined;
}

function wrongProof({ proof }: Decision, { auto_approve: wanted }: Details): string | undefined {
  if (wanted === undefined) return undefined;
  const level = proof?.isProven ? proof.level : 'never';
  const isRight = typeof wanted === 'string' ? wanted === level : wanted === (level === 'reads');
  if (isRight) return undefined;
  if (proof === undefined) return 'no proof was tried';
  return proof.isProven ? `proven at level ${level}` : `not proven: ${proof.obstacle.why}`;
}

function wrongManner({ redaction, confinement }: Decision, { redacted, confined }: Details): string | undefined {
  const wrong = (name: string, wanted: boolean | undefined, by: readonly string[] | undefined) => {
    if (wanted === undefined || wanted === (by !== undefined)) return undefined;
    return by === undefined ? `not ${name}` : `${name} by ${by.join(', ')}`;
  };
  return wrong('redacted', redacted, redaction?.by) ?? wrong('confined', confined, confinement?.by);
}

function wrongWatched({ watched }: Decision, { watched: wanted }: Details): string | undefined {
  if (wanted === undefined || wanted === (watched?.verdict ?? null)) return undefined;
  if (watched === undefined) return 'nothing that is not enforced matters';
  return `not enforced: ${watched.verdict}${watched.decider === undefined ? '' : ` by ${watched.decider.rule.id}`}`;
}

function checkVerdict(decision: Decision, wanted: string | readonly string[]): Outcome {
  const verdict = verdictWord(decision);
  const { unsure } = decision;
  if ([wanted].flat().includes(verdict)) return PASSED;
  return { wrong: unsure[0] === undefined ? verdict : `${verdict} (${unsure[0].detail})`, unsure: false };
}

function checkRules(decision: Decision, { rule, rules }: Details): Outcome {
  const decider = decision.decider?.rule;
  if (rule !== undefined && !(rule === null ? decider === undefined : decider?.name === rule || decider?.id === rule)) {
    return { wrong: `decided by ${decider?.id ?? 'no rule'}`, unsure: false };
  }
  if (rules === undefined) return PASSED;
  const matched = decision.trace.filter((trace) => trace.end === 'matched').map((trace) => trace.rule);
  const missing = rules.filter((name) => !matched.some((one) => one.name === name || one.id === name));
  const extra = matched.filter((one) => !rules.includes(one.name) && !rules.includes(one.id));
  if (missing.length === 0 && extra.length === 0) return PASSED;
  return { wrong: `matched ${matched.map((one) => one.id).join(', ') || 'no rule'}`, unsure: false };
}
