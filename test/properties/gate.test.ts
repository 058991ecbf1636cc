import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../src/gate/gate.ts';
import { Random } from '../support/fuzz/random.ts';
import { callText, compiled, corners, wrapperCorner, wrongCalls } from '../support/gate/corners.ts';
import { callsFor, EVERYDAY, tryGates, tryMadeUp } from '../support/gate/soundness.ts';
import { GateWorld } from '../support/gate/world.ts';
import { runs } from '../support/runs.ts';
import { presentShells } from '../support/shim-world.ts';
import { shipped } from '../support/shipped.ts';

const SEED = Number(process.env.GATE_SEED ?? 1);
const PACK_CALLS = Number(process.env.GATE_CALLS ?? runs(1500));
const POLICIES = Number(process.env.GATE_POLICIES ?? runs(80));
const CALLS_OF_POLICY = 100;

const world = new GateWorld();
afterAll(() => world.remove());
const shells = presentShells();

const all = [...corners(world), wrapperCorner(world)];
const chosen = all.map((corner) => compiled(corner, compileGates));

test('chosen calls: the guard stops those that no gate may let pass', () => {
  const wrong = chosen.flatMap(({ policy, env, calls }) =>
    calls.filter(({ program, words, folder, wanted }) => {
      const isAllowed = world.allows(policy, [program, ...words.map(String)], folder, env);
      return wanted !== 'node' && isAllowed !== (wanted === 'passes');
    }),
  );
  expect(wrong.map(callText)).toEqual([]);
});

test.each(all.map((corner, at) => [`${at}: ${corner.programs.slice(0, 3).join(', ')}`, corner] as const))(
  'chosen calls of corner %s',
  (_name, corner) => {
    expect(wrongCalls([compiled(corner, compileGates)], ['dash'], world).map(callText)).toEqual([]);
  },
);

test.each(shells.map((shell) => [shell.join(' '), shell] as const))('chosen calls: %s', (_name, shell) => {
  expect(wrongCalls(chosen, shell, world).map((call) => `${call.wanted}: ${callText(call)}`)).toEqual([]);
});

test('shipped packs: what sh lets pass is allowed', () => {
  const { policy } = shipped();
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
