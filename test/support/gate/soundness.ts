import { compileBeside, type compileGates } from '../../../src/gate/gate.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { Random } from '../fuzz/random.ts';
import { environment } from './corners.ts';
import { CallGenerator } from './generate.ts';
import { randomPolicy } from './policies.ts';
import { type GateCall, passed } from './run-gates.ts';
import type { GateWorld } from './world.ts';

export interface Trial {
  readonly policy: Policy;
  readonly gates: Readonly<Record<string, string>>;
  readonly calls: readonly GateCall[];
  readonly shell: readonly string[];
}

export interface TrialResult {
  /** how many calls sh let pass */
  readonly skipped: number;
  /** the first of them that the guard does not plainly allow */
  readonly unsound?: { readonly argv: readonly string[]; readonly folder: string; readonly shell: string };
}

/** Lets sh judge the calls, then asks the guard about those that it let pass. */
export function tryGates({ policy, gates, calls, shell }: Trial, world: GateWorld): TrialResult {
  const env = environment(world);
  const run = passed(calls, { shell, gates, beside: compileBeside(policy), env, folder: world.root });
  const skipped = calls.filter((_call, at) => run[at]);
  for (const { program, words, folder } of skipped) {
    const argv = [program, ...words.map((word) => word.toString('utf8'))];
    if (!world.allows(policy, argv, folder, env)) {
      return { skipped: skipped.length, unsound: { argv, folder, shell: shell.join(' ') } };
    }
  }
  return { skipped: skipped.length };
}

/** Programs of the shipped packs that people start all day. */
export const EVERYDAY =
  'git cat cp mv rm find sed awk sh date npm docker tar node python3 cargo gh kubectl gcloud curl head grep rg'.split(
    ' ',
  );

/** So many calls of programs that a policy names, of which the gates are given. */
export function callsFor(policy: Policy, programs: readonly string[], count: number, random: Random, world: GateWorld) {
  const generator = new CallGenerator(policy, random, world);
  return Array.from({ length: count }, () => generator.call(random.pick(programs)));
}

export interface MadeUp {
  readonly compile: typeof compileGates;
  readonly seed: number;
  readonly policies: number;
  readonly callsEach: number;
  readonly shells: readonly (readonly string[])[];
}

/** Made-up policies one after the other; ends at the first call that should not have passed. */
export function tryMadeUp({ compile, seed, policies, callsEach, shells }: MadeUp, world: GateWorld): TrialResult {
  const random = new Random(seed);
  let skipped = 0;
  for (let i = 0; i < policies; i++) {
    const { policy, programs } = randomPolicy(random);
    const calls = callsFor(policy, programs, callsEach, random, world);
    const result = tryGates(
      { policy, gates: compile(policy, [...new Set(programs)]), calls, shell: random.pick(shells) },
      world,
    );
    skipped += result.skipped;
    if (result.unsound !== undefined) return { skipped, unsound: result.unsound };
  }
  return { skipped };
}
