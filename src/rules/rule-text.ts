import { conditionFamily } from '../conditions/index.ts';
import { toolsText } from '../conditions/tool.ts';
import type { Condition, Rule, RuleFile } from '../model/policy.ts';

/** What will be enforced, rule by rule: the reading of a file in plain words. */
export function moduleReading({ rules, unmatched, shellTool }: RuleFile): readonly string[] {
  const otherwise = shellTool === undefined ? [] : [`otherwise: ${unmatched}, where no rule of any file matches`];
  return [...rules.flatMap(ruleReading), ...otherwise];
}

function ruleReading(rule: Rule): readonly string[] {
  const { name, action, severity, priority, message, enforce } = rule;
  const head = [
    action,
    ...(enforce === false ? ['not enforced'] : []),
    `severity ${severity}`,
    ...(priority === undefined ? [] : [`priority ${priority}`]),
  ];
  return [
    `${name}: ${head.join(', ')}`,
    ...whenReading(rule).map((line) => `  ${line}`),
    ...(message === undefined ? [] : [`  says: ${message.trim().replace(/\s+/g, ' ')}`]),
  ];
}

/** When a rule holds: what it is about, its conditions, its exceptions; parts of a condition stand below it. */
export function whenReading(rule: Rule): readonly string[] {
  return [
    `for ${aboutText(rule)}`,
    ...rule.when.flatMap((one) => conditionReading(one, 'and ')),
    ...rule.unless.flatMap((one) => conditionReading(one, 'unless ')),
  ];
}

/** When a rule wakes up, in one line; `always` where it never sleeps. */
export function triggerText({ activation }: Pick<Rule, 'activation'>): string {
  if (activation?.kind !== 'latched') return 'always';
  return conditionReading(activation.trigger, '')
    .map((line) => line.trim())
    .join(' ');
}

function aboutText({ tools, commands, actor, directory }: Rule): string {
  const what =
    tools !== undefined
      ? `calls of ${toolsText(tools)}`
      : commands === undefined
        ? 'every command'
        : `commands ${commands.join(', ')}`;
  const who = actor === undefined ? '' : ` of ${actor === 'ai' ? 'agents' : 'people'}`;
  const where = directory === undefined ? '' : ` in ${directory.map(({ written }) => written).join(' or ')}`;
  return `${what}${who}${where}`;
}

const GROUPS = { all: 'all of', any: 'any of' } as const;

function conditionReading(condition: Condition, indent: string): readonly string[] {
  const deeper = `${indent.replace(/\S/g, ' ')}  `;
  if (condition.op === 'is') return [`${indent}${leafText(condition.type, condition.data)}`];
  if (condition.op === 'not') return [`${indent}not`, ...conditionReading(condition.of, deeper)];
  if (condition.of.length === 0) return [`${indent}${condition.op === 'all' ? 'always' : 'never'}`];
  const [only] = condition.of;
  if (condition.of.length === 1 && only !== undefined) return conditionReading(only, indent);
  return [`${indent}${GROUPS[condition.op]}`, ...condition.of.flatMap((one) => conditionReading(one, deeper))];
}

function leafText(type: string, data: unknown): string {
  const says = conditionFamily(type)?.says;
  if (says !== undefined) return says(data);
  const text = dataText(asWritten(data));
  return text === '' ? type : `${type}: ${text}`;
}

/** `subcommands push, send-pack; any_flag -f, --force`; of `{ value: true }` only `true` */
function dataText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return String(data);
  if (Array.isArray(data)) return data.map(itemText).join(', ');
  const entries = Object.entries(data);
  const [only] = entries;
  if (only?.[0] === 'value' && entries.length === 1) return dataText(only[1]);
  return entries
    .map(([key, value]) => `${key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)} ${dataText(value)}`)
    .join('; ');
}

/** Words that stand together, as `state rm`, or a mapping of its own. */
function itemText(item: unknown): string {
  if (Array.isArray(item)) return item.map(itemText).join(' ');
  return typeof item === 'object' && item !== null ? `(${dataText(item)})` : String(item);
}

const MAX_DEPTH = 20;

/** Compiled patterns as their author wrote them. */
function asWritten(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if ('written' in value && 'source' in value) return value.written;
  if (Array.isArray(value)) return value.map((one) => asWritten(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one, depth + 1)]));
}
