import { describe, expect, test } from 'vitest';
import { isWanted, mayBeIn, parseMoment, type RecordFilter } from '../../../src/report/filter.ts';
import { reportHtml } from '../../../src/report/html.ts';
import { cellsOf, cutTo, logLine } from '../../../src/report/log-text.ts';
import { askedOrSpared, OUTCOME_WORDS, outcomeWord, questionOf } from '../../../src/report/outcome-word.ts';
import { commandText, type OutcomeRecord, parseRecord, recordLine } from '../../../src/report/record.ts';
import { createCounter } from '../../../src/report/stats.ts';
import { statsText } from '../../../src/report/stats-text.ts';
import { type AuditEntry, auditLine } from '../../../src/store/audit.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

/** As it comes back from the file. */
function record(given: Partial<AuditEntry> = {}): OutcomeRecord {
  const read = parseRecord(JSON.parse(auditLine(sampleEntry(given)).text));
  if (read?.type !== 'outcome') throw new Error('no outcome');
  return read;
}

const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u202egnp.exe\u009b31m <script>alert(1)</script> "\'&';
const hostile = () =>
  record({
    action: { kind: 'line', line: HOSTILE },
    rule: `x/${HOSTILE}`,
    agent: HOSTILE,
    outcome: { kind: 'refuse', cause: 'denied' },
  });
/** Nothing of it may reach a terminal. */
const UNSAFE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe('how it ended', () => {
  test.each([
    [{ kind: 'run', by: 'rules' }, 'ran', undefined],
    [{ kind: 'run', by: 'rules', redacted: true }, 'redacted', undefined],
    [{ kind: 'run', by: 'rules', confined: true }, 'confined', undefined],
    [{ kind: 'run', by: 'once' }, 'approved', 'approved'],
    [{ kind: 'run', by: 'earlier' }, 'approved', undefined],
    [{ kind: 'run', by: 'bypass' }, 'bypassed', undefined],
    [{ kind: 'run', by: 'failure' }, 'unguarded', undefined],
    [{ kind: 'run', by: 'kept', kept: 3 }, 'kept', undefined],
    [{ kind: 'run', by: 'proof' }, 'proven', undefined],
    [{ kind: 'run', by: 'rules', kept: 3 }, 'ran', undefined],
    [{ kind: 'run', by: 'rules', undone: 3, kept: 4 }, 'undone', undefined],
    [{ kind: 'replace', by: 'rules', argv: ['x'] }, 'replaced', undefined],
    [{ kind: 'asked' }, 'asked', 'unseen'],
    [{ kind: 'refuse', cause: 'denied' }, 'denied', undefined],
    [{ kind: 'refuse', cause: 'said-no' }, 'said-no', 'declined'],
    [{ kind: 'refuse', cause: 'nobody-to-ask' }, 'refused', 'unanswered'],
    [{ kind: 'refuse', cause: 'guard-broken' }, 'refused', undefined],
  ] as const)('%j is %s', (outcome, word, question) => {
    const one = record({ outcome });
    expect([outcomeWord(one), questionOf(one)]).toEqual([word, question]);
  });
});

