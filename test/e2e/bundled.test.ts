import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');
const script = (name: string) => import(/* @vite-ignore */ join(REPOSITORY, 'scripts', name));
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8'));

/** Folders below node_modules that are in a bundle. */
let folders: readonly string[];
beforeAll(async () => {
  const { bundledPackages } = await script('third-party.mjs');
  const { lezerTables } = await script('lezer-tables.mjs');
  const rooms = readdirSync(join(REPOSITORY, 'src/surfaces')).map((name) => `src/surfaces/${name}/main.ts`);
  const surfaces = rooms.filter((path) => existsSync(join(REPOSITORY, path)));
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: ['src/api/main.ts', ...surfaces],
    outdir: 'none',
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
    external: ['*.cjs', 'react-devtools-core'],
    plugins: [lezerTables], // leaves out what it stands in for
  });
  folders = bundledPackages(metafile);
});

// in a process of its own: vitest would load the modules its own way
test('parsers are built in a folder whose name has characters of URLs', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'temporary-build-'));
  const resolveDir = join(temporary, 'per%20 ha#sh qm?x');
  const lezer = 'node_modules/@lezer';
  cpSync(join(REPOSITORY, lezer), join(resolveDir, lezer), { recursive: true });
  const stdin = { contents: "export { parser } from '@lezer/php';", resolveDir };
  const program = `
    import { build } from 'esbuild';
    import { lezerTables } from './scripts/lezer-tables.mjs';
    await build({ stdin: ${JSON.stringify(stdin)}, bundle: true, write: false, plugins: [lezerTables] });`;
  const options = { cwd: REPOSITORY, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], options);
  rmSync(temporary, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});

test('the notices have every bundled package with its terms', () => {
  const notices = readFileSync(join(REPOSITORY, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(folders.length).toBeGreaterThan(30);
  const missing = folders.filter((folder) => {
    const { name, version } = manifestOf(folder);
    const file = readdirSync(join(REPOSITORY, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const terms = file === undefined ? '' : readFileSync(join(REPOSITORY, folder, file), 'utf8').trim();
    return !notices.includes(`\n${name} ${version} (`) || !notices.includes(terms);
  });
  expect(missing).toEqual([]);
});

describe('a package', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'temporary-terms-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const made = (name: string, license: string, files: Readonly<Record<string, string>>) => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', license, author: 'A. Author' }), ...files };
    for (const [file, text] of Object.entries(all)) writeFileSync(join(path, file), text);
    return path;
  };

  test.each([
    ['with a licence and a notice', 'both', 'X', { LICENSE: 'the terms', NOTICE: 'and who' }, /the terms\n\nand who/],
    ['with a British one', 'licence', 'X', { 'LICENCE.md': 'the terms' }, /the terms/],
    ['under MIT without its text', 'mit', 'MIT', {}, /Copyright \(c\) A\. Author[\s\S]+WITHOUT WARRANTY/],
  ])('%s', async (_, name, license, files, expected) => {
    const { notices } = await script('third-party.mjs');
    expect(notices([made(name, license, files)])).toMatch(expected);
  });

  test('without any terms stops the build', async () => {
    const { notices } = await script('third-party.mjs');
    expect(() => notices([made('none', 'UNLICENSED', { 'licensed.js': '' })])).toThrow('no file with its licence');
  });

  test('inside another counts by its own folder', async () => {
    const { bundledPackages } = await script('third-party.mjs');
    const inputs = {
      'node_modules/@a/b/node_modules/c/index.js': { bytesInOutput: 1 },
      'stand-in:/x/node_modules/d/index.js': { bytesInOutput: 1 },
      'node_modules/gone/index.js': { bytesInOutput: 0 },
      'src/e.ts': { bytesInOutput: 1 },
    };
    expect(bundledPackages({ outputs: { x: { inputs } } })).toEqual([
      'node_modules/@a/b/node_modules/c',
      '/x/node_modules/d',
    ]);
  });
});
