import { join } from 'node:path';
import { askElsewhere } from '../../approvals/asking.ts';
import { grantsOfStart, grantsOfTypedLine } from '../../approvals/granting.ts';
import { type AgentProcess, detectActor } from '../../facts/actor.ts';
import { hostAncestors } from '../../facts/ancestors.ts';
import { hostFacts } from '../../facts/host.ts';
import { sessionId } from '../../facts/session-id.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { areLaunchersStale, renewLaunchers } from '../../install/launcher-freshness.ts';
import { isProjectKnown, renewProject } from '../../install/project-say.ts';
import { isShim, PASS_THROUGH } from '../../install/shim-template.ts';
import { installationEnv, isStale, renewShims, shimLayout } from '../../install/shims.ts';
import type { Action, Environment } from '../../model/request.ts';
import type { approvalSettings } from '../../policy/approval-settings.ts';
import { classifierInForce } from '../../policy/classifier.ts';
import type { compilePolicy } from '../../policy/compile.ts';
import { type PolicyForCall, policyForCall } from '../../policy/policy-for-call.ts';
import type { settingsInForce } from '../../policy/settings.ts';
import { type PolicySources, policySources } from '../../policy/sources.ts';
import { type RefreshContext, refreshLater } from '../../refresh/refresh-later.ts';
import { sleepersOf } from '../../session/in-session.ts';
import { type KeptSession, openSession, withPlansOf } from '../../session/kept-session.ts';
import { createSessionApprovals } from '../../settle/session-approvals.ts';
import { agentSessionNow } from '../../store/agent-sessions.ts';
import { readIfThere } from '../../store/atomic-file.ts';
import { appendAudit, appendBroken, appendEnd, auditEntry } from '../../store/audit.ts';
import { type Layout, layoutOf, sessionFolder } from '../../store/layout.ts';
import { noteOnce } from '../../store/notes.ts';
import { productRoot } from '../../store/product.ts';
import { type KeptSettings, readSettings, settingsKey } from '../../store/settings-cache.ts';
import { startUpkeepIfDue } from '../../store/upkeep.ts';
import { once } from '../../util/once.ts';
import type { HandOver } from './hand-over.ts';
import type { Machine } from './run-shim.ts';
import type { ShimWorld } from './shim-world.ts';
import { sayOnStderr } from './stderr.ts';

interface Compiler {
  readonly approvalSettings: typeof approvalSettings;
  readonly compilePolicy: typeof compilePolicy;
  readonly settingsInForce: typeof settingsInForce;
}

/** This machine, as its installation says. */
export function hostMachine(): Machine {
  const startedMs = Date.now();
  const ancestors = once(hostAncestors);
  let how: string | undefined;
  let agent: AgentProcess | undefined;
  return {
    actor(handOver) {
      const { env } = handOver;
      const isSaid = env.SAFESHELL_CONTEXT?.trim().toLowerCase() === 'human';
      let detected = detectActor({ env, ancestors });
      // asked last: settings cost more to look up than the signs of an agent
      if (detected.actor === 'ai' && isSaid && settingsOf(handOver).trustContextVariable) {
        detected = detectActor({ env, ancestors, settings: { trustContextVariable: true } });
      }
      how = detected.how;
      agent = detected.process;
      return detected.actor;
    },
    recordBroken({ argv, handOver, actor = 'ai' }, outcome, problem) {
      const door = doorOf(argv, handOver);
      const entry = { door, startedMs, actor, cwd: workingDirectory(), outcome, problem } as const;
      const action = door === 'line' ? actionOf(argv, door) : ({ kind: 'argv', argv } as const);
      appendBroken(() => layoutOf(installationEnv(handOver.env, handOver.shims)), { ...entry, action });
    },
    refusesOnError: (handOver) => settingsOf(handOver).refusesOnError,
    world(argv, handOver, actor): ShimWorld {
      const cwd = workingDirectory();
      const { env } = handOver;
      const door = doorOf(argv, handOver);
      const own = installationEnv(handOver.env, handOver.shims);
      const sources = policySources({ cwd, env: own });
      const { layout } = sources;
      const session = sessionId(env, agent);
      const folder = sessionFolder(layout, session);
      const { policy, problems } = policyForCall(sources, (all) => compiler().compilePolicy(all));
      if (problems !== undefined) tellOnce(folder, problems);
      keepShimsFresh(own, cwd, sources);
      if (door === 'line') renewLines(sources, { env: own, cwd });
      const facts = hostFacts({ env, cwd });
      return {
        argv,
        handOver,
        request: { action: actionOf(argv, door), cwd, env, actor, at: facts.at, sessionId: session },
        facts,
        policy,
        classifier: classifierInForce(layout, () => compiler().settingsInForce(layout)),
        kept: keptSession(layout, session, policy),
        approvals: createSessionApprovals(folder),
        grants: () => grantsOfStart(layout, { ancestors, realpath: facts.realpath }),
        lineGrants: () =>
          grantsOfTypedLine({ layout, launchers: layout.data.hooks, ancestors, realpath: facts.realpath }),
        isShimmed: (program) => isShimmed(handOver.shims, program),
        askElsewhere(request) {
          const settings = () => compiler().approvalSettings(own);
          return askElsewhere({ layout, door, how, session, ancestors, settings }, request);
        },
        exceptionFile: layout.user.exceptions,
        ...recorder({ layout, door, how, startedMs, env: own }),
      };
    },
  };
}

