import { describe, expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';
import type { RuleFileText } from '../../../src/rules/rule-file-text.ts';

const PACK: RuleFileText = {
  file: 'rules/git.yaml',
  module: 'git',
  tier: 'pack',
  text: `rules:
  - { name: push, commands: [git], action: deny }
  - { name: locked, commands: [git], action: deny, overridable: false }
`,
};

const MINE = { file: 'mine.yaml', module: 'mine', tier: 'user' } as const;

function load(text: string, over: Partial<RuleFileText> = {}) {
  const file: RuleFileText = { ...MINE, text, ...over };
  const { policy, problems } = loadRules([PACK, file]);
  const rules = policy.modules.flatMap((module) => module.rules);
  return { rules, codes: problems.map((problem) => problem.code), push: rules.find((rule) => rule.id === 'git/push') };
}

describe('overrides', () => {
  test('switch a rule off', () => {
    expect(load('overrides: [{ name: git/push, disabled: true }]').push).toBeUndefined();
  });
  test('are found by the bare name where it is unique', () => {
    expect(load('overrides: [{ name: push, action: require_approval }]').push?.action).toBe('require_approval');
  });
  test("add exceptions to the rule's own", () => {
    const { push } = load('overrides: [{ name: git/push, unless: [{ git_branch_in: [wip] }] }]');
    expect(push?.unless).toHaveLength(1);
  });
  test('change context and message', () => {
    const { push } = load('overrides: [{ name: git/push, context: ai_only, message: no }]');
    expect(push).toMatchObject({ actor: 'ai', message: 'no' });
  });
  test.each([
    ['of a rule that has left its pack is only a notice', '{ name: git/gone-rule, disabled: true }', 'notice'],
    ['with an exception likewise', '{ name: git/gone-rule, unless: [{ in_git_repo: true }] }', 'notice'],
    ['of a misspelt name is an error', '{ name: git/psuh, disabled: true }', 'error'],
    ['that would tighten a rule that is not there is an error', '{ name: git/gone-rule, action: deny }', 'error'],
  ])('an override %s', (_what, override, level) => {
    const { policy, problems } = loadRules([PACK, { ...MINE, text: `overrides: [${override}]` }]);
    expect(problems.map((problem) => [problem.code, problem.level])).toEqual([['unknown-rule', level]]);
    expect(policy.modules.flatMap((module) => module.rules)).toHaveLength(2);
  });
  test('do not loosen a rule that is not overridable', () => {
    const { rules, codes } = load('overrides: [{ name: git/locked, disabled: true }]');
    expect(rules.map((rule) => rule.id)).toContain('git/locked');
    expect(codes).toEqual(['not-overridable']);
  });
});

describe('a project file that is not trusted', () => {
  const project = { tier: 'project', module: 'project', file: '.safeshell/rules.yaml' } as const;
  test.each([
    ['disables', 'overrides: [{ name: git/push, disabled: true }]'],
    ['weakens', 'overrides: [{ name: git/push, action: allow }]'],
    ['narrows', 'overrides: [{ name: git/push, context: human_only }]'],
    ['excepts', 'overrides: [{ name: git/push, unless: [{ in_git_repo: true }] }]'],
  ])('%s nothing', (_what, text) => {
    const { push, codes } = load(text, project);
    expect(push).toMatchObject({ action: 'deny', unless: [] });
    expect(codes).toEqual(['not-trusted']);
  });
  test('neither allows nor redirects', () => {
    const { rules, codes } = load(
      'rules: [{ name: a, action: allow }, { name: b, action: redirect, redirect_to: ls }]',
      project,
    );
    expect(rules.map((rule) => rule.name)).toEqual(['push', 'locked']);
    expect(codes).toEqual(['not-trusted', 'not-trusted']);
  });
  test.each([
    ['an allow rule of its own', '{ name: a, action: allow }'],
    ['a redirect of its own', '{ name: a, action: redirect, redirect_to: ls }'],
  ])('does not switch on %s', (_what, rule) => {
    const { rules, codes } = load(`rules: [${rule}]\noverrides: [{ name: a, disabled: false }]`, project);
    expect(rules.map(({ name }) => name)).toEqual(['push', 'locked']);
    expect(codes).toEqual(['not-trusted', 'not-trusted']);
  });
  test.each([
    ['deny', ['push', 'locked', 'off'], []],
    ['allow', ['push', 'locked'], ['not-trusted']],
  ])('switches on a rule of a person with %s: %j', (action, names, said) => {
    const own = { ...MINE, text: `rules: [{ name: off, commands: [foo], action: ${action}, enabled: false }]` };
    const text = 'overrides: [{ name: mine/off, disabled: false }]';
    const { policy, problems } = loadRules([PACK, own, { ...project, text }]);
    expect(policy.modules.flatMap(({ rules }) => rules.map(({ name }) => name))).toEqual(names);
    expect(problems.map(({ code }) => code)).toEqual(said);
  });
  test('may tighten', () => {
    const { rules, codes } = load('rules: [{ name: a, commands: [npm], action: deny }]', project);
    expect(rules.map((rule) => rule.id)).toContain('project/a');
    expect(codes).toEqual([]);
  });
  test('may loosen once a person trusts it', () => {
    expect(load('overrides: [{ name: git/push, disabled: true }]', { ...project, trusted: true }).push).toBeUndefined();
  });
});