describe('what is not enforced', () => {
  const watched = { verdict: 'deny', rule: 'p/watched', rules: ['p/watched', 'p/also'] } as const;
  const ran = { kind: 'run', by: 'rules' } as const;
  const { rule: _, rules: __, ...plain } = sampleEntry();
  const read = (more: Partial<AuditEntry>) => {
    const one = parseRecord(JSON.parse(auditLine({ ...plain, verdict: 'allow', outcome: ran, watched, ...more }).text));
    if (one?.type !== 'outcome') throw new Error('no outcome');
    return one;
  };

  test.each<[AuditEntry['outcome'], string]>([
    [ran, 'watched'],
    [{ ...ran, redacted: true }, 'redacted'],
    [{ ...ran, confined: true }, 'confined'],
    [{ kind: 'run', by: 'once' }, 'approved'],
    [{ kind: 'run', by: 'bypass' }, 'bypassed'],
    [{ kind: 'refuse', cause: 'denied' }, 'denied'],
    [{ kind: 'asked' }, 'asked'],
    [{ kind: 'replace', by: 'rules', argv: ['x'] }, 'replaced'],
  ])('%j is %s', (outcome, word) => expect(outcomeWord(read({ outcome }))).toBe(word));

  test('is found by its rules', () => {
    for (const rule of ['p/watched', 'also', 'p']) expect([rule, isWanted(read({}), { rule })]).toEqual([rule, true]);
    expect(isWanted(read({}), { rule: 'other' })).toBe(false);
  });

  test('a line of the log names the rule', () => {
    const style = { paint: createPaint(false), width: undefined, offsetMinutes: () => 0 };
    expect(logLine(read({ rule: 'p/open' }), style)).toMatch(/ watched .*\[p\/watched\]/);
    expect(logLine(read({ rule: 'p/asks', outcome: { kind: 'run', by: 'once' } }), style)).toMatch(/\[p\/asks\]/);
  });

  test('is counted for the rule that would have decided, and hits for all that matched', () => {
    const counter = createCounter();
    for (const more of [{}, {}, { watched: { verdict: 'deny' } as const }, { outcome: { kind: 'asked' } as const }])
      counter.add(read(more));
    const { outcomes, rules, without_rule: unruled } = counter.stats();
    expect(outcomes).toEqual({ watched: 3, asked: 1 });
    expect(rules.map((one) => [one.rule, one.watched, one.hits])).toEqual([
      ['p/also', 0, 3],
      ['p/watched', 2, 3],
    ]);
    expect(unruled.watched).toBe(1);
    const style = { paint: createPaint(false), width: 80, block: '#', limit: 9 };
    expect(statsText(counter.stats(), style)).toMatch(/^ {2}rule +hits +denied +watched +asks/m);
    const others = createCounter();
    others.add(record());
    expect(statsText(others.stats(), style)).not.toContain('watched');
  });
});
test.each<[AuditEntry['outcome'], string | undefined]>([
  [{ kind: 'run', by: 'proof' }, 'spared'],
  [{ kind: 'asked' }, 'asked'],
  [{ kind: 'run', by: 'always' }, 'asked'],
  [{ kind: 'replace', by: 'once', argv: ['x'] }, 'asked'],
  [{ kind: 'refuse', cause: 'said-no' }, 'asked'],
  [{ kind: 'refuse', cause: 'timeout' }, 'asked'],
  [{ kind: 'refuse', cause: 'nobody-to-ask' }, undefined],
  [{ kind: 'refuse', cause: 'denied' }, undefined],
  [{ kind: 'run', by: 'earlier' }, undefined],
  [{ kind: 'run', by: 'kept', kept: 3 }, undefined],
])('%j: a person was %s', (outcome, effort) => expect(askedOrSpared(record({ outcome }))).toBe(effort));

describe('what was asked', () => {
  test.each<[AuditEntry['action'], string]>([
    [{ kind: 'argv', argv: ['rm', '-rf', 'a b', "it's"] }, "rm -rf 'a b' 'it'\\''s'"],
    [{ kind: 'line', line: 'ls | wc' }, 'ls | wc'],
    [{ kind: 'tool', tool: 'Bash', input: { command: 'ls' }, line: 'ls' }, 'ls'],
    [{ kind: 'tool', tool: 'Write', input: { file_path: '/x' } }, 'Write {"file_path":"/x"}'],
  ])('%j', (action, text) => expect(commandText(record({ action }))).toBe(text));

  test('of another version is not known', () => {
    expect(parseRecord({ schema: 2, type: 'outcome' })).toBeUndefined();
    expect(parseRecord([])).toBeUndefined();
    expect(parseRecord({ ...record(), more: 1 })).toMatchObject({ more: 1 });
  });
});

