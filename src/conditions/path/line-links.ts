import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Facts } from '../../model/facts.ts';
import type { Invocation } from '../../model/invocation.ts';
import { wordValue } from '../../model/word.ts';
import { baseName, isWithin, parentPath, resolvePath } from '../../util/path.ts';
import type { Subject } from '../subject.ts';

/** `path` is another name of `target`. */
export interface Link {
  readonly path: string;
  readonly target: string;
}

/** Programs that give a file another name. */
const LINKERS = new Set(['ln', 'gln', 'link', 'cp', 'gcp', 'mount']);
const NONE: readonly Link[] = [];

/** Links that the line makes before this start. */
export function linksBefore({ analysis, invocation }: Subject, facts: Facts): readonly Link[] {
  const at = invocation === undefined ? -1 : analysis.invocations.indexOf(invocation);
  if (at <= 0) return NONE;
  const found: Link[] = [];
  for (const before of analysis.invocations.slice(0, at)) {
    if (before.program !== undefined && LINKERS.has(before.program))
      found.push(...linksOf(before, before.program, facts));
  }
  return found;
}

function linksOf({ argv, cwd = '/' }: Invocation, program: string, facts: Facts): readonly Link[] {
  const parsed = parseCommand(program, argv, grammarOf(program));
  const has = (...flags: readonly string[]) =>
    parsed.options.some(({ names }) => flags.some((flag) => names.includes(flag)));
  const all = accesses(parsed);
  const sources = all.flatMap((one) => (one.isLinked ? (wordValue(one.word) ?? []) : []));
  const names = all.flatMap((one) => (one.access === 'read' ? [] : (wordValue(one.word) ?? [])));
  // `ln -s DIR/x` makes `x` here
  const destination = resolvePath(cwd, names[0] ?? '.');
  const goesInto = program !== 'mount' && !has('-n', '-T') && facts.exists(destination) === 'yes';
  return sources.map((source) => {
    const path = goesInto || names.length === 0 ? resolvePath(destination, baseName(source)) : destination;
    // a symbolic link starts from where it lies
    return { path, target: resolvePath(has('-s') && !has('--relative') ? parentPath(path) : cwd, source) };
  });
}

/** A longer chain of links is a loop. */
const MAX_LINKS = 8;

/** Links of the line and of the disk resolved. */
export function realPath(path: string, links: readonly Link[], facts: Facts): string {
  let at = facts.realpath(path);
  for (let step = 0; step < MAX_LINKS; step++) {
    const link = links.find((one) => one.path !== one.target && isWithin(at, one.path));
    if (link === undefined) return at;
    at = facts.realpath(`${link.target}${at.slice(link.path.length)}`);
  }
  return at;
}
