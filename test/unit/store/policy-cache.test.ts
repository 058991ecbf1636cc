import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Policy } from '../../../src/model/policy.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { identify, keepBroken, keepGood, readCached } from '../../../src/store/policy-cache.ts';
import { isRule } from '../../../src/store/policy-guard.ts';
import { projectRuleFile, ruleSources } from '../../../src/store/rule-files.ts';

let root = '';
const at = (path: string) => join(root, path);
const layout = () => layoutOf({ HOME: at('home') }, at('etc'));
const LATER = 10_000;

function put(path: string, content = ''): void {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), content);
}

function policy(name: string): Policy {
  const pattern = { source: '^/x$', flags: '', linear: true, written: '/x' };
  return {
    modules: [
      {
        name,
        file: '/x.yaml',
        dialect: 'safeshell',
        tier: 'user',
        rank: ['deny', 'allow'],
        order: ['verdict'],
        unmatched: 'allow',
        rules: [
          {
            id: `${name}/one`,
            name: 'one',
            at: { file: '/x.yaml', line: 1, column: 1 },
            commands: ['git'],
            directory: [pattern],
            when: [{ op: 'not', of: { op: 'any', of: [{ op: 'is', type: 'args', data: {} }] } }],
            unless: [],
            action: 'deny',
            redirectTo: [{ kind: 'literal', value: 'x' }, { kind: 'positional', index: 1 }, { kind: 'args' }],
            severity: 'high',
            overridable: true,
          },
        ],
      },
    ],
  };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-cache-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('rule files in force', () => {
  test('by tier, then by name; settings and leftovers are none', () => {
    for (const file of ['packs/b.yaml', 'packs/a.yaml', 'packs/.a.yaml.swp', 'packs/.hidden.yaml', 'packs/readme.md'])
      put(file);
    for (const file of ['etc/config.yaml', 'etc/rules/m.yml']) put(file);
    for (const file of ['home/.config/safeshell/config.yaml', 'home/.config/safeshell/rules/u.yaml']) put(file);
    put('repo/.safeshell/rules.yaml');
    put('repo/.safeshell/other.yaml');
    const { files, unreadable } = ruleSources({ layout: layout(), packs: at('packs'), cwd: at('repo/src/deep') });
    expect(files.map(({ file, tier }) => [tier, file.slice(root.length + 1)])).toEqual([
      ['pack', 'packs/a.yaml'],
      ['pack', 'packs/b.yaml'],
      ['managed', 'etc/rules/m.yml'],
      ['user', 'home/.config/safeshell/rules/u.yaml'],
      ['project', 'repo/.safeshell/rules.yaml'],
    ]);
    expect(unreadable).toEqual([]);
  });

  test('the nearest project file counts', () => {
    put('repo/.safeshell/rules.yaml');
    put('repo/sub/.safeshell/rules.yaml');
    expect(projectRuleFile(at('repo/sub/x'))).toBe(at('repo/sub/.safeshell/rules.yaml'));
    expect(projectRuleFile(at('repo/other'))).toBe(at('repo/.safeshell/rules.yaml'));
  });

  test('a folder that cannot be listed is no empty folder', () => {
    put('packs', 'a file');
    expect(ruleSources({ layout: layout(), packs: at('packs'), cwd: root }).unreadable).toEqual([
      at('packs'),
      at('packs/services'),
    ]);
  });
});

describe('the compiled policy', () => {
  const identity = (productVersion = '1', scope = '') =>
    identify({ scope, paths: [at('a.yaml'), at('none.yaml')], productVersion });

  test('comes back for the same sources', () => {
    put('a.yaml', 'one');
    keepGood(layout(), identity(), { policy: policy('a'), now: Date.now() + LATER });
    expect(readCached(layout(), identity())).toEqual({ policy: policy('a') });
    expect(statSync(layout().cache.policies).mode & 0o777).toBe(0o700);
  });

  test.each<[string, () => void]>([
    ['content', () => put('a.yaml', 'three')],
    [
      'the same size and time',
      () => {
        const { atime, mtime } = statSync(at('a.yaml'));
        rmSync(at('a.yaml'));
        put('a.yaml', 'two');
        utimesSync(at('a.yaml'), atime, mtime);
      },
    ],
    ['a file gone', () => rmSync(at('a.yaml'))],
    ['a file come', () => put('none.yaml')],
  ])('not after a change: %s', (_, change) => {
    put('a.yaml', 'one');
    keepGood(layout(), identity(), { policy: policy('a'), now: Date.now() + LATER });
    change();
    expect(readCached(layout(), identity())).toBeUndefined();
  });

  test('not of another product version or project', () => {
    put('a.yaml');
    keepGood(layout(), identity(), { policy: policy('a'), now: Date.now() + LATER });
    expect(readCached(layout(), identity('2'))).toBeUndefined();
    expect(readCached(layout(), identity('1', '/repo/.safeshell/rules.yaml'))).toBeUndefined();
  });

  test('is not kept of sources that may still be changing', () => {
    put('a.yaml');
    const fresh = identity();
    keepGood(layout(), fresh, { policy: policy('a'), now: fresh.changedMs + 50 });
    expect(readCached(layout(), fresh)).toBeUndefined();
  });

  test('of broken sources is the last good one, with what is wrong', () => {
    put('a.yaml', 'good');
    keepGood(layout(), identity(), { policy: policy('a'), now: Date.now() + LATER });
    put('a.yaml', 'broken now');
    const expected = { policy: policy('a'), problems: 'a.yaml:1:1 what' };
    expect(keepBroken(layout(), identity(), { problems: 'a.yaml:1:1 what', now: Date.now() + LATER })).toEqual(
      expected,
    );
    expect(readCached(layout(), identity())).toEqual(expected);
    put('a.yaml', 'good again');
    expect(readCached(layout(), identity())).toBeUndefined();
  });

  test('of broken sources without a good one is none', () => {
    put('a.yaml');
    expect(keepBroken(layout(), identity(), { problems: 'what', now: Date.now() + LATER })).toBeUndefined();
  });

  test.each([
    '',
    'null',
    '{"version":1}',
    '{"version":9,"key":"x"}',
    '{"version":1,"key":"x","policy":{"modules":[{}]}}',
  ])('spoilt on disk is none: %s', (content) => {
    put('a.yaml');
    const path = join(layout().cache.policies, 'own.pack');
    mkdirSync(layout().cache.policies, { recursive: true });
    writeFileSync(path, content.replace('"x"', JSON.stringify(identity().key)));
    expect(readCached(layout(), identity())).toBeUndefined();
  });
});

describe('the shape of a rule', () => {
  const changed = (change: Record<string, unknown>) => ({ ...policy('a').modules[0]?.rules[0], ...change });

  test('as compiled', () => expect(isRule(JSON.parse(JSON.stringify(changed({}))))).toBe(true));

  test.each<[string, unknown]>([
    ['id', 7],
    ['action', 'maybe'],
    ['when', undefined],
    ['when', [{ op: 'is' }]],
    ['when', [{ op: 'all', of: {} }]],
    ['commands', 'git'],
    ['directory', [{ source: '(' }]],
    ['severity', 'huge'],
    ['redirectTo', [{ kind: 'literal' }]],
    ['at', null],
  ])('not with %s %j', (field, value) => expect(isRule(changed({ [field]: value }))).toBe(false));

  test('conditions nested without end do not end us', () => {
    let condition: unknown = { op: 'is', type: 'x' };
    for (let i = 0; i < 50_000; i++) condition = { op: 'not', of: condition };
    expect(isRule(changed({ when: [condition] }))).toBe(false);
  });
});
