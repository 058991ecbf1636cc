import { directoryAfter, gitMoves } from '../../grammar/git-directory.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** `https://host/a/b.git/` -> `b`. Source: git-clone(1), DESCRIPTION */
function humanish(repository: string): string {
  const path = repository.replace(/\/+$/, '').replace(/\/?\.git$/, '');
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
}

/** Where `git clone`, `gh repo clone` and `git init` put a repository; undefined where that is not known, or it is none. */
function cloneDirectory({ program, argv, cwd, via }: Invocation): string | undefined {
  if ((program !== 'git' && program !== 'gh') || via.some(({ elsewhere }) => elsewhere !== undefined)) return undefined;
  const { subcommand, operands, options } = parseCommand(program, argv, grammarOf(program));
  const from = program === 'git' ? directoryAfter(gitMoves(options), cwd) : cwd;
  const [first, second]: readonly (Word | undefined)[] = operands.map(({ word }) => word);
  const name = nameOf(`${program} ${subcommand.join(' ')}`, first, second);
  if (name === undefined || name === '' || (from === undefined && !name.startsWith('/'))) return undefined;
  return resolvePath(from ?? '/', name);
}

function nameOf(command: string, first: Word | undefined, second: Word | undefined): string | undefined {
  if (command === 'git init') return first === undefined ? '.' : wordValue(first);
  if (command !== 'git clone' && command !== 'gh repo clone') return undefined;
  return second === undefined ? humanish(wordValue(first) ?? '') : wordValue(second);
}

/** Clones that the line makes, in directories that were not there when it began, and the starts that make them. */
const clonesIn = memoizeByObject((facts: Facts) =>
  memoizeByObject(({ invocations }: Analysis) => {
    const at = new Map(invocations.map((invocation, index) => [invocation, index]));
    const clones = invocations.flatMap((invocation, index) => {
      const path = cloneDirectory(invocation);
      return path !== undefined && facts.exists(path) === 'no' ? [{ path, index }] : [];
    });
    return { at, clones };
  }),
);

/** Those that it makes before this start. */
export function newClones({ analysis, invocation }: Subject, facts: Facts): readonly string[] {
  const { at, clones } = clonesIn(facts)(analysis);
  const now = invocation === undefined || clones.length === 0 ? 0 : (at.get(invocation) ?? 0);
  return clones.flatMap(({ path, index }) => (index < now ? [path] : []));
}
