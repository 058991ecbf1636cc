import { expect, test } from 'vitest';
import { compileGates } from '../../../src/gate/gate.ts';
import { lineGate } from '../../../src/gate/line-gate.ts';
import { OTHER } from '../../../src/gate/plan.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { hookPolicy } from '../../support/hook-world.ts';
import { shipped } from '../../support/shipped.ts';

const { policy } = shipped();

/** Has the program a gate at the hook? */
function hasGate(program: string, policy: Policy): boolean {
  return lineGate(policy) !== undefined && Object.hasOwn(compileGates(policy, [program]), program);
}

test('no shipped rule keeps launchers from answering plain lines by themselves', () => {
  const inTheWay = policy.modules
    .flatMap((module) => module.rules.map((rule) => ({ ...module, rules: [rule] })))
    .filter((module) => !hasGate(OTHER, { modules: [module] }));
  expect(inTheWay.flatMap(({ rules }) => rules.map(({ id }) => id))).toEqual([]);
});

test.each('cd echo ls cat head tail grep rg find wc sort git go cargo npm'.split(' '))('%s has a gate', (program) => {
  expect(lineGate(policy)?.gated).toContain(program);
  expect(hasGate(program, policy)).toBe(true);
});

test.each('if time eval exec source . export alias trap command builtin'.split(' '))('%s has none', (word) => {
  expect(lineGate(policy)?.gated).not.toContain(word);
});

const RULES = [
  ['no condition', '{ name: x, action: deny }', false],
  ['only an exception', '{ name: x, action: deny, unless: [{ path_matches: "x" }] }', false],
  ['what is not', '{ name: x, action: deny, conditions: [{ not: { path_matches: "x" } }] }', false],
  [
    'one of several',
    '{ name: x, action: deny, conditions: [{ any_of: [{ path_matches: "x" }, { in_git_repo: true }] }] }',
    false,
  ],
  ['the program by its path', '{ name: x, action: deny, conditions: [{ program_path: "**/x.sh" }] }', false],
  [
    'the program by its name',
    '{ name: x, action: deny, conditions: [{ exact_command: { argv: [a], within: / } }] }',
    false,
  ],
  ['what went before', '{ name: x, action: deny, conditions: [{ counter: { gte: 2 } }] }', false],
  ['text of every command', '{ name: x, action: deny, conditions: [{ command_contains: "xyz" }] }', true],
  ['the environment', '{ name: x, action: deny, conditions: [{ env_equals: { name: A, value: "1" } }] }', true],
  ['paths', '{ name: x, action: deny, conditions: [{ path_matches: "*.key" }] }', true],
] as const;

test.each(RULES)('beside a rule about every command by %s', (_what, rule, isGated) => {
  expect(hasGate(OTHER, hookPolicy(`version: 1\nrules:\n  - ${rule}\n`))).toBe(isGated);
});
