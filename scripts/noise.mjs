// `npm run noise -- [--dist FOLDER] [--sample N] [--again OUTPUT] [--home DIR] DIR..`: would the guard stop what people run every day? Judges, as an
// agent's, the lines that start each script, Makefile and package.json below folders that hold one checkout each, with the built
// product, and prints each stop (file, line, verdict, rule, where) and a summary in JSON. Starts none of them.
// A file is run as it is (the script, `make`, `npm install`), and for each target or script that a person names: counted apart.
// `--again`: only the files of which an earlier output holds a stop. `--home`: where HOME is; below /tmp the guard minds less, so
// that checkouts are best put below it, each with a `.git`.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string' },
    sample: { type: 'string', default: '1' },
    again: { type: 'string' },
    home: { type: 'string', default: '/home/u' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const { createGuard } = createRequire(import.meta.url)(join(resolve(values.dist ?? join(root, 'dist')), 'api.cjs'));
const guard = createGuard({ rules: [{ text: 'version: 1\nrules: []\n' }], actor: 'ai' });
const env = { HOME: values.home, PATH: process.env.PATH ?? '/usr/bin:/bin' };

const INTERPRETERS = /^#!.*\b(bash|zsh|dash|ksh|sh|python3?|ruby|perl|node|php)\b/;
const OF_ENDING = { sh: 'bash', bash: 'bash', zsh: 'zsh', py: 'python3' };
const quote = (text) => (/^[\w./+:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** What starts the file as it is, and what starts a part of it that is named; nothing = no program runs it. */
function linesFor(file) {
  const name = basename(file);
  const { size, mode } = statSync(file);
  if (size > 512 * 1024) return {};
  const text = readFileSync(file, 'utf8');
  if (name === 'package.json') {
    const scripts = scriptsOf(text);
    if (scripts.length > 0) return { plain: 'npm install', named: scripts.map((script) => `npm run ${quote(script)}`) };
  }
  if (/^(?:GNUm|[Mm])akefile$/.test(name))
    return { plain: 'make', named: targetsOf(text).map((target) => `make ${target}`) };
  const [, shebang] = INTERPRETERS.exec(text.slice(0, 200).split('\n', 1)[0]) ?? [];
  const ending = OF_ENDING[name.split('.').at(-1)];
  if (shebang === undefined && (ending === undefined || ending === 'python3')) return {};
  const isProgram = (mode & 0o100) !== 0 && shebang !== undefined;
  return { plain: isProgram ? `./${quote(name)}` : `${shebang ?? ending} ${quote(name)}`, named: [] };
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

const again = values.again === undefined ? undefined : new Set(stopsIn(readFileSync(values.again, 'utf8')));
const tally = () => ({ files: 0, lines: 0, stoppedFiles: 0, stoppedLines: 0 });
const counts = { repositories: 0, ...tally(), slowestMs: 0 };
const starts = { plain: tally(), named: tally() };
const kinds = {};
const byRule = {};
for (const checkouts of positionals) {
  for (const name of readdirSync(checkouts).sort()) {
    const checkout = realpathSync(join(checkouts, name));
    if (!statSync(checkout).isDirectory()) continue;
    counts.repositories++;
    let at = 0;
    for (const file of filesBelow(checkout)) {
      const shown = relative(dirname(checkout), file);
      if (again !== undefined && !again.has(shown)) continue;
      const { plain, named } = linesFor(file);
      if (plain === undefined || at++ % Number(values.sample) !== 0) continue;
      judgeFile(file, plain, named, shown);
    }
  }
}
console.log(JSON.stringify({ ...counts, starts, kinds, byRule }, null, 1));

function stopsIn(output) {
  return output.split('\n').flatMap((line) => (/^[^{}"\t]+\t/.test(line) ? [line.split('\t', 1)[0]] : []));
}

function judgeFile(file, plain, named, shown) {
  const kind = plain.split(' ', 1)[0].replace(/^\.\/.*/, 'path');
  kinds[kind] ??= tally();
  const judgeAll = (lines, tallies) => {
    const stopped = lines.filter((line) => judge(file, line, shown)).length;
    for (const one of tallies) {
      one.lines += lines.length;
      one.stoppedLines += stopped;
    }
    return stopped > 0;
  };
  const isPlainStopped = judgeAll([plain], [counts, kinds[kind], starts.plain]);
  const isNamedStopped = judgeAll(named, [counts, kinds[kind], starts.named]);
  const count = (one, isStopped) => {
    one.files++;
    if (isStopped) one.stoppedFiles++;
  };
  count(counts, isPlainStopped || isNamedStopped);
  count(kinds[kind], isPlainStopped || isNamedStopped);
  count(starts.plain, isPlainStopped);
  if (named.length > 0) count(starts.named, isNamedStopped);
}

/** Whether the line is stopped, which is printed. */
function judge(file, line, shown) {
  const request = { line, cwd: dirname(file), env };
  const before = process.cpuUsage();
  const { verdict, rule } = guard.check(request);
  const { user, system } = process.cpuUsage(before);
  const ms = Math.round((user + system) / 1000);
  if (ms > counts.slowestMs) {
    counts.slowestMs = ms;
    counts.slowest = `${shown}: ${line}`;
  }
  if (verdict === 'allow' || verdict === 'redact') return false;
  byRule[rule] = (byRule[rule] ?? 0) + 1;
  console.log([shown, line, verdict, rule, ...deciding(request, rule)].join('\t'));
  return true;
}

/** The starts that the rule is about, as `file:line words`. */
function deciding(request, rule) {
  const { trace, invocations } = guard.explain(request);
  const matched = trace.filter((one) => one.rule === rule && one.end === 'matched' && one.invocation !== null);
  const shownStarts = matched.map(({ invocation }) => {
    const { source, argv } = invocations[invocation];
    const at = source === null ? 'the line' : `${basename(source.file)}:${source.line ?? '?'}`;
    return `${at} ${argv.map(shownWord).join(' ').replace(/\s+/g, ' ').slice(0, 200)}`;
  });
  return [...new Set(shownStarts)].slice(0, 5);
}

/** A word as it is known: what is not stands as `…`. */
function shownWord(word) {
  return typeof word === 'string' ? word : (word.glob ?? `${word.prefix}…${word.suffix}`);
}
