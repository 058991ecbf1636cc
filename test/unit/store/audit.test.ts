import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Request } from '../../../src/model/request.ts';
import { type AuditEntry, appendAudit, appendEnd, auditEntry, auditLine } from '../../../src/store/audit.ts';
import { auditFiles, linesOf, readLine } from '../../../src/store/audit-read.ts';
import { readSeals, sealAndTidy, sealsFile } from '../../../src/store/audit-seals.ts';
import { endOf, recordsBehind } from '../../../src/store/audit-tail.ts';
import { verifyAudit } from '../../../src/store/audit-verify.ts';
import { type Layout, layoutOf } from '../../../src/store/layout.ts';
import { withLock } from '../../../src/store/lock.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = '2026-01-30.jsonl';
const KEEP_ALL = { keepDays: 10_000, maxBytes: Number.POSITIVE_INFINITY };

let root: string;
let layout: Layout;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-audit-'));
  layout = layoutOf({ HOME: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => join(layout.state.audit, name);
const add = (count: number, given: Partial<AuditEntry> = {}) => {
  for (let index = 0; index < count; index++) appendAudit(layout, sampleEntry(given));
};
const seal = (nowMs = START) => sealAndTidy(layout, KEEP_ALL, nowMs);
const codes = () => verifyAudit(layout).problems.map(({ code }) => code);

describe('records', () => {
  test('name the rules, the agent and the trace; the end of a run names its record', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { hash } = appendAudit(layout, sampleEntry({ trace }));
    appendEnd(layout, { epochMs: START + 5, of: hash, status: 3, durationMs: 5 });
    const [first, second] = [...recordsBehind({}, layout)].map(({ value }) => value);
    expect(first).toMatchObject({
      schema: 1,
      type: 'outcome',
      rules: ['git/push-force'],
      agent: 'claude',
      trace,
      hash,
    });
    expect(second).toMatchObject({ schema: 1, type: 'end', of: hash, status: 3, duration_ms: 5 });
  });

  test('what ran instead is cut where it is huge', () => {
    const argv = ['x'.repeat(100_000)];
    const { text } = auditLine(sampleEntry({ outcome: { kind: 'replace', by: 'rules', argv } }));
    expect(text.length).toBeLessThan(6000);
    expect(JSON.parse(text).outcome).toMatchObject({ kind: 'replace', by: 'rules' });
  });

  describe('of what a proof settled', () => {
    const why = ['reads `a`', 'reads `a`', 'x'.repeat(1000), 'sends ghp_abcdefghijklmnopqrstuvwxyz0123456789'];
    const step = (one: string) => ({ invocation: 0, why: one });
    const request = { action: { kind: 'line', line: 'cat a' }, cwd: '/', env: {}, actor: 'ai' } as unknown as Request;
    const lineOf = (by: 'proof' | 'rules', steps: readonly string[]) => {
      const proof = { isProven: true, steps: steps.map(step) };
      const decision = { verdict: 'allow', trace: [], proof } as unknown as Decision;
      return auditLine(auditEntry(decision, { kind: 'run', by }, request, { door: 'hook', startedMs: START })).text;
    };

    test('say what was shown, short and without secrets', () => {
      const { proof } = JSON.parse(lineOf('proof', why));
      expect(proof).toEqual(['reads `a`', 'x'.repeat(200), expect.not.stringContaining('ijklmnop')]);
      expect(proof[2]).toContain('sends ');
      expect(
        JSON.parse(
          lineOf(
            'proof',
            Array.from({ length: 50 }, (_, at) => `${at}`),
          ),
        ).proof,
      ).toHaveLength(20);
    });

    test('alone', () => expect(JSON.parse(lineOf('rules', why))).not.toHaveProperty('proof'));
  });

  test('a size before and after tells where a record lies', () => {
    const first = appendAudit(layout, sampleEntry());
    const second = appendAudit(layout, sampleEntry({ action: { kind: 'line', line: 'é' } }));
    expect([first.before, second.before]).toEqual([0, first.after]);
    expect(auditFiles(layout)).toEqual([{ name: DAY, path: at(DAY), bytes: second.after }]);
  });
});

describe('lines', () => {
  test('come with their places, also over the borders of chunks; an open one does not', () => {
    const long = 'é'.repeat(700_000 / 2);
    writeFileSync(join(root, 'x'), `${long}\n\n${long}\nopen`);
    const lines = [...linesOf(join(root, 'x'))];
    expect(lines.map(({ text, from, to }) => [text.length, from, to])).toEqual([
      [350_000, 0, 700_001],
      [0, 700_001, 700_002],
      [350_000, 700_002, 1_400_003],
    ]);
    expect([...linesOf(join(root, 'x'), 700_002)]).toEqual(lines.slice(2));
  });

  const { text } = auditLine(sampleEntry());
  test.each([
    ['a whole one', text, 'record'],
    ['a torn one', text.slice(0, -20), 'torn'],
    ['a changed one', text.replace('force', 'farce'), 'altered'],
    ['one without its hash', '{"schema":1}', 'altered'],
    ['nothing', '', 'empty'],
    ['something else', 'null', 'torn'],
  ])('%s', (_name, line, kind) => expect(readLine(line).kind).toBe(kind));

  test('a record right behind a torn one is found', () => {
    expect(readLine(text.slice(0, 100) + text)).toMatchObject({ kind: 'record', afterTorn: true });
  });

  test('a request that looks like a record is no record', () => {
    const forged = auditLine(sampleEntry({ action: { kind: 'line', line: text } })).text;
    expect(readLine(forged)).toMatchObject({ kind: 'record', afterTorn: false });
    expect(readLine(forged.slice(0, -9)).kind).toBe('torn');
  });
});

describe('seals', () => {
  test('cover each byte once, in a chain', () => {
    add(3);
    seal();
    add(2);
    add(1, { epochMs: START + DAY_MS });
    seal();
    expect(seal()).toEqual({ sealedBytes: 0, dropped: [] });
    const [first, second, third, ...more] = readSeals(layout);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ type: 'seal', file: DAY, from: 0, records: 3, torn: 0, previous: '' });
    expect(second).toMatchObject({ file: DAY, records: 2, previous: first?.hash });
    expect(third).toMatchObject({ file: '2026-01-31.jsonl', records: 1, previous: second?.hash });
    const { files, problems } = verifyAudit(layout);
    expect(problems).toEqual([]);
    expect(files.every(({ bytes, sealedBytes }) => bytes === sealedBytes)).toBe(true);
  });

  test('leave a torn end for later', () => {
    add(1);
    appendFileSync(at(DAY), '{"schema":1,"to');
    seal();
    add(1);
    seal();
    expect(verifyAudit(layout)).toMatchObject({ problems: [], files: [{ records: 2, torn: 1, altered: 0 }] });
  });

  test('of nothing are none', () => {
    expect(seal()).toEqual({ sealedBytes: 0, dropped: [] });
    expect(verifyAudit(layout)).toEqual({ files: [], seals: [], problems: [] });
  });

  test('a sealer that was killed within a line leaves no gap', () => {
    add(1);
    seal();
    appendFileSync(sealsFile(layout), '{"schema":1,"type":"se');
    add(1);
    seal();
    expect(codes()).toEqual([]);
    expect(verifyAudit(layout).seals).toHaveLength(2);
  });
});