describe('filters', () => {
  const one = record({ rules: ['git/push-force', 'team/x'], session: 'abc-1' });
  test.each<[RecordFilter, boolean]>([
    [{}, true],
    [{ decision: 'require_approval' }, true],
    [{ decision: 'deny,allow' }, false],
    [{ outcome: 'denied,approved' }, true],
    [{ rule: 'git/push-force' }, true],
    [{ rule: 'push-force' }, true],
    [{ rule: 'team' }, true],
    [{ rule: 'push' }, false],
    [{ actor: 'human' }, false],
    [{ agent: 'codex,claude' }, true],
    [{ session: 'abc' }, true],
    [{ session: 'bc' }, false],
    [{ door: 'shim' }, false],
    [{ command: 'PUSH --f' }, true],
    [{ since: START, until: START }, true],
    [{ since: START + 1 }, false],
    [{ until: START - 1 }, false],
  ])('%j', (filter, expected) => expect(isWanted(one, filter)).toBe(expected));

  const HOW_IT_ENDED: readonly AuditEntry['outcome'][] = [
    { kind: 'run', by: 'rules' },
    { kind: 'run', by: 'rules', redacted: true },
    { kind: 'run', by: 'rules', confined: true },
    { kind: 'run', by: 'minutes' },
    { kind: 'run', by: 'earlier' },
    { kind: 'run', by: 'bypass' },
    { kind: 'run', by: 'failure' },
    { kind: 'run', by: 'kept', kept: 3 },
    { kind: 'run', by: 'proof' },
    { kind: 'run', by: 'rules', undone: 3, kept: 4 },
    { kind: 'replace', by: 'rules', argv: ['x'] },
    { kind: 'asked' },
    { kind: 'refuse', cause: 'denied' },
    { kind: 'refuse', cause: 'said-no' },
    { kind: 'refuse', cause: 'timeout' },
  ];
  const lines = [
    auditLine(
      sampleEntry({
        outcome: { kind: 'run', by: 'rules' },
        verdict: 'allow',
        watched: { verdict: 'deny', rule: 'größe/y' },
      }),
    ).text,
    ...HOW_IT_ENDED.map((outcome) => auditLine(sampleEntry({ outcome, verdict: 'deny', session: 'a"b' })).text),
    auditLine(sampleEntry({ agent: 'über', door: 'shim', rule: 'größe/x', rules: [] })).text,
    auditLine(sampleEntry({ action: { kind: 'argv', argv: ['Rm', "it's", 'a\\b', 'Ünder/x'] } })).text,
    auditLine(sampleEntry({ action: { kind: 'tool', tool: 'Write', input: { path: '/A "b"' } } })).text,
  ];
  const words = [...Object.keys(OUTCOME_WORDS), 'denied,approved'];
  test.each<RecordFilter>([
    {},
    ...words.map((outcome) => ({ outcome })),
    { decision: 'deny,allow' },
    { actor: 'ai' },
    { agent: 'über,codex' },
    { door: 'shim' },
    { session: 'a"' },
    { session: 'session' },
    { rule: 'größe' },
    { rule: 'push-force' },
    { command: "RM 'IT'\\''S'" },
    { command: 'a\\b' },
    { command: 'ünder/X' },
    { command: 'write {"PATH":"/a \\"B' },
    { command: '"' },
  ])('a quick look misses none of %j', (filter) => {
    const bytes = lines.map((text) => Buffer.from(text).toString('latin1'));
    const wanted = lines.map((text) => isWanted(parseRecord(JSON.parse(text)) as OutcomeRecord, filter));
    const seen = bytes.map(mayBeIn(filter));
    expect(wanted).toContain(true);
    expect(wanted.map((isOne, index) => isOne && !seen[index])).not.toContain(true);
    expect(mayBeIn(filter)(bytes.join('\n'))).toBe(true);
  });

  test.each<RecordFilter>([
    { outcome: 'asked,said-no' },
    { decision: 'deny' },
    { actor: 'human' },
    { agent: 'codex' },
    { door: 'shell' },
    { session: 'other' },
    { rule: 'team' },
    { command: 'git status' },
  ])('and sees that none is there of %j', (filter) => {
    expect(mayBeIn(filter)(auditLine(sampleEntry()).text)).toBe(false);
  });

  test.each([
    ['90s', START - 90_000],
    ['2h', START - 7_200_000],
    ['1w', START - 7 * 86_400_000],
    ['2026-01-30T10:00:00Z', START],
    ['2026-01-30', new Date(2026, 0, 30).getTime()],
    ['yesterday', undefined],
    ['2 h', undefined],
    ['2026-99-99', undefined],
    ['', undefined],
  ])('the moment %j', (text, expected) => expect(parseMoment(text, START)).toBe(expected));
});

