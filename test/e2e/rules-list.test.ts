import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateReport } from '../../src/refresh/gate-report.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
beforeAll(() => {
  home = installedHome();
});
afterAll(() => home.remove());

function list(...programs: string[]): readonly GateReport[] {
  const { status, stdout } = home.safeshell(['rules', 'list', '--json', ...programs]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as readonly GateReport[];
}

const RULE = (condition: string) => `version: 1
rules:
  - { name: no-frob, commands: [frob], conditions: [${condition}], action: deny, message: No. }
`;

describe('safeshell rules list', () => {
  test('says how much of each program its shim answers', () => {
    const [git, rm, ...others] = list('rm', 'git');
    expect(others).toEqual([]);
    expect(git).toMatchObject({ command: 'git', gate: 'subcommands' });
    expect(git?.rules).toContain('git/push-force');
    expect(git?.subcommands?.passable).toBeGreaterThan(100);
    expect(git?.forced).toContainEqual({ by: 'git/checkout-discard', subcommands: ['checkout'] });
    expect(rm).toMatchObject({ command: 'rm', gate: 'words', forced: [] });
  });

  test('names the rule that sends every call to Node, and what would help', () => {
    home.file('.config/safeshell/rules/mine.yaml', RULE('git_branch_matches: ^main$'));
    expect(list('frob')).toEqual([
      { command: 'frob', rules: ['mine/no-frob'], gate: 'never', forced: [{ by: 'mine/no-frob' }] },
    ]);
    const { stdout } = home.safeshell(['rules', 'list', 'frob']);
    expect(stdout).toBe(
      'frob: 1 rule, every call starts Node\n' +
        '  mine/no-frob can match whatever the arguments are: add a subcommand or a flag to it\n',
    );
    home.file('.config/safeshell/rules/mine.yaml', RULE('args: { any_flag: -x }, git_branch_matches: ^main$'));
    expect(list('frob')).toMatchObject([{ gate: 'words', forced: [] }]);
  });

  test('a rule that remembers sends everything to Node', () => {
    home.file('.config/safeshell/rules/mine.yaml', RULE('first_use: operation'));
    const all = list(); // plans nothing
    expect(all.map(({ command }) => command)).toEqual([...new Set(all.map(({ command }) => command))].sort());
    expect(new Set(all.map(({ gate }) => gate))).toEqual(new Set(['never']));
    expect(all[0]?.forced).toEqual([{ by: 'mine/no-frob' }]);
  });

  test('knows no program that no rule names', () => {
    const { status, stderr } = home.safeshell(['rules', 'list', 'nobody']);
    expect([status, stderr]).toEqual([64, expect.stringContaining('`nobody`')]);
  });
});
