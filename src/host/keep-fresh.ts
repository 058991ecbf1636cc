import { areLaunchersStale, renewLaunchers } from '../install/launcher-freshness.ts';
import { isProjectKnown, renewProject } from '../install/project-say.ts';
import { isStale, renewShims, shimLayout } from '../install/shims.ts';
import type { Environment } from '../model/request.ts';
import type { PolicySources } from '../policy/sources.ts';
import { refreshLater } from '../refresh/refresh-later.ts';
import { boxOf } from '../store/box.ts';

/** Whose shims and launchers are kept fresh. */
export interface Installation {
  readonly env: Environment;
  readonly cwd: string;
}

/**
 * Starts a refresh where a rule or a program is new, or a gate was made from older rules; else confirms that shims are fresh. Are their gates
 * made from what holds now?
 */
export function keepShimsFresh(installation: Installation, { identity }: PolicySources): boolean {
  if (boxOf() !== undefined) return false; // who is outside sees to it
  const shims = shimLayout(installation.env);
  const isFresh = !isStale(shims);
  if (!isFresh || !isProjectKnown(shims.shims, identity)) refreshLater(installation);
  renewShims(shims);
  renewProject(shims.shims, identity);
  return isFresh;
}

/** The same for the gates of launchers, which judge whole lines. */
export function keepLaunchersFresh(
  launchers: string,
  installation: Installation,
  { watched, identity }: PolicySources,
): void {
  if (boxOf() !== undefined) return;
  if (areLaunchersStale(launchers, watched) || !isProjectKnown(launchers, identity)) refreshLater(installation);
  renewLaunchers(launchers, watched);
  renewProject(launchers, identity);
}
