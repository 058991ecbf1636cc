import type { Invocation } from '../model/invocation.ts';
import type { IndexedRule, Policy, Rule, RuleIndex } from '../model/policy.ts';
import type { Tri } from '../model/tri.ts';
import type { Word } from '../model/word.ts';
import { baseName, normalizePath } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';

/** A rule that may be about a program start, and how sure that is. */
export interface Candidate extends IndexedRule {
  readonly named: Tri;
  /** the program that the arguments are to be read as, where the real one is not known */
  readonly program?: string;
}

const INDEXES = new WeakMap<Policy, RuleIndex>();

/** A policy in memory is indexed once; an index is itself. */
export function indexOf(policy: Policy | RuleIndex): RuleIndex {
  if ('rulesOf' in policy) return policy;
  let index = INDEXES.get(policy);
  if (index === undefined) {
    index = buildIndex(policy);
    INDEXES.set(policy, index);
  }
  return index;
}

function buildIndex({ modules }: Policy): RuleIndex {
  const byProgram = new Map<string, IndexedRule[]>();
  const unscoped: IndexedRule[] = [];
  const calls: IndexedRule[] = [];
  for (const module of modules) {
    for (const rule of module.rules) {
      const entry = { rule, module };
      if (rule.tools !== undefined) {
        calls.push(entry);
        continue;
      }
      if (rule.commands === undefined) unscoped.push(entry);
      for (const name of new Set(rule.commands?.map(baseName) ?? [])) {
        const list = byProgram.get(name);
        if (list === undefined) byProgram.set(name, [entry]);
        else list.push(entry);
      }
    }
  }
  return {
    modules,
    unscoped,
    calls,
    rulesOf: (program) => byProgram.get(program) ?? [],
    programs: () => byProgram.keys(),
  };
}

/** Rules to evaluate for a program start. A program that is not known may be any command that a rule names. */
export function candidatesFor(index: RuleIndex, invocation: Invocation): readonly Candidate[] {
  const word = invocation.argv[0] as Word;
  const open = index.unscoped.map(({ rule, module }): Candidate => ({ rule, module, named: 'yes' }));
  if (invocation.program !== undefined) {
    for (const { rule, module } of index.rulesOf(invocation.program)) {
      if (namesProgram(rule, invocation.program, word)) open.push({ rule, module, named: 'yes' });
    }
    return open;
  }
  for (const program of index.programs()) {
    if (!mayBe(word, program)) continue;
    for (const { rule, module } of index.rulesOf(program)) open.push({ rule, module, named: 'unknown', program });
  }
  return open;
}

/** `commands: [/usr/bin/rm]` means only that file; a bare name means every path to it. */
function namesProgram(rule: Rule, program: string, word: Word): boolean {
  if (rule.commands === undefined || rule.commands.includes(program)) return true;
  const written = word.kind === 'known' && word.value.startsWith('/') ? normalizePath(word.value) : undefined;
  return written !== undefined && rule.commands.includes(written);
}

function mayBe(word: Word, program: string): boolean {
  if (word.kind === 'glob') return shellGlobMatches(baseName(word.pattern), program);
  if (word.kind === 'known') return false;
  const suffix = word.suffix.includes('/') ? baseName(word.suffix) : word.suffix;
  return word.fields === 'any' || program.endsWith(suffix);
}
