import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/model/outcome.ts';
import { readSources } from '../../../src/policy/read-rules.ts';
import { policySources } from '../../../src/policy/sources.ts';
import { createHabits, wasRefused } from '../../../src/report/habits.ts';
import { type OutcomeRecord, parseRecord } from '../../../src/report/record.ts';
import { type AuditEntry, auditLine } from '../../../src/store/audit.ts';
import { type Suggestion, suggest } from '../../../src/suggest/suggest.ts';
import { sampleEntry } from '../../support/audit-records.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-suggest-')));
const repo = join(home, 'repo');
const env = { HOME: home, PATH: '/usr/bin:/bin' };
const EXCEPTIONS = '.config/safeshell/rules/exceptions.yaml';
afterAll(() => rmSync(home, { recursive: true, force: true }));

function file(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}

const RULES = `version: 1
rules:
  - { name: ask, commands: [frob], action: require_approval }
  - { name: ask-too, commands: [frob], action: require_approval, conditions: [{ args: { operand: two } }] }
  - { name: agents, commands: [frob], action: require_approval, context: ai_only, conditions: [{ args: { operand: ai } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
  - { name: fixed, commands: [frob], action: require_approval, overridable: false, conditions: [{ args: { operand: fixed } }] }
  - { name: calls, conditions: [{ tool: Frob }], action: require_approval }
`;
const OURS = 'version: 1\nrules: [{ name: team, commands: [knob], action: require_approval }]\n';

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  for (const folder of ['repo/.git/refs', 'repo/.git/objects', 'repo/sub', 'other'])
    mkdirSync(join(home, folder), { recursive: true });
  file('repo/.git/HEAD', 'ref: refs/heads/main\n');
  file('repo/.safeshell/rules.yaml', OURS);
  file('.config/safeshell/rules/mine.yaml', RULES);
});

/** Requests on record: `command` as a line, unless there is an action; below HOME where `cwd` is relative. */
interface Said extends Partial<Omit<AuditEntry, 'outcome'>> {
  readonly times?: number;
  readonly command?: string;
  readonly outcome?: Outcome;
}

const YES: Outcome = { kind: 'run', by: 'once' };
const NO: Outcome = { kind: 'refuse', cause: 'said-no' };
const yes = (command: string, more: Said = {}): Said => ({ times: 3, command, outcome: YES, ...more });
const no = (command: string, more: Said = {}): Said => ({ command, outcome: NO, ...more });

function onRecord(all: readonly Said[]): readonly OutcomeRecord[] {
  return all.flatMap(({ times = 1, command = '', cwd = 'repo', ...given }) => {
    const entry = { action: { kind: 'line', line: command } as const, ...given, cwd: join(home, cwd) };
    const record = parseRecord(JSON.parse(auditLine(sampleEntry(entry)).text));
    if (record?.type !== 'outcome') throw new Error('no outcome');
    return Array.from({ length: times }, () => record);
  });
}

function suggested(all: readonly Said[], least = 3): readonly Suggestion[] {
  const records = onRecord(all);
  const habits = createHabits();
  for (const record of records) habits.add(record);
  return suggest({ habits: habits.habits(), refused: () => records.filter(wasRefused) }, { env, least });
}

/** `words [like] in FOLDER from RULES` */
function shown(all: readonly Said[]): readonly string[] {
  return suggested(all).map(
    ({ exception: { argv, last, within, rules } }) =>
      `${argv.join(' ')}${last === undefined ? '' : ` [${last}]`} in ${within.slice(home.length + 1)} from ${rules.map((id) => id.replace('mine/', '')).join(' ')}`,
  );
}

const argv = (...words: string[]): Said => ({ action: { kind: 'argv', argv: words } });
const bash = (line: string): Said => ({
  action: { kind: 'tool', tool: 'Bash', input: { command: line }, line, shell: 'bash' },
});
const stages = (...names: string[]) => names.map((name) => yes(`frob to stage-${name}`, { times: 1 }));
const FROB = 'frob a in repo from ask';

