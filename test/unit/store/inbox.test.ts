import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_MINUTES, type SessionAgreement } from '../../../src/model/approval.ts';
import { areGrantsLeft, GRANT_MS, type Grant, openGrants } from '../../../src/store/grants.ts';
import { ANSWER_MS, KEEP_MS, openInbox } from '../../../src/store/inbox.ts';
import { isInboxWatched, SIGN_MS, watchInbox } from '../../../src/store/watchers.ts';
import { pendingOf } from '../../support/loopback.ts';

let folder: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-inbox-'));
  nowMs = Date.now();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inbox = () => openInbox(folder, () => nowMs);
const ASK = pendingOf('frob ask');
const YES = { answer: 'once', who: 'cli' } as const;
const NO = { answer: 'no', who: 'monitor', reason: 'not now' } as const;

describe('questions', () => {
  test('an answer is given once and used once', () => {
    inbox().put(ASK);
    expect(inbox().take(ASK)).toBeUndefined();
    expect([inbox().answer(ASK, YES), inbox().answer(ASK, NO)]).toEqual([true, false]);
    expect(inbox().list()).toMatchObject([{ request: { what: 'frob ask' }, answer: YES }]);
    expect(inbox().take(ASK)).toMatchObject(YES);
    expect([inbox().take(ASK), inbox().list()]).toEqual([undefined, []]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a no stays, until a person thinks again', () => {
    inbox().put(ASK);
    inbox().answer(ASK, NO);
    expect([inbox().take(ASK), inbox().take(ASK)]).toMatchObject([NO, NO]);
    expect(inbox().answer(ASK, YES)).toBe(true);
    expect(inbox().take(ASK)).toMatchObject(YES);
  });

  test('an answer is taken back until it is fetched; a later one is not', () => {
    inbox().put(ASK);
    inbox().answer(ASK, YES);
    expect(inbox().withdraw(ASK.id, nowMs - 1)).toBe(false);
    expect(inbox().withdraw(ASK.id, nowMs)).toBe(true);
    expect([inbox().withdraw(ASK.id, nowMs), inbox().take(ASK)]).toEqual([false, undefined]);
    expect(inbox().list()).toEqual([{ request: ASK }].map(({ request }) => ({ request: { version: 2, ...request } })));
    inbox().answer(ASK, NO);
    const before = nowMs;
    nowMs += 1000;
    inbox().answer(ASK, YES);
    expect([inbox().withdraw(ASK.id, before), inbox().take(ASK)]).toMatchObject([false, YES]);
    expect(inbox().withdraw(ASK.id, nowMs)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an approval for some minutes stays for as long, in every session, unless a person ends it', () => {
    const minutes = { answer: 'minutes', untilMs: nowMs + 3 * KEEP_MS, who: 'cli' } as const;
    const another = { ...ASK, session: 'another' };
    inbox().put(ASK);
    inbox().answer(ASK, minutes);
    nowMs += 2 * KEEP_MS;
    expect([inbox().take(ASK), inbox().take(another)]).toMatchObject([minutes, minutes]);
    expect(inbox().list()).toMatchObject([{ request: { what: 'frob ask' }, answer: minutes }]);
    expect(inbox().answer(ASK, YES)).toBe(false);
    nowMs += KEEP_MS;
    expect([inbox().take(another), inbox().list()]).toEqual([undefined, []]);
    inbox().put({ ...ASK, askedMs: nowMs });
    inbox().answer(ASK, { ...minutes, untilMs: nowMs + 60_000 });
    expect(inbox().answer(ASK, NO)).toBe(true);
    expect(inbox().take(another)).toMatchObject(NO);
  });

  test.each<[string, Partial<SessionAgreement>, boolean]>([
    ['the same', {}, true],
    ['another session', { session: 'another' }, true],
    ['fewer reasons', { grounds: [] }, true],
    ['one more rule', { grounds: ['p/ask', 'p/more'] }, false],
    ['another rule', { grounds: ['p/more'] }, false],
  ])('an approval covers what the person has seen: %s', (_name, more, isCovered) => {
    const asked = { ...ASK, ...more };
    inbox().put(ASK);
    inbox().answer(ASK, YES);
    expect(inbox().take(asked) !== undefined).toBe(isCovered);
    if (isCovered) return;
    inbox().put(asked);
    expect(inbox().list()[0]?.answer).toBeUndefined();
    expect([inbox().answer(asked, YES), inbox().take(asked)]).toMatchObject([true, YES]);
  });

  test('an approval for its session alone is for the session that the person has seen', () => {
    const another = { ...ASK, session: 'another' };
    inbox().put(ASK);
    inbox().put(another);
    inbox().answer(ASK, { answer: 'session', who: 'cli' });
    expect(inbox().take(another)).toBeUndefined();
    expect(inbox().list()[0]?.answer).toBeUndefined();
    expect(inbox().take(ASK)).toMatchObject({ answer: 'session', session: 's' });
  });

  test('an answer of another user is none', () => {
    inbox().put(ASK);
    inbox().answer(ASK, YES);
    const own = process.getuid!();
    const uid = vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
    expect(inbox().take(ASK)).toBeUndefined();
    uid.mockRestore();
    expect(inbox().take(ASK)).toMatchObject(YES);
  });

  test('what is too old counts no more, and goes', () => {
    inbox().put(ASK);
    inbox().answer(ASK, YES);
    nowMs += ANSWER_MS;
    expect(inbox().take(ASK)).toBeUndefined();
    expect(inbox().answer(ASK, YES)).toBe(true);
    nowMs += KEEP_MS;
    expect([inbox().find(ASK.id), inbox().list()]).toEqual([undefined, []]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('what killed processes left goes in time', () => {
    inbox().put(ASK);
    const names = [`${ASK.id}.answer.1.ab.taken`, `${ASK.id}.answer.1.ab.new`, '99999.watcher'];
    for (const name of names) writeFileSync(join(folder, name), '');
    inbox().list();
    expect(readdirSync(folder)).toHaveLength(4);
    const past = new Date(nowMs - KEEP_MS - 1000);
    for (const name of names) utimesSync(join(folder, name), past, past);
    inbox().list();
    expect(readdirSync(folder)).toEqual([`${ASK.id}.request`]);
  });

  test('what others put there is survived, and none of it counts', () => {
    inbox().put(ASK);
    const file = (what: string, kind: string) => join(folder, `${pendingOf(what).id}.${kind}`);
    const secret = join(folder, 'elsewhere');
    writeFileSync(secret, JSON.stringify({ version: 2, ...pendingOf('linked') }));
    symlinkSync(secret, file('linked', 'request'));
    spawnSync('mkfifo', [file('pipe', 'request'), file('frob ask', 'answer')]);
    mkdirSync(file('folder', 'request'));
    writeFileSync(file('torn', 'request'), '{"version":1,"id"');
    writeFileSync(file('huge', 'request'), `"${'x'.repeat(300_000)}"`);
    writeFileSync(file('other', 'request'), JSON.stringify({ version: 2, ...ASK }));
    writeFileSync(file('shape', 'request'), JSON.stringify({ version: 2, ...pendingOf('shape'), waiter: { pid: -1 } }));
    writeFileSync(file('door', 'request'), JSON.stringify({ version: 2, ...pendingOf('door'), door: 'x' }));
    writeFileSync(file('to come', 'request'), JSON.stringify({ version: 2, ...pendingOf('to come'), askedMs: 1e300 }));
    writeFileSync(join(folder, '..%2f.request'), '{}');
    expect(inbox().list()).toMatchObject([{ request: { what: 'frob ask' } }]);
    expect(inbox().take(ASK)).toBeUndefined();
    expect(inbox().answer(ASK, YES)).toBe(true);
    expect(inbox().take(ASK)).toMatchObject(YES);
  });

  const DAY_MS = MAX_MINUTES * 60_000;
  test.each<[string, Readonly<Record<string, unknown>> & { readonly lastsMs?: number }, boolean]>([
    ['once', {}, true],
    ['of no operation', { id: undefined }, false],
    ['of another version', { version: 1 }, false],
    ['without a time', { atMs: 'now' }, false],
    ['for a day', { answer: 'minutes', lastsMs: DAY_MS }, true],
    ['for longer than a day', { answer: 'minutes', lastsMs: DAY_MS + 1 }, false],
    ['for ever', { answer: 'minutes', lastsMs: 1e300 }, false],
    ['for no time', { answer: 'minutes' }, false],
    ['once, and for some minutes', { lastsMs: 1000 }, false],
    ['for its session', { answer: 'session', session: ASK.session }, true],
    ['for another session', { answer: 'session', session: 'another' }, false],
    ['for no session', { answer: 'session' }, false],
    ['once, and for its session', { session: ASK.session }, false],
  ])('an answer that another program wrote counts if it could be ours: %s', (_name, { lastsMs, ...fields }, counts) => {
    inbox().put(ASK);
    const until = lastsMs !== undefined && { untilMs: nowMs + lastsMs };
    const answer = { version: 2, id: ASK.id, atMs: nowMs, grounds: ASK.grounds, ...YES, ...fields, ...until };
    writeFileSync(join(folder, `${ASK.id}.answer`), JSON.stringify(answer));
    expect(
      inbox()
        .list()
        .map(({ answer }) => answer !== undefined),
    ).toEqual([counts]);
    expect(inbox().take(ASK) !== undefined).toBe(counts);
  });

  test('is for its owner alone', () => {
    inbox().put(ASK);
    inbox().answer(ASK, YES);
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });
});

describe('watchers', () => {
  const NOW = 1_800_000_000_000;
  const file = (pid: number | undefined = process.pid) => join(folder, `${pid}.watcher`);
  /** As it is so long after it was started. */
  const beatAt = (ms: number) => utimesSync(file(), ms / 1000, ms / 1000);

  test('count while they live and show it', () => {
    expect(isInboxWatched(join(folder, 'nowhere'))).toBe(false);
    const watch = watchInbox(folder, { now: () => NOW });
    for (const [beatMs, is] of [
      [NOW, true],
      [NOW - 60_000, false],
    ] as const) {
      beatAt(beatMs);
      expect([beatMs, isInboxWatched(folder, { nowMs: NOW })]).toEqual([beatMs, is]);
    }
    watch.stop();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[string, number, number | undefined, boolean]>([
    ['just started', 0, undefined, true],
    ['used until a moment ago', SIGN_MS - 1, undefined, true],
    ['forgotten', SIGN_MS, undefined, false],
    ['forgotten, with a new question that it shows', 2 * SIGN_MS - 1, SIGN_MS, true],
    ['forgotten, with an old question', 2 * SIGN_MS, SIGN_MS, false],
    ['with a time to come', -SIGN_MS, undefined, false],
  ])('need a sign of a person: %s', (_name, laterMs, askedMs, is) => {
    const watch = watchInbox(folder, { now: () => NOW });
    const nowMs = NOW + laterMs;
    beatAt(nowMs);
    expect(isInboxWatched(folder, { nowMs, ...(askedMs !== undefined && { askedMs: NOW + askedMs }) })).toBe(is);
    watch.stop();
  });

  test('are there again after a sign', () => {
    let nowMs = NOW;
    const watch = watchInbox(folder, { now: () => nowMs, signedMs: 0 });
    beatAt(NOW);
    expect(isInboxWatched(folder, { nowMs })).toBe(false);
    nowMs = NOW + 500_000;
    watch.sign();
    beatAt(nowMs);
    expect(isInboxWatched(folder, { nowMs })).toBe(true);
    watch.stop();
  });

  test.each(['', '{}', '"now"', 'Infinity', 'null', String(1e300)])('whose file says %j do not count', (text) => {
    writeFileSync(file(), text);
    expect(isInboxWatched(folder)).toBe(false);
  });

  test('that are gone do not', async () => {
    const child = spawn('sleep', ['60']);
    writeFileSync(file(child.pid), String(Date.now()));
    expect(isInboxWatched(folder)).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(isInboxWatched(folder)).toBe(false);
    for (const name of ['0.watcher', '-1.watcher', 'x.watcher', '1']) {
      writeFileSync(join(folder, name), String(Date.now()));
    }
    expect(isInboxWatched(folder)).toBe(false);
  });
});

describe('grants', () => {
  const grants = () => openGrants(folder, () => nowMs);
  const grant = (...argv: string[]): Grant => ({
    holder: '1-2',
    argv,
    cwd: '/w',
    rules: ['p/a'],
    untilMs: nowMs + 1000,
  });

  test('are used once, by whoever is first', () => {
    grants().leave([grant('a'), grant('b')]);
    const take = () => grants().take(({ argv }) => argv[0] === 'a');
    expect([take(), take()]).toEqual([expect.objectContaining({ argv: ['a'] }), undefined]);
    expect(areGrantsLeft(folder)).toBe(true);
  });

  test('of a line lie together, and are gone with the last', () => {
    const all = Array.from({ length: 260 }, (_, at) => grant(`a${at}`, 'x'.repeat(300)));
    grants().leave(all);
    expect(readdirSync(folder).length).toBeLessThan(5);
    const taken = all.map(() => grants().take(() => true)?.argv[0]);
    expect(new Set(taken)).toEqual(new Set(all.map(({ argv }) => argv[0])));
    expect(readdirSync(folder)).toEqual([]);
    expect(grants().take(() => true)).toBeUndefined();
  });

  test('end with those that are used up', () => {
    grants().leave([grant('a'), grant('b')]);
    grants().take(() => true);
    grants().end(() => false);
    expect(grants().take(({ argv }) => argv[0] === 'a')).toBeUndefined();
    grants().end(() => true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('end when they are ended, or over; what is none is none', () => {
    grants().leave([grant('a'), { ...grant('b'), session: 's' }]);
    grants().end(({ session }) => session === 's');
    expect(readdirSync(folder)).toHaveLength(1);
    nowMs += 2000;
    expect(grants().take(() => true)).toBeUndefined();
    grants().leave([{ ...grant('c'), untilMs: nowMs + GRANT_MS + 1 }]); // longer than any
    writeFileSync(join(folder, '0123456789abcdef.grant'), '{"version":1}');
    writeFileSync(join(folder, '0123456789abcdef.grant.1'), '');
    expect(grants().take(() => true)).toBeUndefined();
    grants().end(() => false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
