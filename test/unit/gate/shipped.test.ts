import { expect, test } from 'vitest';
import { hookGate } from '../../../src/gate/hook-gate.ts';
import { shippedPolicy } from '../../../src/policy/load.ts';

test('no shipped rule keeps launchers from answering plain lines by themselves', () => {
  const { policy } = shippedPolicy();
  const inTheWay = policy.modules
    .flatMap((module) => module.rules.map((rule) => ({ ...module, rules: [rule] })))
    .filter((module) => hookGate({ ...policy, modules: [module] }) === undefined);
  expect(inTheWay.flatMap(({ rules }) => rules.map(({ id }) => id))).toEqual([]);
});

test('what agents say most of all stays plain', () => {
  const words = new Set(hookGate(shippedPolicy().policy)?.words);
  expect(['echo', 'ls', 'pwd', 'true', 'uname', 'whoami'].filter((word) => words.has(word))).toEqual([]);
});
