import type { InputData } from '../../../conditions/input.ts';
import type { TextTest } from '../../../conditions/value.ts';
import type { Condition, Pattern, Rule } from '../../../model/policy.ts';
import { compileGlob, compileRegex } from '../../../patterns/compile.ts';
import { addIssues, type ProblemList } from '../../problems.ts';
import type { YamlSource } from '../../yaml-source.ts';
import { mappingOf } from '../content.ts';
import type { LoweredFile, LoweredRule, Path } from '../dialect.ts';
import { noticeDoubts } from './doubts.ts';
import { defaultsSchema, fileSchema, OWN_KEYS, type PatternDocument, type RuleDocument, ruleSchema } from './schema.ts';

/** Lowers a file of ClaudeCube rules. Every problem is added to the list. */
export function lowerClaudecube(source: YamlSource, module: string, list: ProblemList): LoweredFile {
  const parsed = fileSchema.safeParse(source.value);
  if (!parsed.success) addIssues(list, parsed.error, [], []);
  noticeUnknown(list, [], [...Object.keys(fileSchema.shape), ...OWN_KEYS]);
  noticeUnknown(list, ['defaults'], Object.keys(defaultsSchema.shape));
  noticePlaceholders(list);
  const written = mappingOf(source.value)?.rules;
  const ids = new Map<string, number>();
  const rules = (Array.isArray(written) ? written : []).flatMap((value: unknown, index) => {
    const path = ['rules', index];
    const document = readRule(value, path, list);
    const when = document && lowerMatch(document, [...path, 'match'], list);
    if (document === undefined || when === undefined) return [];
    noticeDoubts(document, path, list);
    return lowerRule(document, when, { id: uniqueId(`${module}/${document.name}`, ids), path, source });
  });
  return { rules, overrides: [], ...(parsed.success && { unmatched: parsed.data.defaults.unmatched }) };
}

function readRule(value: unknown, path: Path, list: ProblemList): RuleDocument | undefined {
  const parsed = ruleSchema.safeParse(value);
  noticeUnknown(list, path, Object.keys(ruleSchema.shape));
  if (parsed.success) return parsed.data;
  addIssues(list, parsed.error, path, []);
  return undefined;
}

interface RuleContext {
  readonly id: string;
  readonly path: Path;
  readonly source: YamlSource;
}

function lowerRule(document: RuleDocument, when: readonly Condition[], { id, path, source }: RuleContext): LoweredRule {
  const { name, action, tool, reason } = document;
  const rule: Rule = {
    id,
    name,
    at: source.positionOf([...path, 'name']),
    // compared whole: blanks round a `|` belong to the name
    tools: tool.split('|'),
    when,
    unless: [],
    action,
    severity: 'medium',
    overridable: true,
    ...(reason !== undefined && { message: reason }),
  };
  return { rule, enabled: true, match: [], noMatch: [] };
}

/** Names need not be unique; what we know rules by must be. */
function uniqueId(id: string, seen: Map<string, number>): string {
  const count = (seen.get(id) ?? 0) + 1;
  seen.set(id, count);
  return count === 1 ? id : `${id}#${count}`;
}

/** Any pattern of any field is enough; none at all never matches. undefined = a pattern is wrong. */
function lowerMatch({ name, match }: RuleDocument, path: Path, list: ProblemList): readonly Condition[] | undefined {
  if (match === undefined) return [];
  const fields = Object.entries(match).map(([field, patterns]) => {
    const tests = patterns.map((one, index) =>
      lowerPattern(one, list, { path: [...path, field, index, 'pattern'], rule: name, field }),
    );
    return { field: field.split('.'), tests, spelling: 'javascript' as const };
  });
  const isWhole = (data: (typeof fields)[number]): data is typeof data & InputData => !data.tests.includes(undefined);
  if (!fields.every(isWhole)) return undefined;
  return [{ op: 'any', of: fields.map((data): Condition => ({ op: 'is', type: 'input', data })) }];
}

interface PatternContext {
  readonly path: Path;
  readonly rule: string;
  readonly field: string;
}

function lowerPattern(
  { pattern: written, type }: PatternDocument,
  list: ProblemList,
  { path, rule, field }: PatternContext,
): TextTest | undefined {
  if (type === 'literal') return { is: 'equals', text: written };
  if (type === 'glob') return { is: 'micromatch', pattern: lowerGlob(written) };
  const pattern = compileRegex(written, { language: 'javascript', exponential: 'guarded' });
  if (!('error' in pattern)) return { is: 'matches', pattern };
  const help = `it stands in rule \`${rule}\`, field \`${field}\``;
  list.add('bad-regex', path, { subject: written, expected: pattern.detail, help });
  return undefined;
}

/** Globs are never refused: one that cannot be read matches nothing but itself. */
function lowerGlob(written: string): Pattern {
  const pattern = compileGlob(written, { flavour: 'micromatch' });
  return 'error' in pattern ? { source: '$^', flags: '', linear: true, written } : pattern;
}

function noticeUnknown(list: ProblemList, path: Path, known: readonly string[]): void {
  for (const key of Object.keys(mappingOf(list.valueAt(path)) ?? {})) {
    if (known.includes(key)) continue;
    const expected = `one of ${known.join(', ')}; it is ignored`;
    list.add('unknown-key', [...path, key], { level: 'notice', atKey: true, subject: key, expected });
  }
}

function noticePlaceholders(list: ProblemList): void {
  for (const key of ['max_budget_per_agent', 'max_turns_per_agent']) {
    if (mappingOf(list.valueAt(['defaults']))?.[key] === undefined) continue;
    const expected = 'nothing: it is accepted and not enforced';
    list.add('not-enforced', ['defaults', key], { level: 'notice', atKey: true, subject: key, expected });
  }
}
