import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { type BuildContext, type BuildFailure, context } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * One of each kind by `npm run new`, in a copy of the repository: all is well; then each file that it wrote or changed is
 * left out in turn, and test/unit/house names it.
 */
const ROOT = join(import.meta.dirname, '..');
const COPY = mkdtempSync(join(tmpdir(), 'temporary-new-'));
const FOLDERS = ['src', 'docs', 'rules', 'scripts', 'shims', 'test/support', 'test/tables', 'test/cases'];
const FILES = [
  '.gitignore',
  'README.md',
  'package.json',
  'biome.json',
  'tsconfig.json',
  'vitest.config.ts',
  'test/generated.test.ts',
];

/** Weekly; `npm run test:full` tries that one more of each kind is whole. */
const testOmissions = test.skipIf(process.env.OMISSIONS === 'no');

type Call = readonly [kind: string, name: string, ...options: string[]];

/** The calls that CONTRIBUTING.md shows, and others. */
const SHOWN = [...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/`npm run new ([a-z]+) ([a-z/-]+)`/g)];
const NEW: readonly Call[] = [
  ...SHOWN.map(([, kind = '', name = '']): Call => [kind, name]),
  ['condition', 'many-calls', 'remembers'],
  ['rule', 'radio/off'],
];

type Tree = ReadonlyMap<string, string>;

let house: BuildContext;
/** A file that the bundle is made of has changed since: those of other kinds are read anew by each run. */
let isStale = true;
/** What each call has changed: path to the text before, `undefined` = it was not there. */
const changed = new Map<string, ReadonlyMap<string, string | undefined>>();

