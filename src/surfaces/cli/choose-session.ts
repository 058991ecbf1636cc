import { detectActor } from '../../facts/actor.ts';
import { calledSession } from '../../facts/session-id.ts';
import type { Policy } from '../../model/policy.ts';
import { latchedRules } from '../../session/in-session.ts';
import { openSession, type PersistedSession } from '../../session/persisted-session.ts';
import { type Layout, layoutOf, sessionFolder } from '../../store/layout.ts';
import { sessionsOnDisk } from '../../store/session-list.ts';
import { type CliContext, UsageError } from './context.ts';

/** A session that was last heard of so long ago is not the one that is meant, ms. */
const RECENT_MS = 3_600_000;

/**
 * `--session ID`, else the one that we run in; for a person, who runs in none, the only one that anything happened in within
 * the last hour. Throws a UsageError where there are several.
 */
export function chooseSession(given: string | undefined, policy: Policy, context: CliContext): PersistedSession {
  const layout = layoutOf(context.env);
  return openKept(given ?? sessionInUse(layout, context), layout, policy, context);
}

export function openKept(id: string, layout: Layout, policy: Policy, { err }: CliContext): PersistedSession {
  return openSession({
    id,
    folder: sessionFolder(layout, id),
    latched: () => latchedRules(policy),
    warn: (problem) => err(`safeshell: ${problem}`),
  });
}

function sessionInUse(layout: Layout, { env }: CliContext): string {
  const { process: agent } = detectActor({ env });
  const own = calledSession(layout, env, agent);
  if (env.SAFESHELL_SESSION || agent !== undefined) return own;
  const recent = sessionsOnDisk(layout).filter(({ changedMs }) => Date.now() - changedMs < RECENT_MS);
  const [only = { id: own }, ...others] = recent;
  if (others.length === 0) return only.id;
  const ids = recent.slice(0, 5).map(({ id }) => id);
  throw new UsageError(`several sessions are in use: --session ${ids.join(' or --session ')}`);
}
