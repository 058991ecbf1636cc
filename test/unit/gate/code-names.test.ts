import { expect, test } from 'vitest';
import { codeNames } from '../../../src/gate/code-names.ts';
import { hookPolicy } from '../../support/hook-world.ts';

/** What one rule about every command leaves of the code that a shell's shim reads by itself: none, any, or what names no such path. */
const RULES: readonly (readonly [string, 'none' | readonly string[]])[] = [
  ['', 'none'],
  ['unknown_program: true', []],
  ['unknown_program: false', 'none'],
  ['defines_fork_bomb: true', []],
  ['defines_fork_bomb: false', 'none'],
  ['elsewhere: true', []],
  ['elsewhere: false', 'none'],
  ['runs_as: root', []],
  ['assigns: PATH', []],
  ['command_contains: "$TOKEN"', []],
  ['command_contains: token', 'none'],
  ["command_matches: '\\$TOKEN'", []],
  ['command_matches: token', 'none'],
  ['path_matches: /etc/shadow', ["'/''etc/shadow'"]],
  ['all_of: [{ path_matches: /etc/shadow }, { in_git_repo: true }]', ["'/''etc/shadow'"]],
  ['any_of: [{ path_matches: /etc/shadow }, { in_git_repo: true }]', 'none'],
  ['any_of: [{ path_matches: /a/b }, { path_matches: /c/d }]', ["'/''a/b'", "'/''c/d'"]],
  ['any_of: [{ path_matches: /c/d }, { path_matches: /a/b }]', ["'/''a/b'", "'/''c/d'"]],
  ['all_of: [{ any_of: [{ path_matches: /a/b }, { path_matches: /c/d }] }, { path_matches: /e/f }]', ["'/''e/f'"]],
  ['path_matches: "!(a)/b"', 'none'], // sh has no such pattern
  ['not: { path_matches: /etc/shadow }', 'none'],
  ['in_git_repo: true', 'none'],
  ['counter: { gte: 2 }', 'none'],
  ['all_of: [{ path_matches: /etc/shadow }, { counter: { gte: 2 } }]', 'none'],
];

test.each(RULES)('a rule with %j', (condition, paths) => {
  const conditions = condition === '' ? '' : `, conditions: [{ ${condition} }]`;
  const names = codeNames(hookPolicy(`version: 1\nrules:\n  - { name: x, action: deny${conditions} }\n`));
  expect(names?.paths ?? 'none').toEqual(paths);
});
