import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { isRecord } from '../util/guards.ts';
import { DOORS } from './call.ts';
import { receiveFrames, sendFrame } from './frames.ts';

/** Processes that answer at one time; who asks beyond that judges alone. */
const MAX_WORKERS = 16;
/** A caller that has connected says at once what it wants. */
const PATIENCE_MS = 5000;

export interface BrokerOptions {
  /** program of a worker for each door: answers the one call that is sent to it, then ends; see worker.ts */
  readonly workers: Readonly<Record<Door, string>>;
  /** all that it is started with */
  readonly env: Readonly<Record<string, string>>;
  /** options of Node.js for a worker. V8 takes kept code only under the options that it was made under: the same as in shims */
  nodeOptions(): readonly string[];
  /** somebody was here; the caller keeps the time */
  seen(): void;
}

type Door = (typeof DOORS)[number];

/**
 * Answers calls from behind walls, each by a process of its own: a call sets working directory and variables of who answers it, and what
 * goes wrong in one concerns no other. One of them waits already, as starting takes longer than answering.
 */
export function brokerServer({ workers, env, nodeOptions, seen }: BrokerOptions): Server {
  const busy = new Set<ChildProcess>();
  const spares = new Map<Door, ChildProcess>();
  const start = (door: Door) =>
    fork(workers[door], { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [...nodeOptions()] });
  const take = (door: Door) => {
    const spare = spares.get(door);
    const taken = spare?.connected ? spare : start(door);
    spares.delete(door);
    busy.add(taken);
    return taken.once('exit', () => {
      busy.delete(taken);
      if (!spares.has(door)) spares.set(door, start(door)); // not before: it would be in the way of the answer
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
      const door = answering === undefined ? doorOf(frame) : undefined;
      if (door !== undefined) {
        answering = take(door);
        relay(answering, socket);
      }
      if (answering?.connected) answering.send({ frame });
      else socket.destroy();
    });
  });
  return server.on('close', () => {
    for (const spare of spares.values()) spare.kill();
  });
}

function doorOf(frame: unknown): Door | undefined {
  return isRecord(frame) ? DOORS.find((door) => door === frame.door) : undefined;
}

/** What a worker says goes to who asks, how it ends last; each ends with the other. */
function relay(worker: ChildProcess, socket: Socket): void {
  let end: unknown;
  sendFrame(socket, {}); // it is being answered
  worker.stderr?.setEncoding('utf8').on('data', (say: string) => sendFrame(socket, { say }));
  worker.stdout?.setEncoding('utf8').on('data', (print: string) => sendFrame(socket, { print }));
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
