import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { grantsOfHook } from '../../../src/approvals/granting.ts';
import type { Decision } from '../../../src/model/decision.ts';
import { layoutOf } from '../../../src/store/layout.ts';

const root = mkdtempSync(join(tmpdir(), 'safeshell-granting-'));
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
