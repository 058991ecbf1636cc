// How long the shell analysis takes, beside shell-quote's tokenizer alone and cc-safety-net's answer on the same lines.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleModules } from './bundle.mjs';
import { median, millisecondsFor } from './timing.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const AGENT_LINE =
  'cd /repo/app && npm ci --no-audit 2>&1 | tail -5 && NODE_ENV=test npx vitest run "src/**/*.test.ts" --reporter=dot || (git status --short; git diff HEAD~1 -- "$PWD/src" | head -100) && echo "done: $(date)"';

const SCRIPT_PART = `# build one package and keep its log
build_one() {
  local name="$1" out="\${OUT_DIR:-dist}/\${name%.pkg}"
  if [ ! -d "$out" ]; then mkdir -p "$out"; fi
  for file in src/*.ts "$name"/*.json; do
    case "$file" in
      *.test.ts) continue ;;
      *) cp -f "$file" "$out/" && chmod 644 "$out/$(basename "$file")" ;;
    esac
  done
  cat > "$out/README.md" <<EOF
Built on $(uname -s) from \${GIT_SHA:-unknown}; do not run rm -rf here.
EOF
  tar czf "$out.tar.gz" -C "$out" . 2>>"$LOG" || { echo "failed: $name" >&2; return 1; }
}
build_one core.pkg && build_one 'web ui.pkg' | tee -a "$LOG"
find . -name '*.tmp' -print0 | xargs -0 rm -f --
`;

/** Text of about this many characters: whole paragraphs, each with a function of its own. */
function script(length) {
  let text = '#!/usr/bin/env bash\nset -euo pipefail\n';
  for (let turn = 0; text.length < length; turn++) text += SCRIPT_PART.replaceAll('build_one', `build_${turn}`);
  return text.slice(0, text.lastIndexOf('\n', length) + 1);
}

const SUBJECTS = [
  ['short line', 'git push --force origin dev -o "topic=x" # as asked for'],
  ['agent line', AGENT_LINE],
  ['script', script(4600)],
  ['long script', script(64 * 1024)],
  ['longest script', script(200_000)],
];

/** One measurement calls as often as fits in here. */
const MEASURE_US = 50_000;
const WARM_UP_MS = 1500;

const microseconds = (call, text, calls) => (millisecondsFor(() => call(text), calls) * 1000) / calls;

/** The subjects' analyses as functions of the text. HOME is an empty folder: nobody's own settings are read. */
async function contenders(folder) {
  const outfile = join(folder, 'analysis.cjs');
  await bundleModules(
    `
        export { analyzeLine } from './src/shell/analyze.ts';
        export { whatIfFacts } from './src/facts/what-if.ts';
        export { localTime } from './src/facts/local-time.ts';
        export { parse } from 'shell-quote';`,
    { resolveDir: root, outfile },
  );
  const { analyzeLine, whatIfFacts, localTime, parse } = (await import(pathToFileURL(outfile).href)).default;
  const { checkCommand } = await import('cc-safety-net/api');
  const cwd = '/repo/app';
  const env = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
  const facts = whatIfFacts({ env, cwd, at: localTime('2025-01-06T10:00:00'), git: null, files: [] });
  return {
    safeshell: (text) => analyzeLine(text, { cwd, env, facts }),
    'shell-quote': (text) => parse(text),
    'cc-safety-net': (text) => checkCommand({ command: text, cwd: folder }),
  };
}

/**
 * Medians in microseconds, all contenders in turns within each round, so that a noisy machine is noisy for all.
 * `rows`: one per subject, `{ subject, characters, medians: { name: us }, ratios: { name: to shell-quote } }`.
 */
export async function benchAnalysis({ rounds = 15 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safeshell-bench-'));
  const { HOME } = process.env;
  process.env.HOME = folder;
  try {
    const calls = await contenders(folder);
    const rows = SUBJECTS.map(([subject, text]) => measure({ subject, text, calls, rounds }));
    const agentLine = rows.find(({ subject }) => subject === 'agent line');
    return { rows, numbers: { agentLineUs: agentLine.medians.safeshell }, markdown: markdown(rows) };
  } finally {
    process.env.HOME = HOME;
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure({ subject, text, calls, rounds }) {
  const names = Object.keys(calls);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const counts = Object.fromEntries(names.map((name) => [name, callsThatFit(calls[name], text)]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times[name].push(microseconds(calls[name], text, counts[name]));
  }
  const medians = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  const base = medians['shell-quote'];
  const ratios = Object.fromEntries(Object.entries(medians).map(([name, time]) => [name, time / base]));
  return { subject, characters: text.length, medians, ratios };
}

/** Warms up first: what is compiled late must not count. */
function callsThatFit(call, text) {
  let [calls, took] = [0, 0];
  for (let more = 1; took < WARM_UP_MS; calls += more, more = Math.min(calls, 1000))
    took += millisecondsFor(() => call(text), more);
  return Math.max(1, Math.round((MEASURE_US * calls) / (took * 1000)));
}

function markdown(rows) {
  const names = Object.keys(rows[0].medians);
  const time = (us) => (us < 1000 ? `${us.toPrecision(3)} us` : `${(us / 1000).toPrecision(3)} ms`);
  const cell = (row, name) => `${time(row.medians[name])} (${row.ratios[name].toFixed(2)})`;
  return [
    `| analysis: median (to shell-quote) | characters | ${names.join(' | ')} |`,
    `| --- | ---: | ${names.map(() => '---:').join(' | ')} |`,
    ...rows.map(
      (row) => `| ${row.subject} | ${row.characters} | ${names.map((name) => cell(row, name)).join(' | ')} |`,
    ),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rows, markdown: table } = await benchAnalysis();
  console.log(process.argv.includes('--json') ? JSON.stringify(rows, null, 2) : table);
}
