import type { Invocation } from '../model/invocation.ts';
import type { Module, Policy, Rule } from '../model/policy.ts';
import type { Tri } from '../model/tri.ts';
import type { Word } from '../model/word.ts';
import { baseName, normalizePath } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';

export interface IndexedRule {
  readonly rule: Rule;
  readonly module: Module;
}

/** A rule that may be about a program start, and how sure that is. */
export interface Candidate extends IndexedRule {
  readonly named: Tri;
  /** the program that the arguments are to be read as, where the real one is not known */
  readonly program?: string;
}

export interface RuleIndex {
  readonly byProgram: ReadonlyMap<string, readonly IndexedRule[]>;
  /** rules without `commands` */
  readonly unscoped: readonly IndexedRule[];
}

const INDEXES = new WeakMap<Policy, RuleIndex>();

export function indexOf(policy: Policy): RuleIndex {
  let index = INDEXES.get(policy);
  if (index === undefined) {
    index = buildIndex(policy);
    INDEXES.set(policy, index);
  }
  return index;
}

function buildIndex(policy: Policy): RuleIndex {
  const byProgram = new Map<string, IndexedRule[]>();
  const unscoped: IndexedRule[] = [];
  for (const module of policy.modules) {
    for (const rule of module.rules) {
      const entry = { rule, module };
      if (rule.commands === undefined) unscoped.push(entry);
      for (const name of new Set(rule.commands?.map(baseName) ?? [])) {
        const list = byProgram.get(name);
        if (list === undefined) byProgram.set(name, [entry]);
        else list.push(entry);
      }
    }
  }
  return { byProgram, unscoped };
}

/** Rules to evaluate for a program start. A program that is not known may be any command that a rule names. */
export function candidatesFor(index: RuleIndex, invocation: Invocation): readonly Candidate[] {
  const word = invocation.argv[0] as Word;
  const open: Candidate[] = index.unscoped.map((entry) => ({ ...entry, named: 'yes' }));
  if (invocation.program !== undefined) {
    for (const entry of index.byProgram.get(invocation.program) ?? []) {
      if (namesProgram(entry.rule, invocation.program, word)) open.push({ ...entry, named: 'yes' });
    }
    return open;
  }
  for (const [program, entries] of index.byProgram) {
    if (!mayBe(word, program)) continue;
    open.push(...entries.map((entry): Candidate => ({ ...entry, named: 'unknown', program })));
  }
  return open;
}

/** `commands: [/usr/bin/rm]` means only that file; a bare name means every path to it. */
function namesProgram(rule: Rule, program: string, word: Word): boolean {
  const written = word.kind === 'known' && word.value.startsWith('/') ? normalizePath(word.value) : undefined;
  return rule.commands?.some((name) => (name.includes('/') ? name === written : name === program)) ?? true;
}

function mayBe(word: Word, program: string): boolean {
  if (word.kind === 'glob') return shellGlobMatches(baseName(word.pattern), program);
  if (word.kind === 'known') return false;
  const suffix = word.suffix.includes('/') ? baseName(word.suffix) : word.suffix;
  return word.fields === 'any' || program.endsWith(suffix);
}
