import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createGuard,
  type GuardDecision,
  GuardError,
  type GuardOptions,
  type GuardRequest,
  redact,
} from '../../../src/api/main.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-api-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = () => ({ HOME: home, PATH: '/usr/bin:/bin' });

const RULES = `
version: 1
rules:
  - name: push
    commands: [git]
    conditions: [{ args: { subcommand: push } }]
    action: require_approval
    message: Pushes are looked at.
  - name: env-files
    conditions: [{ tool: [Read] }, { input: { field: file_path, glob: "**/.env*" } }]
    action: deny
  - name: interns
    commands: [make]
    conditions: [{ session: { key: user_role, eq: intern } }]
    action: deny
  - name: not-by-people
    commands: [ls]
    context: human_only
    action: deny
`;

const CARAPACE = `
rules:
  - id: no-write-after-web
    trigger: "the agent has read content from the internet"
    effect: "block all write operations without approval"
`;

const given = (...texts: readonly string[]) =>
  createGuard({ rules: texts.map((text, at) => ({ text, name: `r${at}` })), packs: false, cwd: home, env: env() });

describe('check', () => {
  const CASES: readonly [GuardRequest, GuardDecision['verdict'], string | null][] = [
    ['git push', 'require_approval', 'r0/push'],
    ['cd x && git push -f', 'require_approval', 'r0/push'],
    [{ argv: ['git', 'push'] }, 'require_approval', 'r0/push'],
    [{ argv: ['git', 'commit', '-m', 'git push'] }, 'allow', null],
    [{ tool: 'Bash', input: { command: 'git push' } }, 'require_approval', 'r0/push'],
    [{ tool: 'terminal', input: { cmd: 'git push' } }, 'require_approval', 'r0/push'],
    [{ tool: 'terminal', input: { cmd: 'git status' } }, 'allow', null],
    [{ tool: 'terminal', input: { cmd: 'git push' }, line: 'git push' }, 'require_approval', 'r0/push'],
    [{ tool: 'Read', input: { file_path: 'config/.env.local' } }, 'deny', 'r0/env-files'],
    [{ line: 'make', session: { user_role: 'intern' } }, 'deny', 'r0/interns'],
    [{ line: 'make', session: { user_role: 'owner' } }, 'allow', null],
    ['ls', 'allow', null],
    [{ line: 'ls', actor: 'human' }, 'deny', 'r0/not-by-people'],
  ];
  test.each(CASES)('%j: %s', (request, verdict, rule) => {
    expect(given(RULES).check(request)).toMatchObject({ verdict, rule });
  });

  test('a call that names files is judged as what does the same to them', () => {
    const guard = createGuard({ cwd: home, env: env() });
    const call = { tool: 'Write', input: { file_path: `${home}/.config/safeshell/rules/mine.yaml`, content: '' } };
    expect(guard.check(call)).toMatchObject({ verdict: 'deny' });
    expect(guard.check('rm -rf ~')).toMatchObject({ verdict: 'deny' });
  });

  test.each([
    [undefined, 'a request is a text or an object'],
    [['ls'], 'a request is a text or an object'],
    [{}, 'a request has a `line`, an `argv` or a `tool`'],
    [{ argv: [] }, '`argv` must be a list of strings, at least one'],
    [{ argv: [1] }, '`argv` must be a list of strings, at least one'],
    [{ tool: 'Read' }, 'a tool call has a `tool` and an `input` object'],
    [{ tool: 'Read', input: [] }, 'a tool call has a `tool` and an `input` object'],
    [{ line: 3 }, '`line` is a text'],
    [{ line: 'ls', actor: 'agent' }, '`actor` is `ai` or `human`'],
    [{ line: 'ls', cwd: 5 }, '`cwd` is a text'],
    [{ line: 'ls', at: new Date('never') }, '`at` is a valid Date'],
    [{ line: 'ls', session: 'x' }, '`session` is an object'],
    [{ line: 'ls', sesion: {} }, '`sesion` is no key of a request: did you mean `session`?'],
    [{ tool: 'Read', inputs: {} }, '`inputs` is no key of a request: did you mean `input`?'],
    [
      { argv: ['ls'], line: 'ls' },
      '`line` is no key of a request: there are argv, cwd, env, actor, at, sender, context, session',
    ],
  ])('%j is no request', (request, why) => {
    expect(() => given(RULES).check(request as unknown as GuardRequest)).toThrow(new TypeError(why));
  });

  test('nor may a guard be for another actor', () => {
    expect(() => createGuard({ actor: 'agent' as 'ai' })).toThrow(TypeError);
  });
});

