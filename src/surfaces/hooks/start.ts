import { join } from 'node:path';
import { runCached } from '../../store/code-cache.ts';
import type { hook } from './main.ts';

/** Refused, until there is an answer: whatever ends this process early must not look like one. */
process.exitCode = 1;

const [name, launchers] = process.argv.slice(2);
const main = join(__dirname, 'hook-main.cjs');
// the folder of the launchers is as much code of ours as the launchers themselves
const bundle = launchers === undefined ? require(main) : runCached(main, join(launchers, '.code'), require);
(bundle as { readonly hook: typeof hook }).hook(name, launchers).then((status) => {
  process.exit(status); // at once: taking the heap down takes 1 to 2 ms
});
