import { directoryAfter, gitMoves } from '../grammar/git-directory.ts';
import { effective } from '../grammar/parse-command.ts';
import type { Facts, GitFacts } from '../model/facts.ts';
import type { Pattern } from '../model/policy.ts';
import type { Environment } from '../model/request.ts';
import { type Answer, type Tri, triOf } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';
import { switchedTo } from './git-switch.ts';
import { anyOfText } from './listed.ts';
import { isYetToCome } from './path/made.ts';
import { ANYTHING, inLine, oneOf } from './signs.ts';
import type { Subject } from './subject.ts';

/** The repository that the command works in: `git -C dir`, `--git-dir`, GIT_DIR and `cd` are respected. */
export function gitFacts(subject: Subject, facts: Facts): GitFacts | null | 'unknown' {
  const { cwd, invocation } = subject;
  if (cwd === undefined) return 'unknown';
  const env = subject.environment();
  if (invocation?.program !== 'git') return repositoryAt(cwd, subject, facts, env);
  const moves = gitMoves(subject.parsed().options);
  const directory = moves.every((move) => move?.kind === 'known') ? directoryAfter(moves, cwd) : undefined;
  const gitDir = effective(subject.parsed(), '--git-dir')?.value;
  if (directory === undefined || (gitDir !== undefined && gitDir.kind !== 'known')) return 'unknown';
  return repositoryAt(directory, subject, facts, gitDir === undefined ? env : { ...env, GIT_DIR: gitDir.value });
}

/** Inside a file it is not certain which repository lies in a folder that is not there yet. */
function repositoryAt(
  directory: string,
  subject: Subject,
  facts: Facts,
  env: Environment,
): GitFacts | null | 'unknown' {
  const isUncertain = subject.invocation?.inFile === true && isYetToCome(directory, subject, facts);
  return isUncertain ? 'unknown' : facts.git(directory, env);
}

function branchAnswer(subject: Subject, facts: Facts, test: (branch: string) => Tri): Answer {
  const git = gitFacts(subject, facts);
  if (git === 'unknown') return 'unknown';
  if (git === null) return 'no';
  const now = git.branch === null ? 'no' : git.branch === undefined ? 'unknown' : test(git.branch);
  const next = nextBranch(subject, (branch) => test(branch) === 'yes');
  return next === undefined ? now : afterSwitch(now, test(next));
}

function nextBranch(subject: Subject, isWanted: (branch: string) => boolean): string | undefined {
  const { analysis, invocation } = subject;
  const isElsewhere = invocation === undefined || gitMoves(subject.parsed().options).length > 0;
  return isElsewhere ? undefined : switchedTo(analysis, invocation, isWanted);
}

/** The switch may fail and leave the present branch checked out, so both count. */
function afterSwitch(now: Tri, then: Tri): Answer {
  if (now === then) return now;
  return then === 'yes' ? 'some' : 'unknown';
}

function describe(subject: Subject, facts: Facts): string {
  const git = gitFacts(subject, facts);
  if (git === 'unknown') return 'the repository cannot be read';
  if (git === null) return 'not in a git repository';
  if (git.branch === undefined) return 'the branch cannot be read';
  const next = nextBranch(subject, () => true);
  const now = git.branch === null ? 'no branch is checked out' : `branch is \`${git.branch}\``;
  return next === undefined ? now : `${now}, then \`${next}\``;
}

export const gitBranchIn = defineCondition<{ branches: string[] }, { branches: readonly string[] }>({
  type: 'git_branch_in',
  summary: 'Current branch is one of the list, compared whole. Outside a repository and on a detached HEAD: no.',
  primary: 'branches',
  schema: (z) => z.strictObject({ branches: z.array(z.string()).min(1).describe('branch names, compared whole') }),
  lower: (args) => args,
  evaluate: ({ branches }, subject, facts) =>
    branchAnswer(subject, facts, (branch) => triOf(branches.includes(branch))),
  says: ({ branches }) => `the git branch is ${anyOfText(branches)}`,
  explain: ({ branches }, subject, facts) => `${describe(subject, facts)}, listed: ${branches.join(', ')}`,
  signs: ({ branches }, { program, subcommand }) =>
    // options in front of it may name another repository
    program === 'git' && subcommand === undefined
      ? ANYTHING
      : oneOf([...branches.map((branch) => ({ branch })), inLine('switched')]),
  ofLine: true,
  ofWorld: true,
});

export const gitBranchMatches = defineCondition<{ pattern: string }, { pattern: Pattern }>({
  type: 'git_branch_matches',
  summary: 'Current branch matches a regex (search). A missing branch never matches.',
  primary: 'pattern',
  schema: (z) => z.strictObject({ pattern: z.string().describe('regular expression, searched in the branch name') }),
  lower: ({ pattern }, lowering) => ({ pattern: lowering.regex(pattern) }),
  evaluate: ({ pattern }, subject, facts) => branchAnswer(subject, facts, (branch) => matches(pattern, branch)),
  says: ({ pattern }) => `the git branch matches /${pattern.written}/`,
  explain: ({ pattern }, subject, facts) => `${describe(subject, facts)}, pattern /${pattern.written}/`,
  ofLine: true,
  ofWorld: true,
});

export const inGitRepo = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'in_git_repo',
  summary: 'The working directory is, or is not, inside a git repository.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, subject, facts) => {
    const git = gitFacts(subject, facts);
    return git === 'unknown' ? 'unknown' : triOf((git !== null) === value);
  },
  says: ({ value }) => `it runs ${value ? 'inside' : 'outside'} a git repository`,
  explain: (_data, subject, facts) => describe(subject, facts),
  ofLine: true,
  ofWorld: true,
});
