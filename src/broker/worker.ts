import { isRecord } from '../util/guards.ts';
import { type Ending, endingOf } from './ask.ts';
import { type BrokerCall, brokerCall } from './call.ts';

/** What runs in place of the command does so where the call came from, behind its wall: a broker starts nothing. */
export type RunThere = (argv: readonly string[], redaction: unknown) => Promise<Ending>;

/** Answers the one call that the broker sends to this process, and ends it. What is no call gets no answer, nor what `answer` throws at. */
export function serveCall<Call extends BrokerCall>(
  door: Call['door'],
  answer: (call: Call, run: RunThere) => Promise<Ending>,
): void {
  process.once('message', async (message) => {
    const call = isRecord(message) ? brokerCall(message.frame) : undefined;
    if (!isOf<Call>(call, door) || !enter(call.cwd)) process.exit();
    const end = await answer(call, runThere).catch(() => undefined);
    process.send?.({ end }, () => process.exit());
  });
  process.once('disconnect', () => process.exit());
}

function isOf<Call extends BrokerCall>(call: BrokerCall | undefined, door: Call['door']): call is Call {
  return call?.door === door;
}

function runThere(argv: readonly string[], redaction: unknown): Promise<Ending> {
  return new Promise((resolve) => {
    process.once('message', (message) => {
      const frame = isRecord(message) ? message.frame : undefined;
      resolve((isRecord(frame) && isRecord(frame.ended) && endingOf(frame.ended)) || {});
    });
    process.send?.({ run: { argv, redaction } });
  });
}

/** false = there is no such folder, or it is not for us. */
function enter(folder: string): boolean {
  try {
    process.chdir(folder);
    return true;
  } catch {
    return false;
  }
}
