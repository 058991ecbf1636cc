import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingRequest, SessionAgreement } from '../../model/approval.ts';
import type { Decision } from '../../model/decision.ts';
import type { Request } from '../../model/request.ts';
import { agreementOf } from '../../operation/signature.ts';
import type { Inbox } from '../../store/inbox.ts';
import { randomHex } from '../../store/random.ts';
import { sha256 } from '../../store/sha256.ts';
import { isWaiting } from '../../store/watchers.ts';
import { helpOf } from '../../text/help.ts';
import { withoutSecrets } from '../../text/printable.ts';
import { reasonsToPerson } from '../../text/reason.ts';
import { shLine } from '../../util/sh-quote.ts';
import { saidBy } from '../approvals.ts';
import type { Asker, Question, Reply } from '../asker.ts';
import { exceptionLines } from '../exception.ts';
import { orInterrupted } from './interruption.ts';

/** Asks somewhere else, while the question waits: a messenger, a web hook. */
export interface RemoteChannel {
  /** Puts answers into the inbox until one is there, it gives up, or it is told to stop. */
  ask(request: PendingRequest, inbox: Inbox, stop: AbortSignal): Promise<void>;
}

/** The same question, open in an agent's own dialog. Waiting beside it delays nobody, and it ends with that. */
export interface OpenDialog {
  /** it was answered there, or is gone */
  isOver(): boolean;
}

export interface InboxAskerOptions extends Pick<PendingRequest, 'session' | 'door' | 'burst'> {
  readonly inbox: Inbox;
  readonly request: Request;
  /** how the actor was told, or which agent it is */
  readonly how: string | undefined;
  /** what is asked about, for people; absent = as the decision has it */
  readonly what?: string;
  /** absent = the question is asked here alone */
  readonly dialog?: OpenDialog;
  /** somebody looks at new questions now, or at one that was asked then */
  isWatched(since?: Pick<PendingRequest, 'askedMs'>): boolean;
  /** asked for once: those that are switched on */
  channels(): readonly RemoteChannel[];
  /** how long to wait while somebody may answer; asked for once */
  patienceMs(): number;
}

/** Between two looks at the inbox. */
const POLL_MS = 100;
/** A watcher that is started anew is waited for so long. */
const UNWATCHED_MS = 1500;

/**
 * Asks through files that a person answers from elsewhere, now or later. Waits only while somebody may answer; after that
 * the question stays, and its answer is for the rerun.
 */
export function createInboxAsker(options: InboxAskerOptions): Asker {
  return { ask: (question) => ask(question, options) };
}

async function ask(question: Question, options: InboxAskerOptions): Promise<Reply> {
  const { inbox, dialog, session } = options;
  const { id: name, grounds } = agreementOf(options.request, question.decision);
  // an answer is for this dialog, not for the next one
  const id = dialog === undefined ? name : sha256(`${name} ${randomHex(8)}`);
  const asked = { id, grounds, session };
  const earlier = inbox.take(asked);
  if (earlier !== undefined) return saidBy(earlier);
  const channels = options.channels();
  const isReachable = dialog !== undefined || channels.length > 0 || options.isWatched();
  const untilMs = Date.now() + (isReachable ? options.patienceMs() : 0);
  const pending = pendingRequest(asked, question, options);
  const waiting = isReachable ? { ...pending, waiter: { pid: process.pid, untilMs } } : pending;
  try {
    inbox.put(waiting);
  } catch {
    return { unanswered: 'nobody-to-ask' };
  }
  if (!isReachable) return { unanswered: 'nobody-to-ask', request: id };
  const stop = new AbortController();
  try {
    const reply = await orInterrupted(() => wait({ request: waiting, options, channels, untilMs, stop: stop.signal }));
    if (dialog !== undefined) keepForOthers(reply, { ...pending, id: name }, inbox);
    return reply;
  } finally {
    stop.abort();
    if (dialog === undefined) leaveOpen(pending, inbox);
    else inbox.remove(id);
  }
}

function pendingRequest(asked: SessionAgreement, question: Question, options: InboxAskerOptions): PendingRequest {
  const { decision, always } = question;
  const { request, how, door, burst } = options;
  const { replacement } = decision;
  const help = helpOf(decision);
  return {
    ...asked,
    asking: randomHex(6),
    askedMs: Date.now(),
    actor: request.actor,
    ...(how !== undefined && { how }),
    door,
    cwd: request.cwd,
    burst,
    what: withoutSecrets(options.what ?? decision.analysis.text),
    ...(replacement !== undefined && { runs: withoutSecrets(shLine(replacement.argv)) }),
    ...ruleOf(decision),
    reasons: reasonsToPerson(decision).map(withoutSecrets),
    ...(options.dialog !== undefined && { dialog: true }),
    ...(help !== undefined && { help: withoutSecrets(help) }),
    ...(always !== undefined && {
      always: { file: always.file, items: exceptionLines(always).map(withoutSecrets) },
    }),
    explain: question.explain(),
  };
}

function ruleOf({ decider }: Decision): Pick<PendingRequest, 'rule' | 'severity'> {
  return decider === undefined ? {} : { rule: decider.rule.id, severity: decider.rule.severity };
}

interface Waiting {
  readonly request: PendingRequest;
  readonly options: InboxAskerOptions;
  readonly channels: readonly RemoteChannel[];
  readonly untilMs: number;
  readonly stop: AbortSignal;
}

async function wait({ request, options, channels, untilMs, stop }: Waiting): Promise<Reply> {
  const { inbox } = options;
  const { id } = request;
  let open = channels.length;
  for (const channel of channels) {
    channel
      .ask(request, inbox, stop)
      .catch(() => {}) // as if it had given up
      .finally(() => open--);
  }
  for (let unwatchedMs = 0; Date.now() < untilMs && !stop.aborted; ) {
    const answer = inbox.take(request);
    if (answer !== undefined) return saidBy(answer);
    if (options.dialog?.isOver() === true) return { unanswered: 'nobody-to-ask' };
    const isAttended = options.dialog !== undefined || open > 0 || options.isWatched(request);
    unwatchedMs = isAttended ? 0 : unwatchedMs + POLL_MS;
    if (unwatchedMs > UNWATCHED_MS || !isThere(request, inbox)) return { unanswered: 'nobody-to-ask', request: id };
    await sleep(POLL_MS);
  }
  const last = stop.aborted ? undefined : inbox.take(request);
  return last === undefined ? { unanswered: 'timeout', request: id } : saidBy(last);
}

/** Where the answer was for another who asked the same, or that one is gone, the question is asked again. */
function isThere(request: PendingRequest, inbox: Inbox): boolean {
  try {
    const there = inbox.find(request.id);
    if (there === undefined || !isWaiting(there)) inbox.put(request);
    return true;
  } catch {
    return false;
  }
}

/** An approval for some minutes is for the operation, not for this dialog alone. */
function keepForOthers(reply: Reply, { dialog: _, ...request }: PendingRequest, inbox: Inbox): void {
  if (typeof reply !== 'object' || !('answer' in reply) || reply.answer !== 'minutes') return;
  try {
    inbox.put(request);
    inbox.answer(request, reply);
  } catch {
    // asked again
  }
}

/** We do not wait any more; the person may still answer, for a rerun. */
function leaveOpen(request: PendingRequest, inbox: Inbox): void {
  try {
    if (inbox.find(request.id)?.waiter?.pid === process.pid) inbox.put(request);
  } catch {
    // that we are gone is seen anyway
  }
}
