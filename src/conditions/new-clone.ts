import { directoryAfter, gitMoves } from '../grammar/git-directory.ts';
import { grammarOf } from '../grammar/index.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import type { Facts } from '../model/facts.ts';
import type { Invocation } from '../model/invocation.ts';
import { triOf } from '../model/tri.ts';
import { type Word, wordValue } from '../model/word.ts';
import { isWithin, resolvePath } from '../util/path.ts';
import { defineCondition } from './condition.ts';
import { NEVER } from './signs.ts';
import type { Subject } from './subject.ts';

/** `https://host/a/b.git/` -> `b`. Source: git-clone(1), DESCRIPTION */
function humanish(repository: string): string {
  const path = repository.replace(/\/+$/, '').replace(/\/?\.git$/, '');
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
}

/** Where `git clone` and `gh repo clone` put what they fetch; undefined where that is not known, or it is no clone. */
function cloneDirectory({ program, argv, cwd, via }: Invocation): string | undefined {
  if ((program !== 'git' && program !== 'gh') || via.some(({ elsewhere }) => elsewhere !== undefined)) return undefined;
  const { subcommand, operands, options } = parseCommand(program, argv, grammarOf(program));
  if (subcommand.join(' ') !== (program === 'git' ? 'clone' : 'repo clone')) return undefined;
  const from = program === 'git' ? directoryAfter(gitMoves(options), cwd) : cwd;
  const [repository, directory]: readonly (Word | undefined)[] = operands.map(({ word }) => word);
  const name = directory === undefined ? humanish(wordValue(repository) ?? '') : wordValue(directory);
  if (name === undefined || name === '' || (from === undefined && !name.startsWith('/'))) return undefined;
  return resolvePath(from ?? '/', name);
}

/** The clone that the line made before and that this start works in; it was not there when the line began. */
function newClone({ analysis, invocation, cwd, parsed }: Subject, facts: Facts): string | undefined {
  if (invocation === undefined || invocation.via.some(({ elsewhere }) => elsewhere !== undefined)) return undefined;
  const directory = invocation.program === 'git' ? directoryAfter(gitMoves(parsed().options), cwd) : cwd;
  if (directory === undefined || parsed().options.some(({ names }) => names.includes('--git-dir'))) return undefined;
  for (const before of analysis.invocations) {
    if (before === invocation) return undefined;
    const clone = cloneDirectory(before);
    if (clone !== undefined && isWithin(directory, clone) && facts.exists(clone) === 'no') return clone;
  }
  return undefined;
}

export const inNewClone = defineCondition<{ value: boolean }, { value: boolean }>({
  type: 'in_new_clone',
  summary: 'Works in a repository that the line itself has cloned, into a directory that was not there before.',
  primary: 'value',
  schema: (z) => z.strictObject({ value: z.boolean().default(true) }),
  lower: (args) => args,
  evaluate: ({ value }, subject, facts) => triOf((newClone(subject, facts) !== undefined) === value),
  // only a line makes a clone before
  signs: ({ value }) => (value ? NEVER : []),
  explain: (_data, subject, facts) => {
    const clone = newClone(subject, facts);
    return clone === undefined ? 'no clone that the line made' : `the line made ${clone}`;
  },
});
