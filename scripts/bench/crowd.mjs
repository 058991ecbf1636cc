import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds, table } from './report.mjs';
import { quantile } from './timing.mjs';

const CROWD = 200;
const KILLED = 50;
/** The longest of them have answered by then, the shortest have not begun. */
const KILLED_WITHIN_MS = 4000;

/** Many guarded commands at the same moment, some killed at any point: nothing of the audit may get lost or torn. */
export async function benchCrowd({ machine }) {
  await guardedCall(machine, 'first');
  const before = auditLines(machine).length;
  const started = performance.now();
  const all = Array.from({ length: CROWD + KILLED }, (_, at) =>
    at < CROWD ? guardedCall(machine, `crowd-${at}`) : killedCall(machine, at - CROWD),
  );
  const took = (await Promise.all(all)).slice(0, CROWD);
  const allMs = performance.now() - started;
  const marks = auditLines(machine).slice(before).map(markOf);
  const lost = CROWD - new Set(marks.filter((mark) => mark?.startsWith('crowd-'))).size;
  const torn = marks.filter((mark) => mark === undefined).length;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(took, share));
  return {
    rows: [{ calls: CROWD, killed: KILLED, lost, torn, p50, p99, allMs }],
    numbers: { lost, torn },
    markdown: table(
      ['calls at once', 'and killed ones', 'lost records', 'torn records', 'median', 'p99', 'all done after'],
      [[...[CROWD, KILLED, lost, torn].map(String), ...[p50, p99, allMs].map(milliseconds)]],
    ),
  };
}

/** Answered by Node.js whatever the gate would say. */
function guardedCall(machine, mark) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = startCall(machine, mark);
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 222 ? resolve(performance.now() - start) : reject(new Error(`${mark} ended with ${status}`)),
    );
  });
}

function killedCall(machine, at) {
  return new Promise((resolve) => {
    const child = startCall(machine, `killed-${at}`);
    const timer = setTimeout(() => child.kill('SIGKILL'), (KILLED_WITHIN_MS * at) / KILLED);
    child.on('exit', () => resolve(clearTimeout(timer)));
  });
}

function startCall(machine, mark) {
  const [node, ...words] = machine.answers;
  const options = { cwd: machine.repository, env: machine.handedOver, stdio: 'ignore' };
  return spawn(node, [...words, 'git', 'tag', mark], options);
}

function auditLines(machine) {
  const folder = machine.at('home', '.local/state/safeshell/audit');
  const days = readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name));
  // a line that is empty lies behind one that looked torn while it was being written
  return days.sort().flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
}

function markOf(line) {
  try {
    return JSON.parse(line).action.argv.at(-1);
  } catch {
    return undefined;
  }
}
