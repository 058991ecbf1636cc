import {
  newSession,
  SESSION_LISTS,
  type Session,
  type SessionChange,
  type SessionEvent,
  type SessionNames,
} from '../model/session.ts';

/** Events that are kept; as many again may gather before the oldest go. */
const KEPT_EVENTS = 1000;
/** Of what went, the youngest of each tool and program stays: harmless calls push nothing out of the history. */
const KEPT_KINDS = 500;
const MAX_TOOLS = 1000;
/** What persons approved: of each list a session keeps the youngest. */
const MAX_APPROVED = 1000;
const CAPPED: ReadonlySet<string> = new Set(['approved', 'approvedCredentials', 'planned']);

/** The session after a change. Pure, and as fast after a million changes as after ten. */
export function applyChange(before: Session, change: SessionChange): Session {
  const session = change.reset ? newSession(before.id) : before;
  const { event, attributes = session.attributes, add = {}, remove = {} } = change;
  const { pendingPlan: waiting, ...rest } = session;
  const pendingPlan = change.pendingPlan === undefined ? waiting : change.pendingPlan;
  return {
    ...rest,
    ...changedLists(session, add, remove),
    attributes,
    events: event === undefined ? session.events : withEvent(session.events, event),
    counts: event?.ran ? counted(session.counts, event.tools) : session.counts,
    ...(pendingPlan && { pendingPlan }),
  };
}

/** The change from `before` to `after` by a command of a person; events and counts are not compared. */
export function changeBetween(before: Session, after: Session): SessionChange {
  const differences = (from: Session, to: Session) => {
    const lists = SESSION_LISTS.map((name) => [name, to[name].filter((one) => !from[name].includes(one))] as const);
    return Object.fromEntries(lists.filter(([, names]) => names.length > 0)) as SessionNames;
  };
  const isReset = before.events.length > 0 && after.events.length === 0;
  const from = isReset ? newSession(before.id) : before;
  const isSamePlan = from.pendingPlan === after.pendingPlan;
  return {
    ...(isReset && { reset: true }),
    add: differences(from, after),
    remove: differences(after, from),
    ...(!isSamePlan && { pendingPlan: after.pendingPlan ?? null }),
  };
}

function changedLists(session: Session, add: SessionNames, remove: SessionNames): Partial<Session> {
  const changed = SESSION_LISTS.filter((name) => add[name] !== undefined || remove[name] !== undefined).map((name) => {
    const all = union(session[name], add[name] ?? []);
    const gone = new Set(remove[name]);
    const left = gone.size === 0 ? all : all.filter((one) => !gone.has(one));
    return [name, CAPPED.has(name) ? left.slice(-MAX_APPROVED) : left] as const;
  });
  return Object.fromEntries(changed);
}

export function union(list: readonly string[], more: readonly string[]): readonly string[] {
  return more.every((one) => list.includes(one)) ? list : [...new Set([...list, ...more])];
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
