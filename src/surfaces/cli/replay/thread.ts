import { parentPort, workerData } from 'node:worker_threads';
import type { Question } from '../../../replay/question.ts';
import { type JudgeOptions, judgeHere } from './judge.ts';

/** The command line was started as a thread that judges: lists of questions come in, lists of answers go out. */
export function runThread(): void {
  const judge = judgeHere(workerData as JudgeOptions, () => {}); // the main thread has told what is wrong with the rules
  parentPort?.on('message', (questions: readonly Question[]) => {
    parentPort?.postMessage(questions.map((question) => judge?.(question) ?? { asksTime: false }));
  });
}
