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

describe('what an override makes of a rule', () => {
  const OWN: RuleFileText = {
    file: 'rules/own.yaml',
    module: 'own',
    tier: 'pack',
    text: `rules:
  - { name: ask, commands: [a], action: require_approval, context: ai_only, message: m }
  - { name: instead, commands: [b], action: redirect, redirect_to: "c $ARGS", message: m }
  - { name: locked, commands: [d], action: require_approval, message: m, overridable: false }
`,
  };
  const made = (override: string, over: Partial<RuleFileText> = {}) => {
    const { policy, problems, standings } = loadRules([OWN, { ...MINE, text: `overrides: [${override}]`, ...over }]);
    const rules = policy.modules.flatMap((module) => module.rules);
    return { rules, problems, standings, rule: (name: string) => rules.find((rule) => rule.name === name) };
  };

  test.each([
    ['all', undefined],
    ['ai_only', 'ai'],
    ['human_only', 'human'],
  ])('context %s', (context, actor) => {
    expect(made(`{ name: ask, context: ${context} }`).rule('ask')?.actor).toBe(actor);
  });

  test('the actor stays where nothing is said of it', () => {
    expect(made('{ name: ask, action: deny }').rule('ask')).toMatchObject({
      actor: 'ai',
      action: 'deny',
      message: 'm',
    });
  });

  test('what runs instead stays with a redirect alone', () => {
    expect(made('{ name: instead, message: n }').rule('instead')).toHaveProperty('redirectTo');
    expect(made('{ name: instead, action: deny }').rule('instead')).not.toHaveProperty('redirectTo');
  });

  test.each([
    ['{ name: locked, action: deny }', 'deny', []],
    ['{ name: locked, action: require_approval }', 'require_approval', []],
    ['{ name: locked, action: allow }', 'require_approval', ['not-overridable']],
    ['{ name: locked, context: all }', 'require_approval', []],
    ['{ name: locked, context: ai_only }', 'require_approval', ['not-overridable']],
    ['{ name: locked, unless: [{ in_git_repo: true }] }', 'require_approval', ['not-overridable']],
  ])('a locked rule: %s', (override, action, codes) => {
    const { rule, problems } = made(override);
    expect(rule('locked')).toMatchObject({ action, unless: [] });
    expect(rule('locked')).not.toHaveProperty('actor');
    expect(problems.map(({ code, level }) => [code, level])).toEqual(codes.map((code) => [code, 'notice']));
  });

  test('is told with its place, and why it was ignored', () => {
    const overridesOf = (override: string) =>
      made(override).standings.flatMap(({ overrides }) => overrides.map(({ at, ...rest }) => [at.file, rest] as const));
    expect(overridesOf('{ name: ask, disabled: true }')).toEqual([
      ['mine.yaml', { tier: 'user', change: expect.objectContaining({ disabled: true }) }],
    ]);
    expect(overridesOf('{ name: locked, disabled: true }')).toEqual([
      ['mine.yaml', expect.objectContaining({ ignored: 'not-overridable' })],
    ]);
  });

  test('rules that are off are told beside those that are on', () => {
    const { rules, standings } = made('{ name: ask, disabled: true }');
    expect(rules.map(({ name }) => name)).toEqual(['instead', 'locked']);
    expect(standings.map(({ rule, isOn }) => [rule.name, isOn])).toEqual([
      ['ask', false],
      ['instead', true],
      ['locked', true],
    ]);
  });

  test('a rule that its own file has switched off is told from one that another has', () => {
    const own = { ...OWN, text: OWN.text.replace('name: instead,', 'name: instead, enabled: false,') };
    const { standings } = loadRules([own, { ...MINE, text: 'overrides: [{ name: ask, disabled: true }]' }]);
    expect(standings.map(({ rule, isOn, isBornOff }) => [rule.name, isOn, isBornOff])).toEqual([
      ['ask', false, false],
      ['instead', false, true],
      ['locked', true, false],
    ]);
  });

  test('of a name that several files have, each has to be named whole', () => {
    const twice = loadRules([
      OWN,
      { ...OWN, module: 'more', file: 'rules/more.yaml' },
      { ...MINE, text: 'overrides: [{ name: ask, disabled: true }]' },
    ]);
    expect(twice.problems).toMatchObject([
      { code: 'unknown-rule', level: 'error', expected: 'FILE/NAME; it fits own/ask, more/ask' },
    ]);
    expect(twice.policy.modules.flatMap(({ rules }) => rules)).toHaveLength(6);
  });

  test('a file below has no say over one above', () => {
    const { problems } = loadRules([
      { ...MINE, text: 'overrides: [{ name: mine, disabled: true }]' },
      {
        ...MINE,
        tier: 'project',
        module: 'p',
        file: 'p.yaml',
        text: 'rules: [{ name: mine, commands: [x], action: deny, message: m }]',
      },
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-rule']);
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
  test('is told so, and what it may say', () => {
    const { problems } = loadRules([PACK, { ...MINE, ...project, text: 'rules: [{ name: a, action: allow }]' }]);
    expect(problems).toMatchObject([
      { level: 'notice', subject: 'a', expected: 'deny or require_approval; the rule is ignored' },
    ]);
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

test('what a language has is said of each of its files', () => {
  const operations = '- { id: a, trigger: always, effect: sending emails }\n';
  const { policy } = loadRules([PACK, { ...MINE, text: operations }]);
  expect(policy.modules.map(({ name, namesOperations, hasSwitches }) => [name, namesOperations, hasSwitches])).toEqual([
    ['git', undefined, undefined],
    ['mine', true, true],
  ]);
});
