import { expect, test } from 'vitest';
import { reportGates } from '../../../src/gate/report.ts';
import { policyOf } from '../../support/judged.ts';

/** One rule about each command. */
const rule = (name: string, commands: string, conditions: string) =>
  `  - { name: ${name}, commands: [${commands}], action: deny, conditions: [${conditions}] }\n`;
const POLICY = policyOf({
  p: `rules:
${rule('flag', 'frob, git', '{ args: { any_flag: --force } }')}${rule('any', 'frub', '{ not: { command_contains: x } }')}${rule('add', 'git', '{ args: { subcommand: add } }, { not: { command_contains: zz } }')}${rule('all', 'docker', '{ not: { command_contains: x } }')}`,
});

test.each<[string, unknown]>([
  ['frob', { rules: ['p/flag'], gate: 'words', forced: [] }],
  ['frub', { rules: ['p/any'], gate: 'never', forced: [{ by: 'p/any' }] }],
  ['other', { rules: [], gate: 'words', forced: [] }],
  ['sudo', { rules: [], gate: 'never', forced: [{ by: 'starts other programs' }] }],
])('%s', (command, wanted) => {
  expect(reportGates(POLICY, [command])).toEqual([{ command, ...(wanted as object) }]);
});

test('of commands with subcommands it lists those that every call of goes to Node, by the rule', () => {
  const [git, docker] = reportGates(POLICY, ['git', 'docker']);
  const { passable = 0, known = 0 } = git?.subcommands ?? {};
  const forced = new Map(git?.forced.map(({ by, subcommands }) => [by, subcommands]));
  expect(git).toMatchObject({ command: 'git', rules: ['p/flag', 'p/add'], gate: 'subcommands' });
  expect(forced.get('starts other programs')).toContain('clone');
  expect(forced.get('starts other programs')).not.toContain('status');
  expect(known - passable).toBe([...forced.values()].flat().length);
  expect(passable).toBeGreaterThan(0);
  expect(docker).toMatchObject({ gate: 'never', rules: ['p/all'], subcommands: { passable: 0 } });
  const byRule = docker?.forced.find(({ by }) => by === 'p/all');
  expect(byRule?.subcommands).toContain('ps');
});

test('more texts than a shim may hold are told as such', () => {
  const long = policyOf({
    p: `rules:\n${Array.from({ length: 600 }, (_none, at) => rule(`r${at}`, 'frob', `{ command_contains: text-that-is-quite-long-${at} }`)).join('')}`,
  });
  expect(reportGates(long, ['frob'])).toMatchObject([{ gate: 'never', forced: [{ by: 'looks for too much' }] }]);
  const git = policyOf({
    p: `rules:\n${Array.from({ length: 600 }, (_none, at) => rule(`r${at}`, 'git', `{ command_contains: text-that-is-quite-long-${at} }`)).join('')}`,
  });
  const [report] = reportGates(git, ['git']);
  expect(report).toMatchObject({ gate: 'never', subcommands: { passable: 0 } });
  expect(report?.forced.map(({ by }) => by)).toContain('looks for too much');
});

test('where a rule remembers, every call is recorded', () => {
  const counting = policyOf({
    p: `rules:
${rule('flag', 'frob', '{ args: { any_flag: --force } }')}${rule('often', 'frub', '{ counter: { gte: 2 } }')}`,
  });
  expect(reportGates(counting, ['frob', 'frub'])).toEqual([
    { command: 'frob', rules: ['p/flag'], gate: 'never', forced: [{ by: 'p/often' }] },
    { command: 'frub', rules: ['p/often'], gate: 'never', forced: [{ by: 'p/often' }] },
  ]);
});
