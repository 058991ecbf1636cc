// `npm run new KIND NAME`: everything that one more of a kind needs, with a first example that works. CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { camel } from './new/edits.mjs';
import { GENERATED_OF, KINDS } from './new/kinds.mjs';

const [kind, name, ...options] = process.argv.slice(2);

/** Ends the process as a wrong call. */
function fail(message) {
  console.error(`new: ${message}`);
  process.exit(64);
}

const run = (...args) => execFileSync(process.execPath, args, { stdio: 'pipe' });

const known = Object.entries(KINDS).map(([word, { usage }]) => `  npm run new ${word} ${usage}`);
if (kind === undefined || !Object.hasOwn(KINDS, kind)) {
  fail(`${kind === undefined ? 'no kind' : `unknown kind \`${kind}\``}, expected one of\n${known.join('\n')}`);
}
const { pattern, usage, steps, left, words = [], taken = () => undefined } = KINDS[kind];
if (!pattern.test(name ?? '') || isReserved(camel(name))) fail(`bad name \`${name ?? ''}\`, expected ${usage}`);
// npm keeps `--remembers` to itself, as a setting
const swallowed = words.filter((word) => process.env[`npm_config_${word}`] !== undefined).map((word) => `--${word}`);
const surplus = [...swallowed, ...options].find((option) => !words.includes(option));
if (surplus !== undefined) fail(`unexpected \`${surplus}\`, expected ${usage}`);

/** `class` and its like name no variable. */
function isReserved(variable) {
  if (!/^\w+$/.test(variable)) return false;
  try {
    new Function(`'use strict'; let ${variable};`);
    return false;
  } catch {
    return true;
  }
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const generated = GENERATED_OF[kind]?.(name) ?? [];
const changes = [];
const owner = taken(name);
if (owner !== undefined) fail(`\`${name}\` is there already, see ${owner}`);
for (const [path, change] of steps(name, options)) {
  const before = read(path);
  const after = change(before);
  // a change that refuses, or a list that has it already
  if (after === undefined || after === before) fail(`\`${name}\` is there already, see ${path}`);
  changes.push([path, before, after]);
}

const touched = [];
try {
  for (const [path, before, after] of changes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, after);
    touched.push([path, before]);
  }
  const sources = changes.map(([path]) => path).filter((path) => /\.(ts|json)$/.test(path));
  if (sources.length > 0) run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...sources);
  for (const path of generated) touched.push([path, read(path)]);
  if (generated.length > 0) {
    const { runBundled } = await import('./bundled.mjs');
    await runBundled('test/support/house/renew.ts', ({ main }) => main(generated));
  }
} catch (error) {
  for (const [path, before] of touched) {
    if (before === undefined) rmSync(path, { force: true });
    else writeFileSync(path, before);
  }
  fail(`nothing was changed: ${error.message}`);
}

for (const [path, before] of changes) console.log(`${before === undefined ? 'wrote  ' : 'changed'} ${path}`);
for (const path of generated) console.log(`renewed ${path}`);
console.log(
  `\nLeft to do, in place of the example:\n${left(name, options)
    .map((line) => `- ${line}\n`)
    .join('')}
Then: npx vitest run test/unit/house (what is forgotten), CHANGELOG.md, npm test`,
);
