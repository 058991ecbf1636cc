import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { guard } from '../../guard.ts';
import { setWatchdog } from '../../patterns/match.ts';
import type { RunningCode } from '../../store/code-cache.ts';
import { keepCodeOf } from '../../store/code-keep.ts';
import { hostMachine } from './host.ts';
import { exitWith, runShim } from './run-shim.ts';
import { serve } from './serve.ts';
import type { ShimWorld } from './shim-world.ts';

const host = hostMachine();
let world: ShimWorld | undefined;

/** What gates leave to Node.js most often. */
const ARGVS = ['git checkout x', 'git commit -m x', 'git push origin x', 'rm -rf build', 'npm install x', 'sh -c ls'];

/** See KeepsCode. */
export function keepCode(running: readonly RunningCode[]): void {
  keepCodeOf(running, () => {
    for (const words of ARGVS) {
      if (world !== undefined) guard({ ...world.request, action: { kind: 'argv', argv: words.split(' ') } }, world);
    }
  });
}

setWatchdog(testUnderWatchdog);
if (process.env.SAFESHELL_STEP === 'serve') serve(process.env);
else
  runShim(process.argv.slice(2), {
    ...host,
    world: (...call) => {
      world = host.world(...call);
      return world;
    },
  }).then(exitWith);
