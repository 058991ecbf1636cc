import { existsSync, rmSync } from 'node:fs';
import { agentNames } from '../facts/agent-names.ts';
import { areLaunchersStale } from '../install/launcher-freshness.ts';
import { installedLineLauncher } from '../install/line-launcher.ts';
import { isStale, shimLayout } from '../install/shims.ts';
import { policySources } from '../policy/sources.ts';
import { refreshMark, withRefreshLock } from '../store/refresh-lock.ts';
import { loadBasePolicy } from './base-policy.ts';
import { gatesFor } from './gates.ts';
import { refreshHooks } from './hooks.ts';
import { keepSay, projectsOf } from './project-say.ts';
import { commandsInForce } from './refresh.ts';
import type { RefreshContext } from './refresh-later.ts';
import { refreshShims } from './shims.ts';

/** Sources that were changed less than so long before count as stale for one more time. */
export const SETTLED_MS = 4100;
const MOST_ROUNDS = 4;

/**
 * What refreshLater starts: shims and launchers for what holds now, and again once the sources have settled, so that
 * gates answer. Ends early where the mark is gone: then so is what it would write to. Throws what node:fs throws.
 */
export async function keepFresh(
  context: RefreshContext,
  sleep: (ms: number) => Promise<void> = sleepFor,
): Promise<void> {
  const mark = refreshMark(context.env);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (round > 0) await sleep(SETTLED_MS);
    if (!existsSync(mark)) return;
    if (withRefreshLock(context.env, () => refreshOnce(context, mark)) === true) return;
  }
}

/** Is there nothing more to do? */
function refreshOnce(context: RefreshContext, mark: string): boolean {
  if (!existsSync(mark)) return true;
  if (!refreshAll(context)) return false;
  rmSync(mark, { force: true });
  return true;
}

/** Is everything in line now? */
function refreshAll({ cwd, env }: RefreshContext): boolean {
  const startedMs = Date.now();
  const sources = policySources({ cwd, env });
  const { layout, watched } = sources;
  const basePolicy = loadBasePolicy(env);
  if (existsSync(layout.data.shims)) {
    const commands = commandsInForce({ cwd, env });
    const gates = gatesFor(basePolicy);
    const projects = projectsOf(basePolicy);
    refreshShims({ env, commands, gates, projects, sources: watched, agents: agentNames(), startedMs, onlyAdd: true });
  }
  const launchers = refreshHooks({ env, basePolicy });
  const areLinesJudged = launchers.length > 0 || installedLineLauncher(layout.data.shims) !== undefined;
  const isSaid = keepSay(sources, basePolicy);
  const areShimsStale = existsSync(layout.data.shims) && isStale(shimLayout(env));
  return isSaid && !areShimsStale && !(areLinesJudged && areLaunchersStale(layout.data.hooks, watched));
}

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
