import { spawn } from 'node:child_process';

/**
 * Runs npm scripts, two at a time, as each waits now and then for one processor. Prints what one has to say when it has
 * ended. Fails if one fails, after all have run.
 */
const AT_ONCE = 2;

const names = process.argv.slice(2);
let failed = false;
await Promise.all(Array.from({ length: AT_ONCE }, worker));
process.exitCode = failed ? 1 : 0;

async function worker() {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const { status, output } = await run(name);
    failed ||= status !== 0;
    process.stdout.write(`${name}: ${status === 0 ? 'ok' : `failed\n${output}`}\n`);
  }
}

function run(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
