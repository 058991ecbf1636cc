import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boxHere } from '../../../src/install/box/bubblewrap.ts';
import { boxParts } from '../../../src/surfaces/cli/run/box.ts';

const home = mkdtempSync(join(tmpdir(), 'temporary-box-lack-'));
afterAll(() => rmSync(home, { recursive: true }));

test('no box where the guard is not set up, or on another system: it says so, and starts nothing', () => {
  const here = { bubblewrap: '/usr/bin/bwrap', bash: '/bin/bash', version: 'x', resetsSignals: true };
  const start = boxParts({ HOME: home, PATH: '/usr/bin' }, here);
  expect(start).toMatchObject({ why: expect.stringContaining('safeshell setup') });
  expect(boxHere('darwin')).toEqual({ bubblewrap: undefined, lack: 'platform' });
});
