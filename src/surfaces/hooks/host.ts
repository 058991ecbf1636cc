import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { askElsewhere } from '../../approvals/asking.ts';
import { grantsOfHook } from '../../approvals/granting.ts';
import { agentAbove } from '../../facts/actor.ts';
import { hostAncestors } from '../../facts/ancestors.ts';
import { hostFacts } from '../../facts/host.ts';
import { sessionId } from '../../facts/session-id.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { readSettings } from '../../install/agents/read-settings.ts';
import { installationOf } from '../../install/installation.ts';
import { areLaunchersStale, renewLaunchers } from '../../install/launcher-freshness.ts';
import { isProjectKnown, renewProject } from '../../install/project-say.ts';
import { installedWrapper } from '../../install/shell-wrapper.ts';
import { installationEnv, renewShims, shimLayout } from '../../install/shims.ts';
import { openSentences } from '../../judge/open-sentences.ts';
import type { Decision } from '../../model/decision.ts';
import type { Policy, RuleIndex } from '../../model/policy.ts';
import type { Environment } from '../../model/request.ts';
import type { approvalSettings } from '../../policy/approval-settings.ts';
import { classifierInForce } from '../../policy/classifier.ts';
import type { compilePolicy } from '../../policy/compile.ts';
import type { askJudgeInForce } from '../../policy/judge.ts';
import { policyForCall } from '../../policy/policy-for-call.ts';
import type { settingsInForce } from '../../policy/settings.ts';
import { type PolicySources, policySources } from '../../policy/sources.ts';
import { type RefreshContext, refreshLater } from '../../refresh/refresh-later.ts';
import { sleepersOf } from '../../session/in-session.ts';
import { openSession } from '../../session/kept-session.ts';
import { createSessionApprovals } from '../../settle/session-approvals.ts';
import { keepAgentSession } from '../../store/agent-sessions.ts';
import { appendAudit, auditEntry } from '../../store/audit.ts';
import { type Layout, sessionFolder } from '../../store/layout.ts';
import { type Note, noteOnce } from '../../store/notes.ts';
import { startUpkeepIfDue } from '../../store/upkeep.ts';
import { agentRulesNote, agentUnrecorded } from '../../text/agent-message.ts';
import { once } from '../../util/once.ts';
import type { HookWorld } from './reply.ts';
import type { HookMachine } from './run-hook.ts';

/** What compile.cjs holds: YAML and schemas cost more to load than all of an answer. */
interface Compiler {
  readonly approvalSettings: typeof approvalSettings;
  readonly compilePolicy: typeof compilePolicy;
  readonly askJudgeInForce: typeof askJudgeInForce;
  readonly settingsInForce: typeof settingsInForce;
}

/** The hook has to answer before the agent gives up on it and goes on: see TIMEOUT_SECONDS of the settings we write. */
const PATIENCE_MS = 6000;

/** This machine. `launchers`: the folder of the launcher that started us, which knows where our files are. */
export function hostMachine(agent: string, launchers: string | undefined): HookMachine {
  const startedMs = Date.now();
  const env: Environment = { ...process.env };
  const ancestors = once(hostAncestors);
  const ownSession = () => sessionId(env, agentAbove(ancestors())?.process);
  return {
    env,
    cwd: workingDirectory(),
    readSettings,
    launcher: () => installationOf()?.launcher,
    commandLine: () => agentAbove(ancestors())?.process.argv ?? [],
    world({ cwd, sessionId: called }): HookWorld {
      // an agent's settings can set variables for its hooks
      const own = launchers === undefined ? env : installationEnv(env, launchers);
      const sources = policySources({ cwd, env: own });
      const { layout } = sources;
      if (launchers !== undefined) keepGatesFresh(launchers, sources, { env: own, cwd });
      const { policy, problems } = policyForCall(sources, (all) => compiler().compilePolicy(all));
      const id = called ?? ownSession();
      const folder = sessionFolder(layout, id);
      const record = recorder({ layout, sessionId: id, startedMs, agent, env: own });
      const facts = hostFacts({ env, cwd });
      const grants = () =>
        grantsOfHook({ layout, session: id, launchers, called, ancestors, realpath: facts.realpath });
      return {
        policy,
        facts,
        classifier: classifierInForce(layout, () => compiler().settingsInForce(layout)),
        // what is told here some agents would read as an answer; `safeshell session status` tells it too
        kept: openSession({ id, folder, sleepers: () => sleepersOf(policy), warn: () => {} }),
        approvals: createSessionApprovals(folder),
        grants,
        endGrants: () => grants().end(),
        askElsewhere(request, what) {
          const settings = () => compiler().approvalSettings(own);
          const how = `hook of ${agent}`;
          // all calls of one payload share the time
          const patienceMs = Math.max(0, startedMs + PATIENCE_MS - Date.now());
          const place = { layout, door: 'hook', how, session: id, ancestors, settings, patienceMs } as const;
          return askElsewhere(place, request, what);
        },
        async askJudge(decision, request) {
          if (openSentences(decision).length === 0) return undefined;
          return compiler().askJudgeInForce(decision, request, { layout, env, session: id });
        },
        wrapper: installedWrapper(layout.data.shims),
        exceptionFile: layout.user.exceptions,
        record(decision, outcome, request) {
          if (isOfInterest(decision, policy)) rememberName(layout, ownSession, id);
          record.write(decision, outcome, request);
        },
        notes: () => notes({ layout, folder, problems, unwritten: record.problem() }),
      };
    },
  };
}

