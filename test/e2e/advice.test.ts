import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, auditLine } from '../../src/store/audit.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { sampleEntry } from '../support/audit-records.ts';
import { callCli } from '../support/call-cli.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-advice-')));
const mine = join(home, '.config/safeshell/rules/mine.yaml');
const exceptions = join(home, '.config/safeshell/rules/exceptions.yaml');
const project = join(home, 'project');
const RULES = `version: 1
rules:
  - { name: ask-frob, commands: [frob], action: require_approval }
  - { name: no-knob, commands: [knob], action: deny }
  - { name: fixed, commands: [fixed], action: require_approval, overridable: false }
  - { name: never, commands: [never], action: require_approval }
`;

beforeEach(() => {
  for (const folder of ['.config/safeshell/rules', '.local/state/safeshell/audit', 'project/below'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.config/safeshell/rules/team.yaml'), RULES);
  writeFileSync(mine, 'version: 1\n# dear to me\n');
});
afterAll(() => removePatiently(home));

async function safeshell(args: readonly string[]) {
  const { status, out, err } = await callCli(args, { cwd: project, env: { HOME: home, PATH: '/usr/bin:/bin' } });
  return { status, stdout: out, stderr: err };
}

interface Said extends Partial<AuditEntry> {
  readonly times: number;
}

/** What is on record, today. */
function record(all: readonly Said[]): void {
  const lines = all.flatMap(({ times, ...given }) => {
    const one = { rules: [], epochMs: Date.now(), cwd: project, actor: 'human' as const, ...given };
    return Array.from({ length: times }, () => `${auditLine(sampleEntry(one)).text}\n`);
  });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(home, `.local/state/safeshell/audit/${day}.jsonl`), lines.join(''));
}

interface Told {
  readonly rule: string;
  readonly why: string;
  readonly times: number;
  readonly text: string;
  readonly yaml?: string;
}

async function advice(): Promise<readonly Told[]> {
  const { stdout, stderr } = await safeshell(['log', 'stats', '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout).advice;
}

/** `verdict` of each, as it is with the advice followed. */
async function verdictsWith(
  yaml: string | undefined,
  asked: readonly (readonly [actor: string, cwd: string, line: string])[],
) {
  writeFileSync(mine, `version: 1\n# dear to me\n${yaml}`);
  expect(await safeshell(['lint'])).toMatchObject({ status: 0 });
  const verdicts: string[] = [];
  for (const [actor, cwd, line] of asked) {
    const words = ['check', '--json', '--actor', actor, '--cwd', join(project, cwd), '--', line];
    verdicts.push(JSON.parse((await safeshell(words)).stdout).verdict);
  }
  return verdicts;
}

const YES = { kind: 'run', by: 'once' } as const;
const frob = (words: string, times: number, more: Partial<AuditEntry> = {}): Said => ({
  times,
  rule: 'team/ask-frob',
  outcome: YES,
  action: { kind: 'argv', argv: ['frob', ...words.split(' ')] },
  ...more,
});

describe('advice about noisy rules', () => {
  test('excepts exactly what came again and again', async () => {
    record([frob('hard now', 4), frob('soft', 3, { action: { kind: 'line', line: "frob 'soft'" } }), frob('rare', 1)]);
    const [one, ...more] = await advice();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ rule: 'team/ask-frob', why: 'always-yes', times: 8, file: exceptions });
    expect(
      await verdictsWith(one?.yaml, [
        ['ai', '.', 'frob hard now'],
        ['human', 'below', 'frob hard now'],
        ['ai', '.', 'frob soft'],
        ['ai', '.', 'frob rare'],
        ['ai', '.', 'frob hard now more'],
        ['ai', '.', 'sudo frob hard now'],
        ['ai', '..', 'frob hard now'],
      ]),
    ).toEqual(['allow', 'allow', 'allow', ...Array(4).fill('require_approval')]);
  });

  test('excepts it from every rule that asks', async () => {
    const push = { argv: ['git', 'push', '--force', 'origin', 'main'], kind: 'argv' } as const;
    record([{ times: 5, rule: 'git/push-force', outcome: YES, actor: 'ai', action: push }]);
    const [one] = await advice();
    expect(one?.yaml?.match(/(?<="name":")[^"]*/g)).toEqual(['git/push-force', 'git/push-main']);
    expect(
      await verdictsWith(one?.yaml, [
        ['ai', '.', 'git push --force origin main'],
        ['human', '.', 'git push --force origin main'],
        ['ai', '.', 'git push --force origin topic'],
      ]),
    ).toEqual(['allow', 'allow', 'require_approval']);
  });

  test('has a rule hold for agents alone where it asked people about ever other things, or was bypassed', async () => {
    record([
      ...['a', 'b', 'c', 'd', 'e'].map((word) => frob(word, 1)),
      { times: 3, rule: 'team/no-knob', outcome: { kind: 'run', by: 'bypass' } },
      { times: 4, rule: 'team/no-knob', outcome: { kind: 'refuse', cause: 'denied' } },
      { times: 40, rule: 'team/no-knob', actor: 'ai', outcome: { kind: 'refuse', cause: 'denied' } },
    ]);
    const told = await advice();
    expect(told.map(({ rule, why }) => `${rule} ${why}`)).toEqual([
      'team/ask-frob always-yes',
      'team/no-knob bypassed',
    ]);
    for (const [{ yaml } = {}, line, before] of [
      [told[0], 'frob x', 'require_approval'],
      [told[1], 'knob x', 'deny'],
    ] as const)
      expect(
        await verdictsWith(yaml, [
          ['human', '.', line],
          ['ai', '.', line],
        ]),
      ).toEqual(['allow', before]);
  });

  test('is no more than a hint where nothing narrow would do', async () => {
    const ai = { actor: 'ai' } as const;
    record(['a', 'b', 'c', 'd', 'e'].map((word) => frob(word, 1, ai)));
    expect(await advice()).toMatchObject([{ text: expect.stringContaining('safeshell log --rule team/ask-frob') }]);
    record([frob('--token aa****************bb', 6)]);
    expect((await advice())[0]?.yaml).toBeUndefined();
    record([frob('x', 6, { rule: 'team/fixed' })]);
    expect((await advice())[0]?.yaml).toBeUndefined();
  });

  test('is none about rules that did not match, are gone, heard a no, or asked seldom', async () => {
    record([
      frob('x', 4),
      frob('x', 9, { rule: 'gone/ask' }),
      { ...frob('y', 9, { rule: 'team/no-knob' }) },
      { times: 1, rule: 'team/no-knob', outcome: { kind: 'refuse', cause: 'said-no' } },
    ]);
    expect(await advice()).toEqual([]);
  });

  test('stands in the report and below the numbers, as it is to be written', async () => {
    record([frob('hard now', 5)]);
    const { stdout } = await safeshell(['log', 'stats']);
    expect(stdout).toContain('team/ask-frob asked 5 times and always heard yes.');
    expect(stdout).toContain('  overrides:\n    - {"name":"team/ask-frob","unless":');
    expect(stdout).toContain('`safeshell suggest` writes it.');
    await safeshell(['report', '--output', 'page.html']);
    expect(readFileSync(join(project, 'page.html'), 'utf8')).toContain(
      'overrides:\n  - {&quot;name&quot;:&quot;team/ask-frob&quot;,',
    );
  });
});
