import { afterAll, expect, test } from 'vitest';
import { shippedPolicy } from '../../src/policy/load.ts';
import { Random } from '../support/fuzz/random.ts';
import { compilerWith, MUTANTS } from '../support/gate/mutants.ts';
import { callsFor, EVERYDAY, tryGates, tryMadeUp } from '../support/gate/soundness.ts';
import { GateWorld } from '../support/gate/world.ts';

const SEED = 1;
const SHELLS = [['dash']];

const world = new GateWorld();
afterAll(() => world.remove());

/** A test of soundness that finds none of these mistakes would prove nothing. */
test.each(MUTANTS)('a gate compiler that $name is caught', async (mutant) => {
  const compile = await compilerWith(mutant);
  const madeUp = tryMadeUp({ compile, seed: SEED, policies: 250, callsEach: 60, shells: SHELLS }, world);
  const { unsound } = madeUp.unsound === undefined ? tryPacks(compile) : madeUp;
  expect({ mutant: mutant.name, seed: SEED, isCaught: unsound !== undefined }).toMatchObject({ isCaught: true });
});

function tryPacks(compile: Awaited<ReturnType<typeof compilerWith>>) {
  const { policy } = shippedPolicy();
  const calls = callsFor(policy, EVERYDAY, 6000, new Random(SEED), world);
  return tryGates({ policy, gates: compile(policy, EVERYDAY), calls, shell: ['dash'] }, world);
}