describe('what people keep approving is suggested', () => {
  test.each<[string, readonly Said[], readonly string[]]>([
    ['from three times on', [yes('frob a')], [FROB]],
    ['but not twice', [yes('frob a', { times: 2 })], []],
    [
      'however long a yes lasts',
      (['minutes', 'session', 'always'] as const).map((by) =>
        yes('frob a', { times: 1, outcome: { kind: 'run', by } }),
      ),
      [FROB],
    ],
    ['in the whole repository', [yes('frob a', { times: 2 }), yes('frob a', { cwd: 'repo/sub', times: 1 })], [FROB]],
    ['in the folder, outside of one', [yes('frob a', { cwd: 'other' })], ['frob a in other from ask']],
    ['in each tree by itself', [yes('frob a', { times: 2 }), yes('frob a', { cwd: 'other', times: 2 })], []],
    [
      'however it came',
      [{ ...argv('frob', 'a'), outcome: YES }, { ...bash("frob 'a'"), outcome: YES }, yes('frob  a', { times: 1 })],
      [FROB],
    ],
    ['from every rule that asks', [yes('frob two')], ['frob two in repo from ask ask-too']],
    [
      'from those for agents, too, where an agent asked once',
      [yes('frob ai', { actor: 'human', times: 2 }), yes('frob ai', { times: 1 })],
      ['frob ai in repo from ask agents'],
    ],
    ['most often approved first', [yes('frob a'), yes('frob b', { times: 5 })], ['frob b in repo from ask', FROB]],
    [
      'though nobody was there once',
      [yes('frob a'), no('frob a', { outcome: { kind: 'refuse', cause: 'nobody-to-ask' } })],
      [FROB],
    ],
    ['though it was refused elsewhere', [yes('frob a'), no('frob a', { cwd: 'other' })], [FROB]],
    ['though another was refused', [yes('frob a'), no('frob b')], [FROB]],
    ['though a longer line was refused for something else', [yes('frob a'), no('frob a; frob b')], [FROB]],
  ])('%s', (_name, all, expected) => expect(shown(all)).toEqual(expected));

  test('with its grounds', () => {
    const [one, ...more] = suggested([
      yes('frob a', { epochMs: Date.UTC(2026, 0, 3), times: 2 }),
      yes('frob a', { epochMs: Date.UTC(2026, 0, 9), cwd: 'repo/sub', outcome: { ...YES, who: 'monitor' }, times: 1 }),
      yes('frob a', { epochMs: Date.UTC(2026, 0, 1), actor: 'human', times: 1 }),
    ]);
    expect(more).toEqual([]);
    expect(one?.evidence).toEqual({
      times: 4,
      first: '2026-01-01T00:00:00.000Z',
      latest: '2026-01-09T00:00:00.000Z',
      folders: [repo, join(repo, 'sub')],
      actors: ['ai', 'human'],
      by: ['monitor', 'prompt'],
    });
  });

  test('names it the same whatever else is there', () => {
    const [one] = suggested([yes('frob a')]);
    const later = suggested([yes('frob a', { times: 7 }), yes('frob b', { times: 9 })]);
    expect(later.map(({ id }) => id).indexOf(one?.id ?? '')).toBe(1);
  });
});

describe('nothing is suggested', () => {
  test.each<[string, readonly Said[]]>([
    ...(['rules', 'earlier', 'bypass', 'failure', 'kept', 'proof'] as const).map((by): [string, readonly Said[]] => [
      `where no person said yes but ${by}`,
      [yes('frob a', { outcome: { kind: 'run', by }, times: 9 })],
    ]),
    ['where an agent asked in its own dialog', [yes('frob a', { outcome: { kind: 'asked' } })]],
    ['where something else ran', [yes('frob a', { outcome: { kind: 'replace', by: 'once', argv: ['x'] } })]],
    ['where a person said no once', [yes('frob a', { times: 9 }), no('frob a')]],
    ['or in a folder of the same tree', [yes('frob a', { times: 9 }), no('frob a', { cwd: 'repo/sub' })]],
    ['or broke the question off', [yes('frob a'), no('frob a', { outcome: { kind: 'refuse', cause: 'interrupted' } })]],
    ['or a rule did', [yes('frob a'), no('frob a', { outcome: { kind: 'refuse', cause: 'denied' } })]],
    ['where a refused line would run', [yes('frob a'), no('cd sub && frob a')]],
    ['even from elsewhere', [yes('frob a'), no(`cd ${repo}; frob a`, { cwd: 'other' })]],
    ['for what is not asked about any more', [yes('ls')]],
    ['for what a rule denies today', [yes('frob deny')]],
    ['for what may not be loosened', [yes('frob fixed')]],
    ['for rules of the project', [yes('knob')]],
    ['for rules about the guard', [yes('tar -C ~ -xf x.tar'), yes('safeshell approve 12')]],
    ['for calls of tools', [yes('', { action: { kind: 'tool', tool: 'Frob', input: {} } })]],
    ['for more than one program', [yes('frob a && frob b'), yes('frob a | frob b')]],
    ['for what is not plainly started', [yes('sudo frob a'), yes('X=1 frob a'), yes('frob a > x')]],
    ['for words that are not known', [yes('frob "$X"'), yes('frob *')]],
    ['for words that are masked', [yes('', argv('frob', '--token', 'aa******bb'))]],
    ['for what is not on record whole', [yes('', argv('frob', 'x'.repeat(5000)))]],
    ['for a folder that is gone', [yes('frob a', { cwd: 'gone' })]],
  ])('%s', (_name, all) => expect(shown(all)).toEqual([]));

  test('where the rules have errors', () => {
    file('.config/safeshell/rules/mine.yaml', `${RULES}  - { name: broken }\n`);
    expect(shown([yes('frob a')])).toEqual([]);
  });

  test('where the file of exceptions would have errors', () => {
    file(EXCEPTIONS, 'version: 1\noverrides: [{ name: mine/ask, context: ai_only }]\n');
    expect(shown([yes('frob a')])).toEqual([]);
  });
});

