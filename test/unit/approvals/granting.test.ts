import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { grantsOfHook } from '../../../src/approvals/granting.ts';
import type { Decision } from '../../../src/model/decision.ts';
import { createLineGrants } from '../../../src/settle/line-grants.ts';
import { openGrants } from '../../../src/store/grants.ts';
import { layoutOf } from '../../../src/store/layout.ts';

const root = mkdtempSync(join(tmpdir(), 'temporary-granting-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const launchers = join(root, 'hooks');
beforeEach(() => {
  rmSync(launchers, { recursive: true, force: true });
  mkdirSync(launchers);
});

const NOTHING = { verdict: 'require_approval', trace: [], analysis: { text: '', invocations: [], unsure: [] } };

function grantsOf(called: string | undefined) {
  const layout = layoutOf({ HOME: root });
  const place = {
    layout,
    session: called ?? 'own',
    launchers,
    called,
    ancestors: () => [],
    realpath: (path: string) => path,
  };
  return grantsOfHook(place);
}
const leave = (called: string | undefined) => grantsOf(called).leave(NOTHING as unknown as Decision);

test.each([
  ['a-1_B', '.granted-a-1_B'],
  [undefined, '.granted'],
  ['../x', '.granted'],
  ['a b', '.granted'],
  ['', '.granted'],
])('session %s keeps launchers from answering by %s', (called, mark) => {
  leave(called);
  expect(readdirSync(launchers)).toEqual([mark]);
  grantsOf(called).end();
  expect(readdirSync(launchers)).toEqual([]);
});

describe('a line that was agreed to and runs in another shell', () => {
  const start = (argv: readonly string[], text = argv.join(' ')) => ({
    argv: argv.map((value) => ({ kind: 'known', value, text: value })),
    text,
    cwd: '/w',
    role: 'program',
    via: [],
  });
  const decided = (line: string, rules: readonly string[], more: object = {}) => {
    const whole = start(['/bin/bash', '-c', line]);
    const trace = rules.map((id) => ({ end: 'matched', verdict: 'require_approval', rule: { id } }));
    const analysis = { text: whole.text, invocations: [whole, start(['frob', 'x'])], unsure: [] };
    return { verdict: 'require_approval', trace, unsure: [], analysis, ...more } as unknown as Decision;
  };
  const holder = { pid: process.pid, start: '1' };
  const place = {
    store: openGrants(join(root, 'grants')),
    ancestors: () => [`${holder.pid}-${holder.start}`],
    holder: () => `${holder.pid}-${holder.start}`,
    realpath: (path: string) => path,
  };
  const grants = createLineGrants(place);

  test.each<[string, Decision, boolean]>([
    ['the same', decided('frob "$X"', ['a', 'b']), true],
    ['of which less asks', decided('frob "$X"', ['a']), true],
    ['of which another rule asks', decided('frob "$X"', ['a', 'c']), false],
    ['another line', decided('frob "$Y"', ['a', 'b']), false],
    ['about which a default asks too', decided('frob "$X"', ['a'], { byDefault: 'm' }), false],
    ['that is not understood', decided('frob "$X"', ['a'], { unsure: [{ code: 'too-deep' }] }), false],
  ])('%s', (_what, next, isTaken) => {
    place.store.end(() => true);
    grants.leaveWhole(decided('frob "$X"', ['a', 'b']));
    expect(grants.take(next)).toBe(isTaken);
    expect(grants.take(next)).toBe(false); // once
  });

  test('by a default alone', () => {
    place.store.end(() => true);
    const asked = decided('frob', [], { byDefault: 'm' });
    grants.leaveWhole(asked);
    expect(grants.take(decided('frob', [], { byDefault: 'n' }))).toBe(false);
    expect(grants.take(asked)).toBe(true);
  });
});

test('a session ends no mark but its own', () => {
  leave('a');
  leave('b');
  grantsOf('b').end();
  expect(readdirSync(launchers)).toEqual(['.granted-a']);
});

test('marks of sessions that never came back go, and nothing else', () => {
  for (const name of ['.granted-old', '.granted', '.stamp', 'claude']) {
    writeFileSync(join(launchers, name), '');
    utimesSync(join(launchers, name), 1, 1);
  }
  leave('a');
  expect(readdirSync(launchers).sort()).toEqual(['.granted-a', '.stamp', 'claude']);
});
