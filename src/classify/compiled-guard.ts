import { OPERATION_TYPES, type OperationType } from '../model/operation.ts';
import type { Pattern } from '../model/policy.ts';
import { isRecord } from '../util/guards.ts';
import type { CompiledClassifier } from './settings.ts';

/** What was read from a cache is a classifier; nothing that classifies can stumble over a missing part. */
export function isCompiledClassifier(value: unknown): value is CompiledClassifier {
  if (!isRecord(value)) return false;
  const { sensitivePaths, memoryRoots, skillsRoots, toolHints } = value;
  return (
    isListOf(sensitivePaths, (one) => isRecord(one) && isPattern(one.pattern) && typeof one.category === 'string') &&
    isListOf(memoryRoots, isPattern) &&
    isListOf(skillsRoots, isPattern) &&
    isListOf(toolHints, (hint) => isRecord(hint) && isPattern(hint.tool) && isListOf(hint.operations, isHinted))
  );
}

function isHinted(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { type, categories = [] } = value;
  return OPERATION_TYPES.includes(type as OperationType) && isListOf(categories, (one) => typeof one === 'string');
}

function isPattern(value: unknown): value is Pattern {
  if (!isRecord(value)) return false;
  const { source, flags, linear, written } = value;
  return [source, flags, written].every((one) => typeof one === 'string') && typeof linear === 'boolean';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
