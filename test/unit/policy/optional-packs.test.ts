import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Actor } from '../../../src/model/request.ts';
import { readRules } from '../../../src/policy/read-rules.ts';
import { shipped } from '../../support/shipped.ts';

const OPTIONAL = join(import.meta.dirname, '../../../rules/optional');
const packs = readdirSync(OPTIONAL).filter((name) => name.endsWith('.yaml'));
const read = (name: string) => readRules([{ file: join(OPTIONAL, name), tier: 'pack' }]);

test.each(packs)('%s has no errors, and its examples come out right', (name) => {
  expect(read(name).problems.filter(({ level }) => level === 'error')).toEqual([]);
});

describe('with the pack trash', () => {
  const modules = [...read('trash.yaml').policy.modules, ...shipped().policy.modules];
  const decide = (line: string, actor: Actor = 'ai') => {
    const env = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
    const cwd = '/home/dev/project';
    const at = localTime('2025-01-06T10:00:00');
    const files = ['/home/dev/project/a.log'];
    const facts = whatIfFacts({ env, cwd, at, git: { branch: 'main', root: cwd }, files });
    return guard({ action: { kind: 'line', line }, cwd, env, actor, at }, { policy: { modules }, facts });
  };

  test.each([
    ['rm notes.txt', ['notes.txt']],
    ['rm -rf src/old docs', ['-rf', 'src/old', 'docs']],
    ['/bin/rm -- -x', ['--', '-x']],
    ['git add . && rm old.ts', ['old.ts']],
    ['sh -c "rm -f a b"', ['-f', 'a', 'b']],
    ['rm node_modules/x notes.txt', ['node_modules/x', 'notes.txt']],
  ])('%s', (line, words) => {
    const { verdict, replacement } = decide(line);
    expect([verdict, replacement?.argv]).toEqual(['redirect', ['safeshell', 'trash', 'put', '--as-rm', ...words]]);
  });

  test.each([
    ['rm -rf /', 'deny'],
    ['rm -rf ~', 'deny'],
    ['rm -rf .', 'require_approval'],
    ['rm -rf .git', 'require_approval'],
    ['rm -rf ../other', 'require_approval'],
    ['rm -rf node_modules', 'allow'],
    ['rm -f /tmp/x', 'allow'],
    ['rm *.log', 'allow'],
    ['safeshell trash put --as-rm notes.txt', 'allow'],
  ])('%s is as without it: %s', (line, verdict) => expect(decide(line).verdict).toBe(verdict));

  test('people delete as ever', () => expect(decide('rm notes.txt', 'human').verdict).toBe('allow'));
});
