import type { RedactedPattern, Rule } from '../../../model/policy.ts';
import type { Verdict } from '../../../model/verdict.ts';
import { addIssues, type ProblemList, suggestion } from '../../problems.ts';
import type { YamlSource } from '../../yaml-source.ts';
import { mappingOf } from '../content.ts';
import type { LoweredFile, LoweredRule, Path } from '../dialect.ts';
import {
  type FileDocument,
  fileSchema,
  type RuleDocument,
  ruleSchema,
  UNSUPPORTED_KEYS,
  VERDICT_WORDS,
  whenSchema,
} from './schema.ts';
import { lowerRegex, lowerTools } from './tools.ts';
import { lowerWhen } from './when.ts';

/** Lowers a file of PolicyShield rules, or a bare list of them. Every problem is added to the list. */
export function lowerPolicyshield(source: YamlSource, module: string, list: ProblemList): LoweredFile {
  const isList = Array.isArray(source.value);
  refuseUnsupported(list, []);
  const parsed = fileSchema.safeParse(isList ? {} : withoutUnsupported(source.value));
  if (!parsed.success) addIssues(list, parsed.error, [], Object.keys(fileSchema.shape));
  const at: Path = isList ? [] : ['rules'];
  const written = list.valueAt(at);
  const patterns = parsed.success ? lowerPatterns(parsed.data.pii_patterns, list) : [];
  const rules = (Array.isArray(written) ? written : []).flatMap(
    (value: unknown, index) => lowerRule(value, [...at, index], { module, source, list, patterns }) ?? [],
  );
  refuseDuplicates(rules, list);
  const unmatched = parsed.success ? parsed.data.default_verdict : undefined;
  return { rules, overrides: [], ...(unmatched !== undefined && { unmatched: VERDICT_WORDS[unmatched] as Verdict }) };
}

interface File {
  readonly module: string;
  readonly source: YamlSource;
  readonly list: ProblemList;
  readonly patterns: readonly RedactedPattern[];
}

function lowerPatterns(written: FileDocument['pii_patterns'] = [], list: ProblemList): readonly RedactedPattern[] {
  return written.flatMap(({ name, pattern: regex }, at) => {
    const pattern = lowerRegex(regex, regex, { path: ['pii_patterns', at, 'pattern'], list });
    return pattern === undefined ? [] : [{ name, pattern }];
  });
}

/** Its language redacts what a tool is handed. */
function redactionOf(
  { redact }: RuleDocument,
  action: Verdict,
  patterns: readonly RedactedPattern[],
): Pick<Rule, 'redact'> {
  if (action !== 'redact') return {};
  return { redact: { input: redact?.input ?? true, ...(patterns.length > 0 && { patterns }) } };
}

function lowerRule(value: unknown, path: Path, { module, source, list, patterns }: File): LoweredRule | undefined {
  const before = list.all.length;
  refuseUnsupported(list, path);
  const parsed = ruleSchema.safeParse(withoutUnsupported(value));
  if (!parsed.success) {
    addIssues(list, parsed.error, path, Object.keys(ruleSchema.shape));
    return undefined;
  }
  const document = parsed.data;
  const action = actionOf(document, path, list);
  noticeStrategy(document, path, list);
  const when = readWhen(document.when, action, path, list);
  const conditions =
    when && lowerWhen({ ...when, ...chainOf(document, when, path, list) }, { action, path: [...path, 'when'], list });
  const tools = when && lowerTools(when.tool, { action, path: [...path, 'when', 'tool'], list });
  const isBroken = list.all.slice(before).some(({ level }) => level === 'error');
  if (isBroken || conditions === undefined || tools === undefined) return undefined;
  const { id, description, message, severity, priority } = document;
  const rule: Rule = {
    id: `${module}/${id}`,
    name: id,
    at: source.positionOf([...path, 'id']),
    tools,
    when: conditions,
    unless: [],
    action,
    severity: severity ?? 'low',
    overridable: true,
    ...(priority !== undefined && { priority }),
    ...redactionOf(document, action, patterns),
    ...(description && { description }),
    ...(message && { message }),
  };
  return { rule, enabled: document.enabled ?? true, match: [], noMatch: [] };
}

function actionOf({ then, verdict }: RuleDocument, path: Path, list: ProblemList): Verdict {
  if (then !== undefined && verdict !== undefined) {
    list.add('wrong-value', [...path, 'verdict'], { expected: '`then` alone: the two say the same' });
  }
  return VERDICT_WORDS[then ?? verdict ?? 'allow'] as Verdict;
}

/** A condition that is misspelt is refused: without it the rule would match more than it says. */
function readWhen(value: unknown, action: Verdict, path: Path, list: ProblemList) {
  const at = [...path, 'when'];
  const known = Object.keys(whenSchema.shape);
  for (const key of Object.keys(mappingOf(value) ?? {})) {
    if (known.includes(key)) continue;
    const help = suggestion(key, known);
    list.add('unknown-key', [...at, key], {
      atKey: true,
      subject: key,
      expected: `one of ${known.join(', ')}`,
      ...(help !== undefined && { help }),
    });
  }
  if (action !== 'allow' && (value === undefined || value === null)) {
    list.add('doubtful', [...path, 'id'], {
      level: 'notice',
      expected: '`when`: without it the rule is about every call',
    });
  }
  const parsed = whenSchema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  addIssues(list, parsed.error, at, known);
  return undefined;
}

/** The chain stands in `when`; also beside it. */
function chainOf(document: RuleDocument, when: { readonly chain?: unknown }, path: Path, list: ProblemList) {
  if (document.chain === undefined) return {};
  if (when.chain !== undefined) list.add('wrong-value', [...path, 'chain'], { expected: 'one chain, in `when`' });
  return { chain: document.chain };
}

function noticeStrategy({ approval_strategy: strategy }: RuleDocument, path: Path, list: ProblemList): void {
  if (strategy === undefined) return;
  const at = [...path, 'approval_strategy'];
  list.add('not-enforced', at, {
    level: 'notice',
    atKey: true,
    subject: 'approval_strategy',
    expected: 'nothing: the person who answers says for how long',
  });
}

function refuseUnsupported(list: ProblemList, path: Path): void {
  for (const key of UNSUPPORTED_KEYS) {
    if (!(key in (mappingOf(list.valueAt(path)) ?? {}))) continue;
    list.add('unsupported', [...path, key], { atKey: true, subject: key });
  }
}

/** Each is told once, by name. */
function withoutUnsupported(value: unknown): unknown {
  const mapping = mappingOf(value);
  if (mapping === undefined) return value;
  return Object.fromEntries(Object.entries(mapping).filter(([key]) => !UNSUPPORTED_KEYS.includes(key)));
}

function refuseDuplicates(rules: readonly LoweredRule[], list: ProblemList): void {
  const lines = new Map<string, number>();
  for (const { rule } of rules) {
    const first = lines.get(rule.name);
    if (first === undefined) lines.set(rule.name, rule.at.line);
    else {
      const expected = `an id of its own; the first is on line ${first}`;
      list.all.push({ code: 'duplicate-name', level: 'error', at: rule.at, subject: rule.name, expected });
    }
  }
}
