import type { Problem } from '../../model/errors.ts';
import type { Condition, Rule, RuleFileHeader } from '../../model/policy.ts';
import { isRecord, isString } from '../../util/guards.ts';
import { VERSIONS } from '../layout.ts';
import { isRuleFileHeader } from '../policy-guard.ts';

/**
 * A compiled policy as one file, replaced in one step, of which a call reads what it needs. Lines of JSON:
 *
 *   header  one, see PackHeader
 *   index   one for each program, see ProgramLine
 *   rules   one each, see RuleLine; behind it what is long in the data of its conditions, a line each
 */
export interface PackHeader {
  readonly version: number;
  /** the project whose rules are among the sources, or '' */
  readonly scope: string;
  /** of the sources */
  readonly key: string;
  /** see CachedPolicy */
  readonly problems?: string;
  readonly notes?: CompileNotes;
  readonly modules: readonly RuleFileHeader[];
  /** rules that name no program */
  readonly unscoped: Ranges;
  /** rules about tool calls */
  readonly calls: Ranges;
  readonly indexBytes: number;
  readonly rulesBytes: number;
}

/** What compiling found out, kept so that nothing has to be compiled again to report it. */
export interface CompileNotes {
  /** what compiled them */
  readonly compiler: string;
  /** how many there are */
  readonly rules: number;
  readonly notices: readonly Problem[];
  /** base names and paths that the project's own rules name */
  readonly projectCommands: readonly string[];
}

/** Where neighbours of rules begin and end, counted from the first one: in the order of the policy. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** A base name that rules name. */
export type ProgramLine = readonly [string, ProgramRanges];

export interface ProgramRanges {
  readonly all: Ranges;
  /** where rules name subcommands: those that name none */
  readonly other?: Ranges;
  /** and for each subcommand those that name it or none */
  readonly subcommands?: Readonly<Record<string, Ranges>>;
}

/** Index of the rule's module in the header, the rule's index in that module, the rule, how many bytes has each line that follows. */
export type RuleLine = readonly [number, number, PackedRule, readonly number[]];

export type PackedRule = Omit<Rule, 'when' | 'unless'> & {
  readonly when: readonly PackedCondition[];
  readonly unless: readonly PackedCondition[];
};

export type PackedCondition =
  | { readonly op: 'all' | 'any'; readonly of: readonly PackedCondition[] }
  | { readonly op: 'not'; readonly of: PackedCondition }
  | PackedLeaf;

/** `behind`: fields of its data that stand apart, and in which of the lines that follow the rule's; in `data` they are null. */
export type PackedLeaf = Extract<Condition, { op: 'is' }> & { readonly behind?: Readonly<Record<string, number>> };

/** Lines end so: those of the index are the inside of one list when all are read at once. */
export const LINE_END = ',\n';

function isRanges(value: unknown): value is Ranges {
  return Array.isArray(value) && value.every(isRange);
}

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [start, end] = value;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start < end;
}

export function isProgramLine(value: unknown): value is ProgramLine {
  if (!Array.isArray(value) || !isString(value[0]) || !isRecord(value[1])) return false;
  const { all, other, subcommands } = value[1];
  if (!isRanges(all)) return false;
  if (subcommands === undefined) return true;
  return isRanges(other) && isRecord(subcommands) && Object.values(subcommands).every(isRanges);
}

export function isPackHeader(value: unknown): value is PackHeader {
  if (!isRecord(value) || value.version !== VERSIONS.policy) return false;
  const { scope, key, problems, notes, modules, unscoped, calls, indexBytes, rulesBytes } = value;
  return (
    isString(scope) &&
    isString(key) &&
    (problems === undefined || isString(problems)) &&
    (notes === undefined || isNotes(notes)) &&
    Array.isArray(modules) &&
    modules.every(isRuleFileHeader) &&
    isRanges(unscoped) &&
    isRanges(calls) &&
    Number.isSafeInteger(indexBytes) &&
    Number.isSafeInteger(rulesBytes)
  );
}

function isNotes(value: unknown): value is CompileNotes {
  if (!isRecord(value)) return false;
  const { compiler, rules, notices, projectCommands } = value;
  return (
    isString(compiler) &&
    Number.isSafeInteger(rules) &&
    Array.isArray(notices) &&
    notices.every(isRecord) &&
    Array.isArray(projectCommands) &&
    projectCommands.every(isString)
  );
}
