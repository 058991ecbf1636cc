import type { ConditionFamily } from '../../../conditions/condition.ts';
import { conditionFamily } from '../../../conditions/index.ts';
import { namedSubcommands } from '../../../conditions/named-subcommands.ts';
import type { Condition, Pattern, Rule, ToolTest } from '../../../model/policy.ts';
import { isManner, VERDICTS } from '../../../model/verdict.ts';
import { noticeOutsideHours } from '../../outside-hours.ts';
import { addIssues, type ProblemList, suggestion, valueAt } from '../../problems.ts';
import { parseTemplate } from '../../template.ts';
import type { YamlSource } from '../../yaml-source.ts';
import type { LoweredFile, LoweredOverride, LoweredRule, Path } from '../dialect.ts';
import { attempt, lowerConditions, loweringAt } from './conditions.ts';
import {
  type FileDocument,
  fileSchema,
  type OverrideDocument,
  overrideSchema,
  type RuleDocument,
  ruleSchema,
} from './schema.ts';

const ACTORS = { all: undefined, ai_only: 'ai', human_only: 'human' } as const;

/** Lowers a file of the native dialect. Every problem is added to the list. */
export function lowerSafeshell(source: YamlSource, module: string, list: ProblemList): LoweredFile {
  // a bare list is a list of rules, as the pages that explain them print it
  const at: Path = Array.isArray(source.value) ? [] : ['rules'];
  const parsed = fileSchema.safeParse(Array.isArray(source.value) ? {} : (source.value ?? {}));
  if (!parsed.success) {
    addIssues(list, parsed.error, [], Object.keys(fileSchema.shape));
    if (typeof source.value !== 'object') return { rules: [], overrides: [] };
  }
  const rules = listAt(source, at).flatMap(
    (value, index) => lowerRule(value, [...at, index], module, source, list) ?? [],
  );
  const overrides = listAt(source, ['overrides']).flatMap(
    (value, index) => lowerOverride(value, ['overrides', index], list) ?? [],
  );
  refuseDuplicates(rules, list);
  const { enforce, tool_calls } = parsed.success ? parsed.data : {};
  return { rules, overrides, ...(enforce === false && { enforce }), ...lowerToolCalls(tool_calls, rules, list) };
}

/** How a file about tool calls chooses. Rules about commands choose in one way, and their lines have to be understood. */
function lowerToolCalls(
  written: FileDocument['tool_calls'],
  rules: readonly LoweredRule[],
  list: ProblemList,
): Pick<LoweredFile, 'shellTool' | 'unmatched' | 'rank' | 'order'> {
  if (written === undefined) return {};
  const others = rules.filter(({ rule }) => rule.tools === undefined);
  if (others.length > 0) {
    const expected = `only rules about tool calls in this file; \`${others[0]?.rule.name}\` is about commands`;
    list.add('wrong-value', ['tool_calls'], { atKey: true, subject: 'tool_calls', expected });
  }
  const { shell = 'shell', unmatched, verdicts, order } = written;
  return {
    shellTool: shell,
    ...(unmatched !== undefined && { unmatched }),
    ...(verdicts !== undefined && { rank: [...new Set([...verdicts, ...VERDICTS])] }),
    ...(order !== undefined && { order }),
  };
}

function listAt(source: YamlSource, path: Path): readonly unknown[] {
  const value = valueAt(source.value, path);
  return Array.isArray(value) ? value : [];
}

const RULE_KEYS = Object.keys(ruleSchema.shape);

/** What rules of other languages have, and what says it in ours. */
const FOREIGN_KEYS: ReadonlyMap<string, string> = new Map([
  ['id', 'name'],
  ['when', 'conditions'],
  ['match', 'conditions'],
  ['effect', 'conditions'],
  ['tool', 'conditions: [{ tool: .. }]'],
  ['then', 'action'],
  ['verdict', 'action'],
  ['mode', 'action'],
  ['reason', 'message'],
]);

function helpForKey(key: string, rule: unknown): string | undefined {
  const own = FOREIGN_KEYS.get(key);
  if (own === undefined) return suggestion(key, RULE_KEYS);
  const { name, id } = (rule ?? {}) as { readonly name?: unknown; readonly id?: unknown };
  const called = name ?? id;
  const where = typeof called === 'string' ? `rule \`${called}\`` : 'a rule';
  return `${where} is read in the language safeshell, where it is \`${own}\`; a file of another one says \`dialect: NAME\` at its top`;
}

