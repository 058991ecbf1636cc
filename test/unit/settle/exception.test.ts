import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type Exception,
  exceptionLines,
  proposeException,
  treeOf,
  writeException,
} from '../../../src/settle/exception.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';
import '../../support/seed.ts';

const RULES = {
  p: `
rules:
  - { name: ask, commands: [frob], action: require_approval, conditions: [{ args: { operand: ask } }] }
  - { name: ask-too, commands: [frob], action: require_approval, conditions: [{ args: { operand: two } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
  - { name: fixed, commands: [frob], action: require_approval, overridable: false, conditions: [{ args: { operand: fixed } }] }
`,
  self: 'rules: [{ name: guard, commands: [frob], action: require_approval, conditions: [{ args: { operand: self } }] }]',
  team: 'rules: [{ name: ours, commands: [frob], action: require_approval, conditions: [{ args: { operand: team } }] }]',
  mine: 'rules: [{ name: own, commands: [frob], action: require_approval, conditions: [{ args: { operand: mine } }] }]',
  firm: `
rules:
  - { name: may, commands: [frob], action: require_approval, overridable: true, conditions: [{ args: { operand: may } }] }
  - { name: must, commands: [frob], action: require_approval, overridable: false, conditions: [{ args: { operand: must } }] }
`,
};
const POLICY = policyOf(RULES, { team: 'project', mine: 'user', firm: 'managed' });
const PLACE = { within: '/repo', file: '/rules/exceptions.yaml' };

function propose(argv: readonly string[]): Exception | undefined {
  return proposeException(judged(POLICY, requestOf(argv)), POLICY, PLACE);
}

describe('what always may except', () => {
  test.each<[string[], string[] | undefined]>([
    [['frob', 'ask'], ['p/ask']],
    [
      ['frob', 'ask', 'two'],
      ['p/ask', 'p/ask-too'],
    ],
    [['frob', 'deny'], undefined],
    [['frob', 'ask', 'deny'], undefined],
    [['frob', 'fixed'], undefined],
    [['frob', 'self'], undefined],
    [['frob', 'ask', 'self'], undefined],
    [['frob', 'team'], undefined],
    [['frob', 'mine'], ['mine/own']],
    [['frob', 'may'], ['firm/may']],
    [['frob', 'must'], undefined],
    [['env', 'frob', 'ask'], undefined],
    [['frob', 'ask', '\uFFFD'], undefined],
    [['frob', 'fine'], undefined],
  ])('%j', (argv, rules) => {
    expect(propose(argv)?.rules).toEqual(rules);
  });

  test.each([
    ['frob ask', ['p/ask']],
    ['X=1 frob ask', undefined],
    ['frob ask > out', undefined],
    ['X=1 frob ask > out', undefined],
    ['X=1 env frob ask', undefined],
    ['env frob ask > out', undefined],
    ['frob ask; frob ask', undefined],
    ['frob ask "$X"', undefined],
  ])('of the line %s: %j', (line, rules) => {
    const decision = judged(POLICY, requestOf([], { action: { kind: 'line', line } }));
    expect(proposeException(decision, POLICY, PLACE)?.rules).toEqual(rules);
  });

  test.each([
    ['\x85', '\\u0085'],
    ['\u2028', '\\u2028'],
    ['\ufeff', '\\ufeff'],
  ])('what YAML takes for unprintable is written by its number: %j', (word, written) => {
    const [line] = exceptionLines({ rules: ['p/ask'], argv: [word], within: '/repo', file: '/x' });
    expect(line).toContain(`"argv":["${written}"]`);
  });

  test('the exception is exactly this command in this tree', () => {
    const exception = propose(['frob', 'ask', 'a b']) as Exception;
    const excepted = policyOf(
      {
        p: RULES.p,
        exceptions: `version: 1\noverrides:\n${exceptionLines(exception)
          .map((line) => `  - ${line}\n`)
          .join('')}`,
      },
      { exceptions: 'user' },
    );
    const verdict = (argv: string[], cwd = '/repo/app', env: Record<string, string> = {}) =>
      judged(excepted, requestOf(argv, { cwd, env })).verdict;
    expect(verdict(['frob', 'ask', 'a b'])).toBe('allow');
    expect(verdict(['frob', 'ask', 'a b'], '/repo')).toBe('allow');
    expect(verdict(['frob', 'ask', 'a b'], '/repository')).toBe('require_approval');
    expect(verdict(['frob', 'ask', 'a', 'b'])).toBe('require_approval');
    expect(verdict(['frob', 'ask', 'a b', ''])).toBe('require_approval');
    expect(verdict(['frob', 'ask'])).toBe('require_approval');
    expect(verdict(['env', 'X=1', 'frob', 'ask', 'a b'])).toBe('require_approval');
  });
});

