import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caseSchema } from '../../../src/cases/case-schema.ts';
import { runCase } from '../../../src/cases/run-case.ts';
import { readEffect, readTrigger } from '../../../src/rules/dialects/carapace/read-sentence.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { SEED_DOCUMENTS } from '../../support/outside.ts';

function load(text: string) {
  return loadRules([{ file: 'mine.yaml', text, tier: 'user', module: 'mine' }]);
}

describe('every problem of a file is told with its place', () => {
  const table: readonly (readonly [name: string, rule: string, found: readonly object[]])[] = [
    ['a rule that is right', 'id: a\n    trigger: always\n    effect: sending emails', []],
    [
      'a misspelt key',
      'id: a\n    trigger: always\n    efect: sending emails',
      [
        { code: 'missing-key', line: 2, column: 5, subject: 'effect' },
        { code: 'unknown-key', line: 4, column: 5, subject: 'efect' },
      ],
    ],
    [
      'a misspelt mode',
      'id: a\n    trigger: always\n    effect: sending emails\n    mode: blok',
      [{ code: 'wrong-value', line: 5, column: 11, subject: 'blok' }],
    ],
    [
      'a misspelt type',
      'id: a\n    trigger: always\n    effect: { operations: [read_locl] }',
      [{ code: 'wrong-type', line: 4, column: 27, subject: '["read_locl"]' }],
    ],
    [
      'a key that is not of the typed form',
      'id: a\n    trigger: { opps: [read_local], event: skill_activated }\n    effect: sending emails',
      [{ code: 'unknown-key', line: 3, column: 16, subject: 'opps' }],
    ],
    [
      'an id that is taken',
      'id: a\n    trigger: always\n    effect: sending emails\n  - id: a\n    trigger: always\n    effect: sending emails',
      [{ code: 'duplicate-name', line: 5, column: 9, subject: 'a' }],
    ],
    [
      'sentences that need a judge',
      'id: a\n    trigger: the stars are right\n    effect: summoning',
      [
        { code: 'doubtful', line: 3, column: 14, subject: 'the stars are right' },
        { code: 'doubtful', line: 4, column: 13, subject: 'summoning' },
      ],
    ],
  ];
  test.each(table)('%s', (_name, rule, found) => {
    const { problems } = load(`rules:\n  - ${rule}\n`);
    expect(problems.map(({ code, at, subject }) => ({ code, line: at.line, column: at.column, subject }))).toEqual(
      found,
    );
  });
});

describe('sentences that are no phrase of the table as they stand', () => {
  test.each([
    'all write operations except to /tmp',
    'never block all write operations',
    'allow all write operations without approval',
    'all write operations (and only emails)',
    'sending emails to strangers',
    '',
  ])('effect: %s', (sentence) => {
    expect(readEffect(sentence)).toBeUndefined();
  });
  test.each(['the agent has not read content from the internet', 'the agent has read', 'always'])(
    'trigger: %s',
    (sentence) => {
      expect(readTrigger(sentence)).toBeUndefined();
    },
  );
  test('a long one does not hold it up', () => {
    expect(readEffect(`${'adding, '.repeat(1_000_000)}x`)).toBeUndefined();
    expect(readTrigger(`the agent has ${'read, '.repeat(1_000_000)}x`)).toBeUndefined();
  });
});

function seedRules(): string | undefined {
  const name = existsSync(SEED_DOCUMENTS)
    ? readdirSync(SEED_DOCUMENTS).find((one) => one.startsWith('002'))
    : undefined;
  const text = name === undefined ? '' : readFileSync(join(SEED_DOCUMENTS, name), 'utf8');
  return /```yaml\n(rules:\n[\s\S]*?)```/.exec(text.replaceAll('\r\n', '\n'))?.[1];
}

const seed = seedRules();