function lowerRule(
  value: unknown,
  path: Path,
  module: string,
  source: YamlSource,
  list: ProblemList,
): LoweredRule | undefined {
  const before = list.all.length;
  const parsed = ruleSchema.safeParse(value);
  if (!parsed.success) addIssues(list, parsed.error, path, RULE_KEYS, (key) => helpForKey(key, value));
  const loose = (parsed.success ? parsed.data : (value ?? {})) as Partial<RuleDocument>;
  const when = lowerConditions(asList(loose.conditions), [...path, 'conditions'], list);
  noticeOutsideHours(when, [...path, 'conditions'], list);
  const unless = lowerConditions(asList(loose.unless), [...path, 'unless'], list);
  const directory = lowerDirectory(loose.directory, [...path, 'directory'], list);
  const redirectTo = lowerRedirect(loose, path, list);
  if (loose.redact !== undefined && loose.action !== 'redact')
    list.add('wrong-value', [...path, 'redact'], { expected: '`action: redact` beside it' });
  if (loose.undoable === true && loose.action !== 'require_approval' && loose.action !== 'escalate')
    list.add('wrong-value', [...path, 'undoable'], { expected: '`action: require_approval` beside it' });
  refuseKeep(loose, path, list);
  const trigger = lowerTrigger(loose.trigger, [...path, 'trigger'], list);
  const isAboutCalls = [...when, ...unless].some((one) => hasLeaf(one, (family) => family?.ofCall ?? false));
  if (trigger !== undefined && !isAboutCalls)
    list.add('wrong-value', [...path, 'trigger'], {
      expected: '`tool: "*"` among the conditions: what commands do wakes it too',
    });
  if (loose.action === 'redact' && loose.redact?.input === true && !isAboutCalls)
    list.add('wrong-value', [...path, 'redact', 'input'], {
      expected: 'a rule about tool calls: the words of a command are never changed',
    });
  refuseConfine(loose, isAboutCalls, path, list);
  const redact = lowerRedaction(loose.redact, [...path, 'redact'], list);
  if (isAboutCalls) refuseCommandParts({ when, unless }, loose, path, list);
  if (!parsed.success || list.all.slice(before).some((problem) => problem.level === 'error')) return undefined;
  return finishRule(parsed.data, {
    module,
    path,
    source,
    when,
    unless,
    directory,
    redirectTo,
    isAboutCalls,
    trigger,
    redact,
  });
}

/** A tool is no program that could be confined. */
function refuseConfine(
  { confine, action }: Partial<RuleDocument>,
  isAboutCalls: boolean,
  path: Path,
  list: ProblemList,
): void {
  if (confine !== undefined && action !== 'confine')
    list.add('wrong-value', [...path, 'confine'], { expected: '`action: confine` beside it' });
  if (action === 'confine' && isAboutCalls)
    list.add('wrong-value', [...path, 'action'], { expected: 'a rule about commands: a tool is not confined' });
}

/** What nothing runs after, or nobody knows the words of, is not kept for. */
function refuseKeep({ keep, action, commands }: Partial<RuleDocument>, path: Path, list: ProblemList): void {
  if (keep === undefined) return;
  const at = [...path, 'keep'];
  if (action === 'deny' || action === 'redirect')
    list.add('wrong-value', at, { atKey: true, subject: 'keep', expected: 'an action after which the program runs' });
  if (commands === undefined)
    list.add('wrong-value', at, { atKey: true, subject: 'keep', expected: '`commands` beside it' });
}

function lowerTrigger(value: unknown, path: Path, list: ProblemList): Condition | undefined {
  if (value === undefined) return undefined;
  const [trigger] = lowerConditions([value], path, list);
  if (trigger !== undefined && hasLeaf(trigger, (family) => !family?.ofLine))
    list.add('wrong-value', path, { expected: 'no part that is about a single program' });
  return trigger;
}

