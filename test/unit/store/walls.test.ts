import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/store/folders.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { forgetWalls, leaveWall } from '../../../src/store/walls.ts';

/** Linux has no more ids than 2^22. */
const GONE = 2 ** 22 + 1;

test('walls of shims that are gone are forgotten, once they are old', () => {
  const HOME = mkdtempSync(join(tmpdir(), 'walls-'));
  const layout = layoutOf({ HOME });
  const { walls } = layout.state;
  try {
    expect(() => forgetWalls(layout, Date.now())).not.toThrow();
    makeFolder(walls);
    writeFileSync(join(walls, 'probe'), '');
    for (const id of [GONE, process.pid]) leaveWall(layout, id, ['launcher', '--']);
    forgetWalls(layout, Date.now());
    expect(readdirSync(walls).sort()).toEqual([String(GONE), String(process.pid), 'probe'].sort());
    forgetWalls(layout, Date.now() + 120_000);
    expect(readdirSync(walls).sort()).toEqual([String(process.pid), 'probe'].sort());
  } finally {
    rmSync(HOME, { recursive: true, force: true });
  }
});