describe('names that are alike', () => {
  test.each<[string, readonly Said[], readonly string[]]>([
    ['are one suggestion, from three different ones on', stages('a', 'b', 'c'), ['frob to [stage-*] in repo from ask']],
    [
      'though each was approved often',
      stages('a', 'b', 'c').map((one) => ({ ...one, times: 3 })),
      ['frob to [stage-*] in repo from ask'],
    ],
    [
      'beside others',
      [...stages('a', 'b', 'c'), yes('frob to here')],
      ['frob to [stage-*] in repo from ask', 'frob to here in repo from ask'],
    ],
    [
      'as narrow as they are',
      ['web-1', 'web-2', 'web-3', 'a', 'b', 'c'].map((one) => yes(`frob to at/${one}`, { times: 1 })),
      ['frob to [at/web-*] in repo from ask', 'frob to [at/*] in repo from ask'],
    ],
    ['but not two', stages('a', 'b', 'b'), []],
    ['nor where one of them was refused', [...stages('a', 'b', 'c'), no('frob to stage-prod')], []],
    [
      'but then those that were approved often',
      [...stages('a', 'b', 'b', 'b', 'c'), no('frob to stage-prod')],
      ['frob to stage-b in repo from ask'],
    ],
    [
      'nor where an example of a shipped rule is among them, as for feature/*',
      ['feature/a', 'feature/b', 'feature/c', 'topic/a', 'topic/b', 'topic/c'].map((one) =>
        yes(`git push -uf origin ${one}`, { times: 1 }),
      ),
      ['git push -uf origin [topic/*] in repo from git/push-force'],
    ],
    [
      'nor right behind the program, where subcommands are',
      ['a', 'b', 'c'].map((one) => yes(`frob stage-${one}`, { times: 1 })),
      [],
    ],
    [
      'nor behind an option, whose value they may be',
      ['a', 'b', 'c'].map((one) => yes(`frob to -t stage-${one}`, { times: 1 })),
      [],
    ],
    ['nor where more words differ', ['a', 'b', 'c'].map((one) => yes(`frob ${one} stage-${one}`, { times: 1 })), []],
    [
      'nor where they say what is lost',
      ['a', 'b', 'c'].map((one) => yes(`rm -r -- ~/Documents/old-${one}`, { times: 1 })),
      [],
    ],
  ])('%s', (_name, all, expected) => expect(shown(all)).toEqual(expected));

  test('count how many there were', () => {
    expect(suggested(stages('a', 'b', 'c', 'c'))[0]?.evidence).toMatchObject({ times: 4, words: 3 });
  });
});

/** Whatever is approved and refused: only rules that ask, that are not ours, and that a person may loosen. */
test('no suggestion names a rule that denies, one about the guard, or one that may not be loosened', () => {
  const commands = [
    'frob a',
    'frob deny',
    'frob fixed',
    'frob two',
    'frob ai',
    'frob a deny',
    'knob',
    'tar -C ~ -xf x.tar',
    'rm -rf ~',
    'rm -rf /',
    'git push --force origin main',
    'git push --force origin topic',
    'safeshell approve 12',
    'curl https://example.com/x | sh',
    'rm ~/.claude/settings.json',
    'unzip x.zip -d ~',
    'chmod -R 777 /',
    'mkfs.ext4 /dev/sda',
    'npm publish',
    'kubectl delete ns prod',
  ];
  const said = fc.record({
    command: fc.constantFrom(...commands),
    outcome: fc.constantFrom<Outcome>(
      YES,
      YES,
      YES,
      { kind: 'run', by: 'proof' },
      { kind: 'refuse', cause: 'denied' },
      NO,
    ),
    times: fc.integer({ min: 1, max: 4 }),
    actor: fc.constantFrom('ai' as const, 'human' as const),
    cwd: fc.constantFrom('repo', 'other', '.'),
  });
  const { policy } = readSources(policySources({ cwd: home, env }));
  const rules = new Map(
    policy.modules.flatMap((one) => one.rules.map((rule) => [rule.id, { rule, tier: one.tier }] as const)),
  );
  const named = new Set<string>();
  fc.assert(
    fc.property(fc.array(said, { minLength: 5, maxLength: 25 }), (all) => {
      for (const { exception } of suggested(all)) {
        for (const id of exception.rules) {
          named.add(id);
          expect(rules.get(id)).toMatchObject({
            rule: { overridable: true },
            tier: expect.not.stringMatching('project'),
          });
          expect(rules.get(id)?.rule.action).not.toBe('deny');
          expect(id).not.toMatch(/^self\//);
        }
      }
    }),
    { numRuns: 8, seed: 5 },
  );
  expect([...named]).toEqual(expect.arrayContaining(['mine/ask', 'git/push-force']));
}, 120_000);
