import { describe, expect, test } from 'vitest';
import { localTime, wallClock } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';

const base = { env: { HOME: '/home/u' }, cwd: '/repo/app', at: localTime('2025-01-06T10:00:00') };

describe('a world as a case describes it', () => {
  test('nothing said, nothing there', () => {
    const facts = whatIfFacts({ ...base, git: null, files: [] });
    expect(facts.git('/repo/app')).toBeNull();
    expect(facts.exists('/etc/passwd')).toBe('no');
    expect(facts.readText('/etc/passwd', 100_000)).toBeUndefined();
    expect(facts.realpath('/tmp/../x')).toBe('/x');
    expect(facts.home).toBe('/home/u');
  });

  test('git holds at and below its root', () => {
    const facts = whatIfFacts({ ...base, git: { branch: 'main', root: '/repo' }, files: [] });
    expect(facts.git('/repo/app/src')).toEqual({ root: '/repo', gitDir: '/repo/.git', branch: 'main' });
    expect(facts.git('/repository')).toBeNull();
    expect(whatIfFacts({ ...base, git: {}, files: [] }).git('/repo/app')).toMatchObject({
      root: '/repo/app',
      branch: null,
    });
  });

  test('files and the folders that hold them exist', () => {
    const facts = whatIfFacts({ ...base, git: null, files: ['/repo/app/.env', 'src/a.ts'] });
    expect(facts.exists('/repo/app/.env')).toBe('yes');
    expect(facts.exists('/repo/app/src')).toBe('yes');
    expect(facts.exists('/repo/app/b')).toBe('no');
    expect(facts.expandGlob('*', '/repo/app', 10)).toEqual(['/repo/app/src']);
    expect(facts.expandGlob('.e*', '/repo/app', 10)).toEqual(['/repo/app/.env']);
  });
});

describe('local time', () => {
  test.each([
    ['2025-01-06T10:00:00', 600, 1],
    ['2025-01-05T00:00:00', 0, 0],
    ['2024-02-29T23:59:59', 1439, 4],
  ])('%s', (written, minuteOfDay, day) => expect(localTime(written)).toMatchObject({ minuteOfDay, day }));

  test.each(['2025-01-06', '2025-13-06T10:00:00', '2025-01-06T10:00:00Z', 'now', ''])('%s is none', (written) =>
    expect(() => localTime(written)).toThrow(RangeError),
  );

  test('times of a case keep their order', () =>
    expect(localTime('2025-01-06T10:00:01').epochMs - localTime('2025-01-06T10:00:00').epochMs).toBe(1000));

  test('the wall clock is of this zone', () => {
    const date = new Date(2025, 0, 6, 10, 30);
    expect(wallClock(date)).toEqual({ epochMs: date.getTime(), minuteOfDay: 630, day: 1 });
  });
});
