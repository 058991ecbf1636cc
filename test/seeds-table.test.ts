import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCaseFile } from '../src/cases/case-file.ts';

/** `FILE: ID` in the tables of docs/seeds.md. */
const NAMED = [...readFileSync('docs/seeds.md', 'utf8').matchAll(/`([\w/-]+\.yaml): ([\w-]+)`/g)];
const FILES = [...new Set(NAMED.map(([, file = '']) => file))];

function idsOf(file: string): readonly string[] {
  const path = join('test/cases', file);
  return parseCaseFile(readFileSync(path, 'utf8'), path).cases.map(({ id }) => id);
}

test.each(FILES)('what the documents promise is shown by cases that are there: %s', (file) => {
  const named = NAMED.filter(([, one]) => one === file).map(([, , id]) => id);
  expect(named.filter((id) => !idsOf(file).includes(String(id)))).toEqual([]);
});

test.each(FILES.filter((file) => file.startsWith('seeds/')))('each of these cases stands in a table: %s', (file) => {
  const named = NAMED.filter(([, one]) => one === file).map(([, , id]) => id);
  expect(idsOf(file).filter((id) => !named.includes(id))).toEqual([]);
});
