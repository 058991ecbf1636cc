import { accesses } from '../grammar/accesses.ts';
import { parseCommand } from '../grammar/parse-command.ts';
import { type Decision, verdictWord } from '../model/decision.ts';
import type { Request } from '../model/request.ts';
import type { Session, SessionChange, SessionEvent, SessionNames } from '../model/session.ts';
import { isAsking, type Permission } from '../model/verdict.ts';
import { RULE_SHELL_NAMES } from '../operation/shell-tools.ts';
import { applyChange } from './session-change.ts';

const MAX_PROGRAMS = 16;
const MAX_RULES = 16;

const RUNS: ReadonlySet<Permission> = new Set(['allow', 'redirect']);

/** `maybe`: the agent's own dialog asked a person, and its answer is not seen. The call counts as run, but not as approved. */
export type Ran = boolean | 'maybe';

/** The session after this call. `ran`: it was let run; where a person was asked, only if that person agreed. Pure. */
export function commit(
  session: Session,
  request: Request,
  decision: Decision,
  ran: Ran = RUNS.has(decision.verdict),
): Session {
  return applyChange(session, changeOf(request, decision, ran));
}

/** What this call changes in its session. */
export function changeOf(request: Request, decision: Decision, ran: Ran = RUNS.has(decision.verdict)): SessionChange {
  return {
    event: eventOf(request, decision, ran),
    ...(request.session !== undefined && { attributes: request.session }),
    add: { ...activatedBy(decision, ran), ...approvedBy(decision, ran) },
  };
}

/** Rules whose trigger held, or may have held, of a call that ran; rules that are switched off are among them. */
function activatedBy({ trace }: Decision, ran: Ran): SessionNames {
  const triggered = ran === false ? [] : trace.filter(({ trigger }) => trigger === 'yes' || trigger === 'unknown');
  if (triggered.length === 0) return {};
  const isSure = (trigger: unknown) => trigger === 'yes' && ran === true;
  const ids = (sure: boolean) => [
    ...new Set(triggered.filter(({ trigger }) => isSure(trigger) === sure).map(({ rule }) => rule.id)),
  ];
  return { activated: ids(true), suspected: ids(false) };
}

/** A call that rules ask about, and that ran, was approved. */
function approvedBy(decision: Decision, ran: Ran): SessionNames {
  const { signature, verdict } = decision;
  if (ran !== true || !isAsking(verdict)) return {};
  return { approved: signature === undefined ? [] : [signature], approvedCredentials: credentialsOf(decision) };
}

/** Names of the credentials that an operation uses. */
export function credentialsOf({ operations = [] }: Pick<Decision, 'operations'>): readonly string[] {
  return [
    ...new Set(
      operations.flatMap(({ credential, anyCredential = false }) => (anyCredential ? [] : (credential ?? []))),
    ),
  ];
}

function eventOf({ action, at }: Request, decision: Decision, ran: Ran): SessionEvent {
  const own = action.kind === 'tool' ? [action.tool] : [];
  const isShell = action.kind !== 'tool' || action.line !== undefined;
  const rules = matchedRules(decision);
  const programs = new Set(decision.analysis.invocations.flatMap(({ program }) => program ?? []));
  return {
    tools: isShell ? [...new Set([...own, ...RULE_SHELL_NAMES])] : own,
    programs: [...programs].slice(0, MAX_PROGRAMS),
    verdict: verdictWord(decision),
    ran: ran !== false,
    epochMs: at.epochMs,
    ...(rules.length > 0 && { rules }),
    // a dialog may have been answered with a no: that settles nothing
    ...(decision.call !== undefined && ran !== 'maybe' && { call: decision.call }),
    ...(deletesFiles(decision) && { deletes: true }),
  };
}

/** Is it one of those that are recorded for rules about what rules matched? */
export function isNotable({ event }: SessionChange): boolean {
  return event?.rules !== undefined || event?.deletes === true;
}

function matchedRules({ trace }: Decision): readonly string[] {
  const matched = trace.filter(({ end }) => end === 'matched' || end === 'watched').map(({ rule }) => rule.id);
  return [...new Set(matched)].slice(0, MAX_RULES);
}

function deletesFiles({ analysis }: Decision): boolean {
  return analysis.invocations.some(({ program, argv }) =>
    accesses(parseCommand(program, argv)).some(({ access }) => access === 'delete'),
  );
}
