import { grantsOfStart, grantsOfTypedLine } from '../../approvals/granting.ts';
import { type ActorQuery, type AgentProcess, type DetectedActor, detectActor } from '../../facts/actor.ts';
import { type Ancestor, hostAncestors } from '../../facts/ancestors.ts';
import { sessionId } from '../../facts/session-id.ts';
import { isWatched } from '../../facts/watched.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { compiler } from '../../host/compiler.ts';
import type { Confined } from '../../host/confiner.ts';
import { type Host, openHost } from '../../host/host.ts';
import { keepLaunchersFresh, keepShimsFresh } from '../../host/keep-fresh.ts';
import { marksOf } from '../../install/freshness.ts';
import { installationEnv, isShimmed, shimLayout } from '../../install/shims.ts';
import type { Action, Environment } from '../../model/request.ts';
import type { Counts } from '../../model/undo.ts';
import { policySources } from '../../policy/sources.ts';
import { withPlansOf } from '../../session/persisted-session.ts';
import { agentSessionNow } from '../../store/agent-sessions.ts';
import { appendBroken, appendEnd } from '../../store/audit.ts';
import { type Box, boxOf } from '../../store/box.ts';
import { keepWall, keptWalls } from '../../store/kept-walls.ts';
import { type Layout, layoutOf } from '../../store/layout.ts';
import { productRoot } from '../../store/product.ts';
import { type KeptSettings, readSettings, settingsKey } from '../../store/settings-cache.ts';
import { leaveNote, leaveWall } from '../../store/walls.ts';
import { keepingLine } from '../../text/losses.ts';
import { ranConfinedText } from '../../text/wall.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { once } from '../../util/once.ts';
import { baseName } from '../../util/path.ts';
import type { HandOver } from './hand-over.ts';
import { askOutside } from './outside.ts';
import type { Machine } from './run-shim.ts';
import type { ShimWorld } from './shim-world.ts';
import { tellTerminal, writeStderr } from './stderr.ts';

/** Whose call it is. */
export interface Caller {
  /** process id of the shim */
  readonly shim: number;
  /** that it is in */
  readonly box: Box | undefined;
  /** variables that are not the command's, but ours: what we start ourselves gets them */
  own(handOver: HandOver): Environment;
}

const THIS_PROCESS: Caller = {
  shim: process.ppid,
  get box() {
    return boxOf();
  },
  own: ({ env, shims }) => installationEnv(env, shims),
};

