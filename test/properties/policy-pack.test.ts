import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexOf } from '../../src/decide/rule-index.ts';
import type { Policy, RuleIndex } from '../../src/model/policy.ts';
import { inMode } from '../../src/policy/mode.ts';
import { VERSIONS } from '../../src/store/layout.ts';
import { openPack, type PolicyPack } from '../../src/store/policy-pack/read-pack.ts';
import { packFile, packRules } from '../../src/store/policy-pack/write-pack.ts';
import { judgeIn } from '../support/judge.ts';
import { linesOf } from '../support/lines.ts';
import { sampled } from '../support/runs.ts';
import { shipped } from '../support/shipped.ts';

const LABEL = { version: VERSIONS.policy, scope: '', key: 'k' };
const folder = mkdtempSync(join(tmpdir(), 'temporary-pack-'));
const path = join(folder, 'a.pack');
let policy: Policy;
let file: Uint8Array;

function put(bytes: Uint8Array): string {
  writeFileSync(path, bytes);
  return path;
}

function opened(bytes: Uint8Array): PolicyPack {
  const pack = openPack(put(bytes));
  if (pack === undefined) throw new Error('not opened');
  return pack;
}

beforeAll(() => {
  policy = shipped().policy;
  file = packFile(LABEL, packRules(policy));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a policy that was packed', () => {
  test('is the same as a whole', () => {
    const pack = opened(file);
    const whole = pack.whole();
    pack.close();
    expect(whole).toEqual(policy);
  });

  test('is the same where it watches', () => {
    const watching = inMode(policy, 'watch');
    const pack = opened(packFile(LABEL, packRules(watching)));
    const whole = pack.whole();
    pack.close();
    expect(whole).toEqual(watching);
  });

  test('is the same program by program', () => {
    const pack = opened(file);
    const index = indexOf(policy);
    expect(pack.unscoped().map(({ rule, module }) => [module.name, rule])).toEqual(
      index.unscoped().map(({ rule, module }) => [module.name, rule]),
    );
    expect([...pack.programs()]).toEqual([...index.programs()]);
    for (const program of ['no-such-program', '__proto__', 'constructor', ...index.programs()]) {
      const subcommands = [...index.subcommandsOf(program)];
      expect([...pack.subcommandsOf(program)].sort()).toEqual(subcommands.sort());
      for (const subcommand of [undefined, ...subcommands, 'no-such-one', '__proto__', 'constructor']) {
        const ids = (rules: RuleIndex) => rules.rulesOf(program, subcommand).map(({ rule }) => rule.id);
        expect([program, subcommand, ids(pack)]).toEqual([program, subcommand, ids(index)]);
      }
    }
    pack.close();
  });

  test('judges alike', () => {
    const pack = opened(file);
    const lines = [
      ...sampled(linesOf('test/cases/everyday.yaml'), 'LINES_EVERY', 10),
      ...sampled(linesOf('test/cases/destructive.yaml'), 'LINES_EVERY', 10),
      '$X --force -rf /',
    ];
    for (const line of lines) {
      const [inMemory, onDisk] = [judgeIn(policy, line), judgeIn(pack, line)];
      expect([line, onDisk.verdict, onDisk.decider?.rule.id]).toEqual([
        line,
        inMemory.verdict,
        inMemory.decider?.rule.id,
      ]);
      expect(onDisk.trace.map(({ rule, end }) => [rule.id, end])).toEqual(
        inMemory.trace.map(({ rule, end }) => [rule.id, end]),
      );
    }
    pack.close();
  });

  test.each<[string, Policy]>([
    ['nothing', { modules: [] }],
    [
      'a module without rules',
      {
        modules: [
          {
            name: 'm',
            file: '/m.yaml',
            dialect: 'safeshell',
            tier: 'user',
            rank: ['deny'],
            order: ['verdict'],
            unmatched: 'allow',
            rules: [],
          },
        ],
      },
    ],
  ])('of %s is the same', (_, empty) => {
    const pack = opened(packFile(LABEL, packRules(empty)));
    expect(pack.whole()).toEqual(empty);
    expect([pack.unscoped(), [...pack.programs()], pack.rulesOf('git')]).toEqual([[], [], []]);
    pack.close();
  });

  test('stays what it was when another takes its place', () => {
    const pack = opened(file);
    rmSync(path);
    put(packFile(LABEL, packRules({ modules: [] })));
    expect(pack.rulesOf('git').length).toBeGreaterThan(5);
    pack.close();
  });
});

describe('a pack that is spoilt', () => {
  test('by being cut anywhere is not opened', () => {
    for (let length = 0; length < file.length; length += 1 + Math.floor(file.length / 300)) {
      expect(openPack(put(file.subarray(0, length)))).toBeUndefined();
    }
  });

  test.each([
    ['is empty', ''],
    ['is no JSON', 'x\n'],
    ['is of an older version', '{"version":1,"key":"k","policy":{"modules":[]}}\n'],
    ['has no ranges', `${JSON.stringify({ ...LABEL, modules: [], indexBytes: 0, rulesBytes: 0 })}\n`],
    [
      'has other ranges',
      `${JSON.stringify({ ...LABEL, modules: [], unscoped: [0, 9], calls: [], indexBytes: 0, rulesBytes: 0 })}\n`,
    ],
  ])('is not opened where it %s', (_, text) => expect(openPack(put(Buffer.from(text)))).toBeUndefined());

  const readers: readonly [string, (pack: PolicyPack) => unknown][] = [
    ['unscoped rules', (pack) => pack.unscoped()],
    ['rules of a program', (pack) => pack.rulesOf('git')],
    ['names of programs', (pack) => pack.programs()],
    ['all of it', (pack) => pack.whole()],
  ];
  describe.each([
    ['zeros', 0],
    ['spaces', 0x20],
  ])('within by %s', (_, filler) => {
    test.each(readers)('is never read as another policy, and goes: %s', (_name, read) => {
      const body = readFileSync(put(file)).indexOf(0x0a) + 1;
      const pack = opened(Buffer.concat([file.subarray(0, body), Buffer.alloc(file.length - body, filler)]));
      expect(() => read(pack)).toThrow('damaged');
      expect(existsSync(path)).toBe(false);
      pack.close();
    });
  });

  test('by zeros in what a condition is about is told where that is evaluated', () => {
    const bytes = Buffer.from(file);
    const patterns = bytes.indexOf('\n[{"source":') + 1;
    bytes.fill(0, patterns, patterns + 9);
    const pack = opened(bytes);
    const rules = [...pack.programs()].flatMap((program) => pack.rulesOf(program));
    expect(() => JSON.stringify([...pack.unscoped(), ...rules])).toThrow('damaged');
    expect(existsSync(path)).toBe(false);
    pack.close();
  });

  test('by zeros in the index alone denies no program its rules', () => {
    const bytes = Buffer.from(file);
    bytes.fill(0, bytes.indexOf('\n["rm",') + 1, bytes.indexOf('\n["rm",') + 9);
    const pack = opened(bytes);
    expect(() => pack.rulesOf('rm')).toThrow('damaged');
    pack.close();
  });
});
