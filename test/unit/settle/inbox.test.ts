import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/model/outcome.ts';
import type { Request } from '../../../src/model/request.ts';
import { agreementOf } from '../../../src/operation/signature.ts';
import { createApprovals } from '../../../src/settle/approvals.ts';
import type { Reply } from '../../../src/settle/asker.ts';
import { createInboxAsker, type InboxAskerOptions, type RemoteChannel } from '../../../src/settle/askers/inbox.ts';
import { type Inbox, openInbox } from '../../../src/store/inbox.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({ p: 'rules: [{ name: ask, commands: [frob], action: require_approval, message: "Frobs." }]' });

let folder: string;
let inbox: Inbox;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-inbox-'));
  inbox = openInbox(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Trial extends Partial<InboxAskerOptions> {
  readonly request?: Request;
  readonly waitMs?: number;
}

function ask({
  request = requestOf(['frob', 'x'], { actor: 'ai' }),
  waitMs = 5000,
  ...more
}: Trial = {}): Promise<Reply> {
  const asker = createInboxAsker({
    inbox,
    request,
    session: 's',
    door: 'shim',
    burst: 'b',
    how: 'a test',
    isWatched: () => true,
    channels: () => [],
    patienceMs: () => waitMs,
    ...more,
  });
  return asker.ask({ decision: judged(POLICY, request), explain: () => 'THE TRACE' });
}

const only = () => {
  const [entry, ...more] = inbox.list();
  expect(more).toEqual([]);
  return entry?.request;
};
const isAsked = () => expect.poll(() => only()?.waiter?.pid).toBe(process.pid);

describe('a question in the inbox', () => {
  test('holds what a person has to know', async () => {
    await ask({ isWatched: () => false });
    expect(only()).toMatchObject({
      what: 'frob x',
      rule: 'p/ask',
      reasons: ['Frobs.'],
      cwd: '/repo/app',
      explain: 'THE TRACE',
    });
    expect(only()?.waiter).toBeUndefined();
  });

  test('nobody answers in time; the answer after that is for the rerun, once', async () => {
    const reply = await ask({ waitMs: 150 });
    expect(reply).toEqual({ unanswered: 'timeout', request: only()?.id });
    expect(only()?.waiter).toBeUndefined();
    inbox.answer(only()!, { answer: 'once', who: 'cli' });
    expect(await ask()).toEqual({ answer: 'once', who: 'cli' });
    expect(await ask({ waitMs: 0 })).toMatchObject({ unanswered: 'timeout' });
  });

  test.each<[string, Trial]>([
    ['other words', { request: requestOf(['frob', 'y'], { actor: 'ai' }) }],
    ['another directory', { request: requestOf(['frob', 'x'], { actor: 'ai', cwd: '/repo' }) }],
    ['a person', { request: requestOf(['frob', 'x']) }],
  ])('its answer is not for %s', async (_name, trial) => {
    await ask({ isWatched: () => false });
    inbox.answer(only()!, { answer: 'minutes', untilMs: Date.now() + 60_000, who: 'cli' });
    expect(await ask({ ...trial, isWatched: () => false })).toMatchObject({ unanswered: 'nobody-to-ask' });
  });

  const yes = (answer: Answer) => ({
    answer,
    who: 'cli',
    ...(answer === 'minutes' && { untilMs: Date.now() + 60_000 }),
  });
  const isYes = (reply: Reply) => typeof reply === 'object' && 'answer' in reply;
  test.each<[Answer, readonly string[], readonly boolean[]]>([
    ['once', ['t', 't'], [true, false]],
    ['once', ['t', 's'], [true, false]],
    ['minutes', ['t', 's', 't'], [true, true, true]],
    ['session', ['t', 's', 's'], [false, true, false]], // the first makes it a matter of the session
    ['no', ['t', 's'], [true, true]],
  ])('asked in session s, its answer `%s` is for sessions %j: %j', async (answer, sessions, are) => {
    await ask({ isWatched: () => false });
    inbox.answer(only()!, yes(answer));
    const replies: boolean[] = [];
    for (const session of sessions) replies.push(isYes(await ask({ session, isWatched: () => false })));
    expect(replies).toEqual(are);
  });

  test('of two sessions that wait for an answer for once, one gets it; the other asks again', async () => {
    const both = ['s', 't'].map((session) => ask({ session, waitMs: 60_000 }));
    await isAsked();
    inbox.answer(only()!, yes('once'));
    await Promise.race(both);
    await isAsked();
    expect(inbox.list()[0]?.answer).toBeUndefined();
    inbox.answer(only()!, yes('no'));
    expect(await Promise.all(both)).toContainEqual({ answer: 'no', who: 'cli' });
    expect(await Promise.all(both)).toContainEqual({ answer: 'once', who: 'cli' });
  });

  test('a channel that answers counts as somebody who looks; one that gives up, or fails, does not', async () => {
    const says: RemoteChannel = {
      ask: async (asked, to) => void to.answer(asked, { answer: 'no', who: 'far', reason: 'no' }),
    };
    expect(await ask({ isWatched: () => false, channels: () => [says] })).toEqual({
      answer: 'no',
      who: 'far',
      reason: 'no',
    });
    rmSync(folder, { recursive: true });
    const fails: RemoteChannel = { ask: () => Promise.reject(new Error('offline')) };
    expect(await ask({ isWatched: () => false, channels: () => [fails] })).toMatchObject({
      unanswered: 'nobody-to-ask',
    });
  });

  test('is waited for while somebody looks at new questions, or at this one', async () => {
    const seen: unknown[] = [];
    const isWatched = (since?: { readonly askedMs: number }) => {
      if (since !== undefined) seen.push(since.askedMs);
      return since === undefined || seen.length < 3;
    };
    expect(await ask({ isWatched, waitMs: 60_000 })).toMatchObject({ unanswered: 'nobody-to-ask' });
    expect(new Set(seen)).toEqual(new Set([only()?.askedMs]));
  });

  test('a signal ends it, and no answer is used up after that', async () => {
    const reply = ask();
    await isAsked();
    process.emit('SIGTERM', 'SIGTERM');
    expect(await reply).toEqual({ signal: 'SIGTERM' });
    process.removeAllListeners('SIGTERM');
    const asked = only()!;
    inbox.answer(asked, { answer: 'once', who: 'cli' });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(inbox.take(asked)).toMatchObject({ answer: 'once' });
  });

  test('where it cannot be put it is refused', async () => {
    rmSync(folder, { recursive: true });
    const broken = {
      ...inbox,
      put: () => {
        throw new Error('disk full');
      },
    };
    expect(await ask({ inbox: broken })).toEqual({ unanswered: 'nobody-to-ask' });
  });
});

describe('what is approved', () => {
  test('is the line, not what an agent remarks beside it', () => {
    const signature = (input: Record<string, string | boolean>) => {
      const action = { kind: 'tool', tool: 'Bash', input, line: 'frob x', shell: 'bash' } as const;
      const request = { ...requestOf([], { actor: 'ai' }), action };
      return agreementOf(request, judged(POLICY, request)).id;
    };
    const first = signature({ command: 'frob x', description: 'try' });
    expect(signature({ command: 'frob x', description: 'try again' })).toBe(first);
    expect(signature({ command: 'frob x', dangerouslyDisableSandbox: true })).not.toBe(first);
  });
});

describe('a question that is open in the dialog of an agent as well', () => {
  const open = { isOver: () => false };

  test('waits though nobody looks, and is gone once it was answered', async () => {
    const waiting = ask({ isWatched: () => false, dialog: open });
    await isAsked();
    inbox.answer(only()!, { answer: 'once', who: 'cli' });
    expect(await waiting).toEqual({ answer: 'once', who: 'cli' });
    expect(inbox.list()).toEqual([]);
  });

  test('for some minutes it is approved for all that ask the same', async () => {
    const waiting = ask({ dialog: open });
    await isAsked();
    const untilMs = Date.now() + 60_000;
    inbox.answer(only()!, { answer: 'minutes', untilMs, who: 'cli' });
    expect(await waiting).toMatchObject({ answer: 'minutes' });
    const approvals = createApprovals({ inbox, session: 'another', folder: join(folder, 'another') });
    const request = requestOf(['frob', 'x'], { actor: 'ai' });
    expect(approvals.take(agreementOf(request, judged(POLICY, request)))).toBe('earlier');
    expect(inbox.list()).toMatchObject([{ request: { what: 'frob x' }, answer: { answer: 'minutes', untilMs } }]);
  });

  test('is gone with the dialog, and with the time', async () => {
    let isOver = false;
    const waiting = ask({ dialog: { isOver: () => isOver } });
    await isAsked();
    isOver = true;
    expect(await waiting).toEqual({ unanswered: 'nobody-to-ask' });
    expect(inbox.list()).toEqual([]);
    expect(await ask({ waitMs: 150, dialog: open })).toMatchObject({ unanswered: 'timeout' });
    expect(inbox.list()).toEqual([]);
  });

  test('is gone where the process that waits was killed', async () => {
    const waiting = ask({ waitMs: 300, dialog: open });
    await isAsked();
    const request = only();
    await waiting;
    if (request !== undefined) inbox.put({ ...request, waiter: { pid: 4_000_000, untilMs: Date.now() + 60_000 } });
    expect(inbox.list()).toEqual([]);
  });

  test('is another one each time: no answer is for the next', async () => {
    const waiting = ask({ dialog: open });
    await isAsked();
    const first = only()!;
    inbox.answer(first, { answer: 'no', who: 'cli' });
    expect(await waiting).toMatchObject({ answer: 'no' });
    const again = ask({ dialog: open });
    await isAsked();
    expect(only()?.id).not.toBe(first.id);
    inbox.answer(only()!, { answer: 'once', who: 'cli' });
    expect(await again).toMatchObject({ answer: 'once' });
  });
});
