import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuditEntry, appendAudit } from '../../../src/store/audit.ts';
import { type Layout, layoutOf, sessionFolder } from '../../../src/store/layout.ts';
import {
  damagedFiles,
  forgetApprovals,
  forgetSessions,
  lastUses,
  sessionsOnDisk,
} from '../../../src/store/session-list.ts';

let root: string;
let layout: Layout;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-sessions-'));
  layout = layoutOf({ HOME: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(session: string, name: string, atMs: number): void {
  const folder = sessionFolder(layout, session);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '');
  for (const path of [join(folder, name), folder]) utimesSync(path, atMs / 1000, atMs / 1000);
}

test('sessions that remember anything are listed, the youngest first', () => {
  expect(sessionsOnDisk(layout)).toEqual([]);
  file('old', 'history-1.jsonl', 1000);
  file('young', 'history-7.jsonl', 3000);
  file('young', 'history-6.jsonl', 500);
  file('told', 'problems-told', 9000);
  file('odd/../id', 'history-1.jsonl', 2000);
  expect(sessionsOnDisk(layout)).toEqual([
    { id: 'young', changedMs: 3000 },
    { id: expect.stringMatching(/^sha256-/), changedMs: 2000 },
    { id: 'old', changedMs: 1000 },
  ]);
});

test('each has its latest call on record, by whatever its folder is called', () => {
  const call = (session: string, cwd: string, more: object) =>
    appendAudit(layout, {
      ...{ epochMs: Date.now(), door: 'hook', session, cwd, verdict: 'allow', durationMs: 1 },
      ...{ action: { kind: 'line', line: 'ls' }, outcome: { kind: 'run', by: 'rules' }, actor: 'ai', ...more },
    } as AuditEntry);
  call('one', '/first', { agent: 'claude' });
  call('one', '/last', { agent: 'codex', how: 'by its variable' });
  call('odd/../id', '/odd', { how: 'by its variable' });
  call('typed', '/typed', { actor: 'human', how: 'no sign of an agent' });
  call('other', '/other', { agent: 'claude' });
  for (const session of ['one', 'odd/../id', 'typed', 'unrecorded']) file(session, 'history-1.jsonl', Date.now());
  const sessions = sessionsOnDisk(layout);
  const odd = sessions.map(({ id }) => id).find((id) => id.startsWith('sha256-'));
  expect(Object.fromEntries(lastUses(sessions, layout))).toEqual({
    one: { agent: 'codex', cwd: '/last' },
    [String(odd)]: { agent: 'by its variable', cwd: '/odd' },
    typed: { cwd: '/typed' },
  });
});

test('what was damaged, and what was approved at a prompt', () => {
  file('one', 'damaged-1-2.jsonl', 1);
  file('one', 'approvals', 1);
  expect(damagedFiles(layout, 'one')).toEqual([join(sessionFolder(layout, 'one'), 'damaged-1-2.jsonl')]);
  forgetApprovals(layout, 'one');
  forgetApprovals(layout, 'two');
  expect(readdirSync(sessionFolder(layout, 'one'))).toEqual(['damaged-1-2.jsonl']);
});

test('a session is forgotten when nothing in it is young', () => {
  file('old', 'history-1.jsonl', 1000);
  file('used', 'history-1.jsonl', 1000);
  file('used', 'approvals', 5000);
  expect(forgetSessions(layout, 4000)).toEqual([sessionFolder(layout, 'old')]);
  expect(readdirSync(layout.state.sessions)).toEqual(['used']);
  expect(forgetSessions(layoutOf({ HOME: join(root, 'none') }), 4000)).toEqual([]);
});
