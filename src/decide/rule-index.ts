import type { Invocation } from '../model/invocation.ts';
import type { IndexedRule, Policy, Rule, RuleIndex } from '../model/policy.ts';
import type { Word } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { baseName, normalizePath } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import type { Candidate } from './match-rule.ts';

const builtIndex = memoizeByObject(buildIndex);

/** The index of a policy in memory is built once; one that was read from disk is returned as it is. */
export function indexOf(policy: Policy | RuleIndex): RuleIndex {
  return 'rulesOf' in policy ? policy : builtIndex(policy);
}

interface ProgramRules {
  readonly rules: IndexedRule[];
  readonly subcommands: Set<string>;
}

const NO_RULES: ProgramRules = { rules: [], subcommands: new Set() };

function buildIndex({ modules }: Policy): RuleIndex {
  const byProgram = new Map<string, ProgramRules>();
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
      for (const name of new Set(rule.commands?.map(baseName) ?? [])) addTo(byProgram, name, entry);
    }
  }
  const about = (program: string) => byProgram.get(program) ?? NO_RULES;
  return {
    modules,
    unscoped: () => unscoped,
    calls: () => calls,
    subcommandsOf: (program) => about(program).subcommands,
    rulesOf(program, subcommand) {
      const { rules } = about(program);
      return subcommand === undefined
        ? rules
        : rules.filter(({ rule }) => rule.subcommands?.includes(subcommand) ?? true);
    },
    programs: () => byProgram.keys(),
  };
}

function addTo(byProgram: Map<string, ProgramRules>, name: string, entry: IndexedRule): void {
  const about = byProgram.get(name) ?? { rules: [], subcommands: new Set<string>() };
  about.rules.push(entry);
  for (const subcommand of entry.rule.subcommands ?? []) about.subcommands.add(subcommand);
  byProgram.set(name, about);
}

/** The first subcommand of a program start, as its grammar calls it; undefined = it has none that is known. */
type SubcommandOf = () => string | undefined;

/**
 * Rules to evaluate for a program start. An unknown program counts as one that a rule names only where the known part of its
 * word fits (`$DIR/git`): else every rule would be a candidate. `subcommandOf`: leaves out rules about other subcommands, which
 * could only answer `no`; absent = returns those too.
 */
export function candidatesFor(
  index: RuleIndex,
  { argv, program, role, inFile }: Invocation,
  subcommandOf?: SubcommandOf,
): readonly Candidate[] {
  const word = argv[0] as Word;
  // a script's own function is no program of that name; what it starts is judged by itself
  if (role === 'function' && inFile) return surely(index.unscoped());
  if (program === undefined) return [...surely(index.unscoped()), ...perhapsNamed(index, word)];
  const bySubcommand = subcommandOf !== undefined && index.subcommandsOf(program).size > 0;
  const subcommand = bySubcommand ? subcommandOf() : undefined;
  const isPath = word.kind === 'known' && word.value.startsWith('/');
  const own = ownName(index, word, program);
  if (isPath) return [...surelyNamed(index, program, subcommand, normalizePath(word.value)), ...own];
  return own.length === 0
    ? byBareName(index, program, subcommand)
    : [...byBareName(index, program, subcommand), ...own];
}

/** Rules that name the program as the line does, where that is not its own name: `commands: [git.exe]` beside those about `git`. */
function ownName(index: RuleIndex, word: Word, program: string): readonly Candidate[] {
  const called = word.kind === 'known' ? baseName(word.value) : program;
  if (called === program) return [];
  const named = index.rulesOf(called).filter(({ rule }) => namesProgram(rule, called, undefined));
  return surely(named.filter(({ rule }) => !namesProgram(rule, program, undefined)));
}

const byNameIn = memoizeByObject((_: RuleIndex) => new Map<string, readonly Candidate[]>());

/** Cached: most commands are called by their bare names, and a long-running process sees the same ones again. */
function byBareName(index: RuleIndex, program: string, subcommand: string | undefined): readonly Candidate[] {
  const known = byNameIn(index);
  const key = subcommand === undefined ? program : `${program}\0${subcommand}`;
  let candidates = known.get(key);
  if (candidates === undefined) {
    candidates = surelyNamed(index, program, subcommand, undefined);
    // those that no rule names share one list: of their names there is no end
    if (candidates.length > index.unscoped().length) known.set(key, candidates);
    else if (known.has('')) candidates = known.get('') ?? candidates;
    else known.set('', candidates);
  }
  return candidates;
}

function surelyNamed(
  index: RuleIndex,
  program: string,
  subcommand: string | undefined,
  path: string | undefined,
): readonly Candidate[] {
  const named = index.rulesOf(program, subcommand).filter(({ rule }) => namesProgram(rule, program, path));
  return surely([...index.unscoped(), ...named]);
}

function surely(rules: readonly IndexedRule[]): readonly Candidate[] {
  return rules.map(({ rule, module }) => ({ rule, module, named: 'yes' }));
}

function perhapsNamed(index: RuleIndex, word: Word): readonly Candidate[] {
  const named = (program: string) =>
    index.rulesOf(program).map(({ rule, module }): Candidate => ({ rule, module, named: 'unknown', program }));
  if (word.kind === 'unknown') return word.suffix === '' ? [] : named(word.suffix);
  const pattern = word.kind === 'glob' ? baseName(word.pattern) : '';
  if (!/[^*?]/.test(pattern)) return [];
  return [...index.programs()].filter((program) => shellGlobMatches(pattern, program)).flatMap(named);
}

/** `commands: [/usr/bin/rm]` means only that file; a bare name means every path to it. */
function namesProgram({ commands }: Rule, program: string, path: string | undefined): boolean {
  return commands === undefined || commands.includes(program) || (path !== undefined && commands.includes(path));
}
