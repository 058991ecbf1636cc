import type { Facts } from '../model/facts.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { gitFacts } from './git.ts';
import { mayBeChangedBefore } from './git-changed.ts';
import type { Subject } from './subject.ts';

interface Args {
  value: boolean;
}

/** null = outside of a repository; undefined = not known. */
function commitsAhead(subject: Subject, facts: Facts): number | null | undefined {
  const git = gitFacts(subject, facts);
  if (git === null) return null;
  return git === 'unknown' || mayBeChangedBefore(subject) ? undefined : facts.gitAhead(git);
}

export const gitAhead = defineCondition<Args, Args>({
  type: 'git_ahead',
  summary:
    'The commit that is checked out has commits that its upstream branch does not have; without an upstream, that no remote-tracking branch has. Starts git, at most once a call and for two seconds. Outside a repository: no.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true).describe('false: all commits are there too') }),
  lower: (args) => args,
  evaluate({ value }, subject, facts) {
    const commits = commitsAhead(subject, facts);
    if (commits === null) return 'no';
    return commits === undefined ? 'unknown' : triOf(commits > 0 === value);
  },
  says: ({ value }) => `there are ${value ? '' : 'no '}commits that were not pushed`,
  explain(_args, subject, facts) {
    const commits = commitsAhead(subject, facts);
    if (commits === null) return 'not in a git repository';
    return commits === undefined
      ? 'what was pushed is not known'
      : `${commits} commit${commits === 1 ? '' : 's'} not pushed`;
  },
  ofLine: true,
  ofWorld: true,
});
