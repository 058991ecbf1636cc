import { afterAll, expect, test } from 'vitest';
import { compiled, corners, wrapperCorner, wrongCalls } from '../support/gate/corners.ts';
import { compilerWith, MUTANTS } from '../support/gate/mutants.ts';
import { GateWorld } from '../support/gate/world.ts';
import { sampled } from '../support/runs.ts';

const world = new GateWorld();
afterAll(() => world.remove());

/** Those that compile fast come first: the next is compiled only where one finds nothing. */
const all = [...corners(world), wrapperCorner(world)].toSorted((a, b) => costOf(a) - costOf(b));

function costOf({ programs, calls }: (typeof all)[number]): number {
  return (programs.includes('git') || programs.includes('npm') ? 100 : 0) + calls.length;
}

/** The calls that gate.test.ts holds against the compiler: if they found none of these mistakes they would prove nothing. */
test.each(sampled(MUTANTS, 'GATE_MUTANTS_EVERY', 5))('a gate compiler that $name is caught', async (mutant) => {
  const compile = await compilerWith(mutant);
  const isCaught = all.some((corner) =>
    wrongCalls([compiled(corner, compile)], ['dash'], world).some(({ wanted }) => wanted !== 'passes'),
  );
  expect({ mutant: mutant.name, isCaught }).toMatchObject({ isCaught: true });
});
