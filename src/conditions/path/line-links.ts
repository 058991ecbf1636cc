import { accesses } from '../../grammar/accesses.ts';
import type { ParsedCommand } from '../../grammar/grammar.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { once } from '../../util/once.ts';
import { baseName, parentPath, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** `path` is another name of `target`. */
interface Link {
  readonly path: string;
  readonly target: string;
  /** no file of its own: what is deleted below it is deleted there */
  readonly isMount?: true;
}

/** Follows the links that the line makes before one of its starts. */
export interface Links {
  /** Links of the line and of the disk resolved. */
  realpath(path: string): string;
  /** The name itself, in the folder where it really lies: a link is not followed, what is mounted there is. */
  placeOf(path: string): string;
}

/** Without links of the line. */
const linksOfDisk = memoizeByObject(
  (facts: Facts): Links => ({
    realpath: (path) => facts.realpath(path),
    placeOf: (path) => placeIn(facts.realpath(parentPath(path)), path),
  }),
);

function placeIn(folder: string, path: string): string {
  return resolvePath(folder, baseName(path));
}

/** Programs that give a file another name. */
const LINKERS = new Set(['ln', 'gln', 'link', 'cp', 'gcp', 'mount']);

/** A longer chain of links is a loop. */
const MAX_LINKS = 8;
/** PATH_MAX of Linux: no program gets to a longer one. */
const MAX_PATH = 4096;

/** All links of one line, read once: each rule about paths asks for them at each start. */
class LineLinks {
  /** by path; `at` is the index of the start that makes it, and the first one counts */
  private readonly made = new Map<string, Omit<Link, 'path'> & { readonly at: number }>();
  private readonly indexes = new Map<Invocation, number>();
  private longest = 0;

  private readonly facts: Facts;

  constructor({ invocations }: Analysis, facts: Facts) {
    this.facts = facts;
    for (const [at, invocation] of invocations.entries()) {
      const { program } = invocation;
      this.indexes.set(invocation, at);
      if (program !== undefined && LINKERS.has(program))
        for (const link of linksOf(invocation, program, facts)) this.add(link, at);
    }
  }

  before(invocation: Invocation | undefined): Links {
    const at = this.made.size === 0 || invocation === undefined ? undefined : this.indexes.get(invocation);
    if (at === undefined) return linksOfDisk(this.facts);
    return { realpath: (path) => this.realpath(path, at), placeOf: (path) => this.placeOf(path, at) };
  }

  private add({ path, ...link }: Link, at: number): void {
    if (path === link.target || path.length > MAX_PATH || this.made.has(path)) return;
    this.made.set(path, { ...link, at });
    this.longest = Math.max(this.longest, path.length);
  }

  private realpath(path: string, before: number): string {
    let found = this.facts.realpath(path);
    for (let step = 0; step < MAX_LINKS; step++) {
      const next = this.follow(found, before);
      if (next === undefined) return found;
      found = this.facts.realpath(next);
    }
    return found;
  }

  private placeOf(path: string, before: number): string {
    const place = placeIn(this.realpath(parentPath(path), before), path);
    const isMounted = [path, place].some((one) => {
      const link = this.made.get(one);
      return link?.isMount && link.at < before;
    });
    return isMounted ? this.realpath(path, before) : place;
  }

  /** What the path, or the nearest directory above that is a link, stands for. */
  private follow(path: string, before: number): string | undefined {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const link = end > this.longest ? undefined : this.made.get(path.slice(0, end));
      if (link !== undefined && link.at < before) return `${link.target}${path.slice(end)}`;
    }
    return undefined;
  }
}

const linksIn = memoizeByObject((facts: Facts) =>
  memoizeByObject((analysis: Analysis) => new LineLinks(analysis, facts)),
);

/** Links that the line makes before this start. */
export function linksBefore({ analysis, invocation }: Subject, facts: Facts): Links {
  return linksIn(facts)(analysis).before(invocation);
}

/** What mktemp makes is called by its pattern, here and where it is used. */
function nameOf(word: Word): string | undefined {
  return word.kind === 'glob' && word.temporary ? word.pattern : wordValue(word);
}

function linksOf({ argv, cwd = '/' }: Invocation, program: string, facts: Facts): readonly Link[] {
  const parsed = parseCommand(program, argv, grammarOf(program));
  const place = placeOfLinks(parsed, program, cwd, facts);
  const sources = accesses(parsed).flatMap((one) => (one.isLinked ? (wordValue(one.word) ?? []) : []));
  return sources.map((source) => ({
    path: place.pathOf(source),
    target: resolvePath(place.startOf(source), source),
    ...(program === 'mount' && { isMount: true }),
  }));
}

interface PlaceOfLinks {
  /** of the link to this source */
  pathOf(source: string): string;
  /** where its relative path starts from: a symbolic link is read where it lies */
  startOf(source: string): string;
}

export function placeOfLinks(parsed: ParsedCommand, program: string, cwd: string, facts: Facts): PlaceOfLinks {
  const has = (...flags: readonly string[]) =>
    parsed.options.some(({ names }) => flags.some((flag) => names.includes(flag)));
  const isSymbolic = has('-s') && !has('--relative');
  const destination = once(() => {
    const names = accesses(parsed).flatMap((one) => (one.access === 'read' ? [] : (nameOf(one.word) ?? [])));
    // `ln -s DIR/x` makes `x` here
    const path = resolvePath(cwd, names[0] ?? '.');
    const isFolder = program !== 'mount' && !has('-n', '-T') && facts.exists(path) === 'yes';
    return { path, isFolder: isFolder || names.length === 0 };
  });
  const pathOf = (source: string) => {
    const { path, isFolder } = destination();
    return isFolder ? resolvePath(path, baseName(source)) : path;
  };
  return {
    pathOf,
    startOf: (source) => (isSymbolic && !source.startsWith('/') ? parentPath(pathOf(source)) : cwd),
  };
}
