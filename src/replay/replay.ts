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
  /** called often: how many files are read, and calls counted */
  tell(files: number, calls: number): void;
}

/** Calls that wait for their answers. */
const MAX_OPEN = 2000;

interface Open {
  readonly owned: OwnedCall;
  readonly file: string;
  readonly judged: Promise<Judged>;
}

/** Every call of the files once, judged and counted, in the order in which they are read. */
export async function replay(replaying: Replaying): Promise<void> {
  const { files, counter, unread, env, sinceMs = Number.NEGATIVE_INFINITY, tell } = replaying;
  const ask = onceForEachKey(replaying.ask);
  const isNew = firstTimes();
  const open: Open[] = [];
  let [done, calls] = [0, 0];
  const count = async ({ owned: { agent, call }, file, judged }: Open) => {
    const { answer } = await judged;
    if (answer === undefined) unread.call(file);
    else counter.add(agent, call, answer);
    tell(done, ++calls);
  };
  for (const session of files) {
    const { path: file } = session;
    for (const owned of callsIn(session, unread)) {
      const { at } = owned.call;
      if ((at !== undefined && at < sinceMs) || !isNew(owned)) continue;
      const question = questionOf(owned, env);
      if (question === undefined) {
        unread.call(file);
        continue;
      }
      const judged = ask(question);
      judged.catch(() => {}); // whoever counts it throws
      open.push({ owned, file, judged });
      const [oldest] = open.length > MAX_OPEN ? open.splice(0, 1) : [];
      if (oldest !== undefined) await count(oldest);
    }
    done++;
  }
  for (const one of open) await count(one);
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
