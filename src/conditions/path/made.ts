import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { foldersTo, isWithin, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** They bring what was elsewhere under the path: what is lost with it is not the line's. */
const BRINGS_ALONG = /^g?mv$|^rename|mount|fs$|^ln$|^link$|^rclone$|^losetup$/;

/** Of these it is known where that comes to lie. */
const TO_ONE_PLACE = /^g?mv$|^ln$|^link$/;

/** No system takes longer ones; all folders above each are looked at. */
const MAX_PATH = 4096;

/** Paths, each with the first start that writes it: a line may have thousands of both. */
class WrittenPaths {
  private readonly paths = new Map<string, number>();
  /** they, and all folders above */
  private readonly above = new Map<string, number>();

  add(path: string, start: number): void {
    if (!this.paths.has(path)) this.paths.set(path, start);
    for (const folder of foldersTo(path)) {
      if (this.above.has(folder)) break;
      this.above.set(folder, start);
    }
  }

  has(path: string, before: number): boolean {
    return isBefore(this.paths.get(path), before);
  }

  /** The path, one below it or one above. */
  hasNear(path: string, before: number): boolean {
    if (this.paths.size === 0) return false;
    return isBefore(this.above.get(path), before) || foldersTo(path).some((folder) => this.has(folder, before));
  }
}

function isBefore(start: number | undefined, before: number): boolean {
  return start !== undefined && start < before;
}

/** What the starts of a line write, in their order. */
interface Writes {
  readonly at: ReadonlyMap<Invocation, number>;
  readonly written: WrittenPaths;
  /** the first start that writes a path which is known */
  readonly first: number;
  /** where something was brought along to, and the start that does */
  readonly brought: readonly (readonly [path: string, start: number])[];
  /** the first start that brings something along, nobody knows where to */
  readonly until: number;
}

const writesOf = memoizeByObject(({ invocations }: Analysis): Writes => {
  const at = new Map(invocations.map((invocation, index) => [invocation, index]));
  const written = new WrittenPaths();
  const brought: (readonly [string, number])[] = [];
  let [first, until] = [invocations.length, invocations.length];
  for (const [index, invocation] of invocations.entries()) {
    const { program } = invocation;
    const paths = writtenBy(invocation);
    const known = paths.filter((path) => path !== undefined);
    for (const path of known) written.add(path, index);
    if (known.length > 0) first = Math.min(first, index);
    if (program === undefined || !BRINGS_ALONG.test(program)) continue;
    // through an earlier link it may come to lie anywhere
    const isFollowed = brought.length > 0 && program.endsWith('mv');
    const isToOnePlace = TO_ONE_PLACE.test(program) && !isFollowed && known.length === paths.length;
    if (isToOnePlace && known.length > 0) brought.push(...known.map((path) => [path, index] as const));
    else until = Math.min(until, index);
  }
  return { at, written, first, brought, until };
});

/** With links of the disk resolved, too. */
const broughtTo = memoizeByObject((facts: Facts) =>
  memoizeByObject(({ brought }: Writes): WrittenPaths => {
    const paths = new WrittenPaths();
    for (const [path, start] of brought) {
      paths.add(path, start);
      paths.add(facts.realpath(path), start);
    }
    return paths;
  }),
);

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
    return path.length > MAX_PATH ? undefined : resolvePath(cwd ?? '/', path);
  });
}

/** The index of this start, where nothing unknown was brought along before it; else 0, before which nothing was written. */
function startsBefore({ analysis, invocation }: Subject): number {
  const { at, until } = writesOf(analysis);
  const now = invocation === undefined ? 0 : (at.get(invocation) ?? 0);
  return now > until ? 0 : now;
}

/** Has the line written anything before this start that may count as made by it? */
export function hasMade(subject: Subject): boolean {
  return writesOf(subject.analysis).first < startsBefore(subject);
}

/** Whether something else may have come to lie at the path, or near it. */
function isBrought(path: string, subject: Subject, facts: Facts): boolean {
  return broughtTo(facts)(writesOf(subject.analysis)).hasNear(path, startsBefore(subject));
}

/** The line itself has made what is there: nothing was when it began, and an earlier start writes the path, below it or above. */
export function isMade(path: string, subject: Subject, facts: Facts): boolean {
  if (!hasMade(subject) || path.length > MAX_PATH) return false;
  const isWritten = writesOf(subject.analysis).written.hasNear(path, startsBefore(subject));
  return isWritten && facts.exists(path) === 'no' && !isBrought(path, subject, facts);
}

/** The same of one file: an earlier start writes just that. */
export function isMadeFile(path: string, subject: Subject, facts: Facts): boolean {
  const isWritten = writesOf(subject.analysis).written.has(path, startsBefore(subject));
  return isWritten && facts.exists(path) === 'no' && !isBrought(path, subject, facts);
}

/** A folder that is not there yet, and that no `mkdir` before this start makes: a clone or an archive may, or the script does not come so far. */
export function isYetToCome(folder: string, { analysis, invocation }: Subject, facts: Facts): boolean {
  if (facts.exists(folder) !== 'no') return false;
  const now = invocation === undefined ? 0 : analysis.invocations.indexOf(invocation);
  const makers = analysis.invocations.slice(0, Math.max(0, now)).filter(({ program }) => program === 'mkdir');
  return !makers.some((maker) => writtenBy(maker).some((path) => path !== undefined && isWithin(path, folder)));
}
