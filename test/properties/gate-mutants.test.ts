import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileGates } from '../../src/gate/gate.ts';
import { shippedPolicy } from '../../src/policy/load.ts';
import { compilerWith, MUTANTS } from '../support/gate/mutants.ts';
import { isCaught, type Sample, samples } from '../support/gate/soundness.ts';
import { GateWorld } from '../support/gate/world.ts';

const SEED = 1;
const POLICIES = 60;
const CALLS_EACH = 400;

const world = new GateWorld();
let all: readonly Sample[];
beforeAll(() => {
  all = samples(shippedPolicy().policy, { compile: compileGates, seed: SEED, policies: POLICIES });
}, 180_000);
afterAll(() => world.remove());

/** A test of soundness that finds none of these mistakes would prove nothing. */
test.each(MUTANTS)('a gate compiler that $name is caught', async (mutant) => {
  const compile = await compilerWith(mutant);
  const found = isCaught(all, { compile, seed: SEED, callsEach: CALLS_EACH, shell: ['dash'] }, world);
  expect({ mutant: mutant.name, seed: SEED, isCaught: found }).toMatchObject({ isCaught: true });
});