/** The example file of the documentation that the language comes from, where it is at hand. */
describe.skipIf(seed === undefined)('the example rules of the documentation', () => {
  const rules = seed ?? '';

  test('load without a problem, and no sentence needs a judge', () => {
    const { policy, problems } = load(rules);
    expect(problems).toEqual([]);
    expect(policy.modules[0]).toMatchObject({ dialect: 'carapace' });
    const names = policy.modules[0]?.rules.map(({ name, action }) => `${name}: ${action}`);
    expect(names).toEqual([
      'no-write-after-web: require_approval',
      'no-exfil-after-sensitive: require_approval',
      'expense-write-always-approve: require_approval',
      'skill-modification: require_approval',
      'memory-write: require_approval',
      'shell-write: require_approval',
      'no-exfil-after-skill-read: require_approval',
      'credential-access: require_approval',
    ]);
    expect(policy.modules[0]?.rules[4]?.message).toBe(
      'Memory is persistent context -- modifications should be deliberate.',
    );
  });

  const web = { command: 'curl https://example.com/page' };
  const write = { tool: 'Write', input: { file_path: 'a.txt', content: 'x' } };
  const mail = { tool: 'send_email', input: { to: 'a@b.example' }, operations: [{ type: 'write_external' }] };
  const finance = { tool: 'q', input: {}, operations: [{ type: 'read_sensitive', categories: ['finance'] }] };
  const add = { tool: 'add', input: {}, operations: [{ type: 'write_sensitive', categories: ['finance'] }] };
  const gated = (...names: readonly string[]) => ({ verdict: 'require_approval', rules: names });

  test.each<readonly [string, readonly (readonly [step: object, wanted: unknown])[]]>([
    [
      'reading is free',
      [
        [{ command: 'ls -la' }, 'allow'],
        [{ command: 'grep -n x a.txt' }, 'allow'],
        [write, 'allow'],
      ],
    ],
    [
      'writes after the web',
      [
        [web, 'allow'],
        [write, gated('no-write-after-web')],
        [{ command: 'ls' }, 'allow'],
      ],
    ],
    [
      'sending after finances',
      [
        [finance, 'allow'],
        [mail, gated('no-exfil-after-sensitive')],
        [write, 'allow'],
      ],
    ],
    [
      'writes to finances',
      [
        [add, gated('expense-write-always-approve')],
        [finance, 'allow'],
      ],
    ],
    ['skills', [[{ tool: 'Write', input: { file_path: 'skills/x/run.py' } }, gated('skill-modification')]]],
    ['memory', [[{ tool: 'Write', input: { file_path: 'memory/a.md' } }, gated('memory-write')]]],
    [
      'shell commands',
      [
        [{ command: 'touch a' }, gated('shell-write')],
        [{ command: 'python x.py' }, gated('shell-write')],
      ],
    ],
    [
      'sending after a skill was read',
      [
        [{ tool: 'Read', input: { file_path: 'skills/x/SKILL.md' } }, 'allow'],
        [mail, gated('no-exfil-after-skill-read')],
      ],
    ],
    [
      'credentials, each once in a session',
      [
        [{ command: 'pass show mail', user: 'approve' }, gated('credential-access')],
        [{ command: 'pass show mail' }, 'allow'],
        [{ command: 'pass show bank' }, gated('credential-access')],
        [{ control: '/reset' }, 'ok'],
        [{ command: 'pass show mail' }, gated('credential-access')],
      ],
    ],
    [
      'a rule that is switched off for the session',
      [
        [{ control: '/disable shell-write' }, 'ok'],
        [{ command: 'touch a' }, 'allow'],
        [{ control: 'restart' }, 'ok'],
        [{ command: 'touch a' }, 'allow'],
        [{ control: '/reset' }, 'ok'],
        [{ command: 'touch a' }, gated('shell-write')],
      ],
    ],
    [
      'a plan',
      [
        [{ plan: [{ command: 'ls' }, web] }, 'auto_approved'],
        [{ plan: [web, write] }, { verdict: 'approval_required', plan: { '2': ['no-write-after-web'] } }],
        [{ control: '/approve all' }, 'ok'],
        [web, 'allow'],
        [write, 'allow'],
        [{ ...write, input: { file_path: 'b.txt', content: 'x' } }, gated('no-write-after-web')],
      ],
    ],
  ])('%s', (_name, steps) => {
    const one = caseSchema.parse({
      id: 'seed',
      rules,
      steps: steps.map(([step]) => ({ ...step, actor: 'ai' })),
      expect: steps.map(([, wanted]) => wanted),
    });
    expect(runCase(one, { modules: [] })).toMatchObject({ outcome: 'passed', unsure: false });
  });
});
