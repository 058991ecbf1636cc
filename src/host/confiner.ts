import { startBroker } from '../broker/start.ts';
import { wallWords } from '../confine/wall.ts';
import { type WritableInput, writableBy } from '../confine/writable.ts';
import { findWall, probeWall } from '../install/wall.ts';
import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Environment, Request } from '../model/request.ts';
import { makeFolder } from '../store/folders.ts';
import { basesOf, type Layout } from '../store/layout.ts';
import { isConfined, makeFile } from './confined.ts';
import type { Permitted } from './permitted.ts';
import { type ToldWrite, toldWrite } from './told-write.ts';

/** Confines what a decision is about. */
export interface Confiner {
  /** the wall stands here, and stops all that it can stop; has it stand for a moment */
  isFull(): boolean;
  /** the words in front of the command; none = it is confined already. Makes caches that its tools miss. Throws what node:fs throws. */
  words(decision: Decision, request: Request): readonly string[];
  /** what its output says of a write that the wall has refused; undefined = nothing that is sure */
  toldWrite(output: string, decision: Decision, request: Request): ToldWrite | undefined;
}

export interface ConfiningWorld {
  readonly layout: Layout;
  readonly facts: Facts;
  /** of the installation: what an agent sets does not move what it may write */
  readonly own: Environment;
  readonly permitted: Permitted;
}

/** undefined = nothing on this machine confines. */
export function confinerFor(world: ConfiningWorld): Confiner | undefined {
  const wall = findWall();
  if (wall === undefined) return undefined;
  const { walls, broker } = world.layout.state;
  return {
    isFull: () => probeWall(wall) === 'full',
    words(decision, request) {
      if (isConfined(walls)) return [];
      makeFolder(walls); // by which those behind it know
      if (request.actor === 'ai') startBroker(broker, world.layout.data.shims, world.own);
      return wallWords(wall, madeWritable(inputOf(decision, request, world, world.permitted.use(request.cwd))));
    },
    toldWrite: (output, decision, request) =>
      toldWrite(output, decision, wall.kind, inputOf(decision, request, world, world.permitted.look(request.cwd))),
  };
}

function inputOf(
  { analysis, confinement }: Decision,
  { cwd, actor, env }: Request,
  { facts, own, layout }: ConfiningWorld,
  permitted: readonly string[],
): WritableInput {
  return {
    facts,
    cwd,
    // the other variables are the agent's own, and would move caches to where it wants to write
    env: actor === 'human' ? env : basesOf(own),
    guarded: guardedFolders(layout),
    programs: analysis.invocations.flatMap(({ program }) => program ?? []),
    write: [...(confinement?.write ?? []), ...permitted],
  };
}

/** Where the rules, the record and the program of the guard are. */
export function guardedFolders({ user, cache, state, data }: Layout): readonly string[] {
  return [user, cache, state, data].map(({ root }) => root);
}

/** What may be written; caches that the tools miss are made. Never throws. */
export function madeWritable(input: WritableInput): readonly string[] {
  const { paths, missing } = writableBy(input);
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