describe('the file of exceptions', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'temporary-exceptions-'));
    file = join(folder, 'rules', 'exceptions.yaml');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const written = (): unknown => parse(readFileSync(file, 'utf8'));
  const item = (argv: readonly string[], within = '/repo') => ({
    name: 'p/ask',
    unless: [{ exact_command: { argv, within } }],
  });
  const write = (argv: readonly string[]) => writeException({ rules: ['p/ask'], argv, within: '/repo', file });

  test('is made, private and whole, and grows', () => {
    rmSync(file, { force: true });
    write(['frob', 'ask']);
    write(['frob', 'ask', 'again']);
    write(['frob', 'ask']);
    expect(written()).toEqual({ version: 1, overrides: [item(['frob', 'ask', 'again']), item(['frob', 'ask'])] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'rules'))).toEqual(['exceptions.yaml']);
  });

  test.each([
    ['', {}],
    ['version: 1', { version: 1 }],
    ['# mine\nrules: []\n', { rules: [] }],
    ['overrides:\n    # why\n    - { name: p/no, disabled: true }\nrules: []\n', { rules: [] }],
    ['overrides:\n- name: p/no\n  disabled: true\n', {}],
    ['overrides: # mine\n', {}],
    ['rules: []\r\noverrides:\r\n  - { name: p/no, disabled: true }\r\n', { rules: [] }],
  ])('keeps what a person wrote: %j', (text, rest) => {
    write(['frob', 'ask']);
    writeFileSync(file, text);
    write(['frob', 'ask']);
    const { overrides, ...others } = written() as { overrides: unknown[] };
    expect(overrides[0]).toEqual(item(['frob', 'ask']));
    expect(overrides.slice(1)).toEqual(text.includes('p/no') ? [{ name: 'p/no', disabled: true }] : []);
    expect(others).toEqual(rest);
    for (const comment of text.match(/#.*/g) ?? []) expect(readFileSync(file, 'utf8')).toContain(comment);
  });

  test('says so where a line cannot be added, and leaves the file alone', () => {
    rmSync(file, { force: true });
    write(['frob', 'ask']);
    writeFileSync(file, 'overrides: [{ name: p/no, disabled: true }]\n');
    expect(() => write(['frob', 'ask'])).toThrow(`${file}: \`overrides\` is not a list of lines`);
    expect(readFileSync(file, 'utf8')).toBe('overrides: [{ name: p/no, disabled: true }]\n');
  });

  test('any words come back as they were', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u2028', '\x85', '\ufeff', ': #', '- x', '\r\n'),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (argv) => {
        fc.pre(argv.every((one) => !/\p{Surrogate}/u.test(one)));
        rmSync(file, { force: true });
        write(argv);
        expect(written()).toEqual({ version: 1, overrides: [item(argv)] });
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

test.each<[unknown, string]>([
  [{ root: '/repo' }, '/repo'],
  [{ root: '/other' }, '/repo/app'], // GIT_WORK_TREE may name any
  [null, '/repo/app'],
  ['unknown', '/repo/app'],
])('in the repository %j the exception holds within %s', (repository, within) => {
  expect(treeOf('/repo/app', { git: () => repository } as never)).toBe(within);
});
