import { expect, test } from 'vitest';
import { reportGates } from '../../../src/gate/report.ts';
import { policyOf } from '../../support/judged.ts';

/** One rule about each command. */
const rule = (name: string, commands: string, conditions: string) =>
  `  - { name: ${name}, commands: [${commands}], action: deny, conditions: [${conditions}] }\n`;
const POLICY = policyOf({
  p: `rules:
${rule('flag', 'frob, uv', '{ args: { any_flag: --force } }')}${rule('any', 'frub', '{ not: { command_contains: x } }')}${rule('add', 'uv', '{ args: { subcommand: add } }, { not: { command_contains: zz } }')}${rule('all', 'gh', '{ not: { command_contains: x } }')}`,
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
  const [uv, gh] = reportGates(POLICY, ['uv', 'gh']);
  const { passable = 0, known = 0 } = uv?.subcommands ?? {};
  const forced = new Map(uv?.forced.map(({ by, subcommands }) => [by, subcommands]));
  expect(uv).toMatchObject({ command: 'uv', rules: ['p/flag', 'p/add'], gate: 'subcommands' });
  expect(forced.get('starts other programs')).toContain('run');
  expect(forced.get('starts other programs')).not.toContain('version');
  expect(known - passable).toBe([...forced.values()].flat().length);
  expect(passable).toBeGreaterThan(0);
  expect(gh).toMatchObject({ gate: 'never', rules: ['p/all'], subcommands: { passable: 0 } });
  const byRule = gh?.forced.find(({ by }) => by === 'p/all');
  expect(byRule?.subcommands).toContain('pr');
});

test('more texts than a shim may hold are told as such', () => {
  const long = policyOf({
    p: `rules:\n${Array.from({ length: 600 }, (_none, at) => rule(`r${at}`, 'frob', `{ command_contains: text-that-is-quite-long-${at} }`)).join('')}`,
  });
  expect(reportGates(long, ['frob'])).toMatchObject([{ gate: 'never', forced: [{ by: 'looks for too much' }] }]);
  const uv = policyOf({
    p: `rules:\n${Array.from({ length: 600 }, (_none, at) => rule(`r${at}`, 'uv', `{ command_contains: text-that-is-quite-long-${at} }`)).join('')}`,
  });
  const [report] = reportGates(uv, ['uv']);
  expect(report).toMatchObject({ gate: 'never', subcommands: { passable: 0 } });
  expect(report?.forced.map(({ by }) => by)).toContain('looks for too much');
});

test('what forces every call to Node is told of each command, and how many are done', () => {
  const done: number[] = [];
  const forced = [{ by: 'no gates' }];
  const onProgress = (count: number) => done.push(count);
  expect(reportGates(POLICY, ['frob', 'other'], { forced, onProgress })).toEqual([
    { command: 'frob', rules: ['p/flag'], gate: 'never', forced },
    { command: 'other', rules: [], gate: 'never', forced },
  ]);
  expect(done).toEqual([0, 1]);
});

test('losses are a reason for those alone whose are kept', () => {
  expect(reportGates(POLICY, ['git'])).toEqual(reportGates(POLICY, ['git'], { keptFor: 'nobody' }));
  expect(reportGates(POLICY, ['dd'])).toEqual(reportGates(POLICY, ['dd'], { keptFor: 'nobody' }));
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
