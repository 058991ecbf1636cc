import { isWithin } from '../util/path.ts';
import { printable } from './printable.ts';

/** Why a path may never be permitted. */
export const NEVER_PERMITTED = 'that is, or holds, the home directory, a folder of the system or of the guard';

/** A path as the settings have it: `~/x` where it lies in the home directory. */
export function settingsPath(path: string, home: string | undefined): string {
  return home !== undefined && path !== home && isWithin(path, home) ? `~${path.slice(home.length)}` : path;
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
