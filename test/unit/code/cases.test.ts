import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CODE_ANALYZERS } from '../../../src/code/index.ts';
import { readWords, writePeeled } from '../../support/wrapper-notation.ts';

const FOLDER = join(import.meta.dirname, '../../tables/code');

interface Case {
  readonly code: string;
  /** the program's own arguments */
  readonly args?: string;
  /** the code stood in a file before the line */
  readonly inFile?: boolean;
  readonly found: readonly unknown[];
}

for (const file of readdirSync(FOLDER)) {
  const language = file.replace('.yaml', '');
  describe(`${language} code`, () => {
    const cases = parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly Case[];
    it.each(cases.map((one) => [one.code, one] as const))('%s', (code, { args, inFile, found }) => {
      const analyze = CODE_ANALYZERS.get(language);
      const findings = analyze?.(code, readWords(args ?? ''), inFile) ?? [];
      const written = findings.map((one) => ({
        ...writePeeled(one),
        ...(one.standsFor === undefined ? {} : { for: one.standsFor }),
      }));
      expect(written).toEqual(found);
    });
  });
}