describe('packs', () => {
  const create = (options: GuardOptions) => createGuard({ cwd: home, env: env(), ...options });
  const rules = [{ text: RULES }];
  const verdicts = (options: GuardOptions) =>
    ['rm -rf ~', 'git push', 'git push -f'].map((line) => create(options).check(line).verdict);

  test.each<[string, GuardOptions, readonly string[]]>([
    ['nothing said', {}, ['deny', 'allow', 'require_approval']],
    ['own rules count beside them', { rules }, ['deny', 'require_approval', 'require_approval']],
    ['no own rule takes nothing away', { rules: [] }, ['deny', 'allow', 'require_approval']],
    ['some alone', { packs: ['git'] }, ['allow', 'allow', 'require_approval']],
    ['none, said so', { rules, packs: false }, ['allow', 'require_approval', 'require_approval']],
    ['none, as a list', { rules, packs: [] }, ['allow', 'require_approval', 'require_approval']],
  ])('%s', (_what, options, expected) => {
    expect(verdicts(options)).toEqual(expected);
  });

  test('own rules may make exceptions to them, files of the machine have no say then', () => {
    mkdirSync(join(home, '.config/safeshell/rules'), { recursive: true });
    writeFileSync(
      join(home, '.config/safeshell/rules/mine.yaml'),
      'rules: [{ name: no-make, commands: [make], action: deny }]',
    );
    const text = 'overrides: [{ name: git/push-force, disabled: true }]\nrules: []';
    const own = create({ rules: [{ text }] });
    expect(own.check('make').verdict).toBe('allow');
    expect(own.check('git push -f').rule).not.toBe('git/push-force');
    expect(create({}).check('make').verdict).toBe('deny');
  });

  test.each<[object, string]>([
    [{ rule: [] }, '`rule` is no key of the options: did you mean `rules`?'],
    [{ verbose: true }, '`verbose` is no key of the options: there are rules, packs, cwd, env, actor'],
    [{ rules: 'mine.yaml' }, '`rules` is a list of files and texts'],
    [{ rules: [{ txt: '' }] }, 'one of `rules` is a file name or has a `text`'],
    [{ rules: [{ text: '', nam: 'x' }] }, '`nam` is no key of a rule text: did you mean `name`?'],
    [{ packs: ['gti'] }, 'there is no pack `gti`: did you mean `git`?'],
    [{ packs: true }, '`packs` is `false` or a list of names'],
    [{ packs: false }, 'without `packs` there have to be `rules`: nothing would be refused'],
    [{ packs: [], rules: [] }, 'without `packs` there have to be `rules`: nothing would be refused'],
  ])('%j is refused', (options, why) => {
    expect(() => create(options as GuardOptions)).toThrow(new TypeError(why));
  });
});

