import { expect, test } from 'vitest';
import { type FoundNames, namesMatching } from '../../../src/wrappers/find-names.ts';

test.each<[readonly string[], FoundNames]>([
  [['dist'], { suffix: 'dist', names: ['dist'] }],
  [['*.log', '*.catalog'], { suffix: 'log', names: ['*.log', '*.catalog'] }],
  [['*'], { suffix: '' }],
  [['a?'], { suffix: '' }],
  [['*.gc*'], { suffix: '', names: ['*.gc*'] }],
  [['*.g*'], { suffix: '' }],
  [['*.git*'], { suffix: '' }], // the repository, too
  [['*.git'], { suffix: '.git', names: ['*.git'] }],
  [['dist', '*'], { suffix: '' }],
  [[], { suffix: '' }],
  [[`${'x'.repeat(4000)}.log`], { suffix: `${'x'.repeat(4000)}.log`, names: [`${'x'.repeat(4000)}.log`] }],
  [[`${'x'.repeat(5000)}.log`], { suffix: '' }], // longer than any path
])('names that match %j', (patterns, found) => expect(namesMatching('-name', patterns)).toEqual(found));
