import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CODE_TESTS } from '../../../src/gate/code.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-file-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'x.py'), '');
mkdirSync(join(folder, 'pk'));

/** Which calls of an interpreter are for Node to read. */
test.each<[string, Record<string, string>, boolean]>([
  ['x.py', { SAFESHELL_CONTEXT: 'ai' }, true],
  ['x.py', { __ss_marked: 'x' }, true],
  ['x.py', { __ss_written: 'python x.py' }, true],
  ['-m x', { __ss_written: 'python -m x' }, true],
  ['-m pk.y', { __ss_written: 'python -m pk.y' }, true],
  ['x.py', {}, false],
  ['-m http.server', { SAFESHELL_CONTEXT: 'ai' }, false],
  ['gone.py', { SAFESHELL_CONTEXT: 'ai' }, false],
  ['--version', { SAFESHELL_CONTEXT: 'ai' }, false],
])('%s %j: %s', (words, variables, wanted) => {
  const { name, text } = CODE_TESTS.file;
  const { status } = spawnSync('sh', ['-c', `${text}\nset -- ${words}\n${name} "$@"`], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...variables },
  });
  expect(status === 0).toBe(wanted);
});