describe('what is masked', () => {
  const SHIELD = `
pii_patterns: [{ name: badge, pattern: "B-[0-9]{4}" }]
rules:
  - { id: mail, when: { tool: send_email }, then: redact }
  - { id: ask, when: { tool: send_email, args_match: { to: { contains: boss } } }, then: approve }
  - { id: shell, when: { tool: exec }, then: redact }
`;
  const input = { to: 'ann@example.com', body: ['B-1234', { token: 'hunter22' }] };
  const masked = { to: 'an***********om', body: ['B-**34', { token: 'hu****22' }] };

  test('the input of a call, in the decision; beside a question too', () => {
    const guard = given(SHIELD);
    const sent = guard.check({ tool: 'send_email', input });
    expect(sent).toMatchObject({ verdict: 'redact', redacted_input: masked });
    expect(sent.redaction).toEqual({ rules: ['r0/mail'], input: true });
    const asked = guard.check({ tool: 'send_email', input: { to: 'boss@example.com' } });
    expect(asked).toMatchObject({ verdict: 'require_approval', redacted_input: { to: 'bo************om' } });
    expect(guard.explain({ tool: 'send_email', input }).redacted_input).toEqual(masked);
    expect(guard.session().plan([{ tool: 'send_email', input }]).steps[0]?.redacted_input).toEqual(masked);
    expect(input.to).toBe('ann@example.com');
  });

  test('never the words of a command', () => {
    const guard = given(SHIELD);
    const calls = ['Bash', 'exec', 'shell', 'Bashful'].map((tool) => ({ tool, input: { command: 'echo B-1234' } }));
    for (const request of ['echo B-1234', ...calls]) {
      expect(guard.check(request)).toMatchObject({ verdict: 'redact', redacted_input: null });
    }
    expect(guard.check({ tool: 'other', input })).toMatchObject({ redaction: null, redacted_input: null });
  });

  test('what a tool puts out, by what the decision says', () => {
    const decision = given(SHIELD).check('cat list');
    expect(redact('ann@example.com B-1234', decision)).toBe('an***********om B-**34');
    expect(redact('ann@example.com B-1234')).toBe('an***********om B-1234');
    expect(redact({ n: 3, list: ['ann@example.com'] })).toEqual({ n: 3, list: ['an***********om'] });
    expect(() => redact('x', { ...decision })).toThrow(TypeError);
    expect(redact('B-1234', given(RULES).check('ls'))).toBe('B-1234');
  });
});

describe('an input', () => {
  test('that JSON cannot say is refused', () => {
    const holdsItself: Record<string, unknown> = {};
    holdsItself.self = holdsItself;
    for (const input of [{ n: 1n }, holdsItself]) {
      expect(() => given(RULES).check({ tool: 'Read', input })).toThrow(/^`input` is nothing that JSON can say/);
    }
  });

  test('is what JSON can say of it', () => {
    class Address {
      readonly file_path: string;
      constructor(path: string) {
        this.file_path = path;
      }
    }
    const input: Record<string, unknown> = { ...new Address('config/.env'), none: undefined, when: new Date(0) };
    expect(given(RULES).check({ tool: 'Read', input })).toMatchObject({ verdict: 'deny' });
    expect(given(RULES).check({ tool: 'Read', input: new Address('.env') as object as typeof input }).verdict).toBe(
      'deny',
    );
  });
});

describe('rules', () => {
  test('with errors are refused, each with its place', () => {
    const create = () => given('rules:\n  - name: a\n    action: denny\n');
    expect(create).toThrow(GuardError);
    try {
      create();
    } catch (error) {
      expect((error as GuardError).problems).toMatchObject([{ code: 'wrong-value', at: { file: 'r0', line: 3 } }]);
    }
  });

  test('of files: read again when told to; the old ones stay where the new ones have errors', () => {
    const file = join(home, 'mine.yaml');
    writeFileSync(file, 'rules: [{ name: a, commands: [make], action: deny }]');
    const guard = createGuard({ rules: [file], packs: false, cwd: home, env: env() });
    expect(guard.check('make').verdict).toBe('deny');
    writeFileSync(file, 'rules: [{ name: a, commands: [make], action: nonsense }]');
    expect(() => guard.reload()).toThrow(GuardError);
    expect(guard.check('make').verdict).toBe('deny');
    writeFileSync(file, 'rules: [{ name: a, commands: [cmake], action: deny }]');
    guard.reload();
    expect(guard.check('make').verdict).toBe('allow');
  });

  test('in force are the present ones of the place', () => {
    const project = join(home, 'project');
    mkdirSync(join(project, '.safeshell'), { recursive: true });
    const guard = createGuard({ cwd: home, env: env() });
    const request = { line: 'make release', cwd: 'project' };
    expect(guard.check(request).verdict).toBe('allow');
    writeFileSync(join(project, '.safeshell/rules.yaml'), 'rules: [{ name: make, commands: [make], action: deny }]');
    expect(guard.check(request)).toMatchObject({ verdict: 'deny', rule: 'rules/make' });
    expect(guard.check('make release').verdict).toBe('allow');
    expect(guard.check(request).verdict).toBe('deny');
    rmSync(join(project, '.safeshell/rules.yaml'));
    expect(guard.check(request).verdict).toBe('allow');
    mkdirSync(join(home, '.config/safeshell/rules'), { recursive: true });
    writeFileSync(join(home, '.config/safeshell/rules/a.yaml'), 'rules: [{ name: a, commands: [make], action: deny }]');
    expect(guard.check(request).verdict).toBe('deny');
    writeFileSync(
      join(home, '.config/safeshell/rules/a.yaml'),
      'rules: [{ name: a, commands: [cmake], action: deny }]',
    );
    expect(guard.check(request).verdict).toBe('allow');
  });
});

