import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { isWithin, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** They bring what was elsewhere under the path: what is lost with it is not the line's. */
const BRINGS_ALONG = /^g?mv$|^rename|mount|fs$|^ln$|^link$|^rclone$|^losetup$/;

/** What each start of a line writes, in the order of the starts. */
interface Writes {
  readonly at: ReadonlyMap<Invocation, number>;
  readonly paths: readonly { readonly path: string; readonly at: number }[];
  /** the first start that brings something along */
  readonly until: number;
}

const writesOf = memoizeByObject(({ invocations }: Analysis): Writes => {
  const at = new Map(invocations.map((invocation, index) => [invocation, index]));
  const until = invocations.findIndex(({ program }) => program !== undefined && BRINGS_ALONG.test(program));
  const paths = invocations.flatMap((invocation, index) => writtenBy(invocation).map((path) => ({ path, at: index })));
  return { at, paths, until: until < 0 ? invocations.length : until };
});

function writtenBy({ program, argv, cwd, via, redirects }: Invocation): readonly string[] {
  if (via.some(({ elsewhere }) => elsewhere !== undefined)) return [];
  const named: readonly Word[] =
    program === undefined
      ? []
      : accesses(parseCommand(program, argv, grammarOf(program))).flatMap(({ access, word }) =>
          access === 'write' ? [word] : [],
        );
  const targets = redirects.flatMap(({ op, target }) => (op.includes('>') ? [target] : []));
  return [...named, ...targets].flatMap((word) => {
    const path = wordValue(word);
    if (path === undefined || path === '' || (cwd === undefined && !path.startsWith('/'))) return [];
    return [resolvePath(cwd ?? '/', path)];
  });
}

/** What the line has written before this start; nothing where something else may have come to lie there. */
function writtenBefore({ analysis, invocation }: Subject): readonly string[] {
  const { at, paths, until } = writesOf(analysis);
  const now = invocation === undefined ? 0 : (at.get(invocation) ?? 0);
  return now > until ? [] : paths.flatMap((one) => (one.at < now ? [one.path] : []));
}

/** The line itself has made what is there: nothing was when it began, and an earlier start writes the path, below it or above. */
export function isMade(path: string, subject: Subject, facts: Facts): boolean {
  const isNear = (one: string) => isWithin(one, path) || isWithin(path, one);
  return writtenBefore(subject).some(isNear) && facts.exists(path) === 'no';
}

/** The same of one file: an earlier start writes just that. */
export function isMadeFile(path: string, subject: Subject, facts: Facts): boolean {
  return writtenBefore(subject).includes(path) && facts.exists(path) === 'no';
}