function lowerRedaction(written: RuleDocument['redact'], path: Path, list: ProblemList): Rule['redact'] {
  if (written === undefined) return undefined;
  const { input, patterns } = written;
  const compiled = Object.entries(patterns ?? {}).flatMap(([name, regex]) => {
    const pattern = attempt(() => loweringAt([...path, 'patterns', name], list, regex).regex(regex));
    return pattern === undefined ? [] : [{ name, pattern }];
  });
  return { ...(input !== undefined && { input }), ...(compiled.length > 0 && { patterns: compiled }) };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

interface Parts {
  readonly module: string;
  readonly path: Path;
  readonly source: YamlSource;
  readonly when: Rule['when'];
  readonly unless: Rule['unless'];
  readonly directory: readonly Pattern[] | undefined;
  readonly redirectTo: Rule['redirectTo'] | undefined;
  readonly isAboutCalls: boolean;
  readonly trigger: Condition | undefined;
  readonly redact: Rule['redact'];
}

function finishRule(document: RuleDocument, parts: Parts): LoweredRule {
  const { module, path, source, when, unless, directory, redirectTo, isAboutCalls, trigger, redact } = parts;
  const actor = ACTORS[document.context ?? 'all'];
  const { name, description, commands, action, message, help, on_unknown: onUnknown, priority } = document;
  const about = isAboutCalls ? toolsOf(when) : { when };
  const rule: Rule = {
    id: `${module}/${name}`,
    name,
    at: source.positionOf([...path, 'name']),
    ...about,
    unless,
    action,
    severity: document.severity ?? 'medium',
    overridable: document.overridable ?? document.allow_override ?? true,
    ...(trigger !== undefined && { activation: { kind: 'latched', trigger } as const }),
    ...(priority !== undefined && { priority }),
    ...(commands !== undefined && aboutCommands([commands].flat(), when)),
    ...(directory !== undefined && { directory }),
    ...(actor !== undefined && { actor }),
    ...(document.in_files !== undefined && document.in_files !== true && { inFiles: document.in_files }),
    ...(document.undoable === true && { undoable: true as const }),
    ...(document.keep !== undefined && { keep: [document.keep].flat() }),
    ...(onUnknown !== undefined && { onUnknown }),
    ...(redirectTo !== undefined && { redirectTo }),
    ...(redact !== undefined && { redact }),
    ...(document.confine?.write !== undefined && { confine: { write: document.confine.write } }),
    ...(description !== undefined && { description }),
    ...(message !== undefined && { message }),
    ...(help !== undefined && { help }),
    ...(isUnenforced(document, source) && { enforce: false as const }),
  };
  const located = (key: 'match' | 'no_match') =>
    (document.tests?.[key] ?? []).map((example, index) => ({ example, path: [...path, 'tests', key, index] }));
  return { rule, enabled: document.enabled ?? true, match: located('match'), noMatch: located('no_match') };
}

/** A file that only watches says so of what stops something; what its allow rules except stays excepted. */
function isUnenforced({ enforce, action }: RuleDocument, source: YamlSource): boolean {
  return !(enforce ?? (action === 'allow' || valueAt(source.value, ['enforce']) !== false));
}

function aboutCommands(commands: readonly string[], when: Rule['when']): Pick<Rule, 'commands' | 'subcommands'> {
  const subcommands = namedSubcommands({ commands, when });
  return { commands, ...(subcommands !== undefined && { subcommands }) };
}

/** The tools that a rule names first are what it is about: other calls are not asked further. */
function toolsOf(when: Rule['when']): Pick<Rule, 'tools' | 'when'> & { readonly tools: NonNullable<Rule['tools']> } {
  const [first, ...rest] = when;
  if (first?.op !== 'is' || first.type !== 'tool') return { tools: 'any', when };
  const { names } = first.data as { readonly names: readonly ToolTest[] };
  const isAny = names.some((one) => typeof one !== 'string' && one.written === '*');
  return { tools: isAny ? 'any' : names, when: rest };
}

/** Does the test hold for the condition, or one inside it? */
function hasLeaf(condition: Condition, test: (family: ConditionFamily | undefined) => boolean): boolean {
  if (condition.op === 'is') return test(conditionFamily(condition.type));
  return condition.op === 'not' ? hasLeaf(condition.of, test) : condition.of.some((one) => hasLeaf(one, test));
}

/** What can only be asked of a program start would leave a rule about tool calls without effect. */
function refuseCommandParts(
  parts: Pick<Parts, 'when' | 'unless'>,
  document: Partial<RuleDocument>,
  path: Path,
  list: ProblemList,
): void {
  const expected = 'no part that is about commands, in a rule that asks `tool` or `input`';
  for (const key of ['commands', 'redirect_to'] as const) {
    if (document[key] !== undefined) list.add('wrong-value', [...path, key], { atKey: true, subject: key, expected });
  }
  for (const [key, conditions] of [
    ['conditions', parts.when],
    ['unless', parts.unless],
  ] as const) {
    for (const [index, condition] of conditions.entries()) {
      if (hasLeaf(condition, (family) => !family?.ofLine)) list.add('wrong-value', [...path, key, index], { expected });
    }
  }
}

/** A glob; text with a leading `^` or trailing `$` is a regex, as older rule files have it. */
function lowerDirectory(value: unknown, path: Path, list: ProblemList): readonly Pattern[] | undefined {
  if (value === undefined) return undefined;
  const written = [value].flat().filter((one): one is string => typeof one === 'string');
  return written.flatMap((one) => {
    const lowering = loweringAt(path, list, one);
    if (!/^\^|\$$/.test(one)) return attempt(() => lowering.glob(one, 'path')) ?? [];
    list.add('wrong-value', path, { level: 'notice', subject: one, expected: 'a glob; read as a regular expression' });
    return attempt(() => lowering.regex(one)) ?? [];
  });
}

function lowerRedirect(document: Partial<RuleDocument>, path: Path, list: ProblemList): Rule['redirectTo'] | undefined {
  const { action, redirect_to: written } = document;
  if (action !== 'redirect') {
    if (written !== undefined)
      list.add('wrong-value', [...path, 'redirect_to'], { expected: '`action: redirect` beside it' });
    return undefined;
  }
  if (typeof written !== 'string') {
    list.add('missing-key', path, { subject: 'redirect_to', expected: 'the command that runs instead' });
    return undefined;
  }
  const words = parseTemplate(written);
  if (!('expected' in words)) return words;
  list.add('bad-template', [...path, 'redirect_to'], { expected: words.expected });
  return undefined;
}

function lowerOverride(value: unknown, path: Path, list: ProblemList): LoweredOverride | undefined {
  const before = list.all.length;
  const parsed = overrideSchema.safeParse(value);
  if (!parsed.success) addIssues(list, parsed.error, path, Object.keys(overrideSchema.shape));
  const loose = (parsed.success ? parsed.data : (value ?? {})) as Partial<OverrideDocument>;
  const unless = lowerConditions(asList(loose.unless), [...path, 'unless'], list);
  if (loose.action === 'redirect' || (loose.action !== undefined && isManner(loose.action))) {
    list.add('wrong-value', [...path, 'action'], { expected: 'deny, require_approval or allow' });
  }
  refuseWholeFile(loose, path, list);
  if (!parsed.success || list.all.length > before) return undefined;
  const { name, disabled, enforce, action, message, context } = parsed.data;
  return {
    name,
    path,
    change: {
      unless,
      ...(disabled !== undefined && { disabled }),
      ...(enforce !== undefined && { enforce }),
      ...(action !== undefined && { action }),
      ...(message !== undefined && { message }),
      ...(context !== undefined && { context }),
    },
  };
}

/** `git/*` changes nothing of single rules. */
function refuseWholeFile(override: Partial<OverrideDocument>, path: Path, list: ProblemList): void {
  const { name, enforce, ...others } = override;
  if (typeof name !== 'string' || !name.endsWith('/*')) return;
  if (enforce === undefined || Object.keys(others).length > 0)
    list.add('wrong-value', [...path, 'name'], {
      expected: 'the name of one rule; `FILE/*` stands beside `enforce` alone',
    });
}

function refuseDuplicates(rules: readonly LoweredRule[], list: ProblemList): void {
  const seen = new Map<string, number>();
  for (const { rule } of rules) {
    const first = seen.get(rule.name);
    if (first === undefined) seen.set(rule.name, rule.at.line);
    else {
      const expected = `a name of its own; the first is on line ${first}`;
      list.all.push({ code: 'duplicate-name', level: 'error', at: rule.at, subject: rule.name, expected });
    }
  }
}
