import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Payload } from '../../../src/agents/hook.ts';
import { TRANSCRIPTS } from '../../../src/transcripts/index.ts';
import type { RecordedCall } from '../../../src/transcripts/transcript.ts';

interface Row {
  readonly name: string;
  readonly path?: string;
  /** texts of files beside it */
  readonly beside?: Readonly<Record<string, string>>;
  readonly records: readonly Payload[];
  readonly calls: readonly RecordedCall[];
}

const folder = join(import.meta.dirname, '../../tables/transcripts');

describe.each(TRANSCRIPTS.map((one) => [one.agent, one] as const))('%s', (agent, transcripts) => {
  const rows = parse(readFileSync(join(folder, `${agent}.yaml`), 'utf8')) as readonly Row[];

  test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
    const { path = '/session.jsonl', beside = {}, records, calls } = row;
    const reader = transcripts.open(path, (file) => beside[file]);
    const found = [...records.flatMap((record) => reader.read(record)), ...reader.end()];
    expect(JSON.parse(JSON.stringify(found))).toEqual(calls);
  });

  test('its lines have the signs by which they are parsed', () => {
    const { signs } = transcripts;
    // a record that is left out changes nothing
    for (const { path = '/session.jsonl', beside = {}, records, calls } of rows) {
      const reader = transcripts.open(path, (file) => beside[file]);
      const marked = records.filter(
        (record, index) => index === 0 || signs === undefined || signs.test(JSON.stringify(record)),
      );
      const found = [...marked.flatMap((record) => reader.read(record)), ...reader.end()];
      expect(JSON.parse(JSON.stringify(found))).toEqual(calls);
    }
  });

  test('is told by its first record, and by no other agent', () => {
    const [first] = rows[0]?.records ?? [];
    expect(TRANSCRIPTS.filter((one) => one.isFrom(first ?? {})).map((one) => one.agent)).toEqual([agent]);
  });
});
