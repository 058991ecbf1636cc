import type { ArgsData } from '../../conditions/args-data.ts';
import type { Condition, Pattern, Policy, Rule } from '../../model/policy.ts';
import { SEVERITIES, strictness } from '../../model/verdict.ts';

/** A rule that another one leaves nothing to decide. */
export interface Covered {
  readonly rule: Rule;
  readonly by: Rule;
}

interface RankedRule {
  readonly rule: Rule;
  readonly module: string;
  /** in the order of the policy */
  readonly rank: number;
}

/** Rules about commands that never decide: another one holds whenever they do, and goes before them. */
export function coveredRules({ modules }: Policy): readonly Covered[] {
  const all = modules
    .filter(({ dialect }) => dialect === 'safeshell')
    .flatMap((module) => module.rules.map((rule) => ({ rule, module: module.file })))
    .filter(({ rule }) => rule.tools === undefined && rule.activation === undefined && rule.action !== 'redact')
    .map((one, rank): RankedRule => ({ ...one, rank }));
  return all.flatMap((one) => {
    const other = all.find((before) => takesPrecedence(before, one) && covers(before.rule, one.rule));
    return other === undefined ? [] : [{ rule: one.rule, by: other.rule }];
  });
}

/** The stricter, wherever it is; of two that say the same the one that comes first, in the same file. */
function takesPrecedence(one: RankedRule, other: RankedRule): boolean {
  if (one.rule.enforce === false && other.rule.enforce !== false) return false;
  const difference = strictness(one.rule.action) - strictness(other.rule.action);
  if (difference !== 0) return difference > 0;
  const isGraver = SEVERITIES.indexOf(one.rule.severity) <= SEVERITIES.indexOf(other.rule.severity);
  return one.module === other.module && one.rank < other.rank && isGraver;
}

/** Is certainly true whenever the other is; false where that cannot be decided. */
function covers(one: Rule, other: Rule): boolean {
  if (one.onUnknown !== undefined || (one.actor !== undefined && one.actor !== other.actor)) return false;
  if (one.inFiles !== undefined && one.inFiles !== other.inFiles) return false;
  if (one.directory !== undefined && !isSame(one.directory, other.directory)) return false;
  if (one.commands !== undefined && !other.commands?.every((name) => one.commands?.includes(name))) return false;
  const given = other.when.flatMap(parts);
  return (
    one.unless.every((exception) => other.unless.some((same) => isSame(exception, same))) &&
    one.when.every((condition) => isImplied(condition, given))
  );
}

function parts(condition: Condition): readonly Condition[] {
  return condition.op === 'all' ? condition.of.flatMap(parts) : [condition];
}

function isImplied(condition: Condition, given: readonly Condition[]): boolean {
  if (given.some((one) => isSame(one, condition))) return true;
  if (condition.op === 'all') return condition.of.every((one) => isImplied(one, given));
  if (condition.op === 'any') return condition.of.some((one) => isImplied(one, given));
  const less = argsOf(condition);
  return less !== undefined && given.flatMap((one) => argsOf(one) ?? []).some((more) => asksLess(less, more));
}

function argsOf(condition: Condition): ArgsData | undefined {
  return condition.op === 'is' && condition.type === 'args' ? (condition.data as ArgsData) : undefined;
}

/** Each thing that the first asks for, the second asks for too. */
function asksLess(a: ArgsData, b: ArgsData): boolean {
  return (Object.keys(a) as (keyof ArgsData)[]).every((key) => KEYS[key]?.(a, b) ?? isSame(a[key], b[key]));
}

type AsksLess = (a: ArgsData, b: ArgsData) => boolean;

/** How each key follows from what the other asks for; a key without an entry has to be the same. */
const KEYS: Partial<Readonly<Record<keyof ArgsData, AsksLess>>> = {
  subcommands: (a, b) =>
    b.subcommands?.every((path) => a.subcommands?.some((front) => front.every((word, at) => word === path[at]))) ??
    false,
  anyFlag: (a, b) =>
    b.allFlags?.some((flag) => a.anyFlag?.includes(flag)) ||
    (b.anyFlag !== undefined && isWithin(b.anyFlag, a.anyFlag) && isWithin(written(b.orOperand), written(a.orOperand))),
  orOperand: (a, b) => a.anyFlag !== undefined || isSame(a.orOperand, b.orOperand) || holdsGlob(a.orOperand, b.operand),
  allFlags: (a, b) => isWithin(a.allFlags, b.allFlags),
  noFlag: (a, b) => isWithin(a.noFlag, b.noFlag),
  operand: (a, b) => holdsGlob(a.operand, b.operand),
  noOperand: (a, b) => isWithin(written(a.noOperand), written(b.noOperand)),
  minOperands: (a, b) => (b.minOperands ?? -1) >= (a.minOperands ?? 0),
  maxOperands: (a, b) => (b.maxOperands ?? Number.POSITIVE_INFINITY) <= (a.maxOperands ?? 0),
};

function holdsGlob(wide: readonly Pattern[] | undefined, narrow: readonly Pattern[] | undefined): boolean {
  if (wide === undefined || narrow === undefined) return false;
  return wide.some((one) => one.written === '*') || isWithin(written(narrow), written(wide));
}

function written(patterns: readonly Pattern[] | undefined): readonly string[] {
  return patterns?.map((one) => one.written) ?? [];
}

function isWithin(few: readonly string[] | undefined, many: readonly string[] | undefined): boolean {
  return few?.every((one) => many?.includes(one)) ?? true;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