describe('what was tampered with is noticed', () => {
  beforeEach(() => {
    add(2);
    seal();
    add(2);
    seal();
    add(1);
  });
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  const lines = (change: (lines: string[]) => string[]) => (text: string) => change(text.split('\n')).join('\n');
  const other = auditLine(sampleEntry({ verdict: 'allow' })).text;

  test.each<[string, () => void, string[]]>([
    ['nothing', () => {}, []],
    [
      'a word in a record',
      () => edit(at(DAY), (text) => text.replace('--force', '--quiet')),
      ['altered-record', 'changed'],
    ],
    [
      'a sealed record for another',
      () =>
        edit(
          at(DAY),
          lines(([, ...rest]) => [other, ...rest]),
        ),
      ['changed'],
    ],
    ['sealed records cut off', () => truncateSync(at(DAY), 100), ['truncated']],
    [
      'a record that is not sealed',
      () => edit(at(DAY), (text) => text.replace(/claude(?=[^\n]*\n$)/, 'codex')),
      ['altered-record'],
    ],
    ['the whole day', () => rmSync(at(DAY)), ['missing']],
    [
      'a seal',
      () => edit(sealsFile(layout), (text) => text.replace('"records":2', '"records":1')),
      ['altered-seal', 'broken-chain'],
    ],
    [
      'the first seal',
      () =>
        edit(
          sealsFile(layout),
          lines(([, ...rest]) => rest),
        ),
      ['broken-chain'],
    ],
  ])('%s', (_name, tamper, expected) => {
    tamper();
    expect([...new Set(codes())].sort()).toEqual(expected);
  });
});