/** Gates of the launchers learn of a change. Those of shims are renewed too: an agent's sandbox may keep them from it. */
function keepGatesFresh(launchers: string, { watched, identity, layout }: PolicySources, place: RefreshContext): void {
  if (areLaunchersStale(launchers, watched) || !isProjectKnown(launchers, identity)) refreshLater(place);
  renewLaunchers(launchers, watched);
  renewProject(launchers, identity);
  if (existsSync(layout.data.shims)) renewShims(shimLayout(place.env));
}

/** What this call starts may ask for the session by name: a command of ours, or one that plans may have approved. */
function isOfInterest({ verdict, planned, analysis }: Decision, { modules }: Policy | RuleIndex): boolean {
  return (
    verdict !== 'allow' || planned === true || /safeshell/.test(analysis.text) || modules.some((one) => one.remembers)
  );
}

/** Shims and commands of ours know the agent's process, not what it calls its session. */
function rememberName(layout: Layout, ownSession: () => string, id: string): void {
  try {
    const own = ownSession();
    if (own !== id) keepAgentSession(layout, own, id);
  } catch {
    // they ask once more
  }
}

function compiler(): Compiler {
  return require('./compile.cjs') as Compiler;
}

interface Recording {
  readonly layout: Layout;
  readonly sessionId: string;
  readonly startedMs: number;
  readonly agent: string;
  readonly env: Environment;
}

interface Recorder {
  readonly write: HookWorld['record'];
  /** why something was not written; undefined = all was */
  problem(): string | undefined;
}

/** A record that cannot be written stops nothing; it is told in a note, as some agents read stderr as an answer. */
function recorder({ layout, sessionId, startedMs, agent, env }: Recording): Recorder {
  const place = { door: 'hook', startedMs, agent, how: `hook of ${agent}` } as const;
  let problem: string | undefined;
  return {
    problem: () => problem,
    write(decision, outcome, request) {
      try {
        const appended = appendAudit(layout, auditEntry(decision, outcome, { ...request, sessionId }, place));
        startUpkeepIfDue(layout, appended, env);
      } catch (error) {
        problem = (error as Error).message;
      }
    },
  };
}

interface Notable {
  readonly layout: Layout;
  /** the session's */
  readonly folder: string;
  /** of the rule files */
  readonly problems: string | undefined;
  /** why something was not recorded */
  readonly unwritten: string | undefined;
}

/** Problems of rules are told by whichever hook or shim comes first: their mark is the shims', too. */
function notes({ layout, folder, problems, unwritten }: Notable): readonly Note[] {
  const ofRules = problems && noteOnce(agentRulesNote(problems), problems, [join(folder, 'problems-told')]);
  const marks = [join(folder, 'unrecorded'), join(layout.cache.root, `unrecorded-${basename(folder)}`)];
  const ofRecord = unwritten && noteOnce(agentUnrecorded(unwritten), 'unrecorded', marks);
  return [ofRules, ofRecord].filter((note) => typeof note === 'object');
}
