import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isCompiledClassifier } from '../../../src/classify/compiled-guard.ts';
import { DEFAULT_UNDO } from '../../../src/model/undo.ts';
import { classifierInForce } from '../../../src/policy/classifier.ts';
import { settingsInForce } from '../../../src/policy/settings.ts';
import { parseSettings } from '../../../src/rules/settings.ts';
import { type Layout, layoutOf } from '../../../src/store/layout.ts';
import { productRoot } from '../../../src/store/product.ts';
import { readSettings, settingsKey } from '../../../src/store/settings-cache.ts';

let root: string;
let layout: Layout;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-settings-'));
  layout = layoutOf({ HOME: root }, join(root, 'managed'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function say(managed: string, user: string): void {
  for (const [file, text] of [
    [layout.managed.settings, managed],
    [layout.user.settings, user],
  ] as const) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

describe("of the managed settings and the person's, the stricter hold", () => {
  test.each([
    ['', '', false, false],
    ['', 'trust_context_variable: true', true, false],
    ['trust_context_variable: false', 'trust_context_variable: true', false, false],
    ['trust_context_variable: true', '', true, false],
    ['on_error: refuse', 'on_error: run', false, true],
    ['', 'on_error: refuse', false, true],
    ['', 'on_error: perhaps', false, false],
  ])('%j, %j', (managed, user, trustContextVariable, refusesOnError) => {
    say(managed, user);
    expect(settingsInForce(layout)).toMatchObject({ trustContextVariable, refusesOnError });
  });

  test('and what both tell the classifier is added to what it knows', () => {
    say(
      'classifier: { sensitive_paths: { finance: ["**/ledger/**"] } }',
      'classifier: { memory: [~/notes], tools: { "pay_*": ["write_external:finance"] } }',
    );
    const { sensitivePaths, memoryRoots, toolHints } = settingsInForce(layout).classifier;
    expect(sensitivePaths.map(({ category }) => category)).toEqual(expect.arrayContaining(['keys', 'finance']));
    expect(memoryRoots.map(({ written }) => written)).toContain('~/notes/**');
    expect(toolHints).toMatchObject([{ operations: [{ type: 'write_external', categories: ['finance'] }] }]);
  });
});

describe('auto_approve', () => {
  test.each([
    ['', '', 'off'],
    ['', 'reads', 'reads'],
    ['reads', '', 'reads'],
    ['off', 'project', 'off'],
    ['project', 'reads', 'reads'],
    ['project', 'project', 'project'],
    ['', `project\nundo: { mode: 'off' }`, 'reads'],
    ['', 'everything', 'off'],
  ])('of %j and %j the one that answers least: %s', (managed, user, level) => {
    const written = (one: string) => (one === '' ? '' : `auto_approve: ${one}`);
    say(written(managed), written(user));
    expect(settingsInForce(layout).autoApprove).toBe(level);
    expect(readSettings(layout, settingsKey(layout, productRoot()))?.autoApprove).toBe(level);
  });

  test('what was kept without it, or with a word that is none, is compiled anew', () => {
    settingsInForce(layout);
    const kept = JSON.parse(readFileSync(layout.cache.settings, 'utf8'));
    for (const autoApprove of [undefined, 'all', 1]) {
      writeFileSync(layout.cache.settings, JSON.stringify({ ...kept, autoApprove }));
      expect(readSettings(layout, settingsKey(layout, productRoot()))).toBeUndefined();
    }
  });
});

describe('undo', () => {
  const undo = (managed: string, user: string) => {
    say(managed, user);
    return settingsInForce(layout).undo;
  };

  test('keeps what agents destroy where nothing is said', () => expect(undo('', '')).toEqual(DEFAULT_UNDO));

  test.each([
    ['', 'off', 'off'],
    ['', 'instead_of_asking', 'instead_of_asking'],
    ['off', '', 'off'],
    ['off', 'off', 'off'],
    ['off', 'instead_of_asking', 'keep'],
    ['keep', 'off', 'keep'],
    ['keep', 'instead_of_asking', 'keep'],
    ['instead_of_asking', 'instead_of_asking', 'instead_of_asking'],
  ])('of modes %j and %j the one that keeps and asks: %s', (managed, user, mode) => {
    const written = (one: string) => (one === '' ? '' : `undo: { mode: ${one} }`);
    expect(undo(written(managed), written(user)).mode).toBe(mode);
  });

  test('for people more is kept where one file says so; of numbers the managed ones count', () => {
    const { people, budget, keepDays, keepBytes } = undo(
      'undo: { people: off, files: 7, keep_days: 3 }',
      'undo: { people: all, files: 9, bytes: 5 }',
    );
    expect([people, budget, keepDays, keepBytes]).toEqual([
      'all',
      { ...DEFAULT_UNDO.budget, files: 7, bytes: 5 },
      3,
      DEFAULT_UNDO.keepBytes,
    ]);
  });

  test.each([
    ['undo: { mode: perhaps }', 'wrong-value'],
    ['undo: { people: some }', 'wrong-value'],
    ['undo: { files: 0 }', 'wrong-value'],
    ['undo: { keep_weeks: 1 }', 'unknown-key'],
  ])('%j is told with its place', (text, code) => {
    const { problems, settings } = parseSettings(text, 'c.yaml', { shipped: [], optional: [] });
    expect(problems.map((one) => [one.code, one.at.line])).toEqual([[code, 1]]);
    expect(settings.undo).toEqual({});
  });
});

describe('what is compiled', () => {
  test('is kept for the next answer, until a settings file changes', () => {
    say('', 'on_error: refuse');
    const made = settingsInForce(layout);
    const key = () => settingsKey(layout, productRoot());
    const kept = readSettings(layout, key());
    expect(kept).toEqual(made);
    expect(isCompiledClassifier(kept?.classifier)).toBe(true);
    say('', 'on_error: run # changed');
    expect(readSettings(layout, key())).toBeUndefined();
  });

  test.each([
    '',
    '{',
    '{"key":1}',
    'KEY,"trustContextVariable":1',
    'KEY,"trustContextVariable":true,"refusesOnError":true,"classifier":{"sensitivePaths":7}',
    'KEY,"trustContextVariable":true,"refusesOnError":true,"undo":{"mode":"keep"},"classifier":{}',
  ])('and made anew where the file holds %j', (text) => {
    const key = `{"key":${JSON.stringify(settingsKey(layout, productRoot()))}`;
    mkdirSync(dirname(layout.cache.settings), { recursive: true });
    writeFileSync(layout.cache.settings, text.startsWith('KEY') ? `${text.replace('KEY', key)}}` : text);
    let made = 0;
    const classifier = classifierInForce(layout, () => {
      made++;
      return settingsInForce(layout);
    });
    expect(isCompiledClassifier(classifier())).toBe(true);
    classifier();
    expect(made).toBe(1);
  });
});

test('every problem is told with its place', () => {
  const text = [
    'on_error: perhaps',
    'classifier:',
    '  memory: ["a{b"]',
    '  tools: { "x*": ["sell"], "(": ["execute"] }',
    '  skils: []',
  ].join('\n');
  const { problems } = parseSettings(text, 'c.yaml', { shipped: [], optional: [] });
  expect(problems.map(({ code, at }) => [code, at.line])).toEqual(
    expect.arrayContaining([
      ['wrong-value', 1],
      ['unknown-key', 5],
    ]),
  );
  expect(problems.some(({ at }) => at.line === 4)).toBe(true);
});
