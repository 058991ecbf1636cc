import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../src/gate/gate.ts';
import { shippedPolicy } from '../../src/policy/load.ts';
import { Random } from '../support/fuzz/random.ts';
import { callsFor, EVERYDAY, tryGates, tryMadeUp } from '../support/gate/soundness.ts';
import { GateWorld } from '../support/gate/world.ts';
import { presentShells } from '../support/shim-world.ts';

const SEED = Number(process.env.GATE_SEED ?? 1);
const PACK_CALLS = Number(process.env.GATE_CALLS ?? 8000);
const POLICIES = Number(process.env.GATE_POLICIES ?? 160);
const CALLS_OF_POLICY = 100;

const world = new GateWorld();
afterAll(() => world.remove());
const shells = presentShells();

test('shipped packs: what sh lets pass is allowed', () => {
  const { policy } = shippedPolicy();
  const named = policy.modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands));
  const gates = compileGates(policy, [...new Set(named)]);
  const random = new Random(SEED);
  const half = Math.ceil(PACK_CALLS / 2);
  const calls = [
    ...callsFor(policy, EVERYDAY, half, random, world),
    ...callsFor(policy, Object.keys(gates), half, random, world),
  ];
  let skipped = 0;
  for (const [at, shell] of shells.entries()) {
    const own = calls.filter((_call, index) => index % shells.length === at);
    const result = tryGates({ policy, gates, calls: own, shell }, world);
    expect({ seed: SEED, unsound: result.unsound }).toEqual({ seed: SEED });
    skipped += result.skipped;
  }
  console.log(`gates of the packs: ${skipped} of ${calls.length} calls passed, seed ${SEED}`);
  expect(skipped).toBeGreaterThan(calls.length / 20);
});

test('made-up policies: what sh lets pass is allowed', () => {
  const trial = { compile: compileGates, seed: SEED, policies: POLICIES, callsEach: CALLS_OF_POLICY, shells };
  const { skipped, unsound } = tryMadeUp(trial, world);
  expect({ seed: SEED, unsound }).toEqual({ seed: SEED });
  console.log(`made-up gates: ${skipped} of ${POLICIES * CALLS_OF_POLICY} calls passed, seed ${SEED}`);
  expect(skipped).toBeGreaterThan((POLICIES * CALLS_OF_POLICY) / 20);
});
