import { directoryAfter, gitMoves } from '../grammar/git-directory.ts';
import type { Facts } from '../model/facts.ts';
import { triOf } from '../model/tri.ts';
import { isWithin } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import { newClones } from './path/new-clones.ts';
import { NEVER } from './signs.ts';
import type { Subject } from './subject.ts';

/** The clone that the line made before this start and that it works in; its directory did not exist when the line began. */
function newClone(subject: Subject, facts: Facts): string | undefined {
  const { invocation, cwd, parsed } = subject;
  if (invocation === undefined || invocation.via.some(({ elsewhere }) => elsewhere !== undefined)) return undefined;
  const directory = invocation.program === 'git' ? directoryAfter(gitMoves(parsed().options), cwd) : cwd;
  if (directory === undefined || parsed().options.some(({ names }) => names.includes('--git-dir'))) return undefined;
  return newClones(subject, facts).find((clone) => isWithin(directory, clone));
}

export const inNewClone = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'in_new_clone',
  summary: 'Works in a repository that the line itself has cloned or made, in a directory that was not there before.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, subject, facts) => triOf((newClone(subject, facts) !== undefined) === value),
  // only a line clones first; a line that changes into the clone goes to Node, as the directory does not exist yet
  signs: ({ value }) => (value ? NEVER : []),
  says: ({ value }) => `it works ${value ? 'in' : 'outside'} a repository that the line has made`,
  explain: (_data, subject, facts) => {
    const clone = newClone(subject, facts);
    return clone === undefined ? 'no clone that the line made' : `the line made ${clone}`;
  },
});
