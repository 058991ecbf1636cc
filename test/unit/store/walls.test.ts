import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/store/folders.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { forgetWalls, leaveNote, leaveWall } from '../../../src/store/walls.ts';

/** Linux has no more ids than 2^22. */
const GONE = 2 ** 22 + 1;

test('what was left for shims and shells that are gone is forgotten, once they are old', () => {
  const HOME = mkdtempSync(join(tmpdir(), 'walls-'));
  const layout = layoutOf({ HOME });
  const { walls } = layout.state;
  try {
    expect(() => forgetWalls(layout, Date.now())).not.toThrow();
    makeFolder(walls);
    writeFileSync(join(walls, 'probe'), '');
    for (const id of [GONE, process.pid]) {
      leaveWall(layout, id, ['launcher', '--']);
      leaveNote(layout, id, 'a\nb');
    }
    forgetWalls(layout, Date.now());
    const own = [String(process.pid), `shell-${process.pid}`, 'probe'];
    expect(readdirSync(walls).sort()).toEqual([String(GONE), `shell-${GONE}`, ...own].sort());
    expect(readFileSync(join(walls, `shell-${GONE}`), 'utf8')).toBe('a b\n');
    forgetWalls(layout, Date.now() + 120_000);
    expect(readdirSync(walls).sort()).toEqual(own.sort());
  } finally {
    rmSync(HOME, { recursive: true, force: true });
  }
});
