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

/** Of these it is known where that comes to lie. */
const TO_ONE_PLACE = /^g?mv$|^ln$|^link$/;

interface Written {
  readonly path: string;
  /** index of the start */
  readonly at: number;
}

/** What each start of a line writes, in the order of the starts. */
interface Writes {
  readonly at: ReadonlyMap<Invocation, number>;
  readonly paths: readonly Written[];
  /** where something was brought along to */
  readonly brought: readonly Written[];
  /** the first start that brings something along, nobody knows where to */
  readonly until: number;
}

const writesOf = memoizeByObject(({ invocations }: Analysis): Writes => {
  const at = new Map(invocations.map((invocation, index) => [invocation, index]));
  const paths: Written[] = [];
  const brought: Written[] = [];
  let until = invocations.length;
  for (const [index, invocation] of invocations.entries()) {
    const { program } = invocation;
    const written = writtenBy(invocation);
    const known = written.flatMap((path) => (path === undefined ? [] : [{ path, at: index }]));
    paths.push(...known);
    if (program === undefined || !BRINGS_ALONG.test(program)) continue;
    // through an earlier link it may come to lie anywhere
    const isFollowed = brought.length > 0 && program.endsWith('mv');
    const isToOnePlace = TO_ONE_PLACE.test(program) && !isFollowed && known.length === written.length;
    if (isToOnePlace && known.length > 0) brought.push(...known);
    else until = Math.min(until, index);
  }
  return { at, paths, brought, until };
});

/** Undefined = a path that is not known. */
function writtenBy({ program, argv, cwd, via, redirects }: Invocation): readonly (string | undefined)[] {
  if (via.some(({ elsewhere }) => elsewhere !== undefined)) return [];
  const named: readonly Word[] =
    program === undefined
      ? []
      : accesses(parseCommand(program, argv, grammarOf(program))).flatMap(({ access, word }) =>
          access === 'write' ? [word] : [],
        );
  const targets = redirects.flatMap(({ op, target }) => (op.includes('>') ? [target] : []));
  return [...named, ...targets].map((word) => {
    const path = wordValue(word);
    if (path === undefined || path === '' || (cwd === undefined && !path.startsWith('/'))) return undefined;
    return resolvePath(cwd ?? '/', path);
  });
}

function isNear(one: string, path: string): boolean {
  return isWithin(one, path) || isWithin(path, one);
}

/** Has the line written such a path before this start? No where something else may have come to lie at `path`. */
function hasWritten(
  { analysis, invocation }: Subject,
  path: string,
  facts: Facts,
  isSuch: (written: string) => boolean,
): boolean {
  const { at, paths, brought, until } = writesOf(analysis);
  const now = invocation === undefined ? 0 : (at.get(invocation) ?? 0);
  const lies = (one: string) => isNear(one, path) || isNear(facts.realpath(one), path);
  if (now > until || brought.some((one) => one.at < now && lies(one.path))) return false;
  return paths.some((one) => one.at < now && isSuch(one.path));
}

/** The line itself has made what is there: nothing was when it began, and an earlier start writes the path, below it or above. */
export function isMade(path: string, subject: Subject, facts: Facts): boolean {
  return hasWritten(subject, path, facts, (written) => isNear(written, path)) && facts.exists(path) === 'no';
}

/** The same of one file: an earlier start writes just that. */
export function isMadeFile(path: string, subject: Subject, facts: Facts): boolean {
  return hasWritten(subject, path, facts, (written) => written === path) && facts.exists(path) === 'no';
}

/** A folder that is not there yet, and that no `mkdir` before this start makes: a clone or an archive may, or the script does not come so far. */
export function isYetToCome(folder: string, { analysis, invocation }: Subject, facts: Facts): boolean {
  if (facts.exists(folder) !== 'no') return false;
  const now = invocation === undefined ? 0 : analysis.invocations.indexOf(invocation);
  const makers = analysis.invocations.slice(0, Math.max(0, now)).filter(({ program }) => program === 'mkdir');
  return !makers.some((maker) => writtenBy(maker).some((path) => path !== undefined && isWithin(path, folder)));
}
