import { expect, test } from 'vitest';
import { LOSES } from '../../../src/gate/losing.ts';
import { decidedLiterals, planContext, planGate } from '../../../src/gate/plan.ts';
import type { Pattern } from '../../../src/model/policy.ts';
import { policyOf } from '../../support/judged.ts';

/** What the words of a call of frob show where these conditions may hold; undefined = no call has to go to Node. */
test.each<[string, readonly string[] | undefined]>([
  ['[]', []],
  ['[{ command_contains: abc }]', ['abc']],
  ['[{ command_contains: fro }]', []],
  ['[{ command_contains: abcdefghi }, { command_contains: jk }]', ['abcdefghi']],
  ['[{ command_contains: ab }, { command_contains: cd }]', ['ab', 'cd']],
  ['[{ command_contains: ab }, { command_contains: cd }, { command_contains: efg }]', ['efg', 'ab']],
  ['[{ command_contains: ab }, { command_contains: ab }]', ['ab']],
  ['[{ all_of: [{ command_contains: ab }, { command_contains: cd }] }]', ['ab', 'cd']],
  ['[{ any_of: [{ command_contains: ab }, { command_contains: cd }] }]', ['ab|cd']],
  ['[{ any_of: [{ command_contains: ab }, { command_contains: fro }] }]', []],
  ['[{ not: { command_contains: abc } }]', []],
  ["[{ not: { program_path: '*' } }]", undefined],
  ['[{ not: { all_of: [{ command_contains: abc }] } }]', []],
])('%s', (conditions, wanted) => {
  const { modules } = policyOf({
    p: `rules: [{ name: r, commands: [frob], action: deny, conditions: ${conditions} }]`,
  });
  const { words, subcommands } = planGate(
    'frob',
    modules.flatMap(({ rules }) => rules),
  );
  const shown = words.reasons.map(({ clauses }) =>
    clauses.map((clause) => clause.map((sign) => ('pieces' in sign ? sign.pieces.join(' ') : '?')).join('|')),
  );
  expect(shown).toEqual(wanted === undefined ? [] : [wanted]);
  expect(subcommands.size).toBe(0);
});

test('rules that restrict nothing, or are about tools or other programs, are no reason', () => {
  const { modules } = policyOf({
    p: `rules:
  - { name: last, commands: [frob], action: deny }
  - { name: allows, commands: [frob], action: allow }
  - { name: other, commands: [frub], action: deny }
  - { name: any, action: deny }
  - { name: both, commands: [frub, frob], action: require_approval }
`,
  });
  const rules = modules.flatMap((module) => module.rules);
  const about = (program: string, all = rules) => planGate(program, all).words.reasons.map(({ id }) => id);
  expect(about('frob')).toEqual(['p/last', 'p/any', 'p/both']);
  expect(about('frub')).toEqual(['p/other', 'p/any', 'p/both']);
  expect(about('else')).toEqual(['p/any']);
  expect(
    about(
      'frob',
      rules.map((rule) => ({ ...rule, tools: 'any' as const })),
    ),
  ).toEqual([]);
});

test('of subcommands only those that a rule names have its reason', () => {
  const { modules } = policyOf({
    p: `rules:
  - { name: add, commands: [uv], action: deny, conditions: [{ args: { subcommand: add } }] }
  - { name: text, commands: [uv], action: deny, conditions: [{ command_contains: abc }] }
`,
  });
  const { subcommands } = planGate(
    'uv',
    modules.flatMap(({ rules }) => rules),
  );
  const ids = (name: string) => subcommands.get(name)?.reasons.map(({ id }) => id);
  expect(ids('add')).toEqual(['p/add', 'p/text']);
  expect(ids('version')).toEqual(['p/text']);
  expect(ids('--version')).toEqual(['p/text']);
  expect(subcommands.get('add')?.reasons[1]).toBe(subcommands.get('version')?.reasons[0]);
});

