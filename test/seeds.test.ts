import { describe, expect, test } from 'vitest';
import { blocksOf, indented, isHere, load, PASSED, play } from './support/seeds.ts';

describe.skipIf(!isHere)('seed 000, ClaudeCube', () => {
  const [template = '', top = ''] = blocksOf('000');
  const file = (rule: string) => `version: "1"\ndefaults: {}\nrules:\n${indented(rule, 2)}`;

  test('the rule template is a rule once one of its actions is chosen', () => {
    const { problems } = load(file(template));
    expect(problems).toMatchObject([
      {
        code: 'wrong-value',
        at: { line: 5 },
        subject: 'deny | allow | escalate',
        expected: 'one of deny, allow, escalate',
      },
    ]);
    for (const action of ['deny', 'allow', 'escalate']) {
      const rules = file(template.replace('deny | allow | escalate', action));
      expect(
        play(
          rules,
          [
            { tool: 'ToolName', input: { field_name: 'src/a' } },
            { tool: 'ToolName', input: { field_name: 'a/src/' } },
            { tool: 'toolname', input: { field_name: 'src/a' } },
          ],
          [{ verdict: action, rule: 'Human-readable rule name' }, { verdict: 'escalate', rule: null }, 'escalate'],
        ),
      ).toEqual(PASSED);
    }
  });

  test('the configuration: its defaults hold, and placeholders are told', () => {
    const whole = top.replace('- ...', '[]');
    const { policy, problems } = load(whole);
    expect(problems.map(({ code, level, subject }) => `${level} ${code} ${subject}`)).toEqual([
      'notice not-enforced max_budget_per_agent',
      'notice not-enforced max_turns_per_agent',
    ]);
    expect(policy.modules).toMatchObject([{ dialect: 'claudecube', unmatched: 'escalate' }]);
    expect(play(whole, [{ tool: 'Bash', input: { command: 'ls' } }], [{ verdict: 'escalate', rule: null }])).toEqual(
      PASSED,
    );
    expect(load(top).problems.filter(({ level }) => level === 'error')).toMatchObject([
      { code: 'wrong-type', subject: '...' },
    ]);
  });
});

describe.skipIf(!isHere)('seed 003, SafeShell', () => {
  const [guarded = '', both = '', env = '', conflict = '', contexts = '', folders = '', migration = ''] =
    blocksOf('003');
  const on = (branch: string | null) => ({ facts: { git: { branch } } });

  test('a rule is indexed under its command', () => {
    expect(
      play(
        guarded,
        [{ command: 'git status' }, { command: 'ls' }],
        ['require_approval', { verdict: 'allow', rule: null }],
      ),
    ).toEqual(PASSED);
  });

  test('a rule without commands is evaluated for every command', () => {
    const steps = [{ command: 'git push --force' }, { command: 'npm i --force' }, { command: 'git push' }];
    expect(play(both, steps, ['deny', { verdict: 'deny', rule: 'dangerous-pattern' }, 'allow'])).toEqual(PASSED);
  });

  test('all conditions must hold', () => {
    const steps = [
      { command: 'cat .env', ...on('main') },
      { command: 'head config/.env.local', ...on('master') },
      { command: 'cat .env', ...on('feature/x') },
      { command: 'cat README.md', ...on('main') },
      { command: 'cp .env /tmp', ...on('main') },
      { command: 'cat .env', facts: { git: null } },
    ];
    expect(play(env, steps, ['deny', 'deny', 'allow', 'allow', 'allow', 'allow'])).toEqual(PASSED);
  });

  test('of all rules that match the most restrictive decides', () => {
    const steps = [
      { command: 'git log', ...on('main') },
      { command: 'git log', ...on('feature/x') },
    ];
    const rules = ['git-general', 'git-main-deny'];
    expect(
      play(conflict, steps, [
        { verdict: 'deny', rule: 'git-main-deny', rules },
        { verdict: 'require_approval', rule: 'git-general', rules: ['git-general'] },
      ]),
    ).toEqual(PASSED);
  });

  test('rules are for an actor', () => {
    const steps = [
      { command: 'ls', actor: 'ai' },
      { command: 'ls', actor: 'human' },
    ];
    expect(
      play(contexts, steps, [
        { verdict: 'deny', rules: ['ai-only-rule', 'all-contexts'] },
        { verdict: 'require_approval', rules: ['human-only-rule', 'all-contexts'] },
      ]),
    ).toEqual(PASSED);
  });

  test('rules are for a directory', () => {
    const steps = [
      '/a/node_modules/b',
      '/a/modules/b',
      '/home/user/projects/myapp/src',
      '/home/user/projects/other',
    ].map((cwd) => ({ command: 'ls', cwd }));
    expect(play(folders, steps, ['deny', 'allow', 'require_approval', 'allow'])).toEqual(PASSED);
  });

  test('the old spelling is refused, the new one read', () => {
    const [old = '', now = ''] = migration.split('# NEW');
    const rule = (part: string) => `- name: migrated\n${indented(part.replace(/^.*\n/, ''), 2)}  action: deny\n`;
    expect(load(rule(old)).problems).toMatchObject([{ code: 'bash-condition', level: 'error' }]);
    expect(play(rule(now), [{ command: 'dangerous' }, { command: 'safe' }], ['deny', 'allow'])).toEqual(PASSED);
  });
});

