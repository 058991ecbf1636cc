import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readRules } from '../../../src/policy/read-rules.ts';
import { rulesJsonSchema } from '../../../src/rules/json-schema.ts';

const SKELETON = readFileSync(new URL('../../../src/install/skeleton/mine.yaml', import.meta.url), 'utf8');
/** With what is commented out. */
const WHOLE = SKELETON.replace(/^# (?=rules:|overrides:| {2})/gm, '').replace(/^#$/gm, '');
const schema = z.fromJSONSchema(rulesJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);

test.each([
  ['as it is installed', SKELETON],
  ['with its example', WHOLE],
])('mine.yaml %s is what the schema for editors says', (_name, text) => {
  expect(schema.safeParse(parse(text))).toMatchObject({ success: true });
});

test('the schema for editors refuses what lint refuses', () => {
  expect(schema.safeParse(parse(WHOLE.replace('commands:', 'comands:'))).success).toBe(false);
});

test('the example of mine.yaml loads', () => {
  const rules = WHOLE.slice(0, WHOLE.indexOf('overrides:'));
  expect(parse(WHOLE).rules).toHaveLength(1);
  expect(readRules([{ file: '/mine.yaml', tier: 'user', text: rules }]).problems).toEqual([]);
});

test('editors find the schema by one line', () => {
  expect(SKELETON).toContain('# yaml-language-server: $schema=../rules.schema.json\n');
});
