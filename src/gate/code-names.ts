import type { PlainCode } from '../conditions/condition.ts';
import { conditionFamily } from '../conditions/index.ts';
import { remembers } from '../conditions/memory.ts';
import type { Grammar } from '../grammar/grammar.ts';
import { FAMILIES, grammarOf } from '../grammar/index.ts';
import { optionLines, optionSpec } from '../grammar/option-spec.ts';
import type { Condition, Policy } from '../model/policy.ts';
import { STARTERS } from '../runners/starters.ts';
import { BUILTINS } from '../shell/walk/builtins/index.ts';
import { SHORT_NAMES } from '../util/full-name.ts';
import { baseName } from '../util/path.ts';
import { casePattern } from './case-pattern.ts';
import { KEYWORDS } from './line-gate.ts';
import { decidedLiterals } from './plan.ts';

/** What the gate of a shell needs to recognise plain code that no rule matches. */
export interface CodeNames {
  /** names that rules are about, or that the shell gives a meaning: code with one of them goes to Node */
  readonly words: readonly string[];
  /** patterns of sh's `case`, quoted; code with an absolute path that one matches goes to Node */
  readonly paths: readonly string[];
}

/**
 * For the code of `sh -c`. undefined = all code goes to Node: a rule about every command, tool calls or earlier calls may match
 * any. Sound, not exact: `decide` allows all code that passes, for every actor and working directory.
 */
export function codeNames({ modules }: Policy): CodeNames | undefined {
  const words = new Set([...KEYWORDS, ...BUILTINS.keys(), ...Object.keys(STARTERS)]);
  for (const harmless of HARMLESS) words.delete(harmless);
  const paths = new Set<string>();
  for (const { rules, unmatched, shellTool } of modules) {
    if (unmatched !== 'allow' || shellTool !== undefined) return undefined;
    for (const rule of rules) {
      if (rule.tools !== undefined || remembers(rule)) return undefined;
      const names = rule.commands?.map(baseName);
      if (names?.every((name) => words.has(name))) continue; // conditions are expensive to look at
      const mayMatch = pathsOf(rule.when);
      if (mayMatch?.length === 0) continue;
      for (const name of names ?? []) words.add(name);
      if (names !== undefined) continue;
      if (mayMatch === undefined) return undefined;
      for (const path of mayMatch) paths.add(path);
    }
  }
  for (const name of programsWithPaths()) words.add(name);
  for (const name of [...words, ...Object.keys(SHORT_NAMES)]) words.add(name).add(`${name}.exe`);
  return { words: [...words].filter((word) => /^[A-Za-z0-9_@+=:,./-]+$/.test(word)).sort(), paths: [...paths].sort() };
}

/** Builtins that only print. */
const HARMLESS = ['echo', 'pwd', 'true', 'false', 'type'];

/** Programs with options that take a path, or with operands that they do not only read: their arguments need a grammar. */
function programsWithPaths(): readonly string[] {
  return FAMILIES.flatMap(({ names }) => names).filter((name) => !isReadOnly(grammarOf(name)));
}

const READ_KINDS = /^((path|text)\*? ?)*$/;

function isReadOnly({
  options,
  operands = 'path*',
  afterDashes = '',
  when = [],
  keyValues,
  subcommands,
}: Grammar): boolean {
  if (keyValues !== undefined || subcommands !== undefined) return false;
  const kinds = [operands, afterDashes, ...when.map((one) => one.operands ?? '')];
  const specs = optionLines(options).map(optionSpec);
  return (
    kinds.every((kind) => READ_KINDS.test(kind)) &&
    when.every(({ values }) => values === undefined) &&
    specs.every(({ kind }) => kind === undefined || kind === 'text')
  );
}

/** All that may stand in plain code: what the gate's sh checks before it reads the code. */
const PLAIN_TEXT = /^[A-Za-z0-9_@+=:,./ &|;-]*$/;

const PLAIN_CODE: PlainCode = { literalsOf: decidedLiterals, mayContain: (text) => PLAIN_TEXT.test(text) };

/** Paths one of which plain code must name for all of the conditions to hold; undefined = they may hold without. */
function pathsOf(all: readonly Condition[]): readonly string[] | undefined {
  const needed = all.map(pathsOfOne).filter((one) => one !== undefined);
  return needed.sort((a, b) => a.length - b.length)[0];
}

function pathsOfOne(condition: Condition): readonly string[] | undefined {
  if (condition.op === 'is') {
    const globs = conditionFamily(condition.type)?.plain?.(condition.data, PLAIN_CODE);
    const paths = globs?.map(casePattern);
    return paths?.every((path) => path !== undefined) ? paths : undefined;
  }
  if (condition.op === 'not') return undefined;
  if (condition.op === 'all') return pathsOf(condition.of);
  const each = condition.of.map(pathsOfOne);
  return each.every((one) => one !== undefined) ? each.flat() : undefined;
}