/** The machine that the installed shim runs on. */
export function hostMachine({ shim, box, own: readOwn }: Caller = THIS_PROCESS): Machine {
  const startedMs = Date.now();
  const ownOf = memoizeByObject(readOwn);
  const ancestors = once(() => hostAncestors(shim));
  let how: string | undefined;
  let agent: AgentProcess | undefined;
  return {
    actor(handOver) {
      const { env } = handOver;
      const detected = detectSaid({ env, ancestors, box }, () => settingsOf(ownOf(handOver)));
      how = detected.how;
      agent = detected.process;
      return detected.actor;
    },
    recordBroken({ argv, handOver, actor = 'ai' }, outcome, problem) {
      const door = doorOf(argv, handOver);
      const entry = { door, startedMs, actor, cwd: workingDirectory(), outcome, problem } as const;
      const action = door === 'line' ? actionOf(argv, door) : ({ kind: 'argv', argv } as const);
      appendBroken(() => layoutOf(ownOf(handOver)), { ...entry, action });
    },
    outside: (argv, handOver, actor) =>
      askOutside(argv, handOver, { actor, layout: () => layoutOf(ownOf(handOver)), shim }),
    refusesOnError: (handOver) => settingsOf(ownOf(handOver)).refusesOnError,
    world(argv, handOver, actor): ShimWorld {
      const cwd = workingDirectory();
      const { env, shims } = handOver;
      const door = doorOf(argv, handOver);
      const own = ownOf(handOver);
      const keptBefore = keptWalls(marksOf(shimLayout(own).stamp).folder); // before anything is read
      const sources = policySources({ cwd, env: own });
      const { layout } = sources;
      const session = sessionId(env, agent, { pid: shim, box });
      const warn = (problem: string) => {
        if (boxOf() === undefined) writeStderr(`safeshell: ${problem}\n`); // there none of its sessions can be kept
      };
      const audit = { door, startedMs, how };
      const tellKeeping = (counts: Counts) => tellTerminal(keepingLine(counts));
      const host = openHost({
        ...{ sources, cwd, env, own, session, box, door: audit, ancestors, warn },
        ...(actor === 'human' && { tellKeeping }),
      });
      tellProblems(host);
      const isKept = keepShimsFresh({ env: own, cwd }, sources) && door === 'shim';
      const { hooks } = layout.data;
      if (door === 'line') keepLaunchersFresh(hooks, { env: own, cwd }, sources);
      const { facts } = host.world;
      return {
        ...host.world,
        argv,
        handOver,
        request: { action: actionOf(argv, door), cwd, env, actor, at: facts.at, sessionId: session },
        kept: withPlansOf(host.world.kept, () => {
          const called = agentSessionNow(layout, session);
          return called === undefined ? undefined : host.openSession(called);
        }),
        grants: () => grantsOfStart(layout, { ancestors, realpath: facts.realpath }),
        lineGrants: () => grantsOfTypedLine({ layout, launchers: hooks, ancestors, realpath: facts.realpath }),
        isWatched: () => isWatched({ env, ancestors }),
        isShimmed: (program) => isShimmed(shims, program),
        ...wallLeft(layout, shim, ({ words, isLasting }) => {
          if (isKept && isLasting) keepWall(keptBefore, { cwd, argv, wall: words });
          if (actor === 'human') noteAtPrompt(argv, layout, ancestors());
        }),
        exceptionFile: layout.user.exceptions,
        ...recorder(host, layout, startedMs),
      };
    },
  };
}

/** That it says to be a person counts where the settings trust that. They are read last: that costs more than detecting an agent. */
function detectSaid(caller: ActorQuery, settings: () => KeptSettings): DetectedActor {
  const detected = detectActor(caller);
  const isSaid = caller.env.SAFESHELL_CONTEXT?.trim().toLowerCase() === 'human';
  if (detected.actor !== 'ai' || !isSaid || !settings().trustContextVariable) return detected;
  return detectActor({ ...caller, settings: { trustContextVariable: true } });
}

type Door = 'shim' | 'shell' | 'line';

function tellProblems(host: Host): void {
  const note = host.problemsNote((problems) => `safeshell: ${problems}\n`);
  if (note !== undefined) writeStderr(note.text);
  note?.told();
}

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

/** In a box nothing can be left. `left`: called after it. */
function wallLeft(layout: Layout, shim: number, left: (wall: Confined) => void): Pick<ShimWorld, 'leaveWall'> {
  if (boxOf() !== undefined) return {};
  return {
    leaveWall(wall) {
      leaveWall(layout, shim, wall.words);
      left(wall);
    },
  };
}

/** For the next shell above that may have a prompt of ours; where it has none, nobody reads it. */
function noteAtPrompt([program = '']: readonly string[], layout: Layout, ancestors: readonly Ancestor[]): void {
  const shell = ancestors.find(({ argv: [name = ''] }) =>
    TYPED_IN.some((one) => one === baseName(name).replace(/^-/, '')),
  );
  if (shell !== undefined) leaveNote(layout, shell.pid, ranConfinedText(program));
}

function settingsOf(own: Environment): KeptSettings {
  const layout = layoutOf(own);
  return readSettings(layout, settingsKey(layout, productRoot())) ?? compiler().settingsInForce(layout);
}

function recorder(host: Host, layout: Layout, startedMs: number): Pick<ShimWorld, 'record' | 'recordEnd'> {
  let recorded: string | undefined;
  return {
    record(...call) {
      const { hash, problem } = host.record(...call);
      recorded = hash;
      return problem;
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
