import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '../../../src/model/request.ts';
import { approvalSignature } from '../../../src/operation/signature.ts';
import type { Reply } from '../../../src/settle/asker.ts';
import { createInboxAsker, type InboxAskerOptions, type RemoteChannel } from '../../../src/settle/askers/inbox.ts';
import { createSessionApprovals } from '../../../src/settle/session-approvals.ts';
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
    inbox.answer(only()?.id ?? '', { answer: 'once', who: 'cli' });
    expect(await ask()).toEqual({ answer: 'once', who: 'cli' });
    expect(await ask({ waitMs: 0 })).toMatchObject({ unanswered: 'timeout' });
  });

  test.each<[string, Trial]>([
    ['other words', { request: requestOf(['frob', 'y'], { actor: 'ai' }) }],
    ['another directory', { request: requestOf(['frob', 'x'], { actor: 'ai', cwd: '/repo' }) }],
    ['a person', { request: requestOf(['frob', 'x']) }],
    ['another session', { session: 't' }],
  ])('its answer is not for %s', async (_name, trial) => {
    await ask({ isWatched: () => false });
    inbox.answer(only()?.id ?? '', { answer: 'once', who: 'cli' });
    expect(await ask({ ...trial, isWatched: () => false })).toMatchObject({ unanswered: 'nobody-to-ask' });
  });

  test('a channel that answers counts as somebody who looks; one that gives up, or fails, does not', async () => {
    const says: RemoteChannel = {
      ask: async ({ id }, to) => void to.answer(id, { answer: 'no', who: 'far', reason: 'no' }),
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

  test('a signal ends it, and no answer is used up after that', async () => {
    const reply = ask();
    await isAsked();
    process.emit('SIGTERM', 'SIGTERM');
    expect(await reply).toEqual({ signal: 'SIGTERM' });
    process.removeAllListeners('SIGTERM');
    const id = only()?.id ?? '';
    inbox.answer(id, { answer: 'once', who: 'cli' });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(inbox.take(id)).toMatchObject({ answer: 'once' });
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

describe('what is remembered', () => {
  test('for a while ends with it', () => {
    const approvals = createSessionApprovals(folder);
    approvals.add('a', Date.now() + 60_000);
    approvals.add('b', Date.now() - 1);
    approvals.add('c');
    expect(['a', 'b', 'c', 'd'].map((one) => approvals.has(one))).toEqual([true, false, true, false]);
  });

  test('is the line, not what an agent remarks beside it', () => {
    const signature = (input: Record<string, string | boolean>) => {
      const action = { kind: 'tool', tool: 'Bash', input, line: 'frob x', shell: 'bash' } as const;
      const request = { ...requestOf([], { actor: 'ai' }), action };
      return approvalSignature(request, judged(POLICY, request));
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
    inbox.answer(only()?.id ?? '', { answer: 'once', who: 'cli' });
    expect(await waiting).toEqual({ answer: 'once', who: 'cli' });
    expect(inbox.list()).toEqual([]);
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
    const first = only()?.id ?? '';
    inbox.answer(first, { answer: 'no', who: 'cli' });
    expect(await waiting).toMatchObject({ answer: 'no' });
    const again = ask({ dialog: open });
    await isAsked();
    expect(only()?.id).not.toBe(first);
    inbox.answer(only()?.id ?? '', { answer: 'once', who: 'cli' });
    expect(await again).toMatchObject({ answer: 'once' });
  });
});
