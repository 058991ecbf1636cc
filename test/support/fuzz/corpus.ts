import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { confirmTables } from '../confirm-rows.ts';
import { linesOf } from '../lines.ts';

/** Every shell line of the project's own tables, without duplicates, in a fixed order. `root` = the checkout. */
export function corpus(root: string): readonly string[] {
  const rows = [...confirmTables(join(root, 'test/tables/confirm')).values()].flat().map(({ run }) => run);
  const cases = yamlFiles(join(root, 'test/cases')).flatMap(linesOf);
  const units = yamlFiles(join(root, 'test/tables/shell')).flatMap(unitLines);
  return [...new Set([...rows, ...cases, ...units])];
}

function yamlFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(folder, name));
}

function unitLines(file: string): readonly string[] {
  const rows: unknown = parse(readFileSync(file, 'utf8'));
  return Array.isArray(rows)
    ? rows.flatMap((row: { line?: unknown }) => (typeof row.line === 'string' ? row.line : []))
    : [];
}
