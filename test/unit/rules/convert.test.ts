import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import type { CaseDocument } from '../../../src/cases/case-schema.ts';
import { runCase } from '../../../src/cases/run-case.ts';
import { convertToNative } from '../../../src/rules/convert/convert.ts';
import { RECORDED_CASES } from '../../support/outside.ts';
import { blocksOf, isHere, load } from '../../support/seeds.ts';

/** Each language, with the cases whose rules ours has no words for. */
const FOREIGN: readonly [string, readonly string[]][] = [
  ['claudecube', ['tool-empty-part', 'tool-star', 'exponential-regex', 'regex-unknown-escape']],
  ['policyshield', ['key-with-dot', 'tool-regex', 'tool-glob', 'sender-other-key', 'list-is-no-regex']],
  ['carapace', []],
];

function casesOf(dialect: string): readonly CaseDocument[] {
  const own = readdirSync(`test/cases/${dialect}`).map((name) => join(`test/cases/${dialect}`, name));
  const shared = existsSync(RECORDED_CASES) ? [join(RECORDED_CASES, `${dialect}.jsonl`)] : [];
  return [...own, ...shared].flatMap((file) => parseCaseFile(readFileSync(file, 'utf8'), file).cases);
}

/** `/disable` reaches rules of Carapace files alone, and a file that is refused says nothing. */
function isConvertible({ rules, load, steps }: CaseDocument): boolean {
  if (rules === undefined || load === 'error') return false;
  return !steps.some(({ control, reload }) => /^\/(disable|rules|session)/.test(control ?? '') || reload !== undefined);
}

/** Names are written in other letters: verdicts are compared. */
function verdictsOnly(one: CaseDocument): CaseDocument {
  const bare = (expected: unknown) => {
    if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return expected;
    const { rule: _, rules: __, ...rest } = expected as Record<string, unknown>;
    return rest;
  };
  const { expect: wanted } = one;
  return { ...one, expect: (Array.isArray(wanted) ? wanted.map(bare) : bare(wanted)) as CaseDocument['expect'] };
}

function converted(one: CaseDocument): CaseDocument | string {
  const texts = [one.rules ?? []].flat().map((written) => ({ written, ...convertToNative(written, 'rules.yaml') }));
  const broken = texts.flatMap(({ problems }) => problems.filter(({ level }) => level === 'error'));
  if (broken.length > 0) return broken.map(({ subject, expected }) => `${subject}: ${expected}`).join('; ');
  const { dialect: _, ...rest } = one;
  return { ...rest, rules: texts.map(({ text, written }) => text ?? written) };
}

const NOBODY = { modules: [] };

describe.each(FOREIGN)('%s', (dialect, unsayable) => {
  test('rules decide the same in our own language', () => {
    const cases = casesOf(dialect).filter(isConvertible);
    const refused: string[] = [];
    const wrong: unknown[] = [];
    for (const one of cases.map(verdictsOnly)) {
      const native = converted(one);
      if (typeof native === 'string') refused.push(one.id);
      else if (runCase(one, NOBODY).outcome === 'passed') {
        const result = runCase(native, NOBODY);
        if (result.outcome !== 'passed') wrong.push({ id: one.id, result, rules: native.rules });
      }
    }
    expect(wrong).toEqual([]);
    expect(refused.filter((id) => !/^[a-z]{2}-\d+/.test(id))).toEqual(unsayable);
    expect(cases.length - refused.length).toBeGreaterThan(25);
  });
});

test.skipIf(!isHere)('every rule of the documents can be said', () => {
  const blocks = ['000', '002', '004'].flatMap(blocksOf);
  const files = blocks.filter((text) => load(text).problems.every(({ level }) => level !== 'error'));
  const converted = files.map((text) => convertToNative(text, 'seed.yaml')).filter(({ isNative }) => !isNative);
  expect(converted.flatMap(({ problems }) => problems.filter(({ level }) => level === 'error'))).toEqual([]);
  expect(converted.length).toBeGreaterThan(5);
});

test('a rule says what it said, under a name that ours may have', () => {
  const { text = '', problems } = convertToNative(
    `version: "1"
defaults: { unmatched: allow }
rules:
  - { name: "No curl, please", action: deny, tool: Bash|Shell, reason: "Ask first.", match: { command: [{ pattern: '^curl ', type: regex }] } }
  - { name: "No curl, please", action: escalate, tool: Write }
  - { name: idle, action: deny, tool: Write, match: {} }
`,
    'cube.yaml',
  );
  expect(text).toMatchInlineSnapshot(`
    "# Was written for claudecube.
    version: 1
    dialect: safeshell
    tool_calls:
      shell: Bash
      unmatched: allow
      verdicts: [deny, require_approval, redirect, redact, confine, allow, escalate]
      order: [verdict]
    rules:
      - name: no-curl-please
        description: No curl, please
        conditions:
          - tool: [Bash, Shell]
          - input:
              field: command
              matches: "^curl "
              as: javascript
        action: deny
        message: Ask first.
      - name: no-curl-please-2
        description: No curl, please
        conditions:
          - tool: Write
        action: escalate
    "
  `);
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: 'unsupported',
      level: 'notice',
      subject: 'idle',
      at: expect.objectContaining({ line: 6 }),
    }),
  );
});

test.each([
  ['a broken file', 'rules: [', 'yaml-syntax'],
  ['a file with errors', 'rules: [{ id: a, then: block, when: { tol: x } }]', 'unknown-key'],
  ['a rule that cannot be said', 'rules: [{ id: a, then: block, when: { sender: { team: x } } }]', 'unsupported'],
])('%s gives no text, and says why', (_what, text, code) => {
  const { text: printed, problems } = convertToNative(text, 'f.yaml');
  expect(printed).toBeUndefined();
  expect(problems).toContainEqual(expect.objectContaining({ code, level: 'error' }));
});

test('a file of our own stays as it is', () => {
  expect(convertToNative('rules: [{ name: a, commands: [ls], action: deny }]', 'f.yaml')).toEqual({
    problems: [],
    isNative: true,
  });
});