test('what one subcommand shows is not taken for another', () => {
  const { modules } = policyOf({
    p: `rules:
  - { name: add, commands: [uv], action: deny, conditions: [{ any_of: [{ args: { subcommand: add } }, { command_contains: abc }] }] }
`,
  });
  const { subcommands } = planGate(
    'uv',
    modules.flatMap(({ rules }) => rules),
  );
  const clauses = (name: string) =>
    subcommands.get(name)?.reasons.flatMap(({ id, clauses: all }) => (id === 'p/add' ? all : []));
  expect(clauses('add')).toEqual([]);
  expect(clauses('version')).toEqual([[{ in: 'text', pieces: ['abc'] }]]);
});

test('a rule that says which subcommands it is about is no reason for others', () => {
  const { modules } = policyOf({ p: 'rules: [{ name: r, commands: [uv], action: deny }]' });
  const rules = modules.flatMap((module) => module.rules).map((rule) => ({ ...rule, subcommands: ['add'] }));
  const { subcommands, words } = planGate('uv', rules);
  const isAsked = (name: string) => subcommands.get(name)?.reasons.some(({ id }) => id === 'p/r');
  expect(['add', 'version', '--version'].map(isAsked)).toEqual([true, false, false]);
  expect(words.reasons.map(({ id }) => id)).toContain('p/r');
});

test('what is confined is let pass where nothing would change, and who it is is asked last', () => {
  const { modules } = policyOf({
    p: `rules:
  - { name: agents, commands: [frob], action: confine, context: ai_only }
  - { name: people, commands: [frob], action: confine, context: human_only }
  - { name: all, commands: [frob], action: confine, conditions: [{ command_contains: abc }] }
`,
  });
  const { words } = planGate(
    'frob',
    modules.flatMap(({ rules }) => rules),
  );
  const unconfined = [{ caller: 'unconfined' }];
  expect(words.reasons).toEqual([
    { id: 'p/agents', clauses: [unconfined, [{ caller: 'agent' }], [{ caller: 'first' }]] },
    { id: 'p/people', clauses: [unconfined] },
    { id: 'p/all', clauses: [[{ in: 'text', pieces: ['abc'] }], unconfined] },
  ]);
});

test('what a rule only has kept is a reason for those whose losses are kept', () => {
  const { modules } = policyOf({
    p: `rules:
  - { name: keeps, commands: [frob], action: allow, keep: [operands], conditions: [{ command_contains: abc }] }
  - { name: allows, commands: [frob], action: allow, conditions: [{ command_contains: abc }] }
`,
  });
  const rules = modules.flatMap((module) => module.rules);
  const shown = [{ in: 'text', pieces: ['abc'] }];
  const reasons = (...context: Parameters<typeof planContext>) =>
    planGate('frob', rules, planContext(...context)).words.reasons;
  expect(reasons('nobody')).toEqual([]);
  expect(reasons()).toEqual([]);
  expect(reasons('agents')).toEqual([{ id: 'p/keeps', clauses: [[{ loss: 'agent' }], shown] }]);
  expect(reasons('everybody')).toEqual([{ id: 'p/keeps', clauses: [shown] }]);
  expect(planGate('rm', []).words.reasons.map(({ id }) => id)).not.toContain(LOSES);
  expect(planGate('rm', [], planContext('everybody')).words.reasons.map(({ id }) => id)).toContain(LOSES);
});

test('a rule about what stands in files alone is no reason', () => {
  const { modules } = policyOf({ p: 'rules: [{ name: r, commands: [frob], action: deny }]' });
  const rules = modules.flatMap((module) => module.rules);
  const reasons = (inFiles: 'only' | false) =>
    planGate(
      'frob',
      rules.map((rule) => ({ ...rule, inFiles })),
    ).words.reasons.map(({ id }) => id);
  expect(reasons('only')).toEqual([]);
  expect(reasons(false)).toEqual(['p/r']);
});

test('nothing is known of the text that an undecided pattern needs', () => {
  const pattern = (more: Partial<Pattern>) => ({ written: 'token', source: 'token', flags: '', linear: true, ...more });
  expect(decidedLiterals(pattern({}))).toEqual([['token']]);
  const undecided = { source: '(?<=a)token', linear: false };
  expect(decidedLiterals(pattern(undecided))).toEqual([]);
  expect(decidedLiterals(pattern({ ...undecided, linear: true }))).toEqual([['token']]);
});
