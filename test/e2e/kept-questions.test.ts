import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeepingJail } from '../support/kept-questions/jail.ts';
import { localRows } from '../support/kept-questions/rows.ts';
import { everyOf } from '../support/runs.ts';

/** Each row takes five seconds: one row in so many; 1 = all of them. */
const EVERY = everyOf('KEPT_QUESTIONS_EVERY', 48);

const hasJail = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;
if (!hasJail) console.warn('not tested, no bubblewrap or no user namespaces: questions that keeping answers');

/** Commands that are not installed, that refuse, or that find nothing to destroy here; their questions do not count as gone. */
const MAX_IDLE = 0.1;

describe.skipIf(!hasJail)('with `instead_of_asking`, in a jail', () => {
  let jail: KeepingJail;
  beforeAll(async () => {
    jail = new KeepingJail();
    await jail.furnish();
  });
  afterAll(() => jail.remove());

  test('backups replace questions about local work, and undo restores what was changed', {
    timeout: 3_600_000,
  }, async () => {
    const rows = localRows(EVERY);
    expect(rows.length).toBeGreaterThan(2);
    const fates = new Map<string, string[]>();
    for (const { id, line } of rows) {
      const fate = await jail.run(line);
      fates.set(fate.is, [...(fates.get(fate.is) ?? []), fate.is === 'wrong' ? `${id} ${line}: ${fate.why}` : id]);
    }
    const count = (name: string) => fates.get(name)?.length ?? 0;
    const figures = ['kept', 'asked', 'idle', 'nothing', 'wrong'].map((name) => `${count(name)} ${name}`).join(', ');
    console.log(`questions of ${rows.length} rows: ${figures}`);
    expect(fates.get('wrong') ?? []).toEqual([]);
    if (EVERY > 1) return; // a sample has no shares
    expect(count('kept'), figures).toBeGreaterThanOrEqual(count('asked'));
    expect(count('idle') + count('nothing'), figures).toBeLessThanOrEqual(rows.length * MAX_IDLE);
  });

  test.each([
    'rm -rf "$DIR"',
    'rm -rf $(cat missing.txt)',
    'find . -type f | xargs rm -f',
    'rm -rf ../other /usr/local/share',
    'find ~ -delete',
    'rm -rf .git',
    'git reset --hard && git push --force',
    'git reset --hard; cat ~/.ssh/id_rsa',
    'git submodule foreach git clean -fd',
    'shred -u notes.txt',
    'mv ../other /dev/null',
    'git stash clear; git reflog expire --expire=now --all',
    'rsync -a --delete empty/ host:/srv/',
    'git rm -rf . && rm -rf ~/.local/state/safeshell',
  ])('still asks: %s', async (line) => {
    expect((await jail.run(line)).is).toBe('asked');
  });
});
