import fc from 'fast-check';
import '../../support/seed.ts';
import { expect, test } from 'vitest';
import { GROUPS, type Group, inGroup } from '../../../src/report/charts.ts';
import { reportHtml } from '../../../src/report/html.ts';
import { OUTCOME_WORDS, type OutcomeWord } from '../../../src/report/outcome-word.ts';
import { parseRecord } from '../../../src/report/record.ts';
import { ruleRows } from '../../../src/report/rule-table.ts';
import { createCounter } from '../../../src/report/stats.ts';
import { statsText } from '../../../src/report/stats-text.ts';
import { type AuditEntry, auditLine } from '../../../src/store/audit.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

const OUTCOMES: readonly AuditEntry['outcome'][] = [
  { kind: 'run', by: 'rules' },
  { kind: 'run', by: 'rules', redacted: true },
  { kind: 'run', by: 'once' },
  { kind: 'run', by: 'session' },
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
  { kind: 'refuse', cause: 'nobody-to-ask' },
  { kind: 'refuse', cause: 'guard-broken' },
];
const WATCHED: readonly AuditEntry['watched'][] = [
  undefined,
  { verdict: 'deny' },
  { verdict: 'require_approval', rule: 'p/rule-3', rules: ['p/rule-3', 'p/rule-4'] },
];
const RULES = [undefined, ...Array.from({ length: 30 }, (_none, at) => `p/rule-${at}`)];

const entry = fc.record({
  outcome: fc.constantFrom(...OUTCOMES),
  rule: fc.constantFrom(...RULES),
  also: fc.constantFrom(...RULES),
  watched: fc.constantFrom(...WATCHED),
  day: fc.nat(70),
  actor: fc.constantFrom('ai' as const, 'human' as const),
});

function counted(entries: readonly (typeof entry extends fc.Arbitrary<infer One> ? One : never)[]) {
  const counter = createCounter();
  for (const { outcome, rule, also, watched, day, actor } of entries) {
    const { rule: _, rules: __, ...rest } = sampleEntry({ outcome, actor, epochMs: START + day * 86_400_000 });
    const rules = [rule, also].filter((one) => one !== undefined);
    const { text } = auditLine({ ...rest, ...(rule !== undefined && { rule }), rules, ...(watched && { watched }) });
    const record = parseRecord(JSON.parse(text));
    if (record?.type === 'outcome') counter.add(record);
  }
  return counter.stats();
}

const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);

/** The cells of one row of a table of the page; undefined = there is none. */
function rowOf(html: string, name: string): readonly number[] | undefined {
  const row = new RegExp(`<tr><th scope="row">${name}</th>(.*?)</tr>`).exec(html)?.[1];
  return row === undefined ? undefined : [...row.matchAll(/<td>(\d*)/g)].map(([, cell]) => Number(cell));
}

const tileOf = (html: string, title: string) =>
  Number(new RegExp(`<b>(\\d+)</b><span>(?:<i class="\\w+"></i>)?${title}</span>`).exec(html)?.[1] ?? 0);

test('whatever is on record, tiles, tables and days agree', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 120 }), (entries) => {
      const stats = counted(entries);
      const { records, outcomes, questions, without_rule: unruled, rules } = stats;
      const groups = Object.keys(GROUPS) as Group[];
      expect(sum(groups.map((group) => inGroup(group, outcomes)))).toBe(records);
      expect(Object.values(GROUPS).flat().sort()).toEqual(Object.keys(OUTCOME_WORDS).sort());
      for (const counts of [stats.actors, stats.doors]) expect(sum(Object.values(counts))).toBe(records);
      expect(sum(stats.days.flatMap((day) => Object.values(day.outcomes)))).toBe(records);
      const decided = [...rules, unruled];
      expect(sum(decided.map((one) => one.decided))).toBe(records);
      const outcome = (word: OutcomeWord) => outcomes[word] ?? 0;
      expect(sum(decided.map(({ denied }) => denied))).toBe(outcome('denied'));
      expect(sum(decided.map(({ watched }) => watched))).toBe(outcome('watched'));
      expect(sum(decided.map((one) => one.approved + one.approved_before))).toBe(outcome('approved'));
      const put = entries.filter((one) => !('cause' in one.outcome) || one.outcome.cause !== 'nobody-to-ask');
      expect(stats.asked).toBe(questions.asks - (entries.length - put.length));
      expect(stats.spared).toBe(outcome('proven'));
      expect([questions.declined, questions.unseen]).toEqual([outcome('said-no'), outcome('asked')]);
      for (const one of [...decided, questions])
        expect(one.asks).toBe(one.approved + one.declined + one.unanswered + one.unseen);
      for (const one of rules) expect(one.hits).toBeGreaterThanOrEqual(one.decided);
      for (const limit of [1, 5, 100]) {
        const rows = ruleRows(stats, limit);
        for (const key of [
          'decided',
          'denied',
          'watched',
          'asks',
          'approved',
          'declined',
          'unanswered',
          'unseen',
        ] as const)
          expect(sum(rows.slice(0, -1).map((row) => row[key]))).toBe(rows.at(-1)?.[key]);
      }
    }),
  );
});

test('the page shows in its tiles what its table adds up to', () => {
  const entries = OUTCOMES.flatMap((outcome, at) =>
    RULES.map((rule, day) => ({
      outcome,
      rule,
      also: RULES[at],
      watched: WATCHED[day % 3],
      day,
      actor: 'ai' as const,
    })),
  );
  const stats = counted(entries);
  const html = reportHtml({ stats, stopped: [], made: '2026-01-31T09:30:00.000Z' });
  const [, decided, denied, watched, asks, yes, no, unanswered, dialog, before] = rowOf(html, 'all') ?? [];
  expect(decided).toBe(entries.length);
  expect(watched).toBe(stats.outcomes.watched);
  expect([asks, yes, no, unanswered, dialog]).toEqual(
    ['questions', 'answered yes', 'answered no', 'not answered', 'in the dialog of an agent'].map((title) =>
      tileOf(html, title),
    ),
  );
  expect(tileOf(html, 'ran, approved by a person')).toBe((yes ?? 0) + (before ?? 0));
  expect(tileOf(html, 'left to the dialog of an agent')).toBe(dialog);
  expect(tileOf(html, 'stopped')).toBeGreaterThanOrEqual((denied ?? 0) + (no ?? 0) + (unanswered ?? 0));
  expect(tileOf(html, 'spared, as proven')).toBe(RULES.length);
  expect(rowOf(html, '5 more rules')).toBeDefined();
  expect(rowOf(html, 'no rule')?.[1]).toBe(OUTCOMES.length);
});

test('the numbers in a terminal add up, too', () => {
  const stats = counted(
    OUTCOMES.flatMap((outcome) =>
      RULES.map((rule) => ({ outcome, rule, also: undefined, watched: undefined, day: 0, actor: 'ai' as const })),
    ),
  );
  const text = statsText(stats, { paint: createPaint(false), width: 80, block: '#', limit: 4 });
  const cells = (name: string) =>
    new RegExp(`^ {2}${name} +([\\d ]+)`, 'm').exec(text)?.[1]?.trim().split(/ +/).map(Number) ?? [];
  const [denied, asks, yes, no, open] = cells('all');
  expect(asks).toBe((yes ?? 0) + (no ?? 0) + (open ?? 0));
  expect([denied, no]).toEqual([stats.outcomes.denied, stats.outcomes['said-no']]);
  expect(text).toContain(`\nasked ${stats.asked}, spared ${RULES.length}\n`);
  expect(cells('denied')[0]).toBe(denied);
  expect(cells('26 more rules')[0]).toBe(26);
});
