import { describe, expect, test } from 'vitest';
import { blocksOf, indented, isHere, load, PASSED, play, type Step } from './support/seeds.ts';

const session = (id: string) => ({ session: id });
const read = { tool: 'Read', input: { file_path: '/repo/app/README.md' } };
const web = { tool: 'WebFetch', input: { url: 'https://example.com' } };
const write = { tool: 'Write', input: { file_path: '/repo/app/src/a.ts', content: 'x' } };
const mail = { tool: 'send_email', input: { to: 'a@example.com' } };
const key = { tool: 'Bash', input: { command: 'op read op://vault/TOKEN' } };
const otherKey = { tool: 'Bash', input: { command: 'op read op://vault/OTHER' } };
const taxes = { tool: 'x', input: {}, operations: [{ type: 'read_sensitive', categories: ['finance'] }] };

describe.skipIf(!isHere)('seed 002, Carapace', () => {
  const [rules = '', state = ''] = blocksOf('002');
  const ask = (...names: readonly string[]) => ({ verdict: 'require_approval', rules: names });

  test('every sentence of its rules is read without a judge', () => {
    expect(load(rules).problems).toEqual([]);
    expect(load(rules).policy.modules).toMatchObject([{ dialect: 'carapace', remembers: true }]);
  });

  test('no-write-after-web wakes when something was read from the internet, in that session', () => {
    const steps = [write, web, write, read, { ...write, ...session('other') }];
    expect(play(rules, steps, ['allow', 'allow', ask('no-write-after-web'), 'allow', 'allow'])).toEqual(PASSED);
  });

  test('no-exfil-after-sensitive wakes when personal data was read', () => {
    expect(play(rules, [mail, taxes, mail], ['allow', 'allow', ask('no-exfil-after-sensitive')])).toEqual(PASSED);
  });

  test('no-exfil-after-skill-read wakes when a skill was activated', () => {
    const skill = { tool: 'Skill', input: { skill: 'expense-tracker' } };
    expect(play(rules, [mail, skill, mail], ['allow', 'allow', ask('no-exfil-after-skill-read')])).toEqual(PASSED);
  });

  test.each<[string, Step, string]>([
    [
      'financial writes',
      { tool: 'x', input: {}, operations: [{ type: 'write_sensitive', categories: ['finance'] }] },
      'expense-write-always-approve',
    ],
    ['skills', { ...write, input: { file_path: '/home/u/.claude/skills/a/SKILL.md' } }, 'skill-modification'],
    ['memory', { ...write, input: { file_path: '/repo/app/CLAUDE.md' } }, 'memory-write'],
    ['shell commands that write', { tool: 'Bash', input: { command: 'touch a' } }, 'shell-write'],
    ['shell commands that execute', { tool: 'Bash', input: { command: './a.sh' } }, 'shell-write'],
  ])('always asks about %s', (_what, step, rule) => {
    expect(play(rules, [step], [ask(rule)])).toEqual(PASSED);
  });

  test.each(['ls -la', 'cat README.md', 'grep -r x src', 'find . -name x'])('never asks about %s', (command) => {
    expect(play(rules, [{ tool: 'Bash', input: { command } }], ['allow'])).toEqual(PASSED);
  });

  test('each credential is approved once in a session, and again after a reset', () => {
    const asks = { verdict: 'require_approval', rules: ['credential-access'] };
    const steps = [{ ...key, user: 'approve' }, key, otherKey, { control: '/reset' }, key];
    const expected = [asks, { rules: [] }, asks, 'ok', asks];
    expect(play(rules, steps, expected)).toMatchObject({ failures: [] });
  });

  test('what its session keeps outlives a restart, and not a reset', () => {
    const named = (list: string) =>
      [...(state.split(`${list}:`)[1] ?? '').matchAll(/^ {2}- ([\w-]+)$/gm)].map(([, id]) => id);
    const awake = state.slice(0, state.indexOf('disabled_rules'));
    const activated = [...awake.matchAll(/^ {2}- ([\w-]+)$/gm)].map(([, id]) => id as string);
    const [disabled = ''] = named('disabled_rules');
    expect([activated, disabled]).toEqual([['no-write-after-web', 'no-exfil-after-sensitive'], 'memory-write']);
    const status = (word: string, off: string) => ({
      verdict: 'ok',
      status: { ...Object.fromEntries(activated.map((id) => [id, word])), [disabled]: off },
    });
    const steps = [web, taxes, { control: `/disable ${disabled}` }, { control: 'restart' }, { control: '/reset' }];
    const expected = ['allow', 'allow', 'ok', status('activated', 'disabled'), status('inactive', 'always')];
    expect(play(rules, steps, expected)).toEqual(PASSED);
  });

  test('a plan is judged with the effects of its earlier steps, asked about once, and then followed', () => {
    const plan = { plan: [web, key, write] };
    const gates = { '2': ['credential-access'], '3': ['no-write-after-web'] };
    const result = play(
      rules,
      [plan, { control: '/approve all' }, web, write, { ...write, input: { file_path: '/repo/app/b', content: '' } }],
      [{ verdict: 'approval_required', plan: gates }, 'ok', 'allow', 'allow', ask('no-write-after-web')],
    );
    expect(result).toEqual(PASSED);
  });
});

