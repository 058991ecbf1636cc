import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../../src/facts/local-time.ts';
import { refusesSyntax } from '../../../src/facts/shell-syntax.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Facts } from '../../../src/model/facts.ts';
import type { ShellName } from '../../../src/model/request.ts';
import { settle } from '../../../src/settle/settle.ts';
import { refusalLine } from '../../../src/text/refusal.ts';
import { policyOf } from '../../support/judged.ts';

const SHELLS = ['bash', 'dash', 'zsh'] as const;
const INSTALLED = SHELLS.filter((name) => ['/bin', '/usr/bin'].some((folder) => existsSync(`${folder}/${name}`)));

/** Which of bash, dash, zsh refuse it: b, d, z. Said by the shells themselves. */
const LINES: readonly (readonly [line: string, refusedBy: string])[] = [
  ['echo "abc', 'bdz'],
  ["echo 'abc", 'bdz'],
  ['echo $(ls', 'bdz'],
  ['a )', 'bdz'],
  ['if true; then echo', 'bdz'],
  ['a && && b', 'bdz'],
  ['fi', 'bdz'],
  ['ls\necho )', 'bdz'],
  ['a & & b', 'bdz'],
  ['case x in a) b', 'bdz'],
  ['print(1)', 'bd'],
  ['echo a (b)', 'bd'],
  ['while true; do done', 'bd'],
  ['[[ a == b', 'bz'],
  ['ls', ''],
  ['a &\\\n& b', 'z'],
  ["bash -c 'print(1)'", ''],
  ["cat <<'E'\n)\nE", ''],
  ['f() { a; }; [[ x =~ (a|b) ]] || echo "$(( (1 + 2) * 3 ))"', 'd'],
];

/** However busy the machine is. */
const PATIENCE_MS = 60_000;
const asks = (line: string, shell?: ShellName, env = {}) => refusesSyntax(line, shell, env, PATIENCE_MS);

describe.each(INSTALLED)('%s', (shell) => {
  test.each(LINES)('%s', (line, refusedBy) => {
    const expected = refusedBy.includes(shell[0] as string) ? 'yes' : 'no';
    // dash takes `[[` for the name of a program
    if (shell === 'dash' && line.includes('[[ x =~')) return;
    expect(asks(line, shell)).toBe(expected);
  });
});

test('what no shell can be asked about is not known', () => {
  expect(asks('print(1)', 'unknown')).toBe('unknown');
  expect(asks('a )', 'fish')).toBe('unknown');
  expect(asks('shopt -s extglob\nrm !(a) )')).toBe('unknown');
  expect(asks('-c )')).toBe('unknown');
  expect(asks(`${'a'.repeat(70_000)} )`)).toBe('unknown');
});

test.runIf(INSTALLED.includes('zsh'))('where bash may be zsh, both refuse', () => {
  expect(asks('print(1)', 'bash', { SHELL: '/bin/zsh' })).toBe('no');
  expect(asks('print(1)', 'bash', { SHELL: '/bin/bash' })).toBe('yes');
  expect(asks('a )', 'bash', { SHELL: '/bin/zsh' })).toBe('yes');
});

test('nothing of the line runs', () => {
  expect(asks('touch /tmp/safeshell-syntax-ran; exit 1')).toBe('no');
  expect(asks('touch /tmp/safeshell-syntax-ran\n)')).toBe('yes');
  expect(existsSync('/tmp/safeshell-syntax-ran')).toBe(false);
});

const POLICY = policyOf({ p: 'rules: [{ name: no, commands: [frob], action: deny }]' });
const REQUEST = { cwd: '/repo/app', env: {}, actor: 'ai', at: localTime('2025-01-06T10:00:00') } as const;

function decisionFor(line: string, answer: Required<Facts>['refusesSyntax']) {
  const facts: Facts = { ...whatIfFacts({ ...REQUEST, git: null, files: [] }), refusesSyntax: answer };
  return guard({ ...REQUEST, action: { kind: 'line', line } }, { policy: POLICY, facts });
}

describe('a decision', () => {
  const refused = () => 'yes' as const;
  test('denies what the shell refuses, with the place', () => {
    const { verdict, decider, unsure } = decisionFor('ls\nif a; then\n  b )', refused);
    expect({ verdict, decider, unsure }).toEqual({
      verdict: 'deny',
      decider: undefined,
      unsure: [
        {
          code: 'refused-syntax',
          detail: "The shell refuses the syntax at 3:5, at `)`: unexpected token ')'",
          span: { start: 18, end: 19 },
        },
      ],
    });
  });
  test.each([['no'], ['unknown']] as const)('asks where the shell says %s', (answer) => {
    const { verdict, unsure } = decisionFor('b )', () => answer);
    expect({ verdict, code: unsure[0]?.code }).toEqual({ verdict: 'require_approval', code: 'syntax-error' });
  });
  test('asks no shell about a line that is understood', () => {
    const never = () => {
      throw new Error('asked');
    };
    expect(decisionFor('ls; a &\\\n& b', never).verdict).toBe('allow');
  });
  test('keeps the rule that denies what the line holds before the error', () => {
    expect(decisionFor('frob deny\n)', refused).decider?.rule.name).toBe('no');
  });
  test('has a cause of its own, and says that the line is to be fixed', async () => {
    const decision = decisionFor('b )', refused);
    const never = () => {
      throw new Error('asked');
    };
    const outcome = await settle({
      request: { ...REQUEST, action: { kind: 'line', line: 'b )' } },
      decision,
      approvals: { take: never, add: never },
      writeException: never,
      explain: never,
      warn: never,
    });
    expect(outcome).toEqual({ kind: 'refuse', cause: 'syntax' });
    expect(refusalLine({ kind: 'refuse', cause: 'syntax' }, decision)).toContain('Fix the line and run it again');
  });
});
