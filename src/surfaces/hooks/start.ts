import { dirname, join } from 'node:path';
import { CODE_FOLDER, runCached } from '../../store/code-cache.ts';
import type { hook } from './main.ts';

/** A refusal, until there is an answer: a process that ends early must not look like one. */
process.exitCode = 1;

/** Started by the broker, for one call that it will send; see serve.ts. */
const isWorker = process.env.SAFESHELL_STEP === 'serve' && process.send !== undefined;
const [name, besides, answer = '0', begun] = process.argv.slice(2);
const launchers = isWorker ? join(dirname(process.env.SAFESHELL_SHIMS ?? ''), 'hooks') : besides;
const main = join(__dirname, 'hook-main.cjs');

function loaded(): { readonly hook: typeof hook } {
  // the folder of the launchers is as much code of ours as the launchers themselves
  const bundle = launchers === undefined ? require(main) : runCached(main, join(launchers, CODE_FOLDER), require);
  return bundle as { readonly hook: typeof hook };
}

/** Errors are dropped: doctor reports them to people, and the launcher writes what the agent reads. */
async function run(): Promise<void> {
  try {
    const status = await loaded().hook(name, launchers, begun);
    // a status of its own, so that the launcher does not take any other exit for an answer
    process.exit(Number(answer) + status); // at once: taking the heap down takes 1 to 2 ms
  } catch {
    process.exit(1);
  }
}

if (isWorker) loaded();
else void run();
