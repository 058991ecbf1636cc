import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { callCli } from '../support/call-cli.ts';
import { CHECKOUT } from '../support/installed.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-switch-')));
const project = join(root, 'project');
const rules = join(root, '.config/safeshell/rules');
const mine = join(rules, 'mine.yaml');
const MINE = '# mine\nversion: 1\nrules:\n  # first\n  - { name: own,   commands: [foo], action: deny }\n';

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

beforeEach(() => {
  for (const folder of [rules, project]) rmSync(folder, { recursive: true, force: true });
  put(mine, MINE);
  mkdirSync(project, { recursive: true });
});
afterAll(() => removePatiently(root));

async function safeshell(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, out, err } = await callCli(args, {
    cwd: project,
    env: { HOME: root, PATH: '/usr/bin:/bin', ...env },
  });
  return { status, stdout: out, stderr: err };
}

async function verdictOf(line: string): Promise<string> {
  return JSON.parse((await safeshell(['check', '--json', '--actor', 'ai', line])).stdout).verdict;
}

describe('rules show', () => {
  test('a rule as a person reads it', async () => {
    const { status, stdout, stderr } = await safeshell(['rules', 'show', 'reset-hard']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const line = readFileSync(join(CHECKOUT, 'rules/git.yaml'), 'utf8').split('\n').indexOf('  - name: reset-hard') + 1;
    expect(stdout).toContain('git/reset-hard  require_approval, severity high\n');
    expect(stdout).toContain(`  ${CHECKOUT}/rules/git.yaml:${line} (comes with safeshell)\n`);
    for (const head of ['When', 'Says', 'Stops', 'Lets pass', 'To switch it off'])
      expect(stdout).toContain(`\n${head}\n  `);
    expect(stdout).toContain('  safeshell rules disable git/reset-hard\n');
  });

  test('with overrides of every tier, where they stand, and what they change', async () => {
    put(join(rules, 'team.yaml'), 'overrides:\n  - name: git/reset-hard\n    unless: [{ git_branch_in: [wip] }]\n');
    put(
      join(project, '.safeshell/rules.yaml'),
      'overrides:\n  - { name: git/reset-hard, action: deny }\n  - { name: git/reset-hard, disabled: true }\n',
    );
    const { stdout } = await safeshell(['rules', 'show', 'git/reset-hard']);
    expect(stdout).toContain('git/reset-hard  deny');
    expect(stdout).toContain('  unless the git branch is `wip`\n');
    expect(stdout).toContain(
      [
        'Changed by',
        `  ${rules}/team.yaml:2, yours: one more exception`,
        `  ${project}/.safeshell/rules.yaml:2, the project's: its action is deny`,
        `  ${project}/.safeshell/rules.yaml:3, the project's: switched off (without effect: safeshell trust)`,
      ].join('\n'),
    );
  });

  test('--yaml is the text of its file; --json has both', async () => {
    expect((await safeshell(['rules', 'show', '--yaml', 'mine/own'])).stdout).toBe(
      `# ${mine}:5\n{ name: own,   commands: [foo], action: deny }\n`,
    );
    const { stdout } = await safeshell(['rules', 'show', '--yaml', 'git/reset-hard']);
    expect(readFileSync(join(CHECKOUT, 'rules/git.yaml'), 'utf8').replace(/^ {4}/gm, '')).toContain(
      stdout.split('\n').slice(2).join('\n').trimEnd(),
    );
    const [one] = JSON.parse((await safeshell(['rules', 'show', '--json', 'own'])).stdout);
    expect(one).toMatchObject({
      rule: 'mine/own',
      file: mine,
      line: 5,
      tier: 'user',
      pack: null,
      on: true,
      off: null,
      action: 'deny',
    });
  });

  test.each([
    ['git/rest-hard', 'safeshell: no rule is called `git/rest-hard`, did you mean `git/reset-hard`?\n'],
    ['reset-herd', 'safeshell: no rule is called `reset-herd`, did you mean `reset-hard`?\n'],
    ['gti/*', 'safeshell: no rule is called `gti/*`, did you mean `git/*`?\n'],
    ['something-else-entirely', 'safeshell: no rule is called `something-else-entirely`\n'],
  ])('%s is nobody', async (name, stderr) => {
    expect(await safeshell(['rules', 'show', name])).toEqual({ status: 64, stdout: '', stderr });
  });
});

describe('rules disable and enable', () => {
  test('write an override and take it away; what people wrote stays, to the letter', async () => {
    chmodSync(mine, 0o640);
    expect(await verdictOf('git reset --hard')).toBe('require_approval');
    const { status, stdout, stderr } = await safeshell(['rules', 'disable', '--yes', 'git/reset-hard']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('+  - { name: git/reset-hard, disabled: true }\n');
    expect(stdout).toContain('  git reset --hard: require_approval becomes allow\n');
    expect(readFileSync(mine, 'utf8')).toBe(`${MINE}overrides:\n  - { name: git/reset-hard, disabled: true }\n`);
    expect(statSync(mine).mode & 0o777).toBe(0o640);
    expect(await verdictOf('git reset --hard')).toBe('allow');
    expect(await safeshell(['rules', 'disable', '--yes', 'git/reset-hard'])).toEqual({
      status: 0,
      stdout: 'git/reset-hard is already off.\n',
      stderr: '',
    });
    expect((await safeshell(['rules', 'enable', '--yes', 'reset-hard'])).status).toBe(0);
    expect(readFileSync(mine, 'utf8')).toBe(MINE);
    expect(await verdictOf('git reset --hard')).toBe('require_approval');
  });

  test('a whole pack, in a file that is not there yet', async () => {
    rmSync(mine);
    expect((await safeshell(['rules', 'disable', '--yes', 'disk/*'])).status).toBe(0);
    expect(await verdictOf('mkfs.ext4 /dev/sda1')).toBe('allow');
    expect((await safeshell(['rules', 'enable', '--yes', 'disk/*'])).status).toBe(0);
    expect(await verdictOf('mkfs.ext4 /dev/sda1')).not.toBe('allow');
  });

  test('a rule that its own file has switched off is switched on by an override', async () => {
    put(mine, MINE.replace('action: deny', 'action: deny, enabled: false'));
    expect(await verdictOf('foo')).toBe('allow');
    expect((await safeshell(['rules', 'enable', '--yes', 'own'])).status).toBe(0);
    expect(readFileSync(mine, 'utf8')).toContain('{ name: mine/own, disabled: false }');
    expect(await verdictOf('foo')).toBe('deny');
    expect((await safeshell(['rules', 'disable', '--yes', 'own'])).status).toBe(0);
    expect(readFileSync(mine, 'utf8')).not.toContain('overrides');
    expect(await verdictOf('foo')).toBe('allow');
  });

  test('without an answer, and with --json alone, nothing is written', async () => {
    expect(await safeshell(['rules', 'disable', 'git/reset-hard'])).toMatchObject({
      status: 1,
      stderr: 'safeshell: nothing was changed\n',
    });
    const { status, stdout } = await safeshell(['rules', 'disable', '--json', 'git/reset-hard']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      rules: ['git/reset-hard'],
      files: [mine],
      kept: [],
      on: false,
      written: false,
      answers: expect.arrayContaining([
        {
          command: 'git reset --hard',
          before: { verdict: 'require_approval', rule: 'git/reset-hard' },
          after: { verdict: 'allow', rule: null },
        },
      ]),
    });
    expect(readFileSync(mine, 'utf8')).toBe(MINE);
  });

  const PROJECT =
    'rules: [{ name: local, commands: [bar], action: deny }]\noverrides: [{ name: mine/own, disabled: false }]\n';
  test.each([
    ['disable', 'self/renamed-program', 77, 'self/renamed-program stays on: it protects the guard itself'],
    ['disable', 'rules/local', 77, "rules/local stays on: it is the project's own: "],
    ['disable', 'mine/own', 77, "rules.yaml:2, the project's, has the last word"],
    ['enable', 'trash/delete', 77, 'trash/delete stays off: its pack is off: safeshell packs enable trash'],
  ])('%s %s is refused with a word', async (way, name, status, stderr) => {
    put(join(project, '.safeshell/rules.yaml'), PROJECT);
    const said = await safeshell(['rules', way, '--yes', name]);
    expect(said).toMatchObject({ status, stdout: '' });
    expect(said.stderr).toContain(stderr);
    expect(readFileSync(mine, 'utf8')).toBe(MINE);
  });

  test('a file with errors stays as it is, and they are told', async () => {
    put(mine, 'rules: [{ nam: x }]\n');
    const { status, stderr } = await safeshell(['rules', 'disable', '--yes', 'git/reset-hard']);
    expect(status).toBe(65);
    expect(stderr).toContain('unknown key `nam`');
    expect(readFileSync(mine, 'utf8')).toBe('rules: [{ nam: x }]\n');
  });

  test.each(['disable', 'enable'])('an agent may not %s', async (way) => {
    const said = await safeshell(['rules', way, '--yes', 'git/reset-hard'], { CLAUDECODE: '1' });
    expect(said).toMatchObject({ status: 77, stdout: '' });
    expect((await safeshell(['rules', 'show', 'git/reset-hard'], { CLAUDECODE: '1' })).status).toBe(0);
    expect(existsSync(mine) && readFileSync(mine, 'utf8')).toBe(MINE);
  });
});
