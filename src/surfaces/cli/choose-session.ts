import { detectActor } from '../../facts/actor.ts';
import { calledSession, sessionId } from '../../facts/session-id.ts';
import type { Policy } from '../../model/policy.ts';
import type { Session } from '../../model/session.ts';
import { latchedRules } from '../../session/in-session.ts';
import { openSession, type PersistedSession } from '../../session/persisted-session.ts';
import { type Layout, layoutOf, sessionFolder } from '../../store/layout.ts';
import { lastUses, type SessionOnDisk, sessionsOnDisk } from '../../store/session-list.ts';
import { printable } from '../../text/printable.ts';
import { type ListedSession, pendingSteps, sessionsText } from '../../text/session-text.ts';
import { type CliContext, NotAllowedError, UsageError } from './context.ts';

/** A session that was last heard of so long ago is not the one that is meant, ms. */
const RECENT_MS = 3_600_000;

export interface Choice {
  readonly policy: Policy;
  /** `--session`; absent = not given */
  readonly given?: string | undefined;
  readonly json?: boolean | undefined;
  /** only sessions of which this is true can be meant, whoever asks; absent = any can */
  readonly isMeant?: (session: Session) => boolean;
}

/**
 * `--session ID`, else the one that we run in: that of the agent above, or of the terminal. Elsewhere the only one that anything
 * happened in within the last hour. Where there are several, shows them and throws a UsageError.
 */
export function chooseSession(choice: Choice, context: CliContext): PersistedSession {
  const layout = layoutOf(context.env);
  const open = (id: string) => openKept(id, layout, choice.policy, context);
  return choice.given === undefined
    ? open(sessionInUse(choice, open, layout, context))
    : openNamed(choice.given, choice.policy, context);
}

/** `--session ID`. An agent may name none but its own: it could put its plan in the place of another's, or read what that did. */
export function openNamed(id: string, policy: Policy, context: CliContext): PersistedSession {
  const layout = layoutOf(context.env);
  const { actor, process: agent } = detectActor({ env: context.env });
  if (actor === 'ai' && ![calledSession(layout, context.env, agent), sessionId(context.env, agent)].includes(id))
    throw new NotAllowedError(`only a person can name another session; leave out --session ${printable(id)}`);
  return openKept(id, layout, policy, context);
}

export function openKept(id: string, layout: Layout, policy: Policy, { err }: CliContext): PersistedSession {
  return openSession({
    id,
    folder: sessionFolder(layout, id),
    latched: () => latchedRules(policy),
    warn: (problem) => err(`safeshell: ${problem}`),
  });
}

function sessionInUse(
  { isMeant, json }: Choice,
  open: (id: string) => PersistedSession,
  layout: Layout,
  { env, isAtTerminal, out }: CliContext,
): string {
  const { process: agent } = detectActor({ env });
  const own = calledSession(layout, env, agent);
  const canBe = (id: string) => isMeant === undefined || isMeant(open(id).read());
  if (env.SAFESHELL_SESSION || agent !== undefined || (isAtTerminal && canBe(own))) return own;
  const recent = recentSessions(layout).filter(({ id }) => canBe(id));
  const [only = { id: own }, ...others] = recent;
  if (others.length === 0) return only.id;
  const shown = sessionsJson(recent, open, layout);
  if (json) out(JSON.stringify({ sessions: shown }, null, 2));
  throw new UsageError(
    `several sessions are in use; choose one with --session ID:\n${sessionsText(shown, Date.now())}`,
  );
}

/** Those that anything happened in lately, the youngest first. */
export function recentSessions(layout: Layout): readonly SessionOnDisk[] {
  return sessionsOnDisk(layout).filter(({ changedMs }) => Date.now() - changedMs < RECENT_MS);
}

/** With who used each last, and where, and the plan that waits in it. */
export function sessionsJson(
  sessions: readonly SessionOnDisk[],
  open: (id: string) => PersistedSession,
  layout: Layout,
): readonly ListedSession[] {
  const uses = lastUses(sessions, layout);
  return sessions.map(({ id, changedMs }) => {
    const { agent = null, cwd = null } = uses.get(id) ?? {};
    const last = new Date(changedMs).toISOString();
    return { session: id, last_active: last, agent, cwd, pending_steps: pendingSteps(open(id).read()) };
  });
}
