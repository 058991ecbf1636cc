import { askBroker } from '../../broker/ask.ts';
import { type BrokerCall, VERSION } from '../../broker/call.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { isConfined } from '../../host/confined.ts';
import { type Layout, layoutOf } from '../../store/layout.ts';
import type { HookCaller } from './host.ts';
import type { Incoming } from './read-stdin.ts';
import { STDERR, STDOUT, writeAll } from './write.ts';

/**
 * Behind a wall and in a box nothing of ours can be written: hooks of an agent there are answered outside. Returns the exit status, all having
 * been written; undefined = we are outside, or nobody answers.
 */
export async function askOutside(
  agent: string | undefined,
  { text, isStuck }: Incoming,
  caller: HookCaller,
): Promise<number | undefined> {
  const { env, launcher, box } = caller;
  const { walls, broker } = stateOf(caller) ?? {};
  if (walls === undefined || broker === undefined || isStuck || (box === undefined && !isConfined(walls)))
    return undefined;
  const from = { version: VERSION, env, cwd: workingDirectory(), parent: launcher } as const;
  const whose = { ...(box !== undefined && { box: box.session }), ...(agent !== undefined && { agent }) };
  const call: BrokerCall = { ...from, ...whose, door: 'hook', payload: text };
  let answer = '';
  const end = await askBroker(broker, call, {
    say: (said) => void writeAll(STDERR, said),
    print(said) {
      answer += said;
    },
  });
  if (end?.status === undefined) return undefined;
  return writeAll(STDOUT, answer) ? end.status : 2;
}

/** undefined = the installation is not whole: whoever answers says so. */
function stateOf(caller: HookCaller): Layout['state'] | undefined {
  try {
    return layoutOf(caller.own).state;
  } catch {
    return undefined;
  }
}
