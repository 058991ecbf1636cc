import { readdirSync } from 'node:fs';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import config from '../../../vitest.config.ts';

interface Project {
  readonly test: { readonly include: readonly string[] };
}

test('every test file is one of a project of vitest.config.ts, or of vitest.agents.config.ts', () => {
  const projects = (config.test?.projects ?? []) as unknown as readonly Project[];
  const isRun = picomatch([...projects.flatMap((project) => project.test.include), 'test/agents/**']);
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !isRun(file))).toEqual([]);
});
