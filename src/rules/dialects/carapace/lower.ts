import type * as z from 'zod';
import type { FirstUseData } from '../../../conditions/first-use.ts';
import type { JudgeData } from '../../../conditions/judge.ts';
import type { OperationData } from '../../../conditions/operation.ts';
import type { Activation, Condition, Rule } from '../../../model/policy.ts';
import { addIssues, type ProblemList } from '../../problems.ts';
import type { YamlSource } from '../../yaml-source.ts';
import type { LoweredFile, LoweredRule, Path } from '../dialect.ts';
import { type Reading, readEffect, readTrigger } from './read-sentence.ts';
import {
  fileSchema,
  type RuleDocument,
  ruleSchema,
  type TypedEffect,
  type TypedTrigger,
  typedEffectSchema,
  typedTriggerSchema,
} from './schema.ts';

/** Lowers a file of Carapace rules, or a bare list of them. Every problem is added to the list. */
export function lowerCarapace(source: YamlSource, module: string, list: ProblemList): LoweredFile {
  const isList = Array.isArray(source.value);
  const parsed = fileSchema.safeParse(isList ? { rules: [] } : source.value);
  if (!parsed.success) addIssues(list, parsed.error, [], Object.keys(fileSchema.shape));
  const at: Path = isList ? [] : ['rules'];
  const written = list.valueAt(at);
  const lines = new Map<string, number>();
  const rules = (Array.isArray(written) ? written : []).flatMap((value: unknown, index): readonly LoweredRule[] => {
    const path = [...at, index];
    const rule = lowerRule(value, path, { module, source, list });
    if (rule === undefined || isDuplicate(rule, [...path, 'id'], lines, list)) return [];
    return [{ rule, enabled: true, match: [], noMatch: [] }];
  });
  return { rules, overrides: [] };
}

interface File {
  readonly module: string;
  readonly source: YamlSource;
  readonly list: ProblemList;
}

function lowerRule(value: unknown, path: Path, { module, source, list }: File): Rule | undefined {
  const parsed = ruleSchema.safeParse(value);
  if (!parsed.success) {
    addIssues(list, parsed.error, path, Object.keys(ruleSchema.shape));
    return undefined;
  }
  const { id, trigger, effect, mode, description } = parsed.data;
  const activation = lowerTrigger(trigger, { path: [...path, 'trigger'], list });
  const when = lowerEffect(effect, { path: [...path, 'effect'], list });
  if (activation === undefined || when === undefined) return undefined;
  const text = description?.trim();
  return {
    id: `${module}/${id}`,
    name: id,
    at: source.positionOf([...path, 'id']),
    tools: 'any',
    activation,
    when,
    unless: [],
    action: mode === 'block' ? 'deny' : 'require_approval',
    // whether it applies at all is for a person to say
    ...(mode === 'block' && { onUnknown: 'require_approval' }),
    severity: 'medium',
    overridable: true,
    ...(text && { description: text, message: text }),
  };
}

function isDuplicate(rule: Rule, path: Path, lines: Map<string, number>, list: ProblemList): boolean {
  const first = lines.get(rule.name);
  if (first === undefined) lines.set(rule.name, rule.at.line);
  else list.add('duplicate-name', path, { expected: `an id of its own; the first is on line ${first}` });
  return first !== undefined;
}

interface ProblemContext {
  readonly path: Path;
  readonly list: ProblemList;
}

function lowerTrigger(written: RuleDocument['trigger'], context: ProblemContext): Activation | undefined {
  if (typeof written !== 'string') {
    const typed = readTyped(typedTriggerSchema, written, context);
    return typed && { kind: 'latched', trigger: is('operation', operationOf(typed)) };
  }
  if (written.toLowerCase() === 'always') return { kind: 'always' };
  const reading = readTrigger(written);
  if (reading === undefined) noticeJudge(written, 'trigger', context);
  const trigger =
    reading === undefined
      ? judged(written, 'trigger')
      : is<OperationData>('operation', { ...reading.operation, sentence: written, role: 'trigger' });
  return { kind: 'latched', trigger };
}

function lowerEffect(written: RuleDocument['effect'], context: ProblemContext): readonly Condition[] | undefined {
  if (typeof written !== 'string') {
    const typed = readTyped(typedEffectSchema, written, context);
    return (
      typed && conditionsOf({ operation: operationOf(typed), ...(typed.first_use && { firstUse: typed.first_use }) })
    );
  }
  const reading = readEffect(written);
  if (reading !== undefined) {
    return conditionsOf({ ...reading, operation: { ...reading.operation, sentence: written } });
  }
  noticeJudge(written, 'effect', context);
  return [judged(written, 'effect')];
}

function readTyped<Typed>(
  schema: z.ZodType<Typed> & { readonly shape: object },
  value: unknown,
  context: ProblemContext,
) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  addIssues(context.list, parsed.error, context.path, Object.keys(schema.shape));
  return undefined;
}

function operationOf({ operations, ops, categories, ...rest }: TypedTrigger & TypedEffect): OperationData {
  const { event, subject } = rest;
  const types = operations ?? ops;
  return {
    ...(types !== undefined && { types: [types].flat() }),
    ...(categories !== undefined && { categories: [categories].flat() }),
    ...(event !== undefined && { event }),
    ...(subject !== undefined && { subject }),
  };
}

function conditionsOf({ operation, firstUse }: Reading): readonly Condition[] {
  const asked = is<OperationData>('operation', operation);
  return firstUse === undefined ? [asked] : [asked, is<FirstUseData>('first_use', { of: firstUse })];
}

function judged(sentence: string, role: JudgeData['role']): Condition {
  return is<JudgeData>('judge', { sentence, role });
}

function is<Data>(type: string, data: Data): Condition {
  return { op: 'is', type, data };
}

function noticeJudge(sentence: string, key: JudgeData['role'], { path, list }: ProblemContext): void {
  list.add('doubtful', path, {
    level: 'notice',
    subject: sentence,
    expected: 'a sentence that can be read without a judge; the rule asks wherever this one may hold',
    help: `say it with types: \`${key}: { operations: [write_external] }\``,
  });
}
