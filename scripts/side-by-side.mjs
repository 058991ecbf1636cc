import { execa } from 'execa';

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
    const run = await execa('npm', ['run', '--silent', name], { stdin: 'ignore', all: true, reject: false });
    failed ||= run.failed;
    process.stdout.write(`${name}: ${run.failed ? `failed\n${run.all}\n` : 'ok'}\n`);
  }
}
