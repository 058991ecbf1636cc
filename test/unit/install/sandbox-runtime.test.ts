import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { boxWallHere, installSandboxRuntime } from '../../../src/install/box/sandbox-runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

function made(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, path, '..'), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

const OWN = 'node_modules/@anthropic-ai/sandbox-runtime';
const MANIFEST = JSON.stringify({ dependencies: { zod: '^3', forge: '^1', gone: '^1' } });

test('without the package it says so, however the rest is', () => {
  expect(boxWallHere(made('without', { 'package.json': '{}' }))).toEqual({ package: undefined, lack: 'package' });
  const half = made('half', { 'package.json': '{}', [`${OWN}/package.json`]: '{}' });
  expect(boxWallHere(half)).toEqual({ package: undefined, lack: 'package' });
});

test.runIf(process.platform === 'linux')(
  'a copy of the product has it, with what it needs in the version that it needs',
  () => {
    const product = made('product', {
      'package.json': '{}',
      [`${OWN}/package.json`]: MANIFEST,
      [`${OWN}/dist/index.js`]: '// main',
      [`${OWN}/dist/index.d.ts`]: '',
      [`${OWN}/vendor/srt-win/x64/srt-win.exe`]: '',
      [`${OWN}/vendor/seccomp/x64/apply-seccomp`]: '',
      [`${OWN}/node_modules/zod/package.json`]: '{"version":"3"}',
      'node_modules/zod/package.json': '{"version":"4"}',
      'node_modules/forge/lib/index.js': '',
      'node_modules/forge/package.json': '{}',
    });
    const copy = made('copy', { 'package.json': '{}' });
    installSandboxRuntime(product, copy);
    const has = (path: string) => existsSync(join(copy, 'node_modules', path));
    expect(['zod/package.json', 'forge/lib/index.js'].map(has)).toEqual([true, true]);
    const files = [
      'dist/index.js',
      'dist/index.d.ts',
      'vendor/srt-win',
      'vendor/seccomp/x64/apply-seccomp',
      'node_modules',
    ];
    expect(files.map((path) => has(`@anthropic-ai/sandbox-runtime/${path}`))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    const here = boxWallHere(copy);
    expect(here.package ?? here.lack).toMatch(/index\.js$|socat|setsid/);
  },
);

test('a product without it is copied all the same', () => {
  const copy = made('copy-without', { 'package.json': '{}' });
  installSandboxRuntime(made('product-without', { 'package.json': '{}' }), copy);
  expect(existsSync(join(copy, 'node_modules'))).toBe(false);
});
