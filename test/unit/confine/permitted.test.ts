import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isFor, permittedIn } from '../../../src/confine/permitted.ts';
import { type WhatIfWorld, whatIfFacts } from '../../../src/facts/what-if.ts';
import { joinPermits } from '../../../src/model/permits.ts';
import { parseSettings } from '../../../src/rules/settings.ts';
import { ONCE_MS, openOncePermits } from '../../../src/store/once-permits.ts';

const HOME = '/home/dev';
const AT = { hour: 12, minute: 0, day: 'mon' } as unknown as WhatIfWorld['at'];
const facts = (cwd: string, links = {}) =>
  whatIfFacts({ env: { HOME }, cwd, git: null, files: [`${HOME}/app/x`, `${HOME}/lib/x`], at: AT, links });

describe('what settings permit', () => {
  const permits = {
    write: ['~/all'],
    projects: { '~/app': ['~/.app'], '/home/dev/lib': ['/srv/lib'], '/link': ['/srv/l'] },
  };
  test.each([
    [`${HOME}/app`, ['~/all', '~/.app']],
    [`${HOME}/app/src`, ['~/all', '~/.app']],
    [`${HOME}/application`, ['~/all']],
    [`${HOME}/lib`, ['~/all', '/srv/lib', '/srv/l']],
    [HOME, ['~/all']],
  ])('in %s', (cwd, expected) => {
    const here = facts(cwd, { '/link': `${HOME}/lib` });
    expect(permittedIn(cwd, permits, { facts: here, env: { HOME } })).toEqual(expected);
  });

  test.each([
    ['confine: { write: [~/x], projects: { ~/app: [~/y], /srv: [./z] } }', 0],
    ['confine: { projects: { app: [~/y] } }', 1],
    ['confine: { projects: { ~: [~/y] } }', 1],
    ['confine: { projects: { ~/../x: [~/y] } }', 1],
    ['confine: { projects: { ~/app: [y] } }', 1],
    ['confine: { projects: { ~/app: ~/y } }', 1],
    ['confine: { projects: [~/app] }', 1],
  ])('%s', (text, problems) => {
    const read = parseSettings(text, 'config.yaml');
    expect(read.problems).toHaveLength(problems);
    expect(Object.keys(read.settings.confine.projects)).toHaveLength(problems === 0 ? 2 : 0);
  });

  test('of two files, both', () => {
    const one = { write: ['/a'], projects: { '~/p': ['/x'] } };
    const two = { write: ['/a', '/b'], projects: { '~/p': ['/y'], '~/q': ['/z'] } };
    expect(joinPermits([one, two])).toEqual({ write: ['/a', '/b'], projects: { '~/p': ['/x', '/y'], '~/q': ['/z'] } });
  });
});

describe('a permit for one start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'temporary-permits-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const permit = (project: string, untilMs = 1000) => ({ project, paths: ['/x'], untilMs });

  test('is for its project, and below', () => {
    expect(isFor(`${HOME}/app/src`, permit(`${HOME}/app`), facts(HOME))).toBe(true);
    expect(isFor(`${HOME}/lib`, permit(`${HOME}/app`), facts(HOME))).toBe(false);
  });

  test('is used up by whoever takes it first', () => {
    const now = () => 10;
    const permits = openOncePermits(folder, now);
    permits.leave(permit('/a'));
    permits.leave(permit('/b'));
    const isOfA = ({ project }: { readonly project: string }) => project === '/a';
    expect(permits.all()).toHaveLength(2);
    expect(permits.take(isOfA)).toEqual([permit('/a')]);
    expect(openOncePermits(folder, now).take(isOfA)).toEqual([]);
    expect(permits.all()).toEqual([permit('/b')]);
  });

  test('ends', () => {
    expect(openOncePermits(folder, () => 1001).all()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['no JSON', '{'],
    ['of another version', '{"version":9,"project":"/a","paths":["/x"],"untilMs":1000}'],
    ['without an end', '{"version":1,"project":"/a","paths":["/x"],"untilMs":"never"}'],
    ['for longer than any', `{"version":1,"project":"/a","paths":["/x"],"untilMs":${11 + ONCE_MS}}`],
    ['of no paths', '{"version":1,"project":"/a","paths":"/x","untilMs":1000}'],
  ])('%s permits nothing', (_, text) => {
    writeFileSync(join(folder, '0123456789abcdef.permit'), text);
    expect(openOncePermits(folder, () => 10).take(() => true)).toEqual([]);
  });

  test('no link is followed', () => {
    const other = join(folder, 'other');
    writeFileSync(other, '{"version":1,"project":"/a","paths":["/x"],"untilMs":1000}');
    symlinkSync(other, join(folder, '0123456789abcdef.permit'));
    expect(openOncePermits(folder, () => 10).all()).toEqual([]);
    expect(openOncePermits(join(folder, 'nowhere')).all()).toEqual([]);
  });
});
