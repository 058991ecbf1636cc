import { knownPrograms } from '../grammar/index.ts';
import type { Spelling } from '../grammar/spellings.ts';
import { fullName } from '../util/full-name.ts';
import { losingSubcommands, type Way, waysToLose } from './may-lose.ts';

/**
 * Words of which one shows in each call that may destroy something; `any` = every call may; `here` = each call may that names a path
 * that is there. Plain data, which the build inlines.
 */
type Shown = readonly ShownWord[] | 'any' | 'here';
export type ShownWord = Spelling;

function shownIn(ways: readonly Way[]): Shown {
  if (ways.every(isByPath)) return 'here';
  const shown = ways.map(({ options, second, hasRefspec }) => {
    if (options !== undefined) return options;
    if (second !== undefined) return [{ lead: second }];
    return hasRefspec ? [{ lead: '', part: ':' }] : undefined;
  });
  return shown.includes(undefined) ? 'any' : shown.flatMap((one) => one ?? []);
}

function isByPath({ paths, second, options, hasRefspec, isDetached }: Way): boolean {
  return paths === 'here' && (second ?? options ?? hasRefspec ?? isDetached) === undefined;
}

function shownBy(names: readonly string[], waysOf: (name: string) => readonly Way[]): Readonly<Record<string, Shown>> {
  const losing = names.map((name) => [name, waysOf(name)] as const).filter(([, ways]) => ways.length > 0);
  return Object.fromEntries(losing.map(([name, ways]) => [name, shownIn(ways)]));
}

/** By the name of the program. */
export const LOSING_PROGRAMS = shownBy([...knownPrograms()].sort(), (name) => waysToLose(fullName(name)));

/** By git's subcommand. */
export const LOSING_IN_GIT = shownBy([...losingSubcommands()].sort(), (name) => waysToLose('git', name));
