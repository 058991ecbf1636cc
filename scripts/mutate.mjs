// Mutates the rooms that decide, and says which mutants no test kills: node scripts/mutate.mjs [--fresh] [--list]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { instrument } from './mutation/instrument.mjs';
import { FLOORS, isMutated, PASSES, ROOMS } from './mutation/rooms.mjs';

const CONFIG = 'scripts/mutation/vitest.config.mjs';
/** Mutants that change nothing that anybody could see: `file: from -> to`, a line each. */
const EQUIVALENTS = 'test/record/equivalent-mutants.txt';

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string' },
    list: { type: 'boolean' },
    passes: { type: 'string' },
    fresh: { type: 'boolean' },
  },
});
const folder = options.dir ?? join(tmpdir(), `safeshell-mutants-${process.pid}`);
if (options.fresh) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const passes = options.passes === undefined ? PASSES : [...options.passes].map((pass) => PASSES[Number(pass)]);
for (const files of passes) {
  const env = { ...process.env, MUTATION_DIR: folder };
  spawnSync('npx', ['vitest', 'run', '--config', CONFIG, ...files], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
const killed = new Set(read(join(folder, 'killed')).map((line) => line.split('\t')[0]));
const reached = new Set(read(join(folder, 'reached')));
const equivalents = new Set(read(EQUIVALENTS).filter((line) => !line.startsWith('#')));

const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter(isMutated)
  .sort()
  .flatMap((file) => instrument(readFileSync(file, 'utf8'), file).mutants);
const textOf = ({ file, from, to }) => `${file}: ${oneLine(from)} -> ${oneLine(to)}`;
const alive = all.filter((mutant) => !killed.has(mutant.id) && !equivalents.has(textOf(mutant)));

for (const mutant of options.list ? alive : []) {
  console.log(
    `${mutant.file}:${mutant.line}${reached.has(mutant.id) ? '' : ' (not run)'} ${oneLine(mutant.from)} -> ${oneLine(mutant.to)}`,
  );
}
const scores = ROOMS.map((room) => {
  const inRoom = ({ file }) => file === room || file.startsWith(`${room}/`);
  const count = all.filter(inRoom).length;
  const left = alive.filter(inRoom).length;
  return { room, count, left, percent: Math.floor((100 * (count - left)) / count) };
});
for (const { room, count, left, percent } of scores)
  console.log(`${room}: ${percent} % of ${count} killed, ${left} left`);
const stale = [...equivalents].filter((line) => !all.some((mutant) => textOf(mutant) === line));
for (const line of stale) console.log(`no such mutant any more: ${line}`);
if (options.dir === undefined) rmSync(folder, { recursive: true, force: true });
process.exitCode = stale.length > 0 || scores.some(({ room, percent }) => percent < FLOORS[room]) ? 1 : 0;

function oneLine(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 97)}..` : line;
}
