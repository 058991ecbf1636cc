import type { Access } from '../../grammar/accesses.ts';
import { directoriesFrom, directoryAfter, gitPathsFrom } from '../../grammar/git-directory.ts';
import type { Facts } from '../../model/facts.ts';
import { wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { once } from '../../util/once.ts';
import type { Subject } from '../subject.ts';
import { placeOfLinks } from './line-links.ts';

const TAR = /^(gtar|bsdtar|tar)$/;

/**
 * The directory that a relative path starts from: `git -C dir` and `tar -C dir` change it for the words behind them, where tar leaves
 * files that options name where they are; what a symbolic link names is found from where that will lie. undefined = not known. A redirection is the shell's.
 */
export function startDirectory(access: Access, subject: Subject, facts: Facts): string | undefined {
  const { cwd, invocation } = subject;
  if (access.index < 0) return cwd;
  const program = invocation?.program ?? '';
  if (program === 'git') return starts(facts)(subject).ofGit()(access.index);
  if (access.isLinked === true && cwd !== undefined)
    return starts(facts)(subject)
      .ofLinks()
      .startOf(wordValue(access.word) ?? '');
  if (!TAR.test(program)) return cwd;
  const { operands, from } = starts(facts)(subject).ofTar();
  return operands.has(access.word) ? from(access.index) : cwd;
}

/** Read once for a start: it may name thousands of paths. */
const starts = memoizeByObject((facts: Facts) =>
  memoizeByObject((subject: Subject) => {
    const { cwd, invocation, parsed } = subject;
    return {
      ofGit: once(() =>
        gitPathsFrom({ options: parsed().options, cwd, workTree: subject.environment().GIT_WORK_TREE }),
      ),
      ofLinks: once(() => placeOfLinks(parsed(), invocation?.program ?? '', cwd ?? '/', facts)),
      ofTar: once(() => ({
        operands: new Set(parsed().operands.map(({ word }) => word)),
        from: tarPathsFrom(subject),
      })),
    };
  }),
);

function tarPathsFrom({ cwd, parsed }: Subject): (index: number) => string | undefined {
  let from = cwd;
  return directoriesFrom(cwd, parsed().options, ({ names, value }) => {
    if (!names.includes('-C')) return undefined;
    from = directoryAfter([value], from);
    return { directory: from };
  });
}
