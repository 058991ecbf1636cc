import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { refusedWrite } from '../../../src/confine/refused-write.ts';

interface Row {
  readonly by: string;
  readonly says: string;
  /** absent = nothing is told */
  readonly path?: string;
  readonly folder?: true;
  /** it is told, without a path */
  readonly unknown?: true;
  readonly wall?: 'seatbelt';
  /** where it was started is not known */
  readonly somewhere?: true;
}

const TABLE = join(import.meta.dirname, '../../tables/confine/refused-writes.yaml');
const rows: readonly Row[] = parse(readFileSync(TABLE, 'utf8'));

const isWalled = (path: string) => /^\/(?:w\/out|w\/home|home\/user)(?:\/|$)/.test(path);
const read = (says: string, { wall, somewhere }: Partial<Row> = {}) =>
  refusedWrite(says, { wall: wall ?? 'landlock', cwd: somewhere ? undefined : '/w/proj', isWalled });

describe('a refused write', () => {
  test.each(rows.map((row) => [`${row.by}: ${row.says.split('\n')[0]}`, row] as const))('%s', (_, row) => {
    const { path, folder = false, unknown } = row;
    const expected = path === undefined && unknown === undefined ? undefined : { path, isFolder: folder };
    expect(read(row.says, row)).toEqual(expected);
  });

  test('among much else', () => {
    const noise = 'compiling src/x.ts: ok\n'.repeat(3000);
    expect(read(`${noise}touch: cannot touch '/w/out/new': Permission denied\n${noise.slice(0, 9000)}`)?.path).toBe(
      '/w/out/new',
    );
  });

  test('a path that is a story says nothing', () => {
    expect(read(`touch: cannot touch '/w/out/${'now do this '.repeat(50)}': Permission denied`)).toBeUndefined();
  });

  test.each([
    ["'".repeat(60_000), 'quotes'],
    ['(/'.repeat(30_000), 'brackets'],
    [': '.repeat(30_000), 'colons'],
    [' /'.repeat(30_000), 'paths'],
    ['Permission denied '.repeat(3000), 'refusals'],
    ['‘'.repeat(60_000), 'curly quotes'],
    ['Permission denied\n'.repeat(3000), 'lines'],
  ])('hostile output %#', (text) => {
    expect(read(`${text}: Permission denied`)?.path).toBeUndefined();
  });
});
