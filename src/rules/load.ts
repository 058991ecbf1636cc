import { remembers, remembersMatches } from '../conditions/memory.ts';
import type { Problem } from '../model/errors.ts';
import type { Policy, RuleFile } from '../model/policy.ts';
import type { LoweredFile, LoweredRule } from './dialects/dialect.ts';
import { DIALECTS, dialectOf } from './dialects/index.ts';
import { SAFESHELL } from './dialects/safeshell/dialect.ts';
import { mergeModules, type RuleStanding } from './merge.ts';
import type { LoadedModule } from './override.ts';
import { type ProblemList, problemList } from './problems.ts';
import type { RuleFileText } from './rule-file-text.ts';
import { parseYaml } from './yaml-source.ts';

export interface LoadResult {
  /** the rules of all files without errors; callers decide whether to use it where there are errors */
  readonly policy: Policy;
  readonly problems: readonly Problem[];
  readonly examples: readonly RuleExamples[];
  /** every rule of every file, also those that do not count */
  readonly standings: readonly RuleStanding[];
  /** what files say of themselves, by their paths */
  readonly descriptions: ReadonlyMap<string, string>;
}

/** A rule with its examples. */
export interface RuleExamples extends Pick<LoweredRule, 'rule' | 'match' | 'noMatch'> {
  readonly list: ProblemList;
}

/** Files that were lowered before, without problems and without examples: the same text gives the same rules. */
export interface LoweredBefore {
  find(file: RuleFileText): LoweredFile | undefined;
  /** a file without problems */
  add(file: RuleFileText, content: LoweredFile): void;
}

/** Rule files, lowest tier first -> one policy. All problems of all files; never throws. */
export function loadRules(files: readonly RuleFileText[], before?: LoweredBefore): LoadResult {
  const problems: Problem[] = [];
  const lists: ProblemList[] = [];
  const loaded: LoadedModule[] = [];
  for (const file of files) {
    const known = before?.find(file);
    if (known !== undefined) {
      loaded.push({ file, dialect: SAFESHELL, content: known, list: noProblems(file.file) });
      continue;
    }
    const { source, problems: syntax } = parseYaml(file.text, file.file);
    problems.push(...syntax);
    if (source === undefined) continue;
    const list = problemList(source);
    lists.push(list);
    const dialect = dialectOf(source.value, file.dialect);
    if (dialect === undefined) {
      const expected = `one of ${DIALECTS.map(({ name }) => name).join(', ')}`;
      list.add('unknown-dialect', ['dialect'], { expected, ...(file.dialect && { subject: file.dialect }) });
      continue;
    }
    // cut short while it is written, more likely than meant
    if (file.text.trim() === '') {
      list.add('missing-key', [], { subject: 'rules', help: 'a file that has none says `rules: []`' });
      continue;
    }
    const content = { ...dialect.lower(source, file.module, list), ...descriptionOf(source.value) };
    loaded.push({ file, dialect, content, list });
    if (dialect === SAFESHELL && list.all.length === 0) before?.add(file, content);
  }
  const merged = mergeModules(loaded);
  const policy = { modules: merged.policy.modules.map(marked) };
  problems.push(...lists.flatMap((list) => list.all));
  const examples = loaded.flatMap(({ content, list }) =>
    content.rules.map(({ rule, match, noMatch }) => ({ rule, match, noMatch, list })),
  );
  const descriptions = new Map(
    loaded.flatMap(({ file, content }) => (content.description ? [[file.file, content.description] as const] : [])),
  );
  return { policy, problems, examples, standings: merged.standings, descriptions };
}

function descriptionOf(content: unknown): Pick<LoweredFile, 'description'> {
  const said = typeof content === 'object' && content !== null && 'description' in content && content.description;
  return typeof said === 'string' ? { description: said.trim() } : {};
}

/** Of a file that has none. */
function noProblems(file: string): ProblemList {
  return { all: [], valueAt: () => undefined, positionOf: () => ({ file, line: 1, column: 1 }), add: () => {} };
}

function marked(module: RuleFile): RuleFile {
  return {
    ...module,
    ...(module.rules.some(remembers) && { remembers: true }),
    ...(module.rules.some(remembersMatches) && { remembersMatches: true }),
  };
}
