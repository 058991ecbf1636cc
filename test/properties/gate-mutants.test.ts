import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileGates } from '../../src/gate/gate.ts';
import { shippedPolicy } from '../../src/policy/load.ts';
import { compilerWith, MUTANTS } from '../support/gate/mutants.ts';
import { isCaught, type Sample, samples } from '../support/gate/soundness.ts';
import { GateWorld } from '../support/gate/world.ts';

/** Of the calls; the next where one finds nothing. What one finds changes with every rule that is shipped. */
const SEEDS = [1, 2, 3, 4];
const POLICIES = 60;
const CALLS_EACH = 400;

const world = new GateWorld();
let all: readonly Sample[];
beforeAll(() => {
  all = samples(shippedPolicy().policy, { compile: compileGates, seed: 1, policies: POLICIES });
}, 180_000);
afterAll(() => world.remove());

/** A test of soundness that finds none of these mistakes would prove nothing. */
test.each(MUTANTS)('a gate compiler that $name is caught', async (mutant) => {
  const compile = await compilerWith(mutant);
  const hunt = { compile, callsEach: CALLS_EACH, shell: ['dash'] };
  const found = SEEDS.some((seed) => isCaught(all, { ...hunt, seed }, world));
  expect({ mutant: mutant.name, isCaught: found }).toMatchObject({ isCaught: true });
});
