import type { Decision } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import type { Session, SessionEvent } from '../model/session.ts';
import type { Verdict } from '../model/verdict.ts';

/** What rule languages call the shell: a command is found in the history under each of them. */
const SHELL_TOOLS = ['shell', 'Bash', 'exec'];
/** Events that are kept; as many again may gather before the oldest go. */
const KEPT_EVENTS = 1000;
/** Of what went, the youngest of each tool and program stays: harmless calls push nothing out of the history. */
const KEPT_KINDS = 500;
const MAX_PROGRAMS = 16;
const MAX_TOOLS = 1000;
/** Approvals of which a session keeps the youngest. */
const MAX_APPROVED = 1000;

const RUNS: ReadonlySet<Verdict> = new Set(['allow', 'redact', 'redirect']);

/**
 * The session after this call. `ran`: it was let run; where a person was asked, only if that person agreed. Pure, and
 * as fast after a million calls as after ten.
 */
export function commit(
  session: Session,
  request: Request,
  decision: Decision,
  ran: boolean = RUNS.has(decision.verdict),
): Session {
  const event = eventOf(request, decision, ran);
  return {
    ...withApproval(withTriggers(session, decision, ran), decision, ran),
    attributes: request.session ?? session.attributes,
    events: withEvent(session.events, event),
    counts: ran ? counted(session.counts, event.tools) : session.counts,
  };
}

/** What was let run may have woken rules, those that are switched off too; what was not has not been done. */
function withTriggers(session: Session, { trace }: Decision, ran: boolean): Session {
  const woken = ran ? trace.filter(({ trigger }) => trigger === 'yes' || trigger === 'unknown') : [];
  if (woken.length === 0) return session;
  const ids = (answer: 'yes' | 'unknown') =>
    woken.filter(({ trigger }) => trigger === answer).map(({ rule }) => rule.id);
  return {
    ...session,
    activated: union(session.activated, ids('yes')),
    suspected: union(session.suspected, ids('unknown')),
  };
}

/** What was asked and ran all the same was approved. */
function withApproval(session: Session, decision: Decision, ran: boolean): Session {
  if (!ran || (decision.verdict !== 'require_approval' && decision.verdict !== 'escalate')) return session;
  const { signature } = decision;
  return {
    ...session,
    approved: union(session.approved, signature === undefined ? [] : [signature]).slice(-MAX_APPROVED),
    approvedCredentials: union(session.approvedCredentials, credentialsOf(decision)).slice(-MAX_APPROVED),
  };
}

/** Names of the credentials that an operation uses. */
export function credentialsOf({ operations = [] }: Pick<Decision, 'operations'>): readonly string[] {
  return [
    ...new Set(
      operations.flatMap(({ credential, anyCredential = false }) => (anyCredential ? [] : (credential ?? []))),
    ),
  ];
}

export function union(list: readonly string[], more: readonly string[]): readonly string[] {
  return more.every((one) => list.includes(one)) ? list : [...new Set([...list, ...more])];
}

function eventOf({ action, at }: Request, { analysis, verdict }: Decision, ran: boolean): SessionEvent {
  const own = action.kind === 'tool' ? [action.tool] : [];
  const isShell = action.kind !== 'tool' || action.line !== undefined;
  const programs = new Set(analysis.invocations.flatMap(({ program }) => program ?? []));
  return {
    tools: isShell ? [...new Set([...own, ...SHELL_TOOLS])] : own,
    programs: [...programs].slice(0, MAX_PROGRAMS),
    verdict,
    ran,
    epochMs: at.epochMs,
  };
}

function withEvent(events: readonly SessionEvent[], event: SessionEvent): readonly SessionEvent[] {
  return events.length < 2 * KEPT_EVENTS ? [...events, event] : [...forgetOldest(events), event];
}

function forgetOldest(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const kinds = new Set<string>();
  const kept: SessionEvent[] = [];
  for (const event of events.slice(0, -KEPT_EVENTS).reverse()) {
    const outcome = `${event.verdict} ${event.ran}`;
    const tools = event.tools.map((tool) => `tool ${outcome} ${tool}`).filter((kind) => !kinds.has(kind));
    const programs = event.programs.map((name) => `program ${outcome} ${name}`).filter((kind) => !kinds.has(kind));
    // anybody can make up programs; tools are given
    if (tools.length === 0 && (programs.length === 0 || kept.length >= KEPT_KINDS)) continue;
    for (const kind of [...tools, ...programs]) kinds.add(kind);
    kept.push(event);
  }
  return [...kept.reverse(), ...events.slice(-KEPT_EVENTS)];
}

function counted({ total, tools }: Session['counts'], names: readonly string[]): Session['counts'] {
  const room = MAX_TOOLS - Object.keys(tools).length;
  const own = names.filter((name, at) => Object.hasOwn(tools, name) || at < room);
  const next = own.map((name) => [name, (Object.hasOwn(tools, name) ? (tools[name] as number) : 0) + 1] as const);
  return { total: total + 1, tools: { ...tools, ...Object.fromEntries(next) } };
}
