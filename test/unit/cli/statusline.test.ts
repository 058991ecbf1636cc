import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../src/model/outcome.ts';
import { appendLine } from '../../../src/store/append.ts';
import { appendAudit, hashedLine } from '../../../src/store/audit.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { statusOf } from '../../../src/surfaces/cli/statusline/status.ts';
import { sampleEntry } from '../../support/audit-records.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-statusline-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const status = (session?: string) => statusOf({ cwd: home, session }, { HOME: home, PATH: '/usr/bin' });
const record = (session: string, ...outcomes: readonly Outcome[]) => {
  for (const outcome of outcomes) appendAudit(layoutOf({ HOME: home }), sampleEntry({ session, outcome }));
};

test('what a session cost a person is told, and what it spared them', async () => {
  record('s', { kind: 'asked' }, { kind: 'run', by: 'once' }, { kind: 'refuse', cause: 'said-no' });
  record('s', { kind: 'run', by: 'proof' }, { kind: 'run', by: 'proof' }, { kind: 'run', by: 'rules' });
  record('s', { kind: 'refuse', cause: 'nobody-to-ask' }, { kind: 'refuse', cause: 'denied' });
  record('another', { kind: 'run', by: 'proof' }, { kind: 'asked' });
  expect(await status('s')).toMatchObject({ stopped: 3, asked: 3, spared: 2 });
  expect(await status('none')).toMatchObject({ stopped: 0, asked: 0, spared: 0 });
  expect(await status()).toMatchObject({ stopped: 0, asked: 0, spared: 0 });
});

test.each([null, 'run', [], { kind: 1 }, { kind: 'run', by: 7 }, { kind: 'refuse', cause: {} }])(
  'an outcome that nobody knows, %j, disturbs nothing',
  async (outcome) => {
    const file = join(layoutOf({ HOME: home }).state.audit, '2026-01-30.jsonl');
    record('s', { kind: 'asked' });
    appendLine(file, hashedLine({ schema: 1, session: 's', outcome }).text);
    expect(await status('s')).toMatchObject({ stopped: 0, asked: 1, spared: 0 });
  },
);