/** Every example of all four documents that is a rule file, or is one with what the document says of it around it. */
describe.skipIf(!isHere)('all four seeds together', () => {
  const [template = '', top = ''] = blocksOf('000');
  const claudecube = `${top.replace('- ...', '').trimEnd()}\n${indented(template.replace('deny | allow | escalate', 'allow').replaceAll('ToolName', 'Read'), 2)}`;
  const [carapace = ''] = blocksOf('002');
  const [git = '', , env = '', conflict = ''] = blocksOf('003');
  const safeshell = [env, conflict].join('\n');
  const shield = blocksOf('004').slice(5).join('\n');
  const all = [claudecube, carapace, safeshell, shield];
  const on = (branch: string) => ({ facts: { git: { branch } } });
  const line = (command: string) => ({ tool: 'Bash', input: { command } });

  test('load, each as what it is', () => {
    expect(git).not.toBe('');
    const dialects = all.map((text) => load(text).policy.modules[0]?.dialect);
    expect(dialects).toEqual(['claudecube', 'carapace', 'safeshell', 'policyshield']);
    expect(all.flatMap((text) => load(text).problems.filter(({ level }) => level === 'error'))).toEqual([]);
  });

  test('the strictest of what was said decides, whichever document says it', () => {
    const steps = [
      // SafeShell denies what Carapace asks about, and what ClaudeCube has no rule for
      { ...line('git push'), ...on('main') },
      { ...line('git push'), ...on('topic') },
      // nobody can tell what that tool does, so Carapace asks; a person agrees, and PolicyShield denies what follows
      { tool: 'read_database', input: {}, at: '2025-01-08T10:00:00', user: 'approve' },
      { ...mail, at: '2025-01-08T10:01:00' },
      // ClaudeCube allows, and nobody objects
      { tool: 'Read', input: { field_name: 'src/a' } },
    ];
    const expected = [
      { verdict: 'deny', rule: 'git-main-deny' },
      'require_approval',
      'require_approval',
      { verdict: 'deny', rule: 'anti-exfiltration' },
      'allow',
    ];
    expect(play(all, steps, expected)).toEqual(PASSED);
  });

  test('a default speaks only where no document has a rule', () => {
    const steps = [read, { ...line('cat .env'), ...on('main') }, { tool: 'Unknown', input: {} }];
    expect(play(all, steps, ['escalate', 'deny', 'escalate'])).toEqual(PASSED);
    expect(play([carapace, safeshell, shield], steps, ['allow', 'deny', 'allow'])).toEqual(PASSED);
  });

  test('an allow covers nothing that another document asks about', () => {
    const allowed = { ...read, input: { field_name: 'src/a' } };
    const steps = [
      allowed,
      web,
      { tool: 'Read', input: { field_name: 'src/a' }, operations: [{ type: 'write_local' }] },
    ];
    const expected = ['allow', 'escalate', { verdict: 'require_approval', rule: 'no-write-after-web' }];
    expect(play(all, steps, ['allow', { verdict: 'escalate' }, 'allow'])).toEqual(PASSED);
    const approved = steps.map((step, at) => (at === 1 ? { ...step, user: 'approve' } : step));
    expect(play(all, approved, expected)).toEqual(PASSED);
  });

  test('the order of the files says nothing', () => {
    const steps = [{ ...line('git push'), ...on('main') }, web, write, mail, { tool: 'deploy', input: {} }];
    const expected = [{ verdict: 'deny', rule: 'git-main-deny' }, 'escalate', 'escalate', 'escalate', 'escalate'];
    expect(play(all, steps, expected)).toEqual(PASSED);
    expect(play([...all].reverse(), steps, expected)).toEqual(PASSED);
  });
});
