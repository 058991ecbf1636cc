import { conditionFamily } from '../../conditions/index.ts';
import type { Problem } from '../../model/errors.ts';
import type { Policy } from '../../model/policy.ts';
import { type ProblemList, problemList } from '../problems.ts';
import type { RuleFileText } from '../rule-file-text.ts';
import { parseYaml } from '../yaml-source.ts';
import { lintContradictions } from './contradictions.ts';
import { coveredRules } from './coverage.ts';
import { type IsProgram, lintProgram, lintWords } from './rule-words.ts';
import { type Path, textsAt, writtenConditions } from './written-conditions.ts';

/**
 * What is allowed in rule files of our own language and hardly meant. `policy`: what they and all others make together. Never
 * stops anything: errors are found where files are loaded.
 */
export function lintRules(files: readonly RuleFileText[], policy: Policy, isProgram: IsProgram): readonly Problem[] {
  const dialects = new Map(policy.modules.map(({ file, dialect }) => [file, dialect]));
  const lists = new Map<string, ProblemList>();
  for (const file of files) {
    if ((dialects.get(file.file) ?? 'safeshell') !== 'safeshell') continue;
    const { source, escapes } = parseYaml(file.text, file.file);
    if (source === undefined) continue;
    const list = problemList(source);
    lists.set(file.file, list);
    list.all.push(...(escapes?.() ?? []));
    lintFile(list, isProgram);
  }
  addCovered(policy, lists);
  return [...lists.values()].flatMap(({ all }) => all);
}

interface WrittenRule {
  readonly name?: unknown;
  readonly commands?: unknown;
  readonly conditions?: unknown;
  readonly unless?: unknown;
  readonly tests?: unknown;
}

function lintFile(list: ProblemList, isProgram: IsProgram): void {
  const at: Path = Array.isArray(list.valueAt([])) ? [] : ['rules'];
  const rules = list.valueAt(at);
  if (!Array.isArray(rules)) return;
  for (const [index, rule] of (rules as readonly (WrittenRule | null)[]).entries()) {
    if (typeof rule === 'object' && rule !== null) lintRule(rule, [...at, index], list, isProgram);
  }
  addUntested(rules as readonly WrittenRule[], at, list);
}

function lintRule({ commands, conditions, unless }: WrittenRule, path: Path, list: ProblemList, isProgram: IsProgram) {
  const names = (Array.isArray(commands) ? commands : [commands]).filter((one) => typeof one === 'string');
  for (const [index, name] of names.entries()) {
    lintProgram(name, [...path, 'commands', ...(Array.isArray(commands) ? [index] : [])], list, isProgram);
  }
  const written = [
    ...writtenConditions(conditions, [...path, 'conditions']),
    ...writtenConditions(unless, [...path, 'unless']),
  ];
  const operands = written.flatMap((one) => textsAt(one, 'operand').map(([text]) => text));
  for (const condition of written) {
    lintWords(condition, { commands: names, operands }, list, isProgram);
    lintContradictions(condition, list);
  }
}

const MAX_NAMED = 5;

/** One for each file: examples are a habit, not a duty. Rules about tool calls have none. */
function addUntested(rules: readonly WrittenRule[], at: Path, list: ProblemList): void {
  const untested = rules.flatMap((rule, index) =>
    rule !== null && rule?.tests === undefined && !isAboutCalls(rule) ? [{ index, name: String(rule?.name) }] : [],
  );
  const [first] = untested;
  if (first === undefined) return;
  const names = untested.slice(0, MAX_NAMED).map(({ name }) => `\`${name}\``);
  const more = untested.length - names.length;
  list.add('untested', [...at, first.index, 'name'], {
    level: 'notice',
    subject: `${untested.length} of ${rules.length}`,
    help: `\`tests: { match: [..], no_match: [..] }\` are checked whenever the file is loaded: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  });
}

function isAboutCalls({ conditions }: WrittenRule): boolean {
  return writtenConditions(conditions, []).some(({ type }) => conditionFamily(type)?.ofCall);
}

function addCovered(policy: Policy, lists: ReadonlyMap<string, ProblemList>): void {
  for (const { rule, by } of coveredRules(policy)) {
    const list = lists.get(rule.at.file);
    if (list === undefined) continue;
    const isAllow = rule.action === 'allow' && by.action !== 'allow';
    const exception =
      by.at.file === rule.at.file
        ? `an \`unless\` of \`${by.name}\``
        : `\`overrides: [{ name: ${by.id}, unless: [..] }]\``;
    list.all.push({
      code: isAllow ? 'never-wins' : 'covered',
      level: 'warning',
      at: rule.at,
      subject: rule.name,
      expected: `\`${by.id}\` (${by.action}), which holds whenever it does`,
      help: isAllow
        ? `the strictest rule decides; an exception from it is ${exception}`
        : `narrow \`${by.id}\`, or leave one of the two out`,
    });
  }
}