describe('what is kept', () => {
  const day = (number: number) => START + number * DAY_MS;

  test('files that are too old are removed, and that is on record', () => {
    for (let number = 0; number < 5; number++) add(1, { epochMs: day(number) });
    expect(sealAndTidy(layout, { ...KEEP_ALL, keepDays: 2 }, day(4))?.dropped).toEqual([
      '2026-01-30.jsonl',
      '2026-01-31.jsonl',
    ]);
    expect(auditFiles(layout).map(({ name }) => name)).toEqual([
      '2026-02-01.jsonl',
      '2026-02-02.jsonl',
      '2026-02-03.jsonl',
    ]);
    expect(verifyAudit(layout).problems).toEqual([]);
  });

  test('the oldest go where there is too much; the last stays', () => {
    for (let number = 0; number < 3; number++) add(1, { epochMs: day(number) });
    const [{ bytes } = { bytes: 0 }] = auditFiles(layout);
    expect(sealAndTidy(layout, { keepDays: 90, maxBytes: 2 * bytes }, day(2))?.dropped).toHaveLength(1);
    expect(sealAndTidy(layout, { keepDays: 90, maxBytes: 1 }, day(2))?.dropped).toHaveLength(1);
    expect(auditFiles(layout)).toHaveLength(1);
    expect(codes()).toEqual([]);
  });
});

describe('a tail', () => {
  test('goes on where it was, in every file', () => {
    add(2);
    const [first] = recordsBehind({}, layout);
    expect([...recordsBehind(first?.cursor ?? {}, layout)]).toHaveLength(1);
    const end = endOf(auditFiles(layout));
    expect([...recordsBehind(end, layout)]).toEqual([]);
    add(1, { epochMs: START + DAY_MS });
    add(1, { session: 'late' });
    expect([...recordsBehind(end, layout)].map(({ value }) => value.session)).toEqual(['late', 'session-1']);
  });

  test('a file that shrank is read from its end', () => {
    add(2);
    expect([...recordsBehind({ [DAY]: 1e9, other: 3 }, layout)]).toEqual([]);
  });
});

describe('a lock', () => {
  const path = () => join(root, 'lock');

  test('is held by one', () => {
    expect(withLock(path(), () => withLock(path(), () => 'inner') ?? 'busy')).toBe('busy');
    expect(withLock(path(), () => 'free')).toBe('free');
  });

  test.each([
    ['of a process that is gone', `999999999 ${Date.now()} 0`, 'ours'],
    ['held too long', `${process.pid} 0 0`, 'ours'],
    ['that is spoilt', 'x', 'ours'],
    ['from before the clock was set back', `${process.pid} ${Date.now() + 3_600_000} 0`, 'ours'],
    ['of one that lives', `${process.pid} ${Date.now()} 0`, undefined],
  ])('%s', (_name, holder, expected) => {
    writeFileSync(path(), holder);
    expect(withLock(path(), () => 'ours')).toBe(expected);
  });

  test('goes with an error', () => {
    expect(() =>
      withLock(path(), () => {
        throw new Error('x');
      }),
    ).toThrow('x');
    expect(withLock(path(), () => 'free')).toBe('free');
  });
});
