import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filePatches } from '../../../src/shell/outputs/patched.ts';

const BEFORE = `${Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')}\n`;

const AFTER: Readonly<Record<string, string>> = {
  'a changed line': BEFORE.replace('line 7\n', 'rm -rf x\n'),
  'lines taken away and added far apart': BEFORE.replace('line 2\n', '').replace('line 25\n', 'line 25\nnew\n--- a\n'),
  'the first line': `#!/bin/sh\n${BEFORE}`,
  'the last line': `${BEFORE}end\n`,
  nothing: BEFORE.replace('line 3\n', 'line 3\n\n'),
};

describe('a unified diff', () => {
  it.each(Object.entries(AFTER))('%s: makes what diff was given', (_, after) => {
    const folder = mkdtempSync(join(tmpdir(), 'temporary-patched-'));
    try {
      writeFileSync(join(folder, 'a'), BEFORE);
      writeFileSync(join(folder, 'b'), after);
      const diff = execFileSync('sh', ['-c', 'diff -u a b || true'], { cwd: folder, encoding: 'utf8' });
      const [only, ...more] = filePatches(diff);
      expect(more).toEqual([]);
      expect(only?.path).toBe('b');
      expect(only?.applied(readFileSync(join(folder, 'a'), 'utf8'))).toBe(after);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names each file, and makes one that is new', () => {
    const diff =
      '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ "b/y z"\t2024-01-01\n@@ -0,0 +1,2 @@\n+one\n+two\n';
    const [first, second] = filePatches(diff);
    expect([first?.path, first?.applied('a\n'), first?.applied('c\n')]).toEqual(['b/x', 'b\n', undefined]);
    expect([second?.path, second?.applied(undefined)]).toEqual(['b/y z', 'one\ntwo\n']);
  });

  it('is not applied where looking for its lines could take long', () => {
    const lines = 'a\n'.repeat(2000);
    const diff = `--- x\n+++ x${' '.repeat(60_000)}.\n@@ -1,1001 +1 @@\n${'-a\n'.repeat(1000)}-b\n+c\n`;
    expect(filePatches(diff).map(({ applied }) => applied(lines))).toEqual([undefined]);
  });
});
