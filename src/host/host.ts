import { join } from 'node:path';
import { askElsewhere } from '../approvals/asking.ts';
import type { Ancestor } from '../facts/ancestors.ts';
import { hostFacts } from '../facts/host.ts';
import type { World } from '../guard.ts';
import type { Decision } from '../model/decision.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Environment, Request } from '../model/request.ts';
import type { Counts } from '../model/undo.ts';
import { classifierInForce } from '../policy/classifier.ts';
import { policyForCall } from '../policy/policy-for-call.ts';
import type { PolicySources } from '../policy/sources.ts';
import { latchedRules } from '../session/in-session.ts';
import { openSession, type PersistedSession } from '../session/persisted-session.ts';
import { type Approvals, createApprovals } from '../settle/approvals.ts';
import type { Asker } from '../settle/asker.ts';
import type { OpenDialog } from '../settle/askers/inbox.ts';
import type { Keeper } from '../settle/keeper.ts';
import type { LineGrants } from '../settle/line-grants.ts';
import { type AuditContext, appendAudit, auditEntry } from '../store/audit.ts';
import { type Box, boxOf, boxPlaces, checkOwnFolders } from '../store/box.ts';
import { openInbox } from '../store/inbox.ts';
import { sessionFolder } from '../store/layout.ts';
import { type Note, noteOnce } from '../store/notes.ts';
import { startUpkeepIfDue } from '../store/upkeep.ts';
import { once } from '../util/once.ts';
import { compiler } from './compiler.ts';
import { isConfined } from './confined.ts';
import { type Confiner, confinerFor } from './confiner.ts';
import { type AlsoLost, keeperFor } from './keeper-for.ts';
import { permitRisk } from './permit-risk.ts';
import { permittedHere } from './permitted.ts';
import { autoApproveInForce, keptSettings } from './settings-in-force.ts';

/** What judging and settling need of the machine, at a shim and at a hook. */
export interface HostWorld extends World {
  readonly kept: PersistedSession;
  readonly approvals: Approvals;
  /** what was agreed to as part of a line and need not be asked again; absent = nothing is */
  grants?(): LineGrants;
  /** asks people who are not at this terminal; absent = nobody is there. `what`: the request, for people */
  askElsewhere?(request: Request, what?: string): Asker;
  /** keeps what the request destroys; undefined = nothing is lost, or it need not be kept */
  keeper?(decision: Decision, request: Request, also?: AlsoLost): Keeper | undefined;
  /** confines programs; undefined = nothing here does */
  confiner?(): Confiner | undefined;
  /** the file that "always" writes to; absent = not offered */
  readonly exceptionFile?: string;
}

export interface HostOptions {
  readonly sources: PolicySources;
  readonly cwd: string;
  /** of the caller: what rules see */
  readonly env: Environment;
  /** of the installation: where our files are, whatever the caller has set */
  readonly own: Environment;
  readonly session: string;
  /** that the caller is in */
  readonly box: Box | undefined;
  /** what of this surface is written into the record */
  readonly door: AuditContext;
  ancestors(): readonly Ancestor[];
  /** the time that is left for an answer; absent = the timeout of the settings */
  patienceMs?(): number;
  /** the question is an agent's dialog, which a proof may answer, or a person elsewhere while it is open */
  readonly dialog?: OpenDialog;
  /** for people: what is kept now takes a while */
  tellKeeping?(counts: Counts): void;
  /** for people: the session's record is damaged, or cannot be kept */
  warn(problem: string): void;
}

export interface Host {
  readonly world: HostWorld;
  openSession(id: string): PersistedSession;
  /** reports broken rule files in the words of the surface; undefined = none are, or it was reported in this session */
  problemsNote(textOf: (problems: string) => string): Note | undefined;
  record(decision: Decision, outcome: Outcome, request: Request): Recorded;
}

/** `hash` names the record; `problem` says why there is none. */
export interface Recorded {
  readonly hash?: string;
  readonly problem?: string;
}

/** Policy in force, facts, session, approvals and record of one call. Throws where there is no valid policy. */
export function openHost(options: HostOptions): Host {
  const { sources, cwd, env, own, session, box, door, ancestors, warn, tellKeeping } = options;
  const { layout } = sources;
  checkOwnFolders(layout);
  const folder = sessionFolder(layout, session);
  const { policy, problems } = policyForCall(sources, (all) => compiler().compilePolicy(all));
  const open = (id: string) =>
    openSession({ id, folder: sessionFolder(layout, id), latched: () => latchedRules(policy), warn });
  const guard = { ...layout.data, bare: box && boxPlaces()?.root };
  const facts = hostFacts({ env, cwd, guard });
  const classifier = classifierInForce(layout, () => compiler().settingsInForce(layout));
  return {
    world: {
      policy,
      facts,
      classifier,
      ...(options.dialog && { autoApprove: autoApproveInForce(layout) }),
      kept: open(session),
      approvals: createApprovals({ inbox: openInbox(layout.state.inbox), session, folder }),
      askElsewhere(request, what) {
        const settings = () => compiler().approvalSettings(own);
        const patience = options.patienceMs && { patienceMs: options.patienceMs() };
        const beside = options.dialog && { dialog: options.dialog };
        const asker = { layout, door: door.door, how: door.how, session, ancestors, settings, ...patience, ...beside };
        return askElsewhere(asker, request, what);
      },
      keeper: (decision, request, also) =>
        keeperFor(decision, request, { layout, facts, env: own, ...(tellKeeping && { tellKeeping }) }, also),
      confiner: once(() => {
        const permitted = permittedHere({ layout, facts, env: own, always: () => keptSettings(layout).permits });
        return confinerFor({
          ...{ layout, facts, own, permitted },
          permitRisk: (path, cwd) => permitRisk(path, { policy, facts, classifier }, cwd),
        });
      }),
      exceptionFile: layout.user.exceptions,
    },
    openSession: open,
    problemsNote: (textOf) =>
      problems === undefined ? undefined : noteOnce(textOf(problems), problems, [join(folder, 'problems-told')]),
    record(decision, outcome, request) {
      try {
        const appended = appendAudit(layout, auditEntry(decision, outcome, { ...request, sessionId: session }, door));
        startUpkeepIfDue(layout, appended, own);
        return { hash: appended.hash };
      } catch (error) {
        if (boxOf() !== undefined || isConfined(layout.state.walls)) return {}; // nothing of ours can be written there
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
