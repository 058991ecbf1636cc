import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const REPOSITORY = new URL('../..', import.meta.url);

describe('the walk of one refused push', () => {
  const read = (path: string) => readFileSync(new URL(path, REPOSITORY), 'utf8');
  const steps = [...read('docs/architecture.md').matchAll(/^\d+\. `(\S+)`(?: `(\w+)`)?: /gm)].map(
    ([, path = '', name]) => ({ path, name }),
  );
  /** Files that one imports, and those that these import. */
  const near = (path: string): readonly string[] => {
    const direct = importsOf(path);
    return [...direct, ...direct.flatMap(importsOf)];
  };
  const importsOf = (path: string): readonly string[] =>
    [...read(path).matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));

  test('goes through at most twelve files', () => {
    expect(steps.length).toBeGreaterThan(8);
    expect(steps.length).toBeLessThanOrEqual(12);
    expect(steps[0]?.path).toBe('shims/shim.sh');
  });

  test.each(steps.slice(1).map((step, at) => [step.path, step.name, at] as const))(
    '%s: an earlier one leads to %s',
    (path, name, at) => {
      expect(read(path)).toMatch(new RegExp(`^(export )?(async )?function ${name}\\(`, 'm'));
      const earlier = ['src/surfaces/shim/main.ts', ...steps.slice(1, at + 1).map((one) => one.path)];
      expect(earlier.flatMap(near)).toContain(path);
    },
  );
});
