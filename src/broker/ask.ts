import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, isString, isStrings } from '../util/guards.ts';
import type { BrokerCall } from './call.ts';
import { connectTo } from './connect.ts';
import { receiveFrames, sendFrame } from './frames.ts';
import { isRunning } from './start.ts';

/** How a call ended, as ExitResult of host/foreground.ts has it. */
export interface Ending {
  readonly status?: number;
  readonly signal?: NodeJS.Signals;
}

/** What the broker leaves to who asks it: it starts nothing for anybody. */
export interface Asking {
  /** prints on stderr what is said meanwhile */
  say(text: string): void;
  /** prints on stdout; absent = nothing is */
  print?(text: string): void;
  /** runs this in place of the command; `redaction`: how its output is masked, as data. Absent = no call of this door does */
  run?(argv: readonly string[], redaction: unknown): Promise<Ending>;
}

/** A broker that is there says so at once; one that does not is stopped, or no broker. */
const PATIENCE_MS = 2000;
/** So long one that was just started may take until it listens. */
const START_MS = 2000;
const TRY_AGAIN_MS = 15;

/**
 * Has the broker outside of the wall answer a call. undefined = there is none, or it came to no answer: then whoever asks judges alone.
 * `path`: of its socket. Never throws.
 */
export async function askBroker(path: string, call: BrokerCall, asking: Asking): Promise<Ending | undefined> {
  const untilMs = performance.now() + START_MS;
  for (;;) {
    const socket = await opened(path);
    if (socket !== undefined) return talk(socket, call, asking);
    if (performance.now() > untilMs || !isRunning(path)) return undefined;
    await sleep(TRY_AGAIN_MS);
  }
}

/** undefined = nobody listens. */
function opened(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connectTo(path);
    socket.on('error', () => {}); // it closes after that
    socket.on('close', () => resolve(undefined));
    socket.on('connect', () => resolve(socket));
  });
}

function talk(socket: Socket, call: BrokerCall, asking: Asking): Promise<Ending | undefined> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    let running: Promise<Ending> | undefined;
    const end = (ending: Ending | undefined) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(ending);
    };
    const run = async ({ argv, redaction }: Readonly<Record<string, unknown>>) => {
      if (running !== undefined || !isStrings(argv) || asking.run === undefined) return end(undefined);
      running = asking.run(argv, redaction);
      const ended = await running;
      if (socket.destroyed) end(ended);
      else sendFrame(socket, { ended });
    };
    socket.on('close', () => {
      if (running === undefined) end(undefined);
      else void running.then(end);
    });
    receiveFrames(socket, (frame) => {
      clearTimeout(patience);
      if (!isRecord(frame)) return end(undefined);
      if (isString(frame.say)) asking.say(frame.say);
      if (isString(frame.print)) asking.print?.(frame.print);
      if (isRecord(frame.run)) void run(frame.run);
      if (isRecord(frame.end)) end(endingOf(frame.end));
    });
    sendFrame(socket, call);
  });
}

/** undefined = it is none. */
export function endingOf({ status, signal }: Readonly<Record<string, unknown>>): Ending | undefined {
  if (isSignal(signal)) return { signal };
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status < 256 ? { status } : undefined;
}

function isSignal(value: unknown): value is NodeJS.Signals {
  return isString(value) && /^SIG[A-Z]+\d*$/.test(value);
}
