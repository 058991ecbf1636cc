import type { Problem } from '../../model/errors.ts';
import type { Condition, Rule } from '../../model/policy.ts';
import type { DialectDefinition, LoweredFile } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/index.ts';
import { SAFESHELL } from '../dialects/safeshell/dialect.ts';
import { printYaml } from '../print-yaml.ts';
import { problemList } from '../problems.ts';
import { parseYaml, type YamlSource } from '../yaml-source.ts';
import { printCondition, UnsayableError } from './print-condition.ts';
import { printTools } from './print-pattern.ts';
import { simplify } from './simplify.ts';

export interface Converted {
  /** a rule file in our own language; undefined where there are errors, or where it is in that language already */
  readonly text?: string;
  readonly problems: readonly Problem[];
  readonly isNative?: true;
}

/**
 * A rule file of another language in our own. Each rule is printed, read back and compared with what it was: one that does not
 * come back the same is an error. Never throws.
 */
export function convertToNative(text: string, file: string): Converted {
  const { source, problems: syntax } = parseYaml(text, file);
  if (source === undefined) return { problems: syntax };
  const dialect = dialectOf(source.value);
  const list = problemList(source);
  if (dialect === undefined) {
    list.add('unknown-dialect', ['dialect'], { expected: 'a language that is known' });
    return { problems: list.all };
  }
  if (dialect === SAFESHELL) return { problems: [], isNative: true };
  const lowered = dialect.lower(source, 'rules', list);
  const problems: Problem[] = [...list.all];
  const rules = printRules(lowered, problems);
  if (dialect.name === 'carapace') problems.push(notDisabled(source));
  if (problems.some(({ level }) => level === 'error')) return { problems };
  return { text: printFile(dialect, lowered, rules), problems };
}

type RuleDocument = Readonly<Record<string, unknown>> & { readonly name: string };

function printRules({ rules }: LoweredFile, problems: Problem[]): readonly RuleDocument[] {
  const names = new Set<string>();
  return rules.flatMap(({ rule, enabled }) => {
    const said = simplified(rule);
    if (said === 'never') {
      problems.push(about(rule, 'notice', 'a rule that can match; it is left out'));
      return [];
    }
    try {
      const printed = printRule(said, nameFor(rule.name, names));
      const difference = differenceOf(said, readBack(printed));
      if (difference === undefined) return { ...printed, ...(!enabled && { enabled: false }) };
      problems.push(about(rule, 'error', `nothing that our language has no words for: ${difference}`));
    } catch (error) {
      if (!(error instanceof UnsayableError)) throw error;
      problems.push(about(rule, 'error', `nothing that our language has no words for: ${error.message}`));
    }
    return [];
  });
}

function about({ at, name }: Rule, level: Problem['level'], expected: string): Problem {
  return { code: 'unsupported', level, at, subject: name, expected };
}

/** The same rule in the words that ours have; `never` = it cannot match. */
function simplified(rule: Rule): Rule | 'never' {
  const when = rule.when.map(simplify);
  const { activation } = rule;
  const trigger = activation?.kind === 'latched' ? simplify(activation.trigger) : undefined;
  if (when.includes('never') || trigger === 'never') return 'never';
  const { activation: _, ...rest } = rule;
  return {
    ...rest,
    when: when as Condition[],
    ...(trigger !== undefined && { activation: { kind: 'latched', trigger } }),
  };
}

/** Names that people wrote as they like, in the letters that ours have; each once. */
function nameFor(written: string, taken: Set<string>): string {
  const plain = /^[a-z0-9][a-z0-9._-]*$/i.test(written) ? written : slug(written);
  let name = plain;
  for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`;
  taken.add(name);
  return name;
}

function slug(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-') || 'rule';
}

function printRule(rule: Rule, name: string): RuleDocument {
  const { tools = 'any', activation, when, action, onUnknown, severity, priority, redact, message } = rule;
  const description = rule.description ?? (name === rule.name ? undefined : rule.name);
  return {
    name,
    ...(description !== undefined && { description }),
    ...(activation?.kind === 'latched' && { trigger: printCondition(activation.trigger) }),
    conditions: [{ tool: printTools(tools) }, ...when.map(printCondition)],
    action,
    ...(redact !== undefined && { redact }),
    ...(onUnknown !== undefined && { on_unknown: onUnknown }),
    ...(message !== undefined && { message }),
    ...(severity !== 'medium' && { severity }),
    ...(priority !== undefined && { priority }),
  };
}

function readBack(rule: RuleDocument): Rule | undefined {
  const { source } = parseYaml(printYaml({ rules: [rule] }), '');
  if (source === undefined) return undefined;
  const list = problemList(source);
  const { rules } = SAFESHELL.lower(source, 'rules', list);
  return list.all.some(({ level }) => level === 'error') ? undefined : rules[0]?.rule;
}

const COMPARED = [
  'tools',
  'activation',
  'when',
  'unless',
  'action',
  'onUnknown',
  'redact',
  'message',
  'severity',
  'priority',
] as const satisfies readonly (keyof Rule)[];

/** The first part that did not come back as it was. */
function differenceOf(rule: Rule, back: Rule | undefined): string | undefined {
  if (back === undefined) return 'it is refused as it would have to be written';
  const meaning = (one: Rule, key: (typeof COMPARED)[number]) =>
    JSON.stringify(plain(key === 'activation' && one.activation?.kind === 'always' ? undefined : one[key]));
  return COMPARED.find((key) => meaning(rule, key) !== meaning(back, key));
}

const MAX_DEPTH = 40;

/** What counts: of a pattern what it matches; of alternatives not their order. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if ('source' in value && 'flags' in value) return { source: value.source, flags: value.flags };
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(plain(one, depth + 1))).sort();
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one, depth + 1)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function printFile(dialect: DialectDefinition, lowered: LoweredFile, rules: readonly RuleDocument[]): string {
  const calls = {
    shell: dialect.shellTool,
    unmatched: lowered.unmatched ?? dialect.unmatched,
    verdicts: dialect.rank,
    order: dialect.order,
  };
  const text = printYaml({ version: 1, dialect: 'safeshell', tool_calls: calls, rules });
  return `# Was written for ${dialect.name}.\n${text}`;
}

function notDisabled(source: YamlSource): Problem {
  return {
    code: 'unsupported',
    level: 'notice',
    at: source.positionOf([]),
    subject: 'carapace',
    expected: 'rules that need not be switched off for a session: `/disable` is for Carapace files alone',
  };
}
