import type { Facts, GitChanges } from '../model/facts.ts';
import { type Answer, triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import { gitFacts } from './git.ts';
import { mayBeChangedBefore } from './git-changed.ts';
import type { Subject } from './subject.ts';

interface Args {
  value: boolean;
  untracked: boolean;
}

/** null = outside of a repository; undefined = not known. */
function changesFor(subject: Subject, facts: Facts): GitChanges | null | undefined {
  const git = gitFacts(subject, facts);
  if (git === null) return null;
  return git === 'unknown' || mayBeChangedBefore(subject) ? undefined : facts.gitChanges(git);
}

function isDirty({ value, untracked }: Args, changes: GitChanges | null | undefined): Answer {
  if (changes === null) return 'no';
  if (changes === undefined) return 'unknown';
  return triOf((changes.tracked > 0 || (untracked && changes.untracked > 0)) === value);
}

export const gitDirty = defineCondition<Args, Args>({
  type: 'git_dirty',
  summary:
    'Tracked files of the repository have uncommitted changes, in the index or on disk; with `untracked: true` also where there are files that git does not know. Starts git, at most once a call and for two seconds. Outside a repository: no.',
  primary: 'value',
  schema: (z) =>
    z.strictObject({
      value: z.boolean().default(true).describe('false: there are no changes'),
      untracked: z.boolean().default(false).describe('files that git does not know count too, ignored ones do not'),
    }),
  lower: (args) => args,
  evaluate: (args, subject, facts) => isDirty(args, changesFor(subject, facts)),
  says: ({ value, untracked }) =>
    `the repository has ${value ? '' : 'no '}uncommitted changes${untracked ? ' or untracked files' : ''}`,
  explain(_args, subject, facts) {
    const changes = changesFor(subject, facts);
    if (changes === null) return 'not in a git repository';
    if (changes === undefined) return 'what is changed in the repository is not known';
    return `${changes.tracked} changed, ${changes.untracked} untracked`;
  },
  ofLine: true,
  ofWorld: true,
});
