import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { wordValue } from '../../../src/model/word.ts';
import { peel, WRAPPERS } from '../../../src/wrappers/index.ts';
import { readStart, writePeeled } from './notation.ts';

const FOLDER = join(import.meta.dirname, '../../../tables/wrappers');

interface Case {
  readonly start: string;
  readonly peeled: readonly unknown[];
}

function peeledFrom(line: string): readonly unknown[] {
  const start = readStart(line);
  const name = basename(wordValue(start.argv[0]) ?? '');
  const family = WRAPPERS.get(name);
  if (family === undefined) throw new Error(`no wrapper is called ${name}`);
  return peel(family, start).map(writePeeled);
}

for (const file of readdirSync(FOLDER)) {
  describe(`wrapper cases ${file}`, () => {
    const cases = parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly Case[];
    it.each(cases.map((one) => [one.start, one.peeled] as const))('%s', (start, peeled) => {
      expect(peeledFrom(start)).toEqual(peeled);
    });
  });
}
