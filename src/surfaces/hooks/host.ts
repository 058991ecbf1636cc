import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DIALOG_TIMEOUT_SECONDS } from '../../agents/setup.ts';
import { grantsOfHook } from '../../approvals/granting.ts';
import { agentAbove } from '../../facts/actor.ts';
import { hostAncestors } from '../../facts/ancestors.ts';
import { dialogWatch } from '../../facts/dialog-watch.ts';
import { sessionId } from '../../facts/session-id.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { compiler } from '../../host/compiler.ts';
import { openHost } from '../../host/host.ts';
import { type Installation, keepLaunchersFresh } from '../../host/keep-fresh.ts';
import { noteEnd } from '../../host/keep-losses.ts';
import { readSettings } from '../../install/agents/read-settings.ts';
import { installationOf } from '../../install/installation.ts';
import { pathEntries } from '../../install/programs.ts';
import { installedWrapper } from '../../install/shell-wrapper.ts';
import { installationEnv, isShimmed, renewShims, shimLayout } from '../../install/shims.ts';
import { openSentences } from '../../judge/open-sentences.ts';
import type { Decision } from '../../model/decision.ts';
import type { Policy, RuleIndex } from '../../model/policy.ts';
import type { Environment } from '../../model/request.ts';
import { type PolicySources, policySources } from '../../policy/sources.ts';
import { createAskedMarks } from '../../settle/asked-marks.ts';
import { keepAgentSession } from '../../store/agent-sessions.ts';
import { type Box, boxOf } from '../../store/box.ts';
import { type Layout, layoutOf, sessionFolder } from '../../store/layout.ts';
import { type Note, noteOnce } from '../../store/notes.ts';
import { agentKept, agentRulesNote, agentUnrecorded } from '../../text/agent-message.ts';
import { once } from '../../util/once.ts';
import type { HookMachine } from './machine.ts';
import type { HookWorld } from './world.ts';

/** The hook has to answer before the agent's own timeout, after which the call runs: see TIMEOUT_SECONDS. */
const PATIENCE_MS = 6000;
/** The same at a dialog that is open meanwhile: see DIALOG_TIMEOUT_SECONDS. */
const DIALOG_PATIENCE_MS = (DIALOG_TIMEOUT_SECONDS - 10) * 1000;

/** Whose call it is. */
export interface HookCaller {
  /** process id of the launcher */
  readonly launcher: number;
  /** that it is in */
  readonly box: Box | undefined;
  readonly env: Environment;
  /** variables by which our files are found, and that what we start ourselves gets */
  readonly own: Environment;
}

/** One payload, and whose it is. */
export interface PayloadCall {
  /** the agent that the hook was registered for */
  readonly name: string | undefined;
  readonly launchers: string | undefined;
  readonly payload: string;
  readonly caller: HookCaller;
}

/** This process. `launchers`: the folder of the launcher that started us; the paths of our files follow from it. */
export function thisCaller(launchers: string | undefined): HookCaller {
  const env: Environment = { ...process.env };
  // an agent's settings can set variables for its hooks
  const own = once(() => (launchers === undefined ? env : installationEnv(env, launchers)));
  return {
    launcher: process.ppid,
    box: boxOf(),
    env,
    get own() {
      return own();
    },
  };
}

