import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loweredPacks } from '../../../src/policy/lowered-packs.ts';
import { readSources } from '../../../src/policy/read-rules.ts';
import { policySources } from '../../../src/policy/sources.ts';
import { layoutOf } from '../../../src/store/layout.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'safeshell-packs-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const layout = () => layoutOf({ HOME: home });
const read = () => readSources(policySources({ cwd: '/', env: { HOME: home } }));
const keptFile = () => join(layout().cache.root, 'packs.json');
const pack = (text: string) => ({ file: '/p/x.yaml', text, tier: 'pack', module: 'x' }) as const;
const NOTHING = { rules: [], overrides: [] };

test('packs that were lowered before are the same rules', () => {
  const first = read();
  expect(first.problems).toEqual([]);
  const { files } = JSON.parse(readFileSync(keptFile(), 'utf8')) as { files: object };
  expect(Object.keys(files).length).toBeGreaterThan(10);
  const second = read();
  expect(second).toEqual(first);
});

test('another text, and another tier, is lowered anew', () => {
  const packs = loweredPacks(layout());
  packs.add(pack('a'), NOTHING);
  packs.add({ ...pack('b'), file: '/u/x.yaml', tier: 'user' }, NOTHING);
  packs.keep();
  const later = loweredPacks(layout());
  expect(later.find(pack('a'))).toEqual(NOTHING);
  expect(later.find(pack('b'))).toBeUndefined();
  expect(later.find({ ...pack('b'), file: '/u/x.yaml', tier: 'user' })).toBeUndefined();
  expect(later.find({ ...pack('a'), tier: 'user' })).toBeUndefined();
});

test('what is not as we write it is not used', () => {
  const packs = loweredPacks(layout());
  packs.add(pack('a'), NOTHING);
  packs.keep();
  const whole = readFileSync(keptFile(), 'utf8');
  for (const damaged of [
    whole.slice(0, -2),
    whole.replace('"rules":[]', '"rules":[{"rule":{}}]'),
    whole.replace('"compiler":"', '"compiler":"other '),
    '[]',
  ]) {
    writeFileSync(keptFile(), damaged);
    expect(loweredPacks(layout()).find(pack('a'))).toBeUndefined();
  }
});
