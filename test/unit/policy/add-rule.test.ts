import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewRule, writeRule } from '../../../src/policy/add-rule.ts';

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-add-rule-'));
  folder = join(home, '.config/safeshell/rules');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function preview(sentence: string) {
  const added = previewRule(sentence, { cwd: home, env: { HOME: home, PATH: '/usr/bin' } });
  if ('refused' in added) throw new Error(added.refused);
  return added;
}

test('a file of a dotfiles folder is written where it lies, and keeps its mode', () => {
  const real = join(home, 'dotfiles.yaml');
  writeFileSync(real, 'version: 1\n');
  chmodSync(real, 0o640);
  symlinkSync(real, join(folder, 'mine.yaml'));
  expect(writeRule(preview('deny make release'))).toBe(true);
  expect(readlinkSync(join(folder, 'mine.yaml'))).toBe(real);
  expect(readFileSync(real, 'utf8')).toContain('- name: deny-make-release\n');
  expect(statSync(real).mode & 0o777).toBe(0o640);
});

test('what was written meanwhile is not lost', () => {
  const added = preview('deny make release');
  writeFileSync(added.file, '# mine\n');
  expect(writeRule(added)).toBe(false);
  expect(readFileSync(added.file, 'utf8')).toBe('# mine\n');
});

test('the same sentence again is a rule of another name', () => {
  writeRule(preview('ask before make release'));
  const again = preview('ask before make release');
  expect(again.items.map(({ yaml }) => yaml.split('\n', 1)[0])).toEqual(['name: ask-make-release-2']);
});
