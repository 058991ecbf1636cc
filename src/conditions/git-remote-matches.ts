import { HOLE } from '../grammar/address.ts';
import { type OtherSide, otherSides } from '../grammar/git-hosts.ts';
import type { Facts } from '../model/facts.ts';
import type { Pattern } from '../model/policy.ts';
import { type Answer, joinAnswers } from '../model/tri.ts';
import { matches } from '../patterns/match.ts';
import { defineCondition } from './condition.ts';
import { gitFacts } from './git.ts';
import { remoteUrls } from './git-remotes.ts';
import type { Subject } from './subject.ts';

interface Data {
  readonly pattern: Pattern;
  readonly remote?: string;
}

/** What git connects to; where it connects to nothing, or another program runs, the remote that `git fetch` would take. */
function sidesOf({ remote }: Data, subject: Subject): readonly OtherSide[] {
  const sides = subject.invocation?.program === 'git' ? otherSides(subject.parsed()) : [];
  return remote === undefined && sides.length > 0 ? sides : [{ remote, pushes: false }];
}

/** Addresses as they are written; undefined in place of one that is not known. */
function addressesOf(data: Data, subject: Subject, facts: Facts): readonly (string | undefined)[] {
  return sidesOf(data, subject).flatMap((side): readonly (string | undefined)[] => {
    if (side === 'unknown') return [undefined];
    if ('address' in side) return [side.address.includes(HOLE) ? undefined : side.address];
    const git = gitFacts(subject, facts);
    return git === null ? [] : (remoteUrls(side, git, subject, facts) ?? [undefined]);
  });
}

export const gitRemoteMatches = defineCondition<{ pattern: string; remote?: string | undefined }, Data>({
  type: 'git_remote_matches',
  summary:
    'The address of the remote matches a regex (search): of what a git command fetches from or pushes to, else of the default remote of the repository. Addresses are compared as they are written; `insteadOf` in the settings of the person is not applied. No remote: no.',
  primary: 'pattern',
  schema: (z) =>
    z.strictObject({
      pattern: z.string().describe('regular expression, searched in the address'),
      remote: z.string().min(1).optional().describe('this remote, whatever the command names'),
    }),
  lower: ({ pattern, remote }, lowering) => ({
    pattern: lowering.regex(pattern),
    ...(remote !== undefined && { remote }),
  }),
  evaluate: (data, subject, facts) =>
    joinAnswers(
      addressesOf(data, subject, facts).map(
        (address): Answer => (address === undefined ? 'unknown' : matches(data.pattern, address)),
      ),
    ),
  says: ({ pattern, remote }) => `the address of ${remote ?? 'the git remote'} matches /${pattern.written}/`,
  explain(data, subject, facts) {
    const found = addressesOf(data, subject, facts).map((address) => address ?? 'an address that is not known');
    return `${found.length === 0 ? 'no remote' : found.join(', ')}, pattern /${data.pattern.written}/`;
  },
  ofLine: true,
  ofWorld: true,
});
