import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds, table } from './report.mjs';
import { quantile } from './timing.mjs';

const CROWD = 200;

/** Many guarded commands at the same moment: nothing of the audit may get lost or torn. */
export async function benchCrowd({ machine }) {
  const before = auditLines(machine).length;
  const started = performance.now();
  const took = await Promise.all(Array.from({ length: CROWD }, (_, at) => guardedCall(machine, `crowd-${at}`)));
  const allMs = performance.now() - started;
  const lines = auditLines(machine).slice(before);
  const whole = new Set(lines.flatMap((line) => markOf(line) ?? []));
  const lost = CROWD - whole.size;
  const torn = lines.filter((line) => markOf(line) === undefined).length;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(took, share));
  return {
    rows: [{ calls: CROWD, lost, torn, p50, p99, allMs }],
    numbers: { lost, torn },
    markdown: table(
      ['calls at once', 'lost records', 'torn records', 'median', 'p99', 'all done after'],
      [[String(CROWD), String(lost), String(torn), ...[p50, p99, allMs].map(milliseconds)]],
    ),
  };
}

/** Goes to Node.js whatever the gate says: a directory change before a subcommand is never skipped. */
function guardedCall(machine, mark) {
  const main = machine.at('product', 'dist', 'shim.cjs');
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const options = { cwd: machine.repository, env: machine.handedOver, stdio: 'ignore' };
    const child = spawn(machine.node, [main, 'git', 'tag', mark], options);
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 222 ? resolve(performance.now() - start) : reject(new Error(`${mark} ended with ${status}`)),
    );
  });
}

function auditLines(machine) {
  const folder = machine.at('home', '.local/state/safeshell/audit');
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));
}

function markOf(line) {
  try {
    return JSON.parse(line).action.argv.at(-1);
  } catch {
    return undefined;
  }
}
