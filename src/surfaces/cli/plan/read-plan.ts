import { resolve } from 'node:path';
import type { Action, JsonObject } from '../../../model/request.ts';
import { parseYaml } from '../../../rules/yaml-source.ts';
import { isRecord, isString } from '../../../util/guards.ts';

/** One step of a plan. */
export interface WrittenStep {
  readonly action: Action;
  /** absolute */
  readonly cwd: string;
}

export type ReadPlan =
  | { readonly steps: readonly WrittenStep[] }
  /** one sentence for each thing that is wrong, in order */
  | { readonly problems: readonly string[] };

/** More is no plan that a person reads. */
const MAX_STEPS = 1000;

/**
 * A list in JSON or YAML, or a mapping that has it under `steps`; each item a command, or a mapping with `command`, `argv` or
 * `tool` and `input`, and with `cwd`. Anything else is one command a line; empty lines and those that start with `#` are none.
 */
export function readPlan(text: string, cwd: string): ReadPlan {
  const items = itemsOf(text);
  if (items.length > MAX_STEPS) return { problems: [`${items.length} steps, expected at most ${MAX_STEPS}`] };
  const steps: WrittenStep[] = [];
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    const step = readStep(item, cwd);
    if (isString(step)) problems.push(`step ${index + 1}: ${step}`);
    else steps.push(step);
  }
  if (items.length === 0) problems.push('the plan has no steps');
  return problems.length > 0 ? { problems } : { steps };
}

function itemsOf(text: string): readonly unknown[] {
  const value = parseYaml(text, 'plan').source?.value;
  if (Array.isArray(value)) return value;
  if (isRecord(value) && Array.isArray(value.steps)) return value.steps;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

const FIELDS = ['command', 'argv', 'tool', 'input', 'cwd', 'description'];

/** What is wrong with it, where it is no step. */
function readStep(item: unknown, base: string): WrittenStep | string {
  if (isString(item)) return item.trim() === '' ? 'empty command' : { action: { kind: 'line', line: item }, cwd: base };
  if (!isRecord(item)) return 'expected a command or a mapping';
  const foreign = Object.keys(item).find((key) => !FIELDS.includes(key));
  if (foreign !== undefined) return `unknown key \`${foreign}\`, expected one of ${FIELDS.join(', ')}`;
  const { cwd = '.' } = item;
  if (!isString(cwd)) return '`cwd` must be a string';
  const action = readAction(item);
  return isString(action) ? action : { action, cwd: resolve(base, cwd) };
}

function readAction({ command, argv, tool, input = {} }: Readonly<Record<string, unknown>>): Action | string {
  if ([command, argv, tool].filter((one) => one !== undefined).length !== 1) {
    return 'expected one of `command`, `argv` and `tool`';
  }
  if (command !== undefined) return isString(command) ? { kind: 'line', line: command } : '`command` must be a string';
  if (argv !== undefined) {
    const isWords = Array.isArray(argv) && argv.length > 0 && argv.every(isString);
    return isWords ? { kind: 'argv', argv } : '`argv` must be a list of strings, at least one';
  }
  if (!isString(tool) || !isRecord(input)) return '`tool` must be a string, and `input` a mapping';
  return { kind: 'tool', tool, input: input as JsonObject };
}
