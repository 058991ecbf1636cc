// `npm run noise -- [--dist FOLDER] [--sample N] DIR..`: would the guard stop what people run every day? Judges, as an agent's, the
// line that starts each script, Makefile target and script of package.json below folders that hold one checkout each, with the
// built product, and prints counts and each stop. Starts none of them.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: 'string' }, sample: { type: 'string', default: '1' } },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const { createGuard } = createRequire(import.meta.url)(join(resolve(values.dist ?? join(root, 'dist')), 'api.cjs'));
const guard = createGuard({ rules: [{ text: 'version: 1\nrules: []\n' }], actor: 'ai' });
const env = { HOME: '/home/u', PATH: process.env.PATH ?? '/usr/bin:/bin' };

const INTERPRETERS = /^#!.*\b(bash|zsh|dash|ksh|sh|python3?|ruby|perl|node|php)\b/;
const OF_ENDING = { sh: 'bash', bash: 'bash', zsh: 'zsh', py: 'python3' };
const quote = (text) => (/^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Lines that a person would type in the folder of the file; empty = none runs it. */
function linesFor(file) {
  const name = basename(file);
  const { size, mode } = statSync(file);
  if (size > 512 * 1024) return [];
  const text = readFileSync(file, 'utf8');
  if (name === 'package.json') return scriptsOf(text).map((script) => `npm run ${quote(script)}`);
  if (/^(?:GNUm|[Mm])akefile$/.test(name)) return targetsOf(text).map((target) => `make ${target}`);
  const [, shebang] = INTERPRETERS.exec(text.slice(0, 200).split('\n', 1)[0]) ?? [];
  const ending = OF_ENDING[name.split('.').at(-1)];
  if (shebang === undefined && (ending === undefined || ending === 'python3')) return [];
  return (mode & 0o100) !== 0 && shebang !== undefined ? [`./${quote(name)}`] : [`${shebang ?? ending} ${quote(name)}`];
}

function scriptsOf(text) {
  try {
    return Object.keys(JSON.parse(text).scripts ?? {}).filter((name) => !name.startsWith('-'));
  } catch {
    return [];
  }
}

function targetsOf(text) {
  const found = [...text.matchAll(/^([\w][\w./-]*)(?:[ \t]+[\w./-]+)*[ \t]*::?(?!=)/gm)].map(([, target]) => target);
  return [...new Set(found)];
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

const counts = { repositories: 0, files: 0, lines: 0, stoppedFiles: 0, stoppedLines: 0, slowestMs: 0 };
const kinds = {};
const byRule = {};
for (const checkouts of positionals) {
  for (const name of readdirSync(checkouts).sort()) {
    const checkout = realpathSync(join(checkouts, name));
    if (!statSync(checkout).isDirectory()) continue;
    counts.repositories++;
    let at = 0;
    for (const file of filesBelow(checkout)) {
      const lines = linesFor(file);
      if (lines.length === 0 || at++ % Number(values.sample) !== 0) continue;
      await judge(file, lines, relative(dirname(checkout), file));
    }
  }
}
console.log(JSON.stringify({ ...counts, kinds, byRule }, null, 1));

async function judge(file, lines, shown) {
  const kind = lines[0].split(' ', 1)[0].replace(/^\.\/.*/, 'path');
  kinds[kind] ??= { files: 0, stopped: 0 };
  const tally = kinds[kind];
  tally.files++;
  counts.files++;
  let isStopped = false;
  for (const line of lines) {
    const before = process.cpuUsage();
    const { verdict, rule, message, invocations } = await guard.check({ line, cwd: dirname(file), env });
    const { user, system } = process.cpuUsage(before);
    const ms = Math.round((user + system) / 1000);
    counts.lines++;
    if (ms > counts.slowestMs) {
      counts.slowestMs = ms;
      counts.slowest = `${shown}: ${line}`;
    }
    if (verdict === 'allow' || verdict === 'redact') continue;
    isStopped = true;
    counts.stoppedLines++;
    byRule[rule] = (byRule[rule] ?? 0) + 1;
    console.log(`${shown}\t${line}\t${verdict}\t${rule}\t${message}\t${startsIn(invocations)}`);
  }
  if (!isStopped) return;
  counts.stoppedFiles++;
  tally.stopped++;
}

/** A word as it is known: what is not stands as `…`. */
function shownWord(word) {
  return typeof word === 'string' ? word : (word.glob ?? `${word.prefix}…${word.suffix}`);
}

/** What the files start, as `file:line words`, cut: where to look. */
function startsIn(invocations) {
  const inFiles = invocations.filter(({ source, role }) => source && role === 'program');
  return inFiles
    .map(({ source, argv }) => `${basename(source.file)}:${source.line} ${argv.map(shownWord).join(' ').slice(0, 60)}`)
    .join(' | ')
    .slice(0, 400);
}