/** This machine. */
export function hostMachine(
  agent: string,
  launchers: string | undefined,
  caller: HookCaller = thisCaller(launchers),
): HookMachine {
  const startedMs = Date.now();
  const { env, box } = caller;
  const ancestors = once(() => hostAncestors(caller.launcher));
  const ownSession = () => sessionId(env, agentAbove(ancestors())?.process, { pid: caller.launcher, box });
  return {
    env,
    cwd: workingDirectory(),
    readSettings,
    installed() {
      const launcher = installationOf()?.launcher;
      return launcher === undefined ? undefined : { launcher, shims: layoutOf(caller.own).data.shims };
    },
    noteEnd: (line, session) => noteEnd(line, session, layoutOf(caller.own)),
    commandLine: () => agentAbove(ancestors())?.process.argv ?? [],
    world({ cwd, sessionId: called, dialog }): HookWorld {
      const { own } = caller;
      const sources = policySources({ cwd, env: own });
      const { layout } = sources;
      if (launchers !== undefined) keepGatesFresh(launchers, sources, { env: own, cwd });
      const session = called ?? ownSession();
      const host = openHost({
        ...{ sources, cwd, env, own, session, box, ancestors },
        door: { door: 'hook', startedMs, agent, how: `hook of ${agent}`, ...(dialog && { dialog: true }) },
        // all calls of one payload share the time
        patienceMs: () => Math.max(0, startedMs + (dialog ? DIALOG_PATIENCE_MS : PATIENCE_MS) - Date.now()),
        ...(dialog && { dialog: { isOver: dialogWatch({ ancestors: ancestors(), ...dialog }) } }),
        // not on stderr, which some agents read as an answer; `safeshell session status` reports it
        warn: () => {},
      });
      const { policy, facts } = host.world;
      const asked = createAskedMarks(sessionFolder(layout, session));
      const grants = () => grantsOfHook({ layout, session, launchers, called, ancestors, realpath: facts.realpath });
      let unrecorded: string | undefined;
      const said: Note[] = [];
      return {
        ...host.world,
        grants,
        endGrants: () => grants().end(),
        noteAsked: asked.add,
        wasAsked: asked.has,
        async askJudge(decision, request) {
          if (openSentences(decision).length === 0) return undefined;
          return compiler().askJudgeInForce(decision, request, { layout, env, session });
        },
        isShimmed: (program) => isFirst(layout.data.shims, caller) && isShimmed(layout.data.shims, program),
        wrapper: installedWrapper(layout.data.shims),
        tellKept(outcome, kept) {
          const text = agentKept(outcome, kept);
          // a person has to know what cannot be undone
          const isForModel = kept.problem === undefined && { isForModel: true as const };
          if (text !== undefined) said.push({ text, ...isForModel, told: () => {} });
        },
        record(decision, outcome, request) {
          if (isOfInterest(decision, policy)) rememberName(layout, ownSession, session);
          unrecorded = host.record(decision, outcome, request).problem ?? unrecorded;
        },
        notes() {
          const ofRecord = unrecorded === undefined ? undefined : unrecordedNote(unrecorded, layout, session);
          return [host.problemsNote(agentRulesNote), ofRecord, ...said].filter((note) => note !== undefined);
        },
      };
    },
  };
}

/** What the agent starts is looked up there first, as far as its own PATH tells; in a box shims lie over the programs themselves. */
function isFirst(shims: string, { box, env: { PATH = '' } }: HookCaller): boolean {
  return box !== undefined || pathEntries(PATH)[0] === shims;
}

/** Gates of shims are kept fresh too: an agent's sandbox may keep the shims from it. */
function keepGatesFresh(launchers: string, sources: PolicySources, installation: Installation): void {
  keepLaunchersFresh(launchers, installation, sources);
  if (existsSync(sources.layout.data.shims)) renewShims(shimLayout(installation.env));
}

/** A command of ours, or one of an approved plan, may look the session up by the agent's id. */
function isOfInterest({ verdict, planned, analysis }: Decision, { modules }: Policy | RuleIndex): boolean {
  return (
    verdict !== 'allow' || planned === true || /safeshell/.test(analysis.text) || modules.some((one) => one.remembers)
  );
}

/** Maps the session of the agent's process to its own id: shims and commands see only the process. */
function rememberName(layout: Layout, ownSession: () => string, id: string): void {
  try {
    const own = ownSession();
    if (own !== id) keepAgentSession(layout, own, id);
  } catch {
    // shims ask once more
  }
}

/** A failed record stops no call; it is reported in a note, as some agents read stderr as an answer. */
function unrecordedNote(problem: string, layout: Layout, session: string): Note | undefined {
  const folder = sessionFolder(layout, session);
  const marks = [join(folder, 'unrecorded'), join(layout.cache.root, `unrecorded-${basename(folder)}`)];
  return noteOnce(agentUnrecorded(problem), 'unrecorded', marks);
}
