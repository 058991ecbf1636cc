import type { Environment } from '../model/request.ts';
import type { ReplayCounter } from '../report/replay.ts';
import { callsIn, type OwnedCall, type SessionFile, type Unread } from '../transcripts/sessions.ts';
import type { Judged } from './judge-recorded.ts';
import { type Question, questionOf } from './question.ts';

export interface Replaying {
  readonly files: readonly SessionFile[];
  /** here, or in another thread */
  readonly ask: (question: Question) => Promise<Judged>;
  readonly counter: ReplayCounter;
  readonly unread: Unread;
  readonly env: Environment;
  /** calls that were made earlier do not count; epoch, ms */
  readonly sinceMs?: number | undefined;
  /** called often: how many files were begun, and calls read */
  tell(files: number, calls: number): void;
}

/** Calls that wait for their answers. */
const MAX_OPEN = 2000;

/** Every call of the files once, judged and counted. */
export async function replay(replaying: Replaying): Promise<void> {
  const { files, counter, unread, env, sinceMs = Number.NEGATIVE_INFINITY, tell } = replaying;
  const ask = onceForEachKey(replaying.ask);
  const isNew = firstTimes();
  const open: Promise<void>[] = [];
  let calls = 0;
  for (const [index, file] of files.entries()) {
    for (const owned of callsIn(file, unread)) {
      const { agent, call } = owned;
      if ((call.at !== undefined && call.at < sinceMs) || !isNew(owned)) continue;
      tell(index, ++calls);
      const question = questionOf(owned, env);
      if (question === undefined) {
        unread.call(file.path);
        continue;
      }
      const counted = ask(question).then(({ answer }) => {
        if (answer === undefined) unread.call(file.path);
        else counter.add(agent, call, answer);
      });
      if (open.push(counted) > MAX_OPEN) await open.shift();
    }
  }
  await Promise.all(open);
}

/** Where an answer hangs on the time, every question of its key is asked. */
function onceForEachKey(ask: Replaying['ask']): Replaying['ask'] {
  const known = new Map<string, Promise<Judged>>();
  return (question) => {
    const before = known.get(question.key);
    if (before !== undefined) return before.then((judged) => (judged.asksTime ? ask(question) : judged));
    const judged = ask(question);
    known.set(question.key, judged);
    return judged;
  };
}

/** Ids that a model on a person's own machine counts up (`call_1`) come again and again. */
const MIN_ID = 16;

/** A session that goes on in another file, or was forked, has its calls in both. */
function firstTimes(): (owned: OwnedCall) => boolean {
  const seen = new Set<string>();
  return ({ agent, call: { id } }) => {
    if (id.length < MIN_ID) return true;
    const before = seen.size;
    return seen.add(`${agent} ${id}`).size > before;
  };
}
