import { projectRoots } from '../conditions/path/project-roots.ts';
import type { Subject } from '../conditions/subject.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { memoize } from '../util/memoize.ts';
import { once } from '../util/once.ts';
import type { ProofInput } from './input.ts';
import { foldersOfProject } from './roots.ts';
import { mayHoldSecrets } from './secrets.ts';

/** The same, with what follows from it; each is found at most once. */
export interface ProofContext extends ProofInput {
  /** see projectRoots */
  readonly project: () => readonly string[];
  /** the project and the temp folders */
  readonly roots: () => readonly string[];
  /** folders of PATH that a project may fill */
  readonly programFolders: () => readonly string[];
  /** see mayHoldSecrets */
  readonly isSecret: (path: string) => boolean;
}

export function contextOf(input: ProofInput): ProofContext {
  const { cwd, facts } = input;
  const project = once(() => projectRoots(cwd, facts));
  const roots = once(() => [...new Set([...project(), ...facts.tmp])]);
  return {
    ...input,
    project,
    roots,
    programFolders: once(() => foldersOfProject(facts.env.PATH ?? '', roots())),
    isSecret: memoize((path) => mayHoldSecrets(path, input)),
  };
}

/** One start, as the parts of this room see it. */
export interface ProofStart {
  readonly analysis: Analysis;
  readonly index: number;
  readonly invocation: Invocation;
  readonly program: string;
  readonly subject: Subject;
  readonly grammar: Grammar;
  readonly context: ProofContext;
}

const MAX_EXPANDED = 500;

/** What a pattern of the line expands to; undefined = not known, or more. */
export function expansionOf(
  pattern: string,
  cwd: string | undefined,
  { facts }: ProofInput,
): readonly string[] | undefined {
  return cwd === undefined ? undefined : facts.expandGlob(pattern, cwd, MAX_EXPANDED);
}

/** What it starts was found, as a start of its own. */
export function startsOther({ analysis, index }: Pick<ProofStart, 'analysis' | 'index'>): boolean {
  return analysis.invocations.some(({ via }) => via.some(({ invocation }) => invocation === index));
}