beforeAll(async () => {
  for (const path of [...FOLDERS, ...FILES]) cpSync(join(ROOT, path), join(COPY, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
  house = await context({
    absWorkingDir: COPY,
    entryPoints: ['test/support/house/main.ts'],
    outfile: 'house.cjs',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    external: ['./*.cjs'],
    define: { 'import.meta.dirname': JSON.stringify(join(COPY, 'test/support')) },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  });
  let before = treeOf(COPY);
  for (const call of NEW) {
    const { status, stderr } = runNew(...call);
    expect([call, status, stderr]).toEqual([call, 0, '']);
    const after = treeOf(COPY);
    const paths = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
    changed.set(call.join(' '), new Map(paths.map((path) => [path, before.get(path)])));
    before = after;
  }
});
afterAll(async () => {
  await house.dispose();
  rmSync(COPY, { recursive: true, force: true });
});

function runNew(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ['scripts/new.mjs', ...args], { cwd: COPY, encoding: 'utf8' });
}

function treeOf(folder: string): Tree {
  const below = (path: string): readonly string[] =>
    readdirSync(join(folder, path), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const paths = [...FOLDERS.flatMap(below), ...FILES];
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** What test/unit/house would say in the copy, and what no test there could be started without. */
async function gapsIn(...kinds: readonly string[]): Promise<string> {
  try {
    if (isStale) await house.rebuild();
  } catch (error) {
    return (error as BuildFailure).errors.map(({ text, location }) => `${location?.file}: ${text}`).join('\n');
  }
  isStale = false;
  const { stdout, stderr } = spawnSync(process.execPath, ['house.cjs', ...kinds], { cwd: COPY, encoding: 'utf8' });
  return stdout + stderr;
}

interface Change {
  readonly path: string;
  /** absent = there is no file */
  readonly text: string | undefined;
}

/** Runs with files of the copy as they were before, or with other texts. */
async function withTexts(all: readonly Change[], run: () => Promise<string>): Promise<string> {
  const before = all.map(({ path }) => readFileSync(join(COPY, path), 'utf8'));
  const areBundled = all.some(({ path }) => path.endsWith('.ts'));
  isStale ||= areBundled;
  for (const { path, text } of all) {
    if (text === undefined) rmSync(join(COPY, path));
    else writeFileSync(join(COPY, path), text);
  }
  try {
    return await run();
  } finally {
    for (const [at, { path }] of all.entries()) writeFileSync(join(COPY, path), before[at] as string);
    isStale ||= areBundled;
  }
}

test('CONTRIBUTING.md shows one call for each kind', () => {
  const kinds = SHOWN.map(([, kind]) => kind).sort();
  expect(kinds).toEqual(['agent', 'command', 'condition', 'dialect', 'rule', 'wrapper']);
});

test('one more of each kind is whole', async () => {
  expect(await gapsIn('agent', 'command', 'condition', 'dialect', 'example', 'rule', 'wrapper')).toBe('');
});

testOmissions('one more of each kind compiles, and is written as the linter wants it', () => {
  const typescript = join('node_modules/typescript-native/bin/tsc');
  const sources = [...changed.values()].flatMap((paths) => [...paths.keys()]).filter((path) => path.endsWith('.ts'));
  writeFileSync(
    join(COPY, 'tsconfig.new.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [], files: sources }),
  );
  expect(
    spawnSync(process.execPath, [typescript, '-p', 'tsconfig.new.json'], { cwd: COPY, encoding: 'utf8' }),
  ).toMatchObject({ status: 0, stdout: '' });
  expect(
    spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', ...new Set(sources)], {
      cwd: COPY,
      encoding: 'utf8',
    }),
  ).toMatchObject({
    status: 0,
  });
});

/** What has to be named: the file; a module that is gone is named as its importer writes it. */
const namesOf = (path: string) => [path, `./${basename(path)}`, `${basename(join(path, '..'))}/${basename(path)}`];
const isNamed = (path: string, gaps: string) => namesOf(path).some((one) => gaps.includes(one));

/** The parts of a rule, all in one file, and what only a condition that remembers has, are left out below. */
const OTHERS = NEW.filter(([kind, , option]) => kind !== 'rule' && option === undefined);

interface Step extends Change {
  readonly kind: string;
}

/** Modules that are gone come first: without them nothing else can be asked. */
const isGoneModule = ({ path, text }: Change) => text === undefined && path.endsWith('.ts');

function stepsOf([kind, ...rest]: Call): readonly Step[] {
  const steps = [...(changed.get([kind, ...rest].join(' ')) ?? [])].map(([path, text]) => ({ kind, path, text }));
  return steps.toSorted((a, b) => Number(isGoneModule(b)) - Number(isGoneModule(a)));
}

/** One step of each kind at a time, as a bundle takes longer than all kinds do; two kinds may change one file. */
function together(all: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  const longest = Math.max(...all.map((steps) => steps.length));
  return Array.from({ length: longest }, (_, at) => all.flatMap((steps) => steps[at] ?? []));
}

testOmissions('each file that is left out is named', async () => {
  const all = OTHERS.map(stepsOf);
  for (const steps of all) expect(steps.length).toBeGreaterThan(2);
  for (const steps of together(all)) {
    const own = steps.filter(({ path }, at) => steps.findIndex((one) => one.path === path) === at);
    const gaps = await withTexts(own, () => gapsIn(...own.map(({ kind }) => kind)));
    // by its whole name, which no other kind says; what is not named so is asked about alone
    const left = steps.filter((step) => !own.includes(step) || !namedWhole(step, gaps));
    for (const step of left) {
      const alone = await withTexts([step], () => gapsIn(step.kind));
      expect({ ...step, gaps: alone, isNamed: isNamed(step.path, alone) }).toMatchObject({ isNamed: true });
    }
  }
});

function namedWhole(step: Step, gaps: string): boolean {
  return gaps.includes(step.path) || (isGoneModule(step) && isNamed(step.path, gaps));
}

/** In one bundle: each takes three seconds of processor time. */
testOmissions('each part of a rule that is left out is named, and mistakes in a condition and a wrapper', async () => {
  const path = 'rules/services/radio.yaml';
  const parts = ['description', 'message', 'help', 'source', 'tests.match', 'tests.no_match'];
  let text = readFileSync(join(COPY, path), 'utf8');
  for (const part of parts) {
    const [key] = part.split('.').slice(-1);
    const shorter = text.replace(new RegExp(`^ {4,6}${key}:.*\\n(?: {8}.*\\n)*`, 'm'), '');
    expect(shorter).not.toBe(text);
    text = shorter;
  }
  const changes = [
    { path, text },
    changeOf('src/conditions/many-calls.ts', '  remembers: true,\n', ''),
    changeOf('src/wrappers/mullvad-exclude.ts', "names: ['mullvad-exclude']", "names: ['nice']"),
  ];
  const gaps = await withTexts(changes, () => gapsIn('rule', 'condition', 'wrapper'));
  const named = [...gaps.matchAll(/^rules\/services\/radio\.yaml: rule `off` needs .*?`([\w.]+)`/gm)].map(
    ([, part]) => part,
  );
  expect(named.sort()).toEqual(parts.sort());
  expect(gaps).toContain('src/conditions/many-calls.ts: `many_calls` reads');
  expect(gaps).toContain('two families are called `nice`');
});

function changeOf(path: string, from: string, to: string): Change {
  return { path, text: readFileSync(join(COPY, path), 'utf8').replace(from, to) };
}

describe('refuses', () => {
  test.each([
    [[], 'no kind, expected one of'],
    [['planet', 'mars'], 'unknown kind `planet`'],
    [['condition', 'Longer'], 'bad name `Longer`'],
    [['condition', '../x'], 'bad name `../x`'],
    [['condition'], 'bad name ``'],
    [['rule', 'clock'], 'bad name `clock`'],
    [['command', 'two-words'], 'bad name `two-words`'],
    [['command', 'export'], 'bad name `export`'],
    [['condition', 'colour', '--remembers'], 'unexpected `--remembers`'],
    [['condition', 'git'], '`git` is there already'],
    [['agent', 'claude'], '`claude` is there already'],
    [['condition', 'runs-as'], '`runs-as` is there already, see src/conditions/index.ts'],
    [['wrapper', 'sudo'], '`sudo` is there already'],
    [['wrapper', 'gnice'], '`gnice` is there already, see src/wrappers/plain.ts'],
    [['rule', 'git/push-force'], '`git/push-force` is there already'],
    [['dialect', 'carapace'], '`carapace` is there already'],
    [['command', 'doctor'], '`doctor` is there already'],
  ])('%j', (args, message) => {
    const before = existsSync(join(COPY, 'src/conditions/git.ts'));
    const { status, stderr, stdout } = runNew(...args);
    expect([before, status, stdout]).toEqual([true, 64, '']);
    expect(stderr).toContain(`new: ${message}`);
  });

  test('an option that npm has taken for its own', () => {
    const env = { ...process.env, npm_config_remembers: 'true' };
    const call = ['scripts/new.mjs', 'condition', 'colour'];
    expect(spawnSync(process.execPath, call, { cwd: COPY, encoding: 'utf8', env })).toMatchObject({
      status: 64,
      stdout: '',
      stderr: expect.stringContaining('unexpected `--remembers`'),
    });
  });

  test('a tree that is not writable, and leaves nothing behind', () => {
    const dangling = join(COPY, 'test/tables/wrappers/unwritable.yaml');
    symlinkSync(join(COPY, 'missing/file.yaml'), dangling);
    const before = treeOf(COPY);
    const { status, stderr } = runNew('wrapper', 'unwritable');
    rmSync(dangling);
    expect([status, stderr]).toEqual([64, expect.stringMatching(/^new: nothing was changed: ENOENT.*\n$/)]);
    expect([...treeOf(COPY)]).toEqual([...before]);
  });
});
