import { readlinkSync } from 'node:fs';
import type { ShimCall } from '../../broker/call.ts';
import { serveCall } from '../../broker/worker.ts';
import type { Confiner } from '../../host/confiner.ts';
import { installationEnv } from '../../install/shims.ts';
import type { Environment } from '../../model/request.ts';
import { despiteDamage } from '../../store/policy-pack/read-pack.ts';
import { answer } from './answer.ts';
import type { HandOver } from './hand-over.ts';
import { hostMachine } from './host.ts';

/**
 * Answers a shim behind a wall, from outside of it. Which installation is asked, and with which variables it starts programs of its own, is
 * not for the caller to say, and nothing that the caller wants to run is run here. Where the guard is broken, or the caller a person, there
 * is no answer: the shim judges alone then. `own`: the variables of this process.
 */
export function serve(own: Environment): void {
  const shims = own.SAFESHELL_SHIMS ?? '';
  serveCall<ShimCall>('shim', async ({ argv, env, step, redactedBy, parent, box, isConfined }, run) => {
    // the words of a wall are left for the shim by its process id: nobody may have another one's wall stand elsewhere
    if (!isConfined && folderOf(parent) !== process.cwd()) throw new Error('that is no shim which waits here');
    const handOver: HandOver = { step, shims, env, ...(redactedBy && { redactedBy }) };
    const session = box === undefined ? undefined : { session: box };
    const machine = hostMachine({ shim: parent, box: session, own: () => installationEnv(own, shims) });
    const actor = machine.actor(handOver);
    if (actor !== 'ai') throw new Error('a person is asked where the command was typed');
    return despiteDamage(() => {
      const world = machine.world(argv, handOver, actor);
      return answer({ ...world, ...(isConfined && { confiner: () => withoutWall(world.confiner?.()) }), run });
    });
  });
}

/** Of a process; undefined = not known. Source: proc(5), cwd */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** One wall is enough. */
function withoutWall(confiner: Confiner | undefined): Confiner | undefined {
  return confiner && { ...confiner, confine: () => undefined };
}
