import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { knownWord, wordValue } from '../../src/model/word.ts';
import { peel, WRAPPERS } from '../../src/wrappers/index.ts';
import type { WrapperFamily } from '../../src/wrappers/wrapper.ts';
import { readStart, writePeeled } from './wrapper-notation.ts';

/** One row of test/tables/wrappers. */
export interface WrapperCase {
  readonly start: string;
  /** what it reads */
  readonly stdin?: string;
  readonly peeled: readonly unknown[];
}

const FOLDER = 'test/tables/wrappers';

export const WRAPPER_CASES: readonly (readonly [file: string, rows: readonly WrapperCase[]])[] = readdirSync(
  FOLDER,
).map((file) => [file, parse(readFileSync(join(FOLDER, file), 'utf8'))] as const);

export function wrapperOf(line: string): WrapperFamily | undefined {
  return WRAPPERS.get(basename(wordValue(readStart(line).argv[0] ?? knownWord('')) ?? ''));
}

/** As the rows spell it. */
export function peeledFrom({ start: line, stdin }: WrapperCase): readonly unknown[] {
  const family = wrapperOf(line);
  if (family === undefined) throw new Error(`\`${line}\` starts no wrapper of src/wrappers/index.ts`);
  const start = readStart(line);
  return peel(family, stdin === undefined ? start : { ...start, stdin: { text: stdin } }).map(writePeeled);
}
