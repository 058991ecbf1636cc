import { expect, test } from 'vitest';
import { planGate } from '../../../src/gate/plan.ts';
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
