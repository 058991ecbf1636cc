import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { mayBeWritten } from '../../../confine/may-be-written.ts';
import { mayHavePermits } from '../../../confine/permitted.ts';
import { NEVER_PERMITTED, settingsPath } from '../../../text/permits.ts';
import { printable } from '../../../text/printable.ts';
import { type WritablePlace, writablePlace } from '../confine/world.ts';
import { type CliContext, UsageError } from '../context.ts';

/** What the options say. */
export interface PermitOptions {
  readonly once?: boolean;
  readonly everywhere?: boolean;
  readonly project?: string;
  readonly file?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface Places {
  /** absolute; undefined = everywhere */
  readonly project: string | undefined;
  /** absolute */
  readonly paths: readonly string[];
  /** as the settings have them */
  readonly written: readonly { readonly path: string; readonly project: string | undefined }[];
}

/** Throws UsageError where a path may never be permitted, or there is no project. */
export function placesOf(typed: readonly string[], options: PermitOptions, context: CliContext): Places {
  const place = writablePlace(context);
  const { home } = place.facts;
  const project = options.everywhere === true ? undefined : projectOf(options.project, place, context.cwd);
  const paths = typed.map((path) => {
    const absolute = resolve(
      context.cwd,
      path.replace(/^~(?=\/)/, () => home ?? '~'),
    );
    const isOffered = options.remove === true || mayBeWritten(place.facts.realpath(absolute), place);
    if (!isOffered) throw new UsageError(`${printable(path)}: ${NEVER_PERMITTED}`);
    return absolute;
  });
  const said = project === undefined ? undefined : settingsPath(project, home);
  return { project, paths, written: paths.map((path) => ({ path: settingsPath(path, home), project: said })) };
}

/** The repository around this folder, or the folder itself. */
function projectOf(named: string | undefined, { facts }: WritablePlace, cwd: string): string {
  const git = named === undefined ? facts.git(cwd, {}) : null;
  const folder = git === null || git === 'unknown' ? resolve(cwd, named ?? '.') : git.root;
  const shown = printable(folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${shown}: no such folder`);
  const real = realpathSync(folder);
  if (!mayHavePermits(real, facts))
    throw new UsageError(`${shown} is not a project; change into one, or use --project or --everywhere`);
  return real;
}
