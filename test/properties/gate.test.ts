import { afterAll, expect, test } from 'vitest';
import { compileGates } from '../../src/gate/gate.ts';
import type { Policy } from '../../src/model/policy.ts';
import { shippedPolicy } from '../../src/policy/load.ts';
import { Random } from '../support/fuzz/random.ts';
import { CallGenerator } from '../support/gate/generate.ts';
import { randomPolicy } from '../support/gate/policies.ts';
import { type GateCall, passed } from '../support/gate/run-gates.ts';
import { GateWorld } from '../support/gate/world.ts';
import { presentShells } from '../support/shim-world.ts';

const SEED = Number(process.env.GATE_SEED ?? 1);
const PACK_CALLS = Number(process.env.GATE_CALLS ?? 8000);
const POLICIES = Number(process.env.GATE_POLICIES ?? 160);
const CALLS_OF_POLICY = 100;

const world = new GateWorld();
afterAll(() => world.remove());
const shells = presentShells();

/** Every call that a gate passed must be one that the guard plainly allows. Returns how many were passed. */
function expectSound(
  policy: Policy,
  gates: Readonly<Record<string, string>>,
  calls: readonly GateCall[],
  shell: readonly string[],
) {
  const env = world.env({ STAGE: 'prod', EMPTY: '' });
  const run = passed(calls, { shell, gates, env, folder: world.root });
  const skipped = calls.filter((_call, at) => run[at]);
  for (const { program, words, folder } of skipped) {
    const argv = [program, ...words.map((word) => word.toString('utf8'))];
    const isAllowed = world.allows(policy, argv, folder, env);
    expect({ argv, folder, shell: shell.join(' '), seed: SEED, isAllowed }).toMatchObject({ isAllowed: true });
  }
  return skipped.length;
}

test('shipped packs: what sh lets pass is allowed', () => {
  const { policy } = shippedPolicy();
  const named = policy.modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands));
  const gates = compileGates(policy, [...new Set(named)]);
  const programs = Object.keys(gates);
  const everyday = ['git', 'cat', 'cp', 'mv', 'rm', 'find', 'npm', 'docker', 'tar', 'node', 'python3', 'cargo', 'curl'];
  const random = new Random(SEED);
  const generator = new CallGenerator(policy, random, world.home, world.folders);
  const calls = Array.from({ length: PACK_CALLS }, () =>
    generator.call(random.next() < 0.5 ? random.pick(everyday) : random.pick(programs)),
  );
  const share = Math.ceil(calls.length / shells.length);
  let skipped = 0;
  for (const [at, shell] of shells.entries()) {
    skipped += expectSound(policy, gates, calls.slice(at * share, (at + 1) * share), shell);
  }
  console.log(`gate: ${skipped} of ${calls.length} calls passed, seed ${SEED}`);
  expect(skipped).toBeGreaterThan(calls.length / 20);
});

test('made-up policies: what sh lets pass is allowed', () => {
  const random = new Random(SEED + 1);
  let skipped = 0;
  for (let i = 0; i < POLICIES; i++) {
    const { policy, programs } = randomPolicy(random);
    const generator = new CallGenerator(policy, random, world.home, world.folders);
    const gates = compileGates(policy, programs);
    const calls = Array.from({ length: CALLS_OF_POLICY }, () => generator.call(random.pick(programs)));
    skipped += expectSound(policy, gates, calls, random.pick(shells));
  }
  console.log(`gate: ${skipped} of ${POLICIES * CALLS_OF_POLICY} calls passed, seed ${SEED}`);
  expect(skipped).toBeGreaterThan((POLICIES * CALLS_OF_POLICY) / 20);
});