test('explain says why, in words and as JSON', () => {
  const { verdict, text, trace } = given(RULES).explain('git push origin');
  expect(verdict).toBe('require_approval');
  expect(text).toContain('r0/push');
  expect(trace[0]).toMatchObject({ rule: 'r0/push', end: 'matched', conditions: [{ result: 'yes' }] });
});

test('listeners hear each decision until they leave', () => {
  const guard = given(RULES);
  const heard: string[] = [];
  const off = guard.on('decision', ({ verdict }, request) => heard.push(`${verdict} ${request}`));
  guard.check('git push');
  guard.session().check('make');
  off();
  guard.check('git push');
  expect(heard).toEqual(['require_approval git push', 'allow make']);
});

describe('a session', () => {
  test('remembers what ran, and wakes rules', () => {
    const session = given(CARAPACE).session();
    const write = { tool: 'Write', input: { file_path: 'a.txt', content: '' } };
    expect(session.check(write).verdict).toBe('allow');
    expect(session.check('curl https://example.com').verdict).toBe('allow');
    expect(session.check(write).verdict).toBe('require_approval');
    expect(session.say('/disable no-write-after-web')).toBe(true);
    expect(session.check(write).verdict).toBe('allow');
    expect(session.say('/disable nothing')).toBe(false);
  });

  test('goes on from its state, which is JSON', () => {
    const guard = given(CARAPACE);
    const session = guard.session();
    session.check('curl https://example.com');
    const later = guard.session(JSON.parse(JSON.stringify(session.state)));
    expect(later.id).toBe(session.id);
    expect(later.check('touch a').verdict).toBe('require_approval');
  });

  test('counts a question as done only once it is settled so', () => {
    const rules = `
rules:
  - { name: ask, commands: [make], action: require_approval }
  - name: once
    commands: [ls]
    conditions: [{ history: { program: make, within_seconds: 60 } }]
    action: deny
`;
    const session = given(rules).session();
    const question = session.check('make');
    expect(session.check('ls').verdict).toBe('allow');
    session.settle(session.check('make'), false);
    expect(session.check('ls').verdict).toBe('allow');
    expect(session.settle(question, true)).toBe(true);
    expect(session.check('ls').verdict).toBe('deny');
    expect(session.settle(question, true)).toBe(false);
    expect(session.settle(session.check('ls'), true)).toBe(false);
  });

  test('reviews a plan with the effects of its steps, and lets approved steps run', () => {
    const session = given(CARAPACE).session();
    const steps = ['touch before', 'curl https://example.com', 'touch after'];
    const review = session.plan(steps);
    expect(review.needs_approval).toBe(true);
    expect(review.steps.map(({ gated, gates }) => [gated, gates])).toEqual([
      [false, []],
      [false, []],
      [true, ['r0/no-write-after-web']],
    ]);
    expect(session.answer([7])).toBe(false);
    expect(session.answer('all')).toBe(true);
    expect(steps.map((step) => session.check(step).verdict)).toEqual(['allow', 'allow', 'allow']);
    expect(session.check('touch other').verdict).toBe('require_approval');
    expect(session.answer('all')).toBe(false);
  });
});
