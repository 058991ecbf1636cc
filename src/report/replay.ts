import { isAsking, isStopping, type Verdict } from '../model/verdict.ts';

/** What a session file says of a call, as far as it is counted. */
export interface ReplayedCall {
  readonly session: string | undefined;
  /** epoch, ms */
  readonly at: number | undefined;
  readonly fate?: 'ran' | 'refused';
  readonly wasAsked?: true;
}

/** What would become of it now. */
export interface ReplayedAnswer {
  readonly what: string;
  readonly verdict: Verdict;
  readonly rule?: string;
  readonly isProven: boolean;
  readonly isKept: boolean;
  readonly shape?: { readonly shape: string; readonly why: string };
}

/** Field names are those of `replay --json`. */
export interface ReplayStats {
  readonly calls: number;
  /** first and last, ISO 8601; null = no call has a time */
  readonly from: string | null;
  readonly to: string | null;
  readonly byAgent: Readonly<Record<string, { readonly sessions: number; readonly calls: number }>>;
  /** denied or asked about by rules */
  readonly stopped: number;
  readonly denied: number;
  readonly asked: number;
  /** of those that are stopped: the agent ran them */
  readonly stoppedRan: number;
  /** nobody need have been asked */
  readonly autoApproved: number;
  /** what they delete or discard, undo would have kept */
  readonly kept: number;
  /** answered by a person in an agent's dialog, as far as the files tell; `spared`: those that would have been proven */
  readonly dialogs: { readonly answered: number; readonly spared: number };
  /** most calls first */
  readonly rules: readonly ReplayedRule[];
  /** what somebody would still be asked about, most calls first */
  readonly shapes: readonly ReplayedShape[];
}

export interface ReplayedRule {
  /** null = no rule: the line is not understood, or a default says so */
  readonly rule: string | null;
  readonly verdict: Verdict;
  readonly calls: number;
  readonly ran: number;
  readonly example: string;
}

export interface ReplayedShape {
  readonly shape: string;
  readonly calls: number;
  /** of the first one */
  readonly why: string;
  readonly example: string;
}

export interface ReplayCounter {
  add(agent: string, call: ReplayedCall, answer: ReplayedAnswer): void;
  stats(): ReplayStats;
}

/** Names come from files of strangers: more of a kind than these are one. */
const MAX_NAMES = 10_000;
const OTHERS = 'others';

/** Counts calls one by one; keeps an example of each kind. */
export function createReplayCounter(): ReplayCounter {
  const sums = { calls: 0, denied: 0, asked: 0, stoppedRan: 0, autoApproved: 0, kept: 0 };
  const dialogs = { answered: 0, spared: 0 };
  const agents = new Map<string, { readonly sessions: Set<string>; calls: number }>();
  const rules = new Map<string, Mutable<ReplayedRule>>();
  const shapes = new Map<string, Mutable<ReplayedShape>>();
  let span: readonly [from: number, to: number] | undefined;
  return {
    add(agent, call, answer) {
      const { verdict, isProven, isKept, shape, what: example } = answer;
      const own = entryOf(agents, agent, () => ({ sessions: new Set<string>(), calls: 0 }));
      own.calls++;
      own.sessions.add(call.session ?? '');
      sums.calls++;
      if (call.at !== undefined)
        span = [Math.min(call.at, span?.[0] ?? call.at), Math.max(call.at, span?.[1] ?? call.at)];
      const ran = call.fate === 'ran' ? 1 : 0;
      if (verdict === 'deny') sums.denied++;
      if (isAsking(verdict)) sums.asked++;
      if (isStopping(verdict)) sums.stoppedRan += ran;
      if (isProven) sums.autoApproved++;
      if (isKept) sums.kept++;
      if (call.wasAsked) dialogs.answered++;
      if (call.wasAsked && isProven) dialogs.spared++;
      if (isStopping(verdict)) {
        const { rule = null } = answer;
        const entry = entryOf(rules, `${verdict} ${rule}`, () => ({ rule, verdict, calls: 0, ran: 0, example }));
        entry.calls++;
        entry.ran += ran;
      }
      if (shape !== undefined) {
        const name = shapes.size < MAX_NAMES || shapes.has(shape.shape) ? shape.shape : OTHERS;
        entryOf(shapes, name, () => ({ shape: name, calls: 0, why: shape.why, example })).calls++;
      }
    },
    stats: () => ({
      calls: sums.calls,
      from: span === undefined ? null : new Date(span[0]).toISOString(),
      to: span === undefined ? null : new Date(span[1]).toISOString(),
      byAgent: Object.fromEntries(
        [...agents].map(([name, { sessions, calls }]) => [name, { sessions: sessions.size, calls }]),
      ),
      stopped: sums.denied + sums.asked,
      denied: sums.denied,
      asked: sums.asked,
      stoppedRan: sums.stoppedRan,
      autoApproved: sums.autoApproved,
      kept: sums.kept,
      dialogs,
      rules: mostFirst([...rules.values()]),
      shapes: mostFirst([...shapes.values()]),
    }),
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function mostFirst<Entry extends { readonly calls: number }>(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => b.calls - a.calls);
}

function entryOf<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}
