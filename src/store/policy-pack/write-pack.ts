import type { Condition, Policy, Rule } from '../../model/policy.ts';
import { isRecord } from '../../util/guards.ts';
import { baseName } from '../../util/path.ts';
import {
  LINE_END,
  type PackedCondition,
  type PackHeader,
  type ProgramLine,
  type ProgramRanges,
  type Ranges,
  type RuleLine,
} from './format.ts';

/** What a pack is about, beside its rules. */
export type PackLabel = Pick<PackHeader, 'version' | 'scope' | 'key' | 'problems' | 'notes'>;

/** A pack without its label: the same rules can be kept under another one. */
export interface PackedRules {
  readonly about: Omit<PackHeader, keyof PackLabel>;
  readonly body: Uint8Array;
}

export function packFile(label: PackLabel, { about, body }: PackedRules): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...label, ...about })}\n`), body]);
}

interface RuleRange {
  readonly rule: Rule;
  readonly start: number;
  readonly end: number;
}

export function packRules({ modules }: Policy): PackedRules {
  const lines: Uint8Array[] = [];
  let rulesBytes = 0;
  const placed = modules.flatMap(({ rules }, module) =>
    rules.map((rule, at): RuleRange => {
      const start = rulesBytes;
      for (const line of ruleLines(module, at, rule)) {
        lines.push(line);
        rulesBytes += line.length;
      }
      return { rule, start, end: rulesBytes };
    }),
  );
  const index = Buffer.concat(
    programLines(placed.filter(({ rule }) => rule.tools === undefined)).map((line) => lineOf(line)),
  );
  return {
    about: {
      modules: modules.map(({ rules: _, ...head }) => head),
      unscoped: rangesOf(placed.filter(({ rule }) => rule.tools === undefined && rule.commands === undefined)),
      calls: rangesOf(placed.filter(({ rule }) => rule.tools !== undefined)),
      indexBytes: index.length,
      rulesBytes,
    },
    body: Buffer.concat([index, ...lines]),
  };
}

/** Bytes; what is shorter is parsed with its rule sooner than apart from it. */
const LONG_FIELD = 700;

function ruleLines(module: number, at: number, rule: Rule): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  const packed = (condition: Condition): PackedCondition => {
    if (condition.op === 'not') return { op: 'not', of: packed(condition.of) };
    if (condition.op !== 'is') return { op: condition.op, of: condition.of.map(packed) };
    const { op, type, data } = condition;
    if (!isRecord(data)) return condition;
    const behind = Object.entries(data).flatMap(([name, field]) => {
      const line = lineOf(field);
      return line.length < LONG_FIELD ? [] : [[name, lines.push(line) - 1] as const];
    });
    if (behind.length === 0) return condition;
    const short = { ...data, ...Object.fromEntries(behind.map(([name]) => [name, null])) };
    return { op, type, data: short, behind: Object.fromEntries(behind) };
  };
  const { when, unless } = rule;
  const line = { ...rule, when: when.map(packed), unless: unless.map(packed) };
  return [lineOf([module, at, line, lines.map(({ length }) => length)] satisfies RuleLine), ...lines];
}

function lineOf(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}${LINE_END}`);
}

function programLines(placed: readonly RuleRange[]): readonly ProgramLine[] {
  const byProgram = new Map<string, RuleRange[]>();
  for (const one of placed) {
    for (const program of new Set(one.rule.commands?.map(baseName))) {
      const rules = byProgram.get(program);
      if (rules === undefined) byProgram.set(program, [one]);
      else rules.push(one);
    }
  }
  return [...byProgram].map(([program, rules]) => [program, rangesBySubcommand(rules)]);
}

function rangesBySubcommand(rules: readonly RuleRange[]): ProgramRanges {
  const all = rangesOf(rules);
  const names = new Set(rules.flatMap(({ rule }) => rule.subcommands ?? []));
  if (names.size === 0) return { all };
  const about = (name: string) => rangesOf(rules.filter(({ rule }) => rule.subcommands?.includes(name) ?? true));
  return {
    all,
    other: rangesOf(rules.filter(({ rule }) => rule.subcommands === undefined)),
    subcommands: Object.fromEntries([...names].map((name) => [name, about(name)])),
  };
}

/** Neighbours as one range, which is read in one go. */
function rangesOf(rules: readonly RuleRange[]): Ranges {
  const ranges: [number, number][] = [];
  for (const { start, end } of rules) {
    const last = ranges.at(-1);
    if (last?.[1] === start) last[1] = end;
    else ranges.push([start, end]);
  }
  return ranges;
}
