import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ConditionTrace } from '../../../src/model/decision.ts';
import type { Condition, Rule } from '../../../src/model/policy.ts';
import { tracer } from '../../../src/policy/examples.ts';
import { loadRules, type RuleExamples } from '../../../src/rules/load.ts';
import { isRecord } from '../../../src/util/guards.ts';
import { filesBelow } from '../house/lists.ts';

/** A condition that no example of its rule shows to hold, or not to hold. */
export interface Gap {
  readonly rule: string;
  readonly condition: string;
  readonly outcome: 'yes' | 'no';
}

export interface Coverage {
  /** outcomes that conditions have, two for each */
  readonly outcomes: number;
  readonly gaps: readonly Gap[];
}

/** Outcomes of the conditions of shipped rules that their own examples show; what is known in part holds. */
export function ruleCoverage(): Coverage {
  const rules = filesBelow('rules', '.yaml').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return loadRules([{ file, text, tier: 'pack', module: basename(file, '.yaml') }]).examples;
  });
  const counted = rules.map(coverageOf);
  return {
    outcomes: counted.reduce((sum, { outcomes }) => sum + outcomes, 0),
    gaps: counted.flatMap(({ gaps }) => gaps),
  };
}

/** The share of outcomes that are shown, in percent with one digit behind the point. */
export function percentOf({ outcomes, gaps }: Coverage): number {
  return Math.floor((1 - gaps.length / outcomes) * 1000) / 10;
}

export function coverageOf({ rule, match, noMatch }: Pick<RuleExamples, 'rule' | 'match' | 'noMatch'>): Coverage {
  const trace = tracer(rule);
  const seen = new Map<Condition, Set<string>>();
  const traces = [...match, ...noMatch].flatMap(({ example }) => trace(example, true));
  for (const one of traces.flatMap(({ conditions }) => conditions)) note(one, seen);
  const leaves = leavesOf(rule);
  const gaps = leaves.flatMap((leaf) =>
    (['yes', 'no'] as const)
      .filter((outcome) => !seen.get(leaf)?.has(outcome))
      .map((outcome) => ({
        rule: rule.id,
        condition: `${leaf.type} ${JSON.stringify(leaf.data, asWritten)}`,
        outcome,
      })),
  );
  return { outcomes: leaves.length * 2, gaps };
}

/** A compiled pattern as its rule file has it. */
function asWritten(_key: string, value: unknown): unknown {
  return isRecord(value) && 'source' in value ? (value.written ?? value.source) : value;
}

function note({ condition, result, children = [] }: ConditionTrace, seen: Map<Condition, Set<string>>): void {
  const outcomes = seen.get(condition) ?? new Set();
  seen.set(condition, outcomes.add(result === 'no' ? 'no' : 'yes'));
  for (const child of children) note(child, seen);
}

type Leaf = Extract<Condition, { op: 'is' }>;

function leavesOf({ when, unless }: Rule): readonly Leaf[] {
  const leaves = (one: Condition): readonly Leaf[] =>
    one.op === 'is' ? [one] : one.op === 'not' ? leaves(one.of) : one.of.flatMap(leaves);
  return [...when, ...unless].flatMap(leaves);
}
