import { join } from 'node:path';
import { runCached } from '../../store/code-cache.ts';
import type { hook } from './main.ts';

/** Refused, until there is an answer: whatever ends this process early must not look like one. */
process.exitCode = 1;

const [name, launchers, answer = '0'] = process.argv.slice(2);
const main = join(__dirname, 'hook-main.cjs');

function loaded(): { readonly hook: typeof hook } {
  // the folder of the launchers is as much code of ours as the launchers themselves
  const bundle = launchers === undefined ? require(main) : runCached(main, join(launchers, '.code'), require);
  return bundle as { readonly hook: typeof hook };
}

/** What went wrong is for people, who ask doctor: the launcher says what an agent is to read. */
async function run(): Promise<void> {
  try {
    const status = await loaded().hook(name, launchers);
    // the launcher tells an answer from a program that merely ended
    process.exit(Number(answer) + status); // at once: taking the heap down takes 1 to 2 ms
  } catch {
    process.exit(1);
  }
}

void run();
