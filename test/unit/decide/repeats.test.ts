import { describe, expect, test } from 'vitest';
import { repeats } from '../../../src/decide/repeats.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { strictness } from '../../../src/model/verdict.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';
import { judgeIn } from '../../support/judge.ts';
import { shipped } from '../../support/shipped.ts';

const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const facts = whatIfFacts({ env: ENV, cwd: '/repo', at: localTime('2025-01-06T10:00:00'), git: null, files: [] });

test.each([
  ['rm x; rm x; rm x; rm x', [2, 3]],
  ['rm x; rm x; rm y; rm x', []],
  ['cd a; cd a; cd a', []],
  ['rm x > f; rm x > f; rm x > f', []],
  ['cat | cat | cat', []],
  ['A=b rm x; A=b rm x; A=b rm x', []],
  ['rm $X; rm $X; rm $X', []],
  ['rm x; rm "x"; rm x', []],
  ['rm y; rm x; rm x; rm x; rm y', [3]],
  ['rm x; rm x; rm x | cat', []],
  ['rm x; rm x; rm x; rm x | cat', [2]],
  ['rm x; rm x; rm $X', []],
  ['$X; $X; $X', []],
  ['env rm x; env rm x; env rm x', []],
  ['cat <a; cat <a; cat <a', []],
  ['echo a | cat; cat; cat; cat', [4]],
])('%s', (line, expected) => {
  const analysis = analyzeLine(line, { cwd: '/repo', env: ENV, facts });
  const isAgain = repeats(analysis);
  expect([...analysis.invocations.keys()].filter(isAgain)).toEqual(expected);
});

describe('what is repeated decides as it did the time before', () => {
  const { policy } = shipped();
  test.each(['rm -rf /', 'git push -f', 'ln -s / b', 'git status', 'rm -rf b/x', 'ls', 'chmod 777 x'])(
    '%s',
    (start) => {
      const judged = (times: number) => judgeIn(policy, Array.from({ length: times }, () => start).join('; '));
      const [two, five] = [judged(2), judged(5)];
      expect(strictness(five.verdict)).toBe(strictness(two.verdict));
      const matched = ({ trace }: typeof two, at: number) =>
        trace.filter(({ end, invocation }) => end === 'matched' && invocation === at).map(({ rule }) => rule.id);
      for (const at of [2, 3, 4]) expect(matched(five, at)).toEqual(matched(two, 1));
    },
  );
});
