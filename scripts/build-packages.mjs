// Loads what the build needs into node_modules, where it is not there yet. Who installs from a checkout needs neither the
// tests nor their tools, which are three quarters of all. `--types`: also what writes the types of the library.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NPM_CI = ['ci', '--include=dev', '--ignore-scripts', '--no-update-notifier', '--loglevel=error'];

/** For development alone; test/e2e/bundled.test.ts holds this list against what the build loads. */
export const NOT_FOR_THE_BUILD = [
  '@biomejs/biome',
  '@types/picomatch',
  '@types/react',
  'am-i-vibing',
  'axe-core',
  'cc-safety-net',
  'dependency-cruiser',
  'fast-check',
  'knip',
  'playwright-core',
  'recheck',
  'typescript',
  'vitest',
];
/** What writes the types of the library needs, and nothing else of the build. */
export const FOR_TYPES = ['@types/node', 'rollup', 'rollup-plugin-dts', 'typescript-native'];

/** A package.json and a lock file with these development packages, and what they need, alone. */
export function reduced(manifest, lock, isWanted) {
  const devDependencies = Object.fromEntries(
    Object.entries(manifest.devDependencies).filter(([name]) => isWanted(name)),
  );
  const packages = { '': { ...lock.packages[''], devDependencies } };
  const visit = (path) => {
    if (path === undefined || path in packages) return;
    const entry = lock.packages[path];
    packages[path] = entry;
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const name of Object.keys(needed)) visit(resolved(lock, path, name));
  };
  for (const name of Object.keys(devDependencies)) visit(resolved(lock, '', name));
  return { manifest: { ...manifest, devDependencies, scripts: {} }, lock: { ...lock, packages } };
}

/** As Node looks packages up: beside, then further up. undefined = a peer that nobody has. */
function resolved(lock, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in lock.packages) return path;
  if (from === '') return undefined;
  return resolved(lock, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}

function load({ withTypes, dryRun }) {
  const isWanted = (name) => !NOT_FOR_THE_BUILD.includes(name) && (withTypes || !FOR_TYPES.includes(name));
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const small = reduced(read('package.json'), read('package-lock.json'), isWanted);
  if (isCurrent(small.lock, read)) return;
  const isForDevelopment = existsSync(join(ROOT, 'node_modules/vitest'));
  const count = Object.keys(small.lock.packages).length - 1;
  const what = isForDevelopment ? 'all packages of development' : `up to ${count} packages that the build needs`;
  console.log(`${dryRun ? 'would load' : 'loading'} ${what} ..`);
  if (dryRun) return;
  if (isForDevelopment) runNpm(ROOT);
  else loadApart(small);
}

function isCurrent({ packages }, read) {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const have = read('node_modules/.package-lock.json').packages;
  return Object.entries(packages).every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  );
}

/** npm knows nothing of a part of a lock file: it gets a folder where that part is all. */
function loadApart({ manifest, lock }) {
  const folder = mkdtempSync(join(ROOT, '.dist.packages-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
    runNpm(folder);
    rmSync(join(ROOT, 'node_modules'), { recursive: true, force: true });
    renameSync(join(folder, 'node_modules'), join(ROOT, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runNpm(cwd) {
  execFileSync('npm', NPM_CI, { cwd, stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = process.argv.slice(2);
  load({ withTypes: options.includes('--types'), dryRun: options.includes('--dry-run') });
}
