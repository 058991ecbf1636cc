import '../../support/seed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STARTERS } from '../../../src/runners/starters.ts';
import { plainStart } from '../../../src/shell/plain-start.ts';
import { followArgv } from '../../../src/shell/walk/follow.ts';
import { runs } from '../../support/runs.ts';
import { factsFor } from './analysis.ts';

const CONTEXT = { cwd: '/repo/app', env: { HOME: '/home/u', PATH: '/usr/bin:/bin' }, facts: factsFor() };
const plain = (argv: readonly string[]) => plainStart(argv, CONTEXT.cwd, STARTERS);

describe('a start that is not followed', () => {
  it.each([
    ['git'],
    ['rm', '-rf', '/'],
    ['cp', '/bin/rm', 'x'],
    ['constructor', 'x'],
    ['git', 'status'],
    ['npm'],
    ['git', 'constructor'],
  ])('%s %s', (...argv) => expect(plain(argv)).toEqual(followArgv(argv, CONTEXT)));

  it.each([
    [],
    [''],
    ['git', 'commit', '-m', 'x'], // hooks of the repository
    ['git', 'push', '-u', 'origin', 'x'],
    ['npm', 'install', 'x'], // scripts of package.json
    ['/bin/rm', 'x'],
    ['sudo', 'rm'],
    ['git', '-c', 'alias.x=!rm', 'x'],
    ['git', 'bisect', 'run', 'rm'],
    ['git', 'push', 'origin', '--rec=rm x'],
    ['git', 'pull', 'ext::rm x'],
    ['npm', 'exec', 'rm'],
    ['npm', '--prefix', 'a', 'exec', 'rm'],
    ['npx', 'rimraf', 'x'],
    ['rm', 'x'.repeat(20_000)],
  ])('is none: %s %s', (...argv) => expect(plain(argv)).toBeUndefined());

  it('is what following it finds, whatever it is', () => {
    const program = fc.constantFrom(
      'git',
      'git',
      'npm',
      'rm',
      'cp',
      'echo',
      'eval',
      'cd',
      'export',
      'trap',
      ...Object.keys(STARTERS),
    );
    const word = fc.oneof(
      fc.constantFrom(
        'push',
        'pull',
        'remote',
        'install',
        'exec',
        'run',
        'rebase',
        '-x',
        '-u',
        '--',
        '--rec=rm x',
        '--upl',
        'ext::rm x',
        '--exec=rm x',
        '-c',
        'a=b',
        'sh',
        '-m',
        '/bin/ls',
        '$(rm)',
        '*',
        '!rm',
        '',
      ),
      fc.string({ unit: 'grapheme' }),
    );
    const argv = fc.tuple(program, fc.array(word, { maxLength: 6 })).map(([first, rest]) => [first, ...rest]);
    fc.assert(
      fc.property(argv, (words) => {
        const known = plain(words);
        if (known !== undefined) expect(known).toEqual(followArgv(words, CONTEXT));
      }),
      { numRuns: runs(6000) },
    );
  });
});
