import { describe, expect, test } from 'vitest';
import { readHandOver } from '../../../src/surfaces/shim/hand-over.ts';
import { replacedArgv } from '../../../src/surfaces/shim/replacement.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

describe('what the shim hands over', () => {
  test.each([
    ['', undefined],
    ['python3:/sys/x/root/usr/bin/python3.11', { name: 'python3', path: '/sys/x/root/usr/bin/python3.11' }],
    ['rm:/a:b/rm', { name: 'rm', path: '/a:b/rm' }],
    ['no path', undefined],
  ])('the program of a box: %j', (said, expected) => {
    const handOver = readHandOver({ SAFESHELL_STEP: 'replace', SAFESHELL_PROGRAM: said });
    expect(handOver.program).toEqual(expected);
    expect(handOver.env).not.toHaveProperty('SAFESHELL_PROGRAM');
  });

  test.each([
    [{ SAFESHELL_NODE_OPTIONS: '', SAFESHELL_NODE_CERTS: '', NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '' }, {}],
    [
      { SAFESHELL_NODE_OPTIONS: '=', SAFESHELL_NODE_CERTS: '=/a=b', NODE_OPTIONS: '' },
      { NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '/a=b' },
    ],
  ])('%j', (env, expected) => {
    const given = { ...env, A: '1', SAFESHELL_STEP: 'replace', SAFESHELL_SHIMS: '/s', SAFESHELL_BYPASS: '1' };
    expect(readHandOver(given)).toEqual({
      step: 'replace',
      shims: '/s',
      env: { ...expected, A: '1', SAFESHELL_BYPASS: '1' },
    });
  });
});

describe('what runs instead', () => {
  const POLICY = policyOf({
    p: `rules: [{ name: other, commands: [frob], action: redirect, redirect_to: "safe $ARGS" }]`,
  });
  test.each<[string[], string[] | undefined]>([
    [
      ['frob', 'a b', ''],
      ['safe', 'a b', ''],
    ],
    [
      ['env', 'A=1', 'frob', 'x'],
      ['env', 'A=1', 'safe', 'x'],
    ],
    [['frob', 'not \uFFFD text'], undefined],
    [['sh', '-c', 'frob x'], undefined],
  ])('%j', (argv, expected) => {
    const decision = judged(POLICY, requestOf(argv));
    expect(decision.verdict).toBe('redirect');
    expect(replacedArgv(decision, argv)).toEqual(expected);
  });
});
