import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { isRecord } from '../util/guards.ts';
import { receiveFrames, sendFrame } from './frames.ts';

/** Processes that answer at one time; who asks beyond that judges alone. */
const MAX_WORKERS = 16;
/** A caller that has connected says at once what it wants. */
const PATIENCE_MS = 5000;

export interface BrokerOptions {
  /** program of a worker: answers the one call that is sent to it, then ends; see worker.ts */
  readonly worker: string;
  /** all that it is started with */
  readonly env: Readonly<Record<string, string>>;
  /** somebody was here; the caller keeps the time */
  seen(): void;
}

/**
 * Answers calls from behind walls, each by a process of its own: a call sets working directory and variables of who answers it, and what
 * goes wrong in one concerns no other. One of them waits already, as starting takes longer than answering.
 */
export function brokerServer({ worker, env, seen }: BrokerOptions): Server {
  const busy = new Set<ChildProcess>();
  const start = () => fork(worker, { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  let spare: ChildProcess | undefined;
  const take = () => {
    const taken = spare?.connected ? spare : start();
    spare = undefined;
    busy.add(taken);
    return taken.once('exit', () => {
      busy.delete(taken);
      spare ??= start(); // not before: it would be in the way of the answer
    });
  };
  const server = createServer((socket) => {
    seen();
    if (busy.size >= MAX_WORKERS) return void socket.destroy();
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    let answering: ChildProcess | undefined;
    socket.on('error', () => {}); // it closes after that
    socket.on('close', () => clearTimeout(patience));
    receiveFrames(socket, (frame) => {
      clearTimeout(patience);
      if (answering === undefined) {
        answering = take();
        relay(answering, socket);
      }
      if (answering.connected) answering.send({ frame });
    });
  });
  return server.on('close', () => spare?.kill());
}

/** What a worker says goes to who asks, how it ends last; each ends with the other. */
function relay(worker: ChildProcess, socket: Socket): void {
  let end: unknown;
  sendFrame(socket, {}); // it is being answered
  worker.stderr?.setEncoding('utf8').on('data', (say: string) => sendFrame(socket, { say }));
  worker.on('message', (message) => {
    if (!isRecord(message)) return;
    if (message.end === undefined) sendFrame(socket, message);
    else end = message;
  });
  worker.on('error', () => socket.destroy());
  worker.on('close', () => {
    if (end !== undefined) sendFrame(socket, end);
    socket.end();
  });
  socket.on('close', () => worker.kill());
}