type Door = 'shim' | 'shell' | 'line';

/** safeshell-sh names the shell that really runs by its path, a shim the program by its name. */
function doorOf([program]: readonly string[], { step }: HandOver): Door {
  if (step === 'line') return 'line';
  return program?.startsWith('/') ? 'shell' : 'shim';
}

function actionOf(argv: readonly string[], door: Door): Action {
  if (door !== 'line') return door === 'shell' ? { kind: 'argv', argv, isShell: true } : { kind: 'argv', argv };
  const [name, line = ''] = argv;
  return { kind: 'line', line, shell: TYPED_IN.find((shell) => shell === name) ?? 'unknown' };
}

const TYPED_IN = ['bash', 'zsh', 'fish'] as const;

/** Has the program a live shim, which judges it by the words that it is started with? */
function isShimmed(shims: string, program: string): boolean {
  if (program === '' || program.includes('/')) return false;
  const text = readIfThere(join(shims, program));
  return text !== undefined && isShim(text) && !text.includes(PASS_THROUGH);
}

/** A bundle of its own: YAML and schemas cost more to load than all of an answer. */
function compiler(): Compiler {
  return require('./compile.cjs') as Compiler;
}

function settingsOf(handOver: HandOver): KeptSettings {
  const layout = layoutOf(installationEnv(handOver.env, handOver.shims));
  return readSettings(layout, settingsKey(layout, productRoot())) ?? compiler().settingsInForce(layout);
}

function keptSession(layout: Layout, id: string, policy: PolicyForCall['policy']): KeptSession {
  const open = (one: string) =>
    openSession({
      id: one,
      folder: sessionFolder(layout, one),
      sleepers: () => sleepersOf(policy),
      warn: (problem) => sayOnStderr(`safeshell: ${problem}\n`),
    });
  return withPlansOf(open(id), () => {
    const called = agentSessionNow(layout, id);
    return called === undefined ? undefined : open(called);
  });
}

/** The same problems are told once in a session, not at each command: the mark is the hooks', too. */
function tellOnce(folder: string, problems: string): void {
  const note = noteOnce(`safeshell: ${problems}\n`, problems, [join(folder, 'problems-told')]);
  if (note === undefined) return;
  sayOnStderr(note.text);
  note.told();
}

/** A rule or a program that is new gets its shim, and gates learn of the change. */
function keepShimsFresh(env: Environment, cwd: string, { identity }: PolicySources): void {
  const shims = shimLayout(env);
  if (isStale(shims) || !isProjectKnown(shims.shims, identity)) refreshLater({ env, cwd });
  renewShims(shims);
  renewProject(shims.shims, identity);
}

/** The gates that lines are judged by, as those of shims. */
function renewLines({ watched, layout, identity }: PolicySources, place: RefreshContext): void {
  const { hooks } = layout.data;
  if (areLaunchersStale(hooks, watched)) refreshLater(place);
  renewLaunchers(hooks, watched);
  renewProject(hooks, identity);
}

interface Recording {
  readonly layout: Layout;
  readonly door: Door;
  readonly how: string | undefined;
  readonly startedMs: number;
  readonly env: Environment;
}

function recorder({ layout, door, how, startedMs, env }: Recording): Pick<ShimWorld, 'record' | 'recordEnd'> {
  let recorded: string | undefined;
  return {
    record(decision, outcome, request) {
      try {
        const appended = appendAudit(layout, auditEntry(decision, outcome, request, { door, startedMs, how }));
        recorded = appended.hash;
        startUpkeepIfDue(layout, appended, env);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    recordEnd(ended) {
      if (recorded === undefined) return;
      try {
        const epochMs = Date.now();
        appendEnd(layout, { epochMs, of: recorded, ...ended, durationMs: epochMs - startedMs });
      } catch {
        // that it ran is on record
      }
    },
  };
}