describe('a line for people', () => {
  const style = (width?: number) => ({ paint: createPaint(false), width, offsetMinutes: () => -60 });

  test('has its time in the place of the reader', () => {
    expect(logLine(record(), style())).toBe(
      '2026-01-30 11:00:00  approved   claude    git push --force  [git/push-force]',
    );
  });

  test.each([40, 60, 64, 70, 80, 120])('fits in %d cells', (width) => {
    const long = record({ action: { kind: 'line', line: `日本語 ${'x'.repeat(500)}` } });
    expect(cellsOf(logLine(long, style(width)))).toBeLessThanOrEqual(width);
  });

  test('tells what was proven where there is room', () => {
    const { rule: _, ...entry } = sampleEntry({
      outcome: { kind: 'run', by: 'proof' },
      proof: ['reads `a`', 'prints'],
    });
    const proven = parseRecord(JSON.parse(auditLine({ ...entry, action: { kind: 'line', line: 'cat a' } }).text));
    if (proven?.type !== 'outcome') throw new Error('no outcome');
    expect(logLine(proven, style())).toMatch(/ proven {5}claude {4}cat a {2}\(reads `a`; prints\)$/);
    expect(logLine(proven, style(64))).toMatch(/ cat a$/);
    expect(logLine({ ...proven, proof: [HOSTILE] }, style())).not.toMatch(UNSAFE);
  });

  test('leaves out who asked and the rule where there is little room', () => {
    expect(logLine(record(), style(40))).toBe('11:00  approved   git push --force');
  });

  test('shows what is hostile, and does not obey it', () => {
    expect(logLine(hostile(), style())).not.toMatch(UNSAFE);
    expect(recordLine(hostile())).not.toMatch(UNSAFE);
    expect(JSON.parse(recordLine(hostile()))).toEqual(hostile());
  });

  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'ab...'],
    ['日本語', 5, '日...'],
    ['日本語', 6, '日本語'],
  ])('%s in %d cells', (text, cells, expected) => expect(cutTo(text, cells)).toBe(expected));
});

function counted(entries: readonly Partial<AuditEntry>[]) {
  const counter = createCounter();
  for (const entry of entries) counter.add(record(entry));
  return counter.stats();
}

const said = (by: 'once' | 'session', durationMs: number): Partial<AuditEntry> => ({
  outcome: { kind: 'run', by },
  durationMs,
});

