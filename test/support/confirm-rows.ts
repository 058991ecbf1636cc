import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { DoubtCode } from '../../src/model/invocation.ts';
import type { RealShellName } from './real-shell.ts';

/** A snippet that real shells are asked about. */
export interface ConfirmRow {
  readonly run: string;
  readonly shells: readonly RealShellName[];
  /** programs that are themselves; every other is a recorder */
  readonly real: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** starts on branches that the shell does not take; null = any number of words */
  readonly also: readonly (readonly (string | null)[])[];
  /** what we say is not understood */
  readonly unsure: readonly DoubtCode[];
  /** `unsure` or not, what ran is to be found; said by a whole table */
  readonly found: boolean;
  /** why our answer is not what the shells, or one of them, did */
  readonly differs?: string | Readonly<Partial<Record<RealShellName, string>>>;
  readonly table: string;
}

type Written = string | (Partial<Omit<ConfirmRow, 'table' | 'found'>> & { readonly run: string });

interface Table {
  readonly shells: readonly RealShellName[];
  readonly found?: boolean;
  readonly rows: readonly Written[];
}

const FOLDER = new URL('../tables/confirm/', import.meta.url).pathname;
const KEYS = new Set(['run', 'shells', 'real', 'env', 'files', 'also', 'unsure', 'differs']);

/** Every row of test/tables/confirm, by table. A row is its snippet alone, or a map with more. */
export function confirmTables(folder = FOLDER): ReadonlyMap<string, readonly ConfirmRow[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return new Map(names.sort().map((name) => [name.replace('.yaml', ''), readTable(join(folder, name), name)]));
}

function readTable(file: string, table: string): readonly ConfirmRow[] {
  const { shells, found = false, rows } = parse(readFileSync(file, 'utf8')) as Table;
  return rows.map((written) => {
    const row = typeof written === 'string' ? { run: written } : written;
    for (const key of Object.keys(row)) if (!KEYS.has(key)) throw new Error(`${table}: unknown key ${key}: ${row.run}`);
    return { shells, real: [], env: {}, files: {}, also: [], unsure: [], found, ...row, table };
  });
}
