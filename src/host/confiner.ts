import { join } from 'node:path';
import { startBroker } from '../broker/start.ts';
import { cachesOf } from '../confine/caches.ts';
import { wallWords } from '../confine/wall.ts';
import { type WritableInput, writablePaths } from '../confine/writable.ts';
import { findWall, probeWall } from '../install/wall.ts';
import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { PermitRisk } from '../model/permits.ts';
import type { Environment, Request } from '../model/request.ts';
import { makeFolder } from '../store/folders.ts';
import { basesOf, type Layout } from '../store/layout.ts';
import { isConfined, makeFile } from './confined.ts';
import { keptCaches } from './kept-caches.ts';
import type { Permitted, PermittedPaths } from './permitted.ts';
import { type ToldWrite, toldWrite } from './told-write.ts';

/** Confines what a decision is about. */
export interface Confiner {
  /** the wall stands here, and stops all that it can stop; has it stand for a moment */
  isFull(): boolean;
  /** undefined = it is confined already. Makes caches that its tools miss. Throws what node:fs throws. */
  confine(decision: Decision, request: Request): Confined | undefined;
  /** what its output says of a write that the wall has refused; undefined = nothing that is sure */
  toldWrite(output: string, decision: Decision, request: Request): ToldWrite | undefined;
}

/** How one command runs. */
export interface Confined {
  /** in front of it */
  readonly words: readonly string[];
  /** the same call has the same ones while rules and settings are as they are */
  readonly isLasting: boolean;
}

export interface ConfiningWorld {
  readonly layout: Layout;
  readonly facts: Facts;
  /** of the installation: what an agent sets does not move what it may write */
  readonly own: Environment;
  readonly permitted: Permitted;
  /** see permitRisk: handed in, as it judges, which who confines does without */
  permitRisk(path: string, cwd: string): PermitRisk | undefined;
}

/** undefined = nothing on this machine confines. */
export function confinerFor(world: ConfiningWorld): Confiner | undefined {
  const wall = findWall();
  if (wall === undefined) return undefined;
  const { walls, broker } = world.layout.state;
  return {
    isFull: () => probeWall(wall) === 'full',
    confine(decision, request) {
      if (isConfined(walls)) return undefined;
      makeFolder(walls); // by which those behind it know
      if (request.actor === 'ai') startBroker(broker, world.layout.data.shims, world.own);
      const permitted = world.permitted.use(request.cwd);
      const input = inputOf(decision, request, world, permitted);
      // of a person the variables count, and those are many
      const caches =
        request.actor === 'human'
          ? madeCaches(input)
          : keptCaches(join(walls, 'caches'), input, () => madeCaches(input));
      const words = wallWords(wall, writablePaths(input, caches));
      const isWider = permitted.once.length > 0 || (decision.confinement?.write ?? []).length > 0; // by what no gate looks at
      return { words, isLasting: request.actor === 'ai' && decision.verdict === 'allow' && !isWider };
    },
    toldWrite(output, decision, request) {
      const input = inputOf(decision, request, world, world.permitted.look(request.cwd));
      return toldWrite(output, decision, wall.kind, input, (path) => world.permitRisk(path, request.cwd));
    },
  };
}

function inputOf(
  { analysis, confinement }: Decision,
  { cwd, actor, env }: Request,
  { facts, own, layout }: ConfiningWorld,
  { always, once }: PermittedPaths,
): WritableInput {
  return {
    facts,
    cwd,
    // the other variables are the agent's own, and would move caches to where it wants to write
    env: actor === 'human' ? env : basesOf(own),
    guarded: guardedFolders(layout),
    programs: analysis.invocations.flatMap(({ program }) => program ?? []),
    write: [...(confinement?.write ?? []), ...always, ...once],
  };
}

/** Where the rules, the record and the program of the guard are. */
export function guardedFolders({ user, cache, state, data }: Layout): readonly string[] {
  return [user, cache, state, data].map(({ root }) => root);
}

/** What may be written; caches that the tools miss are made. Never throws. */
export function madeWritable(input: WritableInput): readonly string[] {
  return writablePaths(input, madeCaches(input));
}

function madeCaches(input: WritableInput): readonly string[] {
  const { paths, missing } = cachesOf(input);
  return [...paths, ...makeAll(missing.folders, makeFolder), ...makeAll(missing.files, makeFile)];
}

/** What cannot be made is not writable either. */
function makeAll(paths: readonly string[], make: (path: string) => void): readonly string[] {
  return paths.filter((path) => {
    try {
      make(path);
      return true;
    } catch {
      return false;
    }
  });
}
