// Measures what the guard costs. Markdown to stdout, numbers to dist/bench.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAnalysis } from './bench/analysis.mjs';
import { benchApi } from './bench/api.mjs';
import { benchCommand } from './bench/command.mjs';
import { benchConfigure } from './bench/configure.mjs';
import { benchConfine } from './bench/confine.mjs';
import { benchCrowd } from './bench/crowd.mjs';
import { benchDecide } from './bench/decide.mjs';
import { benchFastPath } from './bench/fast-path.mjs';
import { benchFiles } from './bench/files.mjs';
import { benchHook } from './bench/hook.mjs';
import { loadLibrary } from './bench/library.mjs';
import { benchLine } from './bench/line.mjs';
import { benchLoad } from './bench/load.mjs';
import { createMachine } from './bench/machine.mjs';
import { benchProve } from './bench/prove.mjs';
import { benchRedact } from './bench/redact.mjs';
import { barChart } from './bench/report.mjs';
import { benchSlowPath } from './bench/slow-path.mjs';
import { benchUndo } from './bench/undo.mjs';
import { benchWorkload } from './bench/workload.mjs';

const SECTIONS = {
  'fast-path': ['Shim, no rule can match', benchFastPath],
  'slow-path': ['Shim, Node.js answers', benchSlowPath],
  hook: ['Hook of an agent', benchHook],
  confine: ['A program that is confined', benchConfine],
  command: ['The command', benchCommand],
  line: ['Line at a prompt', benchLine],
  decide: ['Decision alone', benchDecide],
  prove: ['A proof', benchProve],
  library: ['The library', benchApi],
  analysis: ['Analysis of a line', ({ quick }) => benchAnalysis({ rounds: quick ? 3 : 15 })],
  files: ['Files that a line runs', benchFiles],
  crowd: ['Many at once', benchCrowd],
  workload: ['A script with many guarded calls', benchWorkload],
  configure: ['A configure script', benchConfigure],
  load: ['By number of rules', benchLoad],
  undo: ['What is destroyed, kept first', benchUndo],
  redact: ['Output through the redactor', benchRedact],
};

const HELP = `usage: npm run bench [-- OPTIONS]

  --only SECTION,...  of ${Object.keys(SECTIONS).join(', ')}
  --quick             fewer rounds
  --save              report and charts into docs/bench
  --help`;

const values = readOptions();
const wanted = values.only?.split(',') ?? Object.keys(SECTIONS);
const strangers = wanted.filter((name) => !(name in SECTIONS));
if (strangers.length > 0) quit(64, `no such section: ${strangers}; there are ${Object.keys(SECTIONS).join(', ')}`);
if (!existsSync('dist/shim.cjs')) quit(1, 'dist/ is missing: npm run build');
delete process.env.NODE_EXTRA_CA_CERTS;

const [loadBefore] = loadavg();
const machine = createMachine();
const results = {};
const report = [`# What the guard costs\n\n${conditions()}`];
console.log(report[0]);
try {
  const library = await loadLibrary(machine);
  for (const name of wanted) {
    const [title, bench] = SECTIONS[name];
    const { markdown, chart, ...result } = await bench({
      machine,
      library,
      quick: values.quick,
      rounds: values.quick ? 9 : 40,
    });
    results[name] = result;
    const picture = values.save && chart ? `\n\n![${title}](${name}.svg)` : '';
    report.push(`## ${title}\n\n${markdown}${picture}`);
    console.log(`\n## ${title}\n\n${markdown}`);
    if (values.save && chart) save(`${name}.svg`, barChart({ title, bars: chart }));
  }
} finally {
  machine.remove();
}
report.push(noise());
console.log(`\n${noise()}`);
const numbers = `${JSON.stringify({ conditions: conditions(), noise: noise(), results }, null, 2)}\n`;
writeFileSync('dist/bench.json', numbers);
if (values.save) save('results.json', numbers);
if (values.save) save('README.md', `${report.join('\n\n')}\n`);

function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    const { values: given } = parseArgs({ options: { only: { type: 'string' }, quick: flag, save: flag, help: flag } });
    if (given.help) quit(0, HELP);
    return given;
  } catch (error) {
    return quit(64, `${error.message}\n${HELP}`);
  }
}

function quit(status, text) {
  (status === 0 ? console.log : console.error)(text);
  process.exit(status);
}

/** A ratio holds on other machines, a time on this one. */
function conditions() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const git = spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout.trim();
  const shell = realpathSync('/bin/sh').split('/').at(-1);
  const [cpu] = cpus();
  const machineText = `${cpu.model.trim()}, ${cpus().length} CPUs, ${type()} ${release().split('-')[0]}`;
  return `safeshell ${version}, Node.js ${process.version}, /bin/sh is ${shell}, ${git}; ${machineText}. Medians of runs in turns.`;
}

/** Whoever else was at work makes all of it slower, and short calls more than long ones. */
function noise() {
  const loads = [loadBefore, loadavg()[0]].map((load) => load.toFixed(1));
  return `Load average ${loads[0]} before and ${loads[1]} after, on ${cpus().length} CPUs.`;
}

function save(name, text) {
  mkdirSync('docs/bench', { recursive: true });
  writeFileSync(`docs/bench/${name}`, text);
}
