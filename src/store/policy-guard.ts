import { type Condition, DIALECT_NAMES, PRECEDENCES, type Rule, type RuleFileHeader, TIERS } from '../model/policy.ts';
import { SEVERITIES, VERDICTS } from '../model/verdict.ts';
import { isRecord, isString } from '../util/guards.ts';

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
  const entries = Object.entries(fields);
  return (value) => isRecord(value) && entries.every(([name, guard]) => guard(value[name]));
};

const isStrings = listOf(isString);
const isVerdict = oneOf(VERDICTS);

/** What a condition's own data looks like is its family's business. */
function isCondition(value: unknown, depth = 0): value is Condition {
  if (!isRecord(value) || depth > MAX_DEPTH) return false;
  if (value.op === 'is') return isString(value.type);
  if (value.op === 'not') return isCondition(value.of, depth + 1);
  return (value.op === 'all' || value.op === 'any') && isConditions(value.of, depth + 1);
}

function isConditions(value: unknown, depth = 0): boolean {
  return Array.isArray(value) && value.every((one) => isCondition(one, depth));
}

const isPattern = shape({
  source: isString,
  flags: isString,
  linear: isBoolean,
  needs: optional(isStrings),
  program: optional(isString),
  written: isString,
});
const isPatterns = listOf(isPattern);
const isTools: Guard = (value) => value === 'any' || listOf((one) => isString(one) || isPattern(one))(value);
const isActivation: Guard = (value) =>
  isRecord(value) && (value.kind === 'always' || (value.kind === 'latched' && isCondition(value.trigger)));

const isTemplateWord: Guard = (value) => {
  if (!isRecord(value)) return false;
  if (value.kind === 'literal') return isString(value.value);
  return value.kind === 'positional' ? isNumber(value.index) : oneOf(['args', 'operands', 'command'])(value.kind);
};
const isTemplate = listOf(isTemplateWord);
const isPosition = shape({ file: isString, line: isNumber, column: isNumber });
const isRedaction = shape({
  input: optional(isBoolean),
  patterns: optional(listOf(shape({ name: isString, pattern: isPattern }))),
});
const isConfinement = shape({ write: isStrings });
const isActor = oneOf(['ai', 'human']);
const isSeverity = oneOf(SEVERITIES);

const isHeadShape = shape({
  name: isString,
  file: isString,
  dialect: oneOf(DIALECT_NAMES),
  tier: oneOf(TIERS),
  rank: listOf(isVerdict),
  order: listOf(oneOf(PRECEDENCES)),
  unmatched: isVerdict,
  shellTool: optional(isString),
  hasSwitches: optional((value) => value === true),
  namesOperations: optional((value) => value === true),
  remembers: optional((value) => value === true),
  remembersMatches: optional((value) => value === true),
  enforce: optional((value) => value === false),
});

/**
 * What was read from the cache has the shape of a rule; nothing in `decide` can stumble over a missing part. Written out,
 * because every call that starts anew checks dozens of rules.
 */
export function isRule(value: unknown): value is Rule {
  if (!isRecord(value)) return false;
  const { id, name, at, commands, subcommands, tools, activation, directory, actor, when, unless } = value;
  const {
    action,
    onUnknown,
    redirectTo,
    redact,
    confine,
    description,
    message,
    help,
    severity,
    priority,
    overridable,
    inFiles,
    undoable,
    keep,
    enforce,
  } = value;
  return (
    isString(id) &&
    isString(name) &&
    isPosition(at) &&
    (commands === undefined || isStrings(commands)) &&
    (subcommands === undefined || isStrings(subcommands)) &&
    (tools === undefined || isTools(tools)) &&
    (activation === undefined || isActivation(activation)) &&
    (directory === undefined || isPatterns(directory)) &&
    (actor === undefined || isActor(actor)) &&
    isConditions(when) &&
    isConditions(unless) &&
    isVerdict(action) &&
    (inFiles === undefined || inFiles === false || inFiles === 'only') &&
    (undoable === undefined || undoable === true) &&
    (keep === undefined || isStrings(keep)) &&
    (enforce === undefined || enforce === false) &&
    (onUnknown === undefined || isVerdict(onUnknown)) &&
    (redirectTo === undefined || isTemplate(redirectTo)) &&
    (redact === undefined || isRedaction(redact)) &&
    (confine === undefined || isConfinement(confine)) &&
    (description === undefined || isString(description)) &&
    (message === undefined || isString(message)) &&
    (help === undefined || isString(help)) &&
    isSeverity(severity) &&
    (priority === undefined || isNumber(priority)) &&
    isBoolean(overridable)
  );
}

export function isRuleFileHeader(value: unknown): value is RuleFileHeader {
  return isHeadShape(value);
}
