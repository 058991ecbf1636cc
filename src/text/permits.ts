import { isWithin } from '../util/path.ts';
import { shWord } from '../util/sh-quote.ts';
import { printable } from './printable.ts';

/** Why a path may never be permitted. */
export const NEVER_PERMITTED = 'that is, or holds, the home directory, a folder of the system or of the guard';

/** A path as the settings have it: `~/x` where it lies in the home directory. */
export function settingsPath(path: string, home: string | undefined): string {
  return home !== undefined && path !== home && isWithin(path, home) ? `~${path.slice(home.length)}` : path;
}

/** The same as a word of sh, whose `~` is expanded. */
export function shellPath(path: string, home: string | undefined): string {
  const short = settingsPath(path, home);
  return short.startsWith('~') && /^~[\w./@%+=:,-]*$/.test(short) ? short : shWord(path);
}

/** One that counts. Paths as the settings have them. */
export interface PermitShown {
  readonly path: string;
  /** null = everywhere */
  readonly project: string | null;
  readonly once: boolean;
  /** absent = always */
  readonly minutesLeft?: number;
}

/** One a line. */
export function permitsText(permits: readonly PermitShown[]): string {
  if (permits.length === 0) return 'nothing is permitted beside the project';
  return permits
    .map(({ path, project, once, minutesLeft }) => {
      const where = project === null ? 'everywhere' : `in ${printable(project)}`;
      return `${printable(path)}  ${where}${once ? `, for the next start${minutesLeft === undefined ? '' : ` (${minutesLeft} min left)`}` : ''}`;
    })
    .join('\n');
}

/** A write that a wall has refused. Paths are absolute; see ToldWrite in host/told-write.ts. */
export interface RefusedPath {
  readonly path: string | undefined;
  readonly permit: { readonly path: string; readonly isNewFile: boolean } | undefined;
  readonly project: string | undefined;
}

/** The line by which a person permits it, wherever it is typed. */
export function permitLine({ permit, project }: RefusedPath, home: string | undefined): string | undefined {
  if (permit === undefined) return undefined;
  const where = project === undefined ? '--everywhere' : `--project ${shellPath(project, home)}`;
  return `safeshell permit ${where}${permit.isNewFile ? ' --file' : ''} ${shellPath(permit.path, home)}`;
}

/** `project`: null = everywhere. */
export function permitQuestion(project: string | null, once: boolean): string {
  const who = project === null ? 'all confined programs' : `confined programs in ${printable(project)}`;
  return `Let ${once ? `the next start of ${who}` : who} write there? [Y/n] `;
}

/** `wasPermitted`: by the person's own settings, or for one start. */
export function takenBackText(permits: readonly PermitShown[], wasPermitted: boolean): string {
  const paths = permits.map(({ path }) => printable(path)).join(', ');
  return wasPermitted ? `permitted no more: ${paths}` : `not permitted by your settings: ${paths}`;
}