describe.skipIf(!isHere)('seed 004, PolicyShield', () => {
  const blocks = blocksOf('004');
  const [whole = '', tools = '', list = '', args = '', caller = '', chain = '', storm = '', hours = '', admin = ''] =
    blocks;
  const when = (part: string) => `- id: r\n  when:\n${indented(part, 4)}  then: block\n`;
  const at = (time: string) => ({ at: `2025-01-08T${time}` });

  test('the rule with every field: all of `when` must hold', () => {
    const call = {
      tool: 'tool_name',
      input: { key: 'a pattern here' },
      session: { id: 's', attributes: { user_role: 'admin' } },
      sender: { name: 'agent-name' },
    };
    const steps = [
      call,
      { ...call, tool: 'other' },
      { ...call, input: { key: 'x' } },
      { ...call, session: { id: 's', attributes: { user_role: 'guest' } } },
      { ...call, sender: { name: 'else' } },
    ];
    expect(
      play(whole, steps, [{ verdict: 'deny', rule: 'unique-rule-id' }, 'allow', 'allow', 'allow', 'allow']),
    ).toEqual(PASSED);
    expect(load(whole).policy.modules[0]?.rules).toMatchObject([
      { severity: 'high', message: 'Explanation', description: 'Human-readable description' },
    ]);
  });

  test.each([
    ['tool: exec', { exec: 'deny', exec_2: 'allow', Exec: 'allow' }],
    ['tool: ".*"', { exec: 'deny', anything: 'deny' }],
    ['tool: "file_.*"', { file_read: 'deny', file_write: 'deny', profile_read: 'allow' }],
  ])('tools are matched: %s', (start, calls) => {
    const line = tools.split('\n').find((one) => one.startsWith(start)) ?? '';
    const steps = Object.keys(calls).map((tool) => ({ tool }));
    expect(play(when(`${line}\n`), steps, Object.values(calls))).toEqual(PASSED);
  });

  test('a list of tools', () => {
    const steps = ['exec', 'shell_run', 'subprocess', 'shell'].map((tool) => ({ tool }));
    expect(play(when(list), steps, ['deny', 'deny', 'deny', 'allow'])).toEqual(PASSED);
  });

  test('arguments', () => {
    const input = { command: 'sudo rm  -rf /x', path: '/etc/passwd' };
    const steps = [
      { tool: 'x', input },
      { tool: 'x', input: { ...input, path: '/home' } },
      { tool: 'x', input: { command: input.command } },
    ];
    expect(play(when(args), steps, ['deny', 'allow', 'allow'])).toEqual(PASSED);
  });

  test('session and sender', () => {
    const rule = `- id: r\n${indented(caller, 2)}  then: block\n`;
    const session = { id: 's', attributes: { user_role: 'admin' } };
    const steps = [{ tool: 'x', session, sender: { name: 'untrusted-agent' } }, { tool: 'x', session }, { tool: 'x' }];
    expect(play(rule, steps, ['deny', 'allow', 'allow'])).toEqual(PASSED);
  });

  test('anti-exfiltration: within 120 seconds after', () => {
    const steps = [
      { tool: 'send_email', ...at('10:00:00') },
      { tool: 'read_database', ...at('10:00:01') },
      { tool: 'send_email', ...at('10:02:01') },
      { tool: 'send_email', ...at('10:02:02') },
    ];
    expect(play(chain, steps, ['allow', 'allow', { verdict: 'deny', rule: 'anti-exfiltration' }, 'allow'])).toEqual(
      PASSED,
    );
  });

  test('retry-storm: the sixth call within ten seconds', () => {
    const steps = [0, 1, 2, 3, 4, 5, 13].map((second) => ({
      tool: 'exec',
      ...at(`10:00:${String(second).padStart(2, '0')}`),
    }));
    const allowed = ['allow', 'allow', 'allow', 'allow', 'allow'];
    expect(play(storm, steps, [...allowed, { verdict: 'deny', rule: 'retry-storm' }, 'allow'])).toEqual(PASSED);
  });

  test('block-after-hours: both parts must hold', () => {
    const steps = ['2025-01-07T20:00:00', '2025-01-11T20:00:00', '2025-01-11T12:00:00', '2025-01-07T12:00:00'].map(
      (time) => ({
        tool: 'deploy',
        at: time,
      }),
    );
    expect(play(hours, steps, ['allow', 'deny', 'allow', 'allow'])).toEqual(PASSED);
  });

  test('admin-only-delete: everybody but an admin', () => {
    const steps = [
      { tool: 'delete_user', context: { user_role: 'guest' } },
      { tool: 'delete_user', context: { user_role: 'admin' } },
      { tool: 'delete_user' },
      { tool: 'read_user' },
    ];
    expect(play(admin, steps, ['deny', 'allow', 'deny', 'allow'])).toEqual(PASSED);
  });
});
