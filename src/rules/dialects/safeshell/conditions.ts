import * as z from 'zod';
import type { ConditionFamily, Lowering } from '../../../conditions/condition.ts';
import { CONDITIONS, conditionFamily } from '../../../conditions/index.ts';
import type { Condition } from '../../../model/policy.ts';
import { compileGlob, compileRegex } from '../../../patterns/compile.ts';
import { addIssues, excerpt, type ProblemList, suggestion } from '../../problems.ts';

type Path = readonly PropertyKey[];

/** Deeper nesting is a mistake, and recursion must end. */
const MAX_DEPTH = 20;
const GROUPS = { all_of: 'all', any_of: 'any' } as const;
const TYPES = CONDITIONS.map((family) => family.type);
const WORDS = [...TYPES, ...Object.keys(GROUPS), 'not'];

class LowerError extends Error {}

/** Lowers a list of conditions in either spelling; what is wrong is added to the list and left out of the result. */
export function lowerConditions(
  value: readonly unknown[] | undefined,
  path: Path,
  list: ProblemList,
): readonly Condition[] {
  return (value ?? []).flatMap((one, index) => lowerCondition(one, [...path, index], list, 0) ?? []);
}

function lowerCondition(value: unknown, path: Path, list: ProblemList, depth: number): Condition | undefined {
  if (depth > MAX_DEPTH) {
    list.add('wrong-value', path, { expected: `at most ${MAX_DEPTH} levels of conditions` });
    return undefined;
  }
  if (typeof value === 'string') {
    list.add('bash-condition', path, { expected: 'a structured condition', help: BASH_HINT });
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    list.add('wrong-type', path, {
      expected: 'a condition: `type: command_contains` with its keys, or `command_contains: text`',
    });
    return undefined;
  }
  const entries = Object.entries(value);
  if ('type' in value) return lowerTyped(value as Record<string, unknown>, path, list);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    list.add('wrong-value', path, { expected: 'one condition for each list item, or the `type:` spelling' });
    return undefined;
  }
  const [word, args] = entry;
  if (word in GROUPS || word === 'not') return lowerGroup(word, args, [...path, word], list, depth);
  return lowerShorthand(word, args, path, list);
}

const BASH_HINT =
  'conditions are structured, not bash: write `- type: command_contains` with `pattern: "text"` in place of `echo "$CMD" | grep -q "text"`';

function lowerGroup(word: string, value: unknown, path: Path, list: ProblemList, depth: number): Condition | undefined {
  if (word === 'not') {
    const inner = lowerCondition(value, path, list, depth + 1);
    return inner && { op: 'not', of: inner };
  }
  if (!Array.isArray(value) || value.length === 0) {
    list.add('wrong-type', path, { expected: 'a list of conditions' });
    return undefined;
  }
  const of = value.flatMap((one, index) => lowerCondition(one, [...path, index], list, depth + 1) ?? []);
  return { op: GROUPS[word as keyof typeof GROUPS], of };
}

function lowerTyped(value: Record<string, unknown>, path: Path, list: ProblemList): Condition | undefined {
  const { type, ...args } = value;
  if (typeof type !== 'string' || conditionFamily(type) === undefined) {
    addUnknown(list, [...path, 'type'], String(type), false);
    return undefined;
  }
  return lowerLeaf(type, args, path, path, list);
}

function lowerShorthand(word: string, value: unknown, path: Path, list: ProblemList): Condition | undefined {
  const family = conditionFamily(word);
  if (family === undefined) {
    addUnknown(list, [...path, word], word, true);
    return undefined;
  }
  const isArgs = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isArgs) return lowerLeaf(word, value, [...path, word], [...path, word], list);
  if (family.primary === undefined) {
    list.add('wrong-type', [...path, word], { expected: 'a mapping' });
    return undefined;
  }
  return lowerLeaf(word, { [family.primary]: value }, [...path, word], [...path, word], list, family.primary);
}

function addUnknown(list: ProblemList, path: Path, word: string, atKey: boolean): void {
  const help = suggestion(word, WORDS);
  list.add('unknown-condition', path, {
    subject: word,
    atKey,
    expected: `one of ${WORDS.join(', ')}`,
    ...(help && { help }),
  });
}

const SCHEMAS = new Map<string, z.ZodType>();

/** Building one costs as much as a hundred uses of it. */
function schemaOf(family: ConditionFamily): z.ZodType {
  const schema = SCHEMAS.get(family.type) ?? family.schema(z);
  SCHEMAS.set(family.type, schema);
  return schema;
}

function lowerLeaf(
  type: string,
  args: unknown,
  path: Path,
  at: Path,
  list: ProblemList,
  primary?: string,
): Condition | undefined {
  const family = conditionFamily(type)!;
  const schema = schemaOf(family);
  const parsed = schema.safeParse(args);
  if (!parsed.success) {
    const known = Object.keys((schema as z.ZodObject).shape);
    const error = primary === undefined ? parsed.error : withoutKey(parsed.error, primary);
    addIssues(list, error, path, known);
    return undefined;
  }
  try {
    return { op: 'is', type, data: family.lower(parsed.data, loweringAt(at, list, args)) };
  } catch (error) {
    if (error instanceof LowerError) return undefined;
    throw error;
  }
}

/** A shorthand value has no key of its own in the file: its issues stand at the value. */
function withoutKey(error: z.ZodError, key: string): z.ZodError {
  return new z.ZodError(
    error.issues.map((issue) => ({
      ...issue,
      path: issue.path[0] === key ? issue.path.slice(1) : issue.path,
    })) as z.core.$ZodIssue[],
  );
}

export function loweringAt(path: Path, list: ProblemList, value: unknown): Lowering {
  const fail: Lowering['fail'] = (expected) => {
    list.add('wrong-value', path, { subject: excerpt(value), expected });
    throw new LowerError();
  };
  return {
    fail,
    regex: (written) => {
      const compiled = compileRegex(written);
      if (!('error' in compiled)) return compiled;
      list.add(compiled.error, path, { subject: written, expected: compiled.detail });
      throw new LowerError();
    },
    glob: (written, flavour) => {
      const compiled = compileGlob(written, { flavour });
      if (!('error' in compiled)) return compiled;
      list.add(compiled.error, path, { subject: written, expected: compiled.detail });
      throw new LowerError();
    },
  };
}

/** Runs a piece of lowering that may fail with a reported problem. */
export function attempt<T>(lower: () => T): T | undefined {
  try {
    return lower();
  } catch (error) {
    if (error instanceof LowerError) return undefined;
    throw error;
  }
}
