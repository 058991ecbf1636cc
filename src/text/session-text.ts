import type { Session } from '../model/session.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Paint } from './paint.ts';
import { plural } from './plural.ts';
import { printable, shortened } from './printable.ts';

/** One rule of a session. Fields are documented in docs/sessions.md. */
export interface SessionRuleJson {
  /** `FILE/NAME` */
  readonly rule: string;
  readonly state: 'always' | 'inactive' | 'suspected' | 'activated' | 'disabled' | 'latent';
  /** when it wakes up */
  readonly trigger: string;
  readonly action: Verdict;
  readonly description: string | null;
}

/** What a session has in store. Fields are documented in docs/sessions.md. */
export interface SessionJson {
  readonly session: string;
  readonly calls: number;
  readonly tools: Readonly<Record<string, number>>;
  readonly activated: readonly string[];
  readonly suspected: readonly string[];
  readonly disabled: readonly string[];
  readonly approved_operations: number;
  readonly approved_credentials: readonly string[];
  readonly planned_operations: number;
  /** steps of a plan that waits for its answer */
  readonly pending_steps: readonly string[];
  /** files that were not as we write them, and were put aside */
  readonly damaged: readonly string[];
}

export function sessionJson(session: Session, damaged: readonly string[]): SessionJson {
  const { id, counts, activated, suspected, disabled, approved, approvedCredentials, planned } = session;
  return {
    session: id,
    calls: counts.total,
    tools: counts.tools,
    activated,
    suspected,
    disabled,
    approved_operations: approved.length,
    approved_credentials: approvedCredentials,
    planned_operations: planned.length,
    pending_steps: pendingSteps(session),
    damaged,
  };
}

/** Of a plan that waits for its answer. */
export function pendingSteps({ pendingPlan = [] }: Session): readonly string[] {
  return pendingPlan.map(({ what = '' }) => what);
}

/** One session in a list. Fields are documented in docs/sessions.md. */
export interface ListedSession {
  readonly session: string;
  /** ISO 8601 */
  readonly last_active: string;
  /** who used it last; null = a person, or not known */
  readonly agent: string | null;
  /** where; null = not known */
  readonly cwd: string | null;
  /** steps of a plan that waits for its answer */
  readonly pending_steps: readonly string[];
}

/** One line each: id, agent, folder, how long ago, and whether a plan waits. */
export function sessionsText(sessions: readonly ListedSession[], nowMs: number): string {
  const rows = sessions.map(({ session, agent, cwd, last_active: at, pending_steps: steps }) => [
    printable(session),
    agent === null ? '-' : shortened(agent, 40),
    cwd === null ? '-' : shortened(cwd, 60),
    agoText(nowMs - Date.parse(at)),
    steps.length === 0 ? '' : `plan of ${plural(steps.length, 'step')} pending`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${plural(hours, 'hour')} ago` : `${plural(Math.floor(hours / 24), 'day')} ago`;
}

export function sessionText(session: SessionJson, paint: Paint): string {
  const lists = [
    ['rules awake', session.activated],
    ['rules that may be awake', session.suspected],
    ['rules disabled', session.disabled],
    ['credentials approved', session.approved_credentials],
    ['damaged, moved aside', session.damaged],
  ] as const;
  const lines = [
    `${paint.strong(printable(session.session))}  ${plural(session.calls, 'call')} that ran`,
    ...lists.filter(([, all]) => all.length > 0).map(([what, all]) => `  ${what}: ${all.map(printable).join(', ')}`),
  ];
  if (session.planned_operations > 0) lines.push(`  operations of approved plans: ${session.planned_operations}`);
  if (session.pending_steps.length > 0) {
    lines.push('  a plan waits for `safeshell session /approve all`, `/approve 1-3` or `/deny`:');
    lines.push(...session.pending_steps.map((what, at) => `    ${at + 1}. ${shortened(what)}`));
  }
  return lines.join('\n');
}

const CUT = 50;

/** One line for each rule: how it stands, its name, what it does, when it wakes. */
export function sessionRulesText(rules: readonly SessionRuleJson[], paint: Paint): string {
  if (rules.length === 0) return 'No rule can be disabled in a session: that takes rules in the language of Carapace.';
  const width = Math.max(...rules.map(({ state }) => state.length));
  const long = Math.max(...rules.map(({ rule }) => rule.length));
  return rules
    .map(({ rule, state, trigger, action }) => {
      const name = printable(rule).padEnd(long);
      return `${state.padEnd(width)}  ${name}  ${paint.verdict(action)}  ${paint.dim(cut(printable(trigger)))}`;
    })
    .join('\n');
}

function cut(text: string): string {
  return text.length <= CUT ? text : `${text.slice(0, CUT - 3)}...`;
}
