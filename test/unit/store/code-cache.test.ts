import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'temporary-code-'));
const file = join(folder, 'main.cjs');
const cache = join(folder, '.code', 'main.cjs');
const asFunction = (body: string) => `(function (exports, require, module, __filename, __dirname) {${body}})`;
const source = (text: string) =>
  asFunction(
    `exports.keepCode = require('./keep.cjs');
    process.stdout.write(__filename + ' ' + require('./beside.cjs') + require('node:path').sep + ' ${text}');`,
  );

beforeAll(() => {
  writeFileSync(join(folder, 'beside.cjs'), asFunction("module.exports = 'beside';"));
  bundled(
    'start',
    "import { runCached } from './code-cache.ts'; runCached(process.argv[2], process.argv[3], require);",
  );
  const keep =
    "import { keepCodeOf } from './code-keep.ts'; module.exports = (running) => keepCodeOf(running, () => { process.stdout.write(process.env.WARM ?? ''); });";
  bundled('keep', keep);
  writeFileSync(join(folder, 'keep.cjs'), asFunction(readFileSync(join(folder, 'keep.cjs'), 'utf8')));
});

function bundled(name: string, contents: string): void {
  const stdin = { contents, resolveDir: 'src/store' };
  buildSync({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile: join(folder, `${name}.cjs`) });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(env: Readonly<Record<string, string>> = {}): string {
  const words = [join(folder, 'start.cjs'), file, join(folder, '.code')];
  return spawnSync(process.execPath, words, { encoding: 'utf8', env: { ...process.env, ...env } }).stdout;
}

test('runs the file, keeps its code and runs that', () => {
  writeFileSync(file, source('one'));
  const expected = `${file} beside/ one`;
  expect(run()).toBe(expected);
  expect(statSync(cache).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, '.code', 'beside.cjs'))).toBe(true);
  const { mtimeMs } = statSync(cache);
  expect(run()).toBe(expected);
  expect(statSync(cache).mtimeMs).toBe(mtimeMs);
});

test('never runs the code of what stood there before, though of the same length', () => {
  writeFileSync(file, source('two'));
  expect(run()).toBe(`${file} beside/ two`);
  expect(run()).toBe(`${file} beside/ two`);
});

test('keeps all that ran anew where a file ran that nobody ran before, and then no more', () => {
  writeFileSync(
    file,
    asFunction("process.env.MORE && require('./more.cjs'); exports.keepCode = require('./keep.cjs');"),
  );
  writeFileSync(join(folder, 'more.cjs'), asFunction(''));
  const isKept = (more: string) => {
    const before = statSync(cache, { bigint: true }).mtimeNs;
    run({ MORE: more });
    return statSync(cache, { bigint: true }).mtimeNs !== before;
  };
  run();
  expect([isKept(''), isKept('yes'), isKept('yes'), isKept('')]).toEqual([false, true, false, false]);
  writeFileSync(file, source('two'));
});

test('warms up once, and not where nothing can be kept', () => {
  const warm = () => run({ WARM: ' warm' }).endsWith(' warm');
  writeFileSync(file, source('six'));
  expect([warm(), warm()]).toEqual([true, false]);
  rmSync(join(folder, '.code'), { recursive: true });
  writeFileSync(join(folder, '.code'), ''); // no folder can be made
  expect([warm(), warm()]).toEqual([false, false]);
  rmSync(join(folder, '.code'));
  writeFileSync(file, source('two'));
});

function damaged(from: number, bytes: Uint8Array): Buffer {
  const whole = readFileSync(cache);
  whole.set(bytes, Math.floor(whole.length * from));
  return whole;
}

test.each<[string, () => void]>([
  ['zero for a while', () => writeFileSync(cache, damaged(0.25, new Uint8Array(200)))],
  ['zero for a while in its second half', () => writeFileSync(cache, damaged(0.6, new Uint8Array(200)))],
  ['another in one byte', () => writeFileSync(cache, damaged(0.3, Uint8Array.of(readFileSync(cache)[7] ?? 0)))],
  ['cut at its end', () => writeFileSync(cache, readFileSync(cache).subarray(0, -100))],
  ['empty', () => writeFileSync(cache, '')],
  ['cut', () => writeFileSync(cache, readFileSync(cache).subarray(100))],
  ['foreign', () => writeFileSync(cache, 'x'.repeat(1000))],
])('a cache that is %s is made anew', (_, spoil) => {
  run();
  spoil();
  const spoiled = readFileSync(cache);
  expect(run()).toBe(`${file} beside/ two`);
  expect(readFileSync(cache).equals(spoiled)).toBe(false);
});
