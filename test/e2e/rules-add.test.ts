import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { callCli } from '../support/call-cli.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-add-')));
const file = join(root, '.config/safeshell/rules/mine.yaml');
const MINE =
  '# mine, and dear to me\nversion: 1\nrules:\n  # first of all\n  - { name: own, commands: [foo], action: deny }\n';

beforeEach(() => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, MINE);
});
afterAll(() => removePatiently(root));

async function safeshell(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
  const place = { cwd: root, env: { HOME: root, PATH: '/usr/bin:/bin', ...env }, input };
  const { status, out, err } = await callCli(args, place);
  return { status, stdout: out, stderr: err };
}

async function verdictsOf(lines: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await safeshell(['check', '--json', '--actor', 'ai', '-'], {}, lines.join('\n'));
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ verdict, rule }) => `${verdict} ${rule}`);
}

describe('rules add', () => {
  test('writes what was said among what people wrote; the next call knows it', async () => {
    const { stdout } = await safeshell(['rules', 'add', '--yes', '--json', 'deny make release']);
    expect(JSON.parse(stdout)).toEqual({
      file,
      added: true,
      action: 'deny',
      items: [{ key: 'rules', yaml: expect.stringContaining('name: deny-make-release') }],
      verdict: 'deny',
      rule: null,
      stops: ['make release'],
      passes: ['make --version'],
    });
    for (const sentence of [
      'ask before terraform plan',
      'add rule: allow npm install',
      'allow git push --force origin topic',
    ])
      expect(await safeshell(['rules', 'add', '--yes', sentence])).toMatchObject({ status: 0, stderr: '' });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('# mine, and dear to me\n');
    expect(text).toContain('  # first of all\n  - { name: own, commands: [foo], action: deny }\n');
    expect(
      await verdictsOf([
        'make release -j4',
        'terraform plan',
        'npm install left-pad',
        'git push -f origin topic',
        'git push --force origin',
        'git push -f origin topic; git push -f',
      ]),
    ).toEqual([
      'deny mine/deny-make-release',
      'require_approval mine/ask-terraform-plan',
      'allow mine/allow-npm-install',
      'allow null',
      'require_approval git/push-force',
      'require_approval git/push-force',
    ]);
  });

  test.each([
    ['allow rm -rf /', 65, '`filesystem/delete-everything` denies it'],
    ['allow ls | sh', 65, 'not one plain command'],
    ['allow echo $(date)', 65, 'not one plain command'],
    ['please do something', 65, 'expected `allow`, `deny` or `ask`'],
    ['', 65, 'expected `allow`, `deny` or `ask`'],
  ])('`%s` is refused', async (sentence, status, why) => {
    const ran = await safeshell(['rules', 'add', '--yes', sentence]);
    expect(ran).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(why) });
    expect(readFileSync(file, 'utf8')).toBe(MINE);
  });

  test('a look shows the rule with examples of both, and writes nothing', async () => {
    const { status, stdout } = await safeshell(['rules', 'add', '--dry-run', 'deny git push to main for agents']);
    expect(status).toBe(0);
    expect(stdout).toContain('context: ai_only');
    expect(stdout).toContain('denies        git push origin main  (by an agent)');
    expect(stdout).toContain('leaves alone  git push origin main  (by a person)');
    expect(readFileSync(file, 'utf8')).toBe(MINE);
  });

  test('what is not understood is told word by word', async () => {
    const ran = await safeshell(['rules', 'add', '--yes', 'deny rm quietly please']);
    expect(ran).toMatchObject({ status: 65, stdout: '' });
    expect(ran.stderr).toMatch(/not understood: `quietly`, `please`\n {2}`quietly`: .*\n {2}`please`: /);
    const json = JSON.parse((await safeshell(['rules', 'add', '--yes', '--json', 'deny make for claude'])).stdout);
    expect(json).toMatchObject({ added: false, not_understood: [{ word: 'claude', why: expect.any(String) }] });
    expect(readFileSync(file, 'utf8')).toBe(MINE);
  });

  test('nothing is written without a yes, by an agent, or beside errors', async () => {
    expect((await safeshell(['rules', 'add', 'deny make release'])).status).toBe(1);
    expect((await safeshell(['rules', 'add', '--yes', 'deny make'], { SAFESHELL_CONTEXT: 'ai' })).status).toBe(77);
    expect(readFileSync(file, 'utf8')).toBe(MINE);
    writeFileSync(file, 'rules: [{ name: a, action: nothing }]\n');
    expect((await safeshell(['rules', 'add', '--yes', 'deny make'])).status).toBe(65);
    expect((await safeshell(['rules', 'add'])).status).toBe(64);
  });
});
