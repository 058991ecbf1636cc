import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Judged } from '../../../replay/judge-recorded.ts';
import type { Question } from '../../../replay/question.ts';
import { runningProduct } from '../../../store/product.ts';
import type { JudgeOptions } from './judge.ts';

export interface Threads {
  ask(question: Question): Promise<Judged>;
  end(): void;
}

/** Starting one takes a third of a second, in which so much is judged. */
const WORTHWHILE_BYTES = 8_000_000;
const MAX_THREADS = 8;
/** Questions that are handed over together. */
const AT_A_TIME = 32;

/** undefined = it is not worthwhile for so many bytes of sessions, or the product is not built. */
export function startThreads(options: JudgeOptions, bytes: number): Threads | undefined {
  const program = join(runningProduct(), 'dist/cli.cjs');
  const count = Math.min(MAX_THREADS, availableParallelism(), Math.floor(bytes / WORTHWHILE_BYTES));
  if (count < 2 || !existsSync(program)) return undefined;
  const threads = Array.from({ length: count }, () => new Thread(program, options));
  return {
    ask: (question) => threads.reduce((least, one) => (one.open < least.open ? one : least)).ask(question),
    end: () => {
      for (const thread of threads) thread.end();
    },
  };
}

interface Waiting {
  answer(judged: Judged): void;
  fail(error: Error): void;
}

/** Answers come in the order of the questions. */
class Thread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private gathered: Question[] = [];

  constructor(program: string, options: JudgeOptions) {
    this.worker = new Worker(program, { workerData: options });
    this.worker.on('message', (answers: readonly Judged[]) => {
      for (const one of answers) this.waiting.shift()?.answer(one);
    });
    const fail = (error: Error) => {
      for (const one of this.waiting.splice(0)) one.fail(error);
    };
    this.worker.on('error', fail);
    this.worker.on('exit', () => fail(new Error('a worker thread has exited')));
  }

  get open(): number {
    return this.waiting.length;
  }

  ask(question: Question): Promise<Judged> {
    if (this.gathered.push(question) === AT_A_TIME) this.send();
    else if (this.gathered.length === 1) setImmediate(() => this.send());
    return new Promise((answer, fail) => this.waiting.push({ answer, fail }));
  }

  private send(): void {
    if (this.gathered.length > 0) this.worker.postMessage(this.gathered);
    this.gathered = [];
  }

  end(): void {
    this.worker.terminate();
  }
}
