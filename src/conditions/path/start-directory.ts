import type { Access } from '../../grammar/accesses.ts';
import { directoryAfter, gitPathsFrom } from '../../grammar/git-directory.ts';
import type { Facts } from '../../model/facts.ts';
import { wordValue } from '../../model/word.ts';
import type { Subject } from '../subject.ts';
import { placeOfLinks } from './line-links.ts';

const TAR = /^(gtar|bsdtar|tar)$/;

/**
 * The directory that a relative path starts from: `git -C dir` and `tar -C dir` change it for the words behind them, where tar leaves
 * files that options name where they are; what a symbolic link names is found from where that will lie. undefined = not known. A redirection is the shell's.
 */
export function startDirectory(access: Access, subject: Subject, facts: Facts): string | undefined {
  const { cwd, invocation } = subject;
  const program = invocation?.program ?? '';
  if (access.index < 0) return cwd;
  if (program === 'git') {
    return gitPathsFrom(
      { options: subject.parsed().options, cwd, workTree: subject.environment().GIT_WORK_TREE },
      access.index,
    );
  }
  if (access.isLinked === true && cwd !== undefined)
    return placeOfLinks(subject.parsed(), program, cwd, facts).startOf(wordValue(access.word) ?? '');
  if (!TAR.test(program) || !subject.parsed().operands.some(({ word }) => word === access.word)) return cwd;
  const before = subject.parsed().options.filter((one) => one.index < access.index);
  return directoryAfter(
    before.flatMap(({ names, value }) => (names.includes('-C') ? [value] : [])),
    cwd,
  );
}
