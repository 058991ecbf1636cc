import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordSettings } from '../../../src/policy/record-settings.ts';
import { parseSettings } from '../../../src/rules/settings.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-settings-'));
  mkdirSync(join(root, 'safeshell'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const DEFAULTS = { keepDays: 90, maxBytes: 500_000_000, otlp: undefined, everything: false };
const said = (text: string) => {
  writeFileSync(join(root, 'safeshell/config.yaml'), text);
  return recordSettings({ HOME: root, XDG_CONFIG_HOME: root });
};

test.each([
  ['', DEFAULTS],
  ['audit:\notlp:\n', DEFAULTS],
  ['audit: { keep_days: 7 }', { ...DEFAULTS, keepDays: 7 }],
  ['audit: { max_megabytes: 2 }', { ...DEFAULTS, maxBytes: 2_000_000 }],
  ['audit: { everything: true }', { ...DEFAULTS, everything: true }],
  ['packs: { enable: [unheard-of] }\naudit: { keep_days: 7 }', { ...DEFAULTS, keepDays: 7 }],
  ['otlp: { endpoint: "http://127.0.0.1:4318" }', { ...DEFAULTS, otlp: { endpoint: 'http://127.0.0.1:4318' } }],
])('%j', (text, expected) => expect(said(text)).toMatchObject(expected));

test.each([
  ['audit: { keep_days: 0 }', 'wrong-value'],
  ['audit: { keep_weeks: 1 }', 'unknown-key'],
  ['otlp: {}', 'missing-key'],
  ['otlp: { endpoint: "file:///etc/passwd" }', 'wrong-value'],
  ['otlp: { endpoint: collector }', 'wrong-value'],
])('%j is an error, and says nothing', (text, code) => {
  const { problems } = parseSettings(text, 'config.yaml', { shipped: [], optional: [] });
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  expect(said(text)).toMatchObject(DEFAULTS);
});
