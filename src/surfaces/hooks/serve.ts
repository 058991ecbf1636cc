import type { HookCall } from '../../broker/call.ts';
import { serveCall } from '../../broker/worker.ts';
import { installationEnv } from '../../install/shims.ts';
import type { Environment } from '../../model/request.ts';
import { layoutOf } from '../../store/layout.ts';
import type { PayloadCall } from './host.ts';

/** Answers a hook behind a wall or in a box, from outside; see serve of shims. `own`: the variables of this process. */
export function serve(own: Environment, answer: (call: PayloadCall) => Promise<number>): void {
  const ours = installationEnv(own, own.SAFESHELL_SHIMS ?? '');
  serveCall<HookCall>('hook', async ({ agent: name, payload, env, parent, box }) => {
    const caller = { launcher: parent, box: box === undefined ? undefined : { session: box }, env, own: ours };
    return { status: await answer({ name, launchers: layoutOf(ours).data.hooks, payload, caller }) };
  });
}
