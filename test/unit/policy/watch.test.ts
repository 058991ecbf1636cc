import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEBOUNCE_MS, type PolicyWatch, watchPolicy } from '../../../src/policy/watch.ts';

const RULE = (action: string) =>
  `version: 1\nrules:\n  - { name: no-frob, commands: [frob], action: ${action}, message: No. }\n`;
const BROKEN = 'version: 1\nrules:\n  - { name: no-frob, comands: [frob], action: deny }\n';
const SETTLED_MS = DEBOUNCE_MS + 500;

let root: string;
let rules: string;
let watch: PolicyWatch;
let warnings: string[];
let changes: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-watch-')));
  rules = join(root, '.config/safeshell/rules');
  mkdirSync(rules, { recursive: true });
  warnings = [];
  changes = 0;
  watch = watchPolicy(
    { cwd: root, env: { HOME: root } },
    {
      warn: (problems) => warnings.push(problems.map(({ code }) => code).join(' ')),
      changed: () => {
        changes += 1;
      },
    },
  );
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const mine = (text: string) => writeFileSync(join(rules, 'mine.yaml'), text);
const pass = (ms: number) => vi.advanceTimersByTime(ms);

function action(): string | undefined {
  const all = watch.current().policy.modules.flatMap((module) => module.rules);
  return all.find(({ id }) => id === 'mine/no-frob')?.action;
}

describe('watchPolicy', () => {
  test('goes by a change once it has been quiet', () => {
    expect(action()).toBeUndefined();
    mine(RULE('deny'));
    pass(DEBOUNCE_MS - 1);
    expect(action()).toBeUndefined();
    pass(SETTLED_MS);
    expect([action(), changes]).toEqual(['deny', 1]);
    pass(10 * SETTLED_MS);
    expect(changes).toBe(1);
  });

  test('reads a file that is written in steps once', () => {
    for (const text of ['version: 1\n', BROKEN, RULE('require_approval'), RULE('deny')]) {
      mine(text);
      pass(DEBOUNCE_MS / 2);
    }
    expect([warnings, changes]).toEqual([[], 0]);
    pass(SETTLED_MS);
    expect([action(), warnings, changes]).toEqual(['deny', [], 1]);
  });

  test('keeps the last good version of a file on a bad edit, and warns once', () => {
    mine(RULE('deny'));
    pass(SETTLED_MS);
    mine(BROKEN);
    pass(10 * SETTLED_MS);
    expect([action(), changes]).toEqual(['deny', 1]);
    expect(warnings).toEqual(['unknown-key']);
    mine(RULE('require_approval'));
    pass(SETTLED_MS);
    expect([action(), warnings.length]).toEqual(['require_approval', 1]);
  });

  test('sees files that are moved into place, and that go', () => {
    writeFileSync(join(root, 'new.yaml'), RULE('deny'));
    renameSync(join(root, 'new.yaml'), join(rules, 'mine.yaml'));
    pass(SETTLED_MS);
    expect(action()).toBe('deny');
    rmSync(rules, { recursive: true });
    pass(SETTLED_MS);
    expect([action(), changes]).toEqual([undefined, 2]);
    mkdirSync(join(root, '.safeshell'));
    writeFileSync(join(root, '.safeshell/rules.yaml'), RULE('deny'));
    pass(SETTLED_MS);
    expect(
      watch
        .current()
        .policy.modules.at(-1)
        ?.rules.map(({ action: what }) => what),
    ).toEqual(['deny']);
  });

  test('ends', () => {
    watch.close();
    mine(RULE('deny'));
    pass(SETTLED_MS);
    expect(action()).toBeUndefined();
  });
});
