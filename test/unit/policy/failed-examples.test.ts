import { expect, test } from 'vitest';
import { readRules } from '../../../src/policy/read-rules.ts';

/** A rule about `conditions` with an example that it does not match: what its writer is told. */
test.each([
  ['commands: [aws], conditions: [{ args: { subcommand: s3 } }]', 'aws s3 ls', 'operands `s3` `ls`'],
  ['commands: [git], conditions: [{ args: { subcommand: push } }]', 'git pull', 'subcommand `pull`'],
  ['commands: [git], unless: [{ args: { subcommand: pull } }]', 'git pull', 'it has an exception for this: args'],
  ['commands: [git]', 'ls', 'the rule is about no program of it'],
])('%s: %s', (rule, line, why) => {
  const text = `rules:\n  - { name: x, ${rule}, action: deny, tests: { match: ['${line}'] } }\n`;
  const { problems } = readRules([{ file: '/x.yaml', tier: 'user', text }]);
  expect(problems).toMatchObject([{ code: 'failed-example', help: expect.stringContaining(why) }]);
});

test('a wrong no_match needs no such help', () => {
  const text = "rules:\n  - { name: x, commands: [ls], action: deny, tests: { no_match: ['ls'] } }\n";
  const [problem] = readRules([{ file: '/x.yaml', tier: 'user', text }]).problems;
  expect([problem?.code, problem?.help]).toEqual(['failed-example', undefined]);
});

test('examples of a rule that only watches are checked as others', () => {
  const tests = "tests: { match: ['ls', 'cat'], no_match: ['ls -l', 'pwd'] }";
  const text = `rules:\n  - { name: x, commands: [ls], action: deny, enforce: false, ${tests} }\n`;
  const { problems } = readRules([{ file: '/x.yaml', tier: 'user', text }]);
  expect(problems.map(({ subject }) => subject)).toEqual(['cat', 'ls -l']);
});
