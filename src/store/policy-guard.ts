import { type ModuleHead, PRECEDENCES, type Rule, TIERS } from '../model/policy.ts';
import { SEVERITIES, VERDICTS } from '../model/verdict.ts';
import { isRecord, isString } from './guards.ts';

type Guard = (value: unknown) => boolean;

const MAX_DEPTH = 100;

const isNumber: Guard = (value) => typeof value === 'number';
const isBoolean: Guard = (value) => typeof value === 'boolean';
const optional =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value);
const listOf =
  (guard: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(guard);
const oneOf =
  (words: readonly string[]): Guard =>
  (value) =>
    isString(value) && words.includes(value);
const shape = (fields: Readonly<Record<string, Guard>>): Guard => {
  const entries = Object.entries(fields); // once: a call that starts anew checks dozens of rules
  return (value) => isRecord(value) && entries.every(([name, guard]) => guard(value[name]));
};

const isVerdict = oneOf(VERDICTS);
/** What a condition's own data looks like is its family's business. */
const isConditionAt =
  (depth: number): Guard =>
  (value) => {
    if (!isRecord(value) || depth > MAX_DEPTH) return false;
    if (value.op === 'is') return isString(value.type);
    if (value.op === 'not') return isConditionAt(depth + 1)(value.of);
    return (value.op === 'all' || value.op === 'any') && listOf(isConditionAt(depth + 1))(value.of);
  };
const isCondition = isConditionAt(0);

const isPattern = shape({
  source: isString,
  flags: isString,
  linear: isBoolean,
  needs: optional(listOf(isString)),
  written: isString,
});
const isTools: Guard = (value) => value === 'any' || listOf((one) => isString(one) || isPattern(one))(value);
const isActivation: Guard = (value) =>
  isRecord(value) && (value.kind === 'always' || (value.kind === 'latched' && isCondition(value.trigger)));

const isTemplateWord: Guard = (value) => {
  if (!isRecord(value)) return false;
  if (value.kind === 'literal') return isString(value.value);
  return value.kind === 'positional' ? isNumber(value.index) : oneOf(['args', 'operands', 'command'])(value.kind);
};

const isRuleShape = shape({
  id: isString,
  name: isString,
  at: shape({ file: isString, line: isNumber, column: isNumber }),
  commands: optional(listOf(isString)),
  subcommands: optional(listOf(isString)),
  tools: optional(isTools),
  activation: optional(isActivation),
  directory: optional(listOf(isPattern)),
  actor: optional(oneOf(['ai', 'human'])),
  when: listOf(isCondition),
  unless: listOf(isCondition),
  action: isVerdict,
  onUnknown: optional(isVerdict),
  redirectTo: optional(listOf(isTemplateWord)),
  redact: optional(
    shape({ input: optional(isBoolean), patterns: optional(listOf(shape({ name: isString, pattern: isPattern }))) }),
  ),
  description: optional(isString),
  message: optional(isString),
  help: optional(isString),
  severity: oneOf(SEVERITIES),
  priority: optional(isNumber),
  overridable: isBoolean,
});

const isHeadShape = shape({
  name: isString,
  file: isString,
  dialect: oneOf(['safeshell', 'claudecube', 'carapace', 'policyshield']),
  tier: oneOf(TIERS),
  rank: listOf(isVerdict),
  order: listOf(oneOf(PRECEDENCES)),
  unmatched: isVerdict,
  shellTool: optional(isString),
  remembers: optional((value) => value === true),
});

/** What was read from the cache has the shape of a rule; nothing in `decide` can stumble over a missing part. */
export function isRule(value: unknown): value is Rule {
  return isRuleShape(value);
}

export function isModuleHead(value: unknown): value is ModuleHead {
  return isHeadShape(value);
}
