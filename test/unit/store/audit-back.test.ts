import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, appendAudit, auditLine } from '../../../src/store/audit.ts';
import { recordsFromEnd, type Sought } from '../../../src/store/audit-back.ts';
import { auditFiles } from '../../../src/store/audit-read.ts';
import { recordsBehind } from '../../../src/store/audit-tail.ts';
import { type Layout, layoutOf } from '../../../src/store/layout.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const DAY = '2026-01-30.jsonl';

let root: string;
let layout: Layout;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-back-'));
  layout = layoutOf({ HOME: root });
  mkdirSync(layout.state.audit, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => join(layout.state.audit, name);
const line = (session: string, given: Partial<AuditEntry> = {}) => auditLine(sampleEntry({ session, ...given })).text;
const iso = (epochMs: number) => new Date(epochMs).toISOString();
function* back(sought: Partial<Sought> = {}) {
  for (const one of recordsFromEnd(auditFiles(layout), { mayHold: () => true, ...sought })) {
    yield one.kind === 'record' ? one.value.session : one.file;
  }
}

/** Far more than anybody could read: a hole in the file, which takes no room on the disk. */
function manyBytesBefore(lines: readonly string[]): void {
  writeFileSync(at(DAY), `${line('first')}\n`);
  truncateSync(at(DAY), 2 ** 42);
  appendFileSync(at(DAY), `\n${lines.join('\n')}\n`);
}

describe('read from the end', () => {
  test('are the same records as from the beginning, the last first', () => {
    // over many blocks, with lines of all lengths, torn ones, empty ones, and one that is longer than a block
    for (let index = 0; index < 700; index++) {
      const action = { kind: 'line', line: 'é'.repeat((index * 37) % 3000) } as const;
      const text = line(`s${index}`, { action });
      appendFileSync(at(DAY), index % 50 === 7 ? text.slice(0, 90) + text : `${text}\n${index % 60 === 3 ? '\n' : ''}`);
      if (index === 350) appendFileSync(at(DAY), `${'x'.repeat(3 << 20)}\n`);
    }
    appendAudit(layout, sampleEntry({ session: 'next day', epochMs: START + DAY_MS }));
    appendFileSync(at(DAY), line('not ended').slice(0, -40));
    const forward = [...recordsBehind({}, layout)].map(({ value }) => value.session);
    expect(forward.length).toBeGreaterThan(600);
    expect([...back()]).toEqual(forward.reverse());
  });

  test.each([
    ['nothing', ''],
    ['a line that is not ended', 'x'],
    ['line breaks alone', '\n\n\n'],
    ['a line that is longer than a block', `${'x'.repeat(3 << 20)}\n`],
    ['one that is exactly as long', `${'x'.repeat((1 << 20) - 1)}\n`],
  ])('%s holds none', (_name, text) => {
    writeFileSync(at(DAY), text);
    expect([...back()]).toEqual([]);
  });

  test('what is before those that are wanted is not', () => {
    manyBytesBefore([line('a'), line('b'), line('c')]);
    const found = back();
    expect([found.next().value, found.next().value]).toEqual(['c', 'b']);
    expect(found.return?.(undefined).done).toBe(true);
  });

  test('a day that cannot be read is told, the others are read', () => {
    appendAudit(layout, sampleEntry());
    const file = { name: '2026-01-31.jsonl', path: at('2026-01-31.jsonl'), bytes: 9 };
    const all = [...recordsFromEnd([...auditFiles(layout), file], { mayHold: () => true })];
    expect(all).toMatchObject([
      { kind: 'unread', file: file.path, why: expect.stringContaining('ENOENT') },
      { kind: 'record', value: { session: 'session-1' } },
    ]);
  });
});

describe('a span', () => {
  const earlier = (hours: number) => ({ epochMs: START - hours * HOUR_MS });
  const old = Array.from({ length: 3000 }, (_, index) => line(`old ${index}`, earlier(9)));

  test('ends where a whole block is older', () => {
    manyBytesBefore([...old, line('in it', earlier(1)), line('now')]);
    expect([...back({ since: iso(START - 2 * HOUR_MS) })]).toEqual(['now', 'in it']);
  });

  test('holds what stands before older ones: a question was open for long, or the clock was set back', () => {
    writeFileSync(
      at(DAY),
      `${[line('before it was set back'), line('asked early', earlier(5)), line('now')].join('\n')}\n`,
    );
    expect([...back({ since: iso(START - HOUR_MS) })]).toEqual(['now', 'before it was set back']);
  });

  test('days that are not in it are not read', () => {
    manyBytesBefore([line('far')]);
    for (const number of [1, 2, 3]) {
      appendAudit(layout, sampleEntry({ session: `${number}`, epochMs: START + number * DAY_MS }));
    }
    expect([...back({ since: iso(START + DAY_MS), until: iso(START + 2 * DAY_MS) })]).toEqual(['2', '1']);
  });

  test('the time is that of the record, not of a torn one before it', () => {
    writeFileSync(at(DAY), `${line('torn', earlier(5)).slice(0, 120)}${line('whole')}\n`);
    expect([...back({ since: iso(START) })]).toEqual(['whole']);
  });
});

test('what cannot hold what is sought is not read whole', () => {
  writeFileSync(at(DAY), `${[line('a'), line('b'), line('a')].join('\n')}\n`);
  expect([...back({ mayHold: (text) => text.includes('"session":"b"') })]).toEqual(['b']);
});
