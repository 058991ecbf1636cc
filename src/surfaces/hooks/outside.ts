import { askBroker } from '../../broker/ask.ts';
import { type BrokerCall, VERSION } from '../../broker/call.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { insideOf } from '../../host/outside.ts';
import { type Layout, layoutOf } from '../../store/layout.ts';
import type { HookCaller } from './host.ts';
import { STDERR, STDOUT, writeAll } from './write.ts';

/**
 * Behind a wall and in a box nothing of ours can be written: hooks of an agent there are answered outside. Returns the exit status, all having
 * been written; undefined = we are outside, or nobody answers.
 */
export async function askOutside(
  agent: string | undefined,
  payload: string,
  caller: HookCaller,
): Promise<number | undefined> {
  const layout = layoutHere(caller);
  const inside = layout && insideOf(layout);
  if (layout === undefined || inside === undefined) return undefined;
  const { env, launcher: parent } = caller;
  const { box } = inside;
  const from = { version: VERSION, env, cwd: workingDirectory(), parent, ...(box !== undefined && { box }) } as const;
  const call: BrokerCall = { ...from, door: 'hook', payload, ...(agent !== undefined && { agent }) };
  let answer = '';
  const end = await askBroker(layout.state.broker, call, {
    say: (said) => void writeAll(STDERR, said),
    print(said) {
      answer += said;
    },
  });
  if (end?.status === undefined) return undefined;
  return writeAll(STDOUT, answer) ? end.status : 2;
}

/** undefined = the installation is not whole: whoever answers says so. */
function layoutHere(caller: HookCaller): Layout | undefined {
  try {
    return layoutOf(caller.own);
  } catch {
    return undefined;
  }
}