describe('numbers', () => {
  const stats = counted([
    ...[1000, 3000, 2000, 90_000, 4000].map((ms) => said('once', ms)),
    { rule: 'a/quiet', rules: ['a/quiet', 'a/also'], verdict: 'deny', outcome: { kind: 'refuse', cause: 'denied' } },
    {
      rule: 'b/hard',
      rules: ['b/hard'],
      outcome: { kind: 'refuse', cause: 'said-no' },
      durationMs: 500,
      session: 's2',
    },
    { rule: '__proto__', rules: ['__proto__'], agent: '__proto__', epochMs: START + 86_400_000 },
  ]);

  test('of rules, noisy ones first', () => {
    expect(stats.rules.map(({ rule }) => rule)).toEqual(['git/push-force', '__proto__', 'b/hard', 'a/also', 'a/quiet']);
    expect(stats.rules[0]).toMatchObject({ hits: 5, decided: 5, asks: 5, approved: 5, declined: 0, answer_ms: 3000 });
    expect(stats.rules[2]).toMatchObject({ asks: 1, declined: 1, answer_ms: 500 });
    expect(stats.rules[3]).toMatchObject({ hits: 1, decided: 0, denied: 0, answer_ms: null });
    expect(stats.rules[4]).toMatchObject({ decided: 1, denied: 1, asks: 0 });
  });

  test('of all', () => {
    expect(stats).toMatchObject({ records: 8, sessions: 2, from: '2026-01-30T10:00:00.000Z' });
    expect({ ...stats.outcomes }).toEqual({ approved: 6, denied: 1, 'said-no': 1 });
    expect(stats.days.map(({ day }) => day)).toEqual(['2026-01-30', '2026-01-31']);
    expect(Object.entries(stats.agents)).toEqual([
      ['claude', 7],
      ['__proto__', 1],
    ]);
  });

  test.each([30, 40, 80])('for people fit in %d cells', (width) => {
    const text = statsText(stats, { paint: createPaint(false), width, block: '#', limit: 2 });
    const charts = text.split('\n').filter((line) => /#/.test(line));
    expect(Math.max(...charts.map(cellsOf))).toBeLessThanOrEqual(width);
    expect(text).toContain('3 more rules');
    expect(text).toContain('all rules: --limit 5');
  });

  test('rules keep their whole names, on lines of their own where there is no room', () => {
    const text = (width: number) => statsText(stats, { paint: createPaint(false), width, block: '#', limit: 2 });
    expect(text(80)).toMatch(/^ {2}git\/push-force {2,}5 /m);
    expect(text(40)).toMatch(/^ {2}git\/push-force\n {10,}5 /m);
  });

  test('of nothing', () => {
    const none = counted([]);
    expect(none).toMatchObject({ records: 0, from: null, rules: [] });
    expect(statsText(none, { paint: createPaint(false), width: 80, block: '#', limit: 5 })).toBe('No records found.');
  });
});

describe('the page', () => {
  const page = (entries: readonly OutcomeRecord[]) => {
    const counter = createCounter();
    for (const entry of entries) counter.add(entry);
    return reportHtml({ stats: counter.stats(), stopped: entries, made: '2026-01-31T09:30:00.000Z' });
  };

  test('asks for nothing from elsewhere and runs nothing', () => {
    const html = page([record(), hostile()]);
    expect(html).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
    expect(html).not.toMatch(/<(script|link|img|iframe|object|embed|base)\b|\b(src|href|on\w+)=|@import|url\(/i);
    expect(html).not.toMatch(UNSAFE);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('has every element closed', () => {
    const days = Array.from({ length: 90 }, (_none, at) => record({ epochMs: START + at * 86_400_000 }));
    const open: string[] = [];
    for (const [, slash, name = '', rest = ''] of page([...days, hostile()]).matchAll(
      /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g,
    )) {
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (name !== 'meta' && !rest.endsWith('/')) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test('columns stay in their chart', () => {
    const days = Array.from({ length: 7 }, (_none, at) => record({ epochMs: START + (at % 3) * 86_400_000 }));
    const html = page(days);
    const rects = [...html.matchAll(/<rect class="\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
    expect(rects).toHaveLength(3);
    for (const [x = 0, y = 0, width = 0, height = 0] of rects.map((match) => match.slice(1).map(Number))) {
      expect(x + width).toBeLessThanOrEqual(720);
      expect(y).toBeGreaterThanOrEqual(8);
      expect(y + height).toBeCloseTo(156, 0);
    }
  });

  test('of nothing says so', () => expect(page([])).toContain('No records'));
});
