import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionChange } from '../../../src/model/session.ts';
import { openSession, type PersistedSession } from '../../../src/session/persisted-session.ts';
import '../../support/seed.ts';

let folder: string;
let warnings: string[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'temporary-session-')), 's');
  warnings = [];
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function open(): PersistedSession {
  return openSession({
    id: 's',
    folder,
    latched: () => ['r/sleeps'],
    warn: (problem) => warnings.push(problem),
  });
}

function called(tool: string, epochMs = 0): SessionChange {
  return { event: { tools: [tool], programs: [], verdict: 'allow', ran: true, epochMs } };
}

const files = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
const tools = (session: PersistedSession) => session.read().events.map((event) => event.tools[0]);

describe('a kept session', () => {
  test('reading makes nothing', () => {
    expect(open().read()).toMatchObject({ id: 's', events: [], activated: [] });
    expect(existsSync(folder)).toBe(false);
  });

  test('is there for the next process, and hears of others while it is open', () => {
    const first = open();
    first.change(called('a'));
    first.change({ add: { activated: ['r/one'], disabled: ['r/two'], approved: ['x'], planned: ['p'] } });
    const second = open();
    expect(second.read()).toMatchObject({ activated: ['r/one'], disabled: ['r/two'], approved: ['x'], planned: ['p'] });
    second.change(called('b'));
    first.change({ remove: { disabled: ['r/two'] } });
    expect(tools(first)).toEqual(['a', 'b']);
    expect(second.read()).toEqual(first.read());
    expect(second.read().counts).toEqual({ total: 2, tools: { a: 1, b: 1 } });
  });

  test('a reset leaves nothing', () => {
    const session = open();
    session.change(called('a'));
    session.change({ add: { disabled: ['r'], approvedCredentials: ['TOKEN'] }, pendingPlan: [] });
    session.change({ reset: true });
    expect(open().read()).toEqual({ ...open().read(), events: [], disabled: [], approvedCredentials: [] });
    expect(open().read().pendingPlan).toBeUndefined();
  });

  test('goes on in new files, as long as it likes, and loses nothing at the seams', () => {
    const [one, two] = [open(), open()];
    for (let at = 0; at < 2600; at++) (at % 3 === 0 ? one : two).change(called(at % 2 ? 'odd' : 'even', at));
    const late = JSON.stringify(called('late', 1));
    const former = files().at(-2) as string;
    appendFileSync(join(folder, former), `${late}\n`);
    expect(files()).toHaveLength(2);
    const { counts, events } = open().read();
    expect(counts).toEqual({ total: 2601, tools: { even: 1300, odd: 1300, late: 1 } });
    expect(events.length).toBeLessThanOrEqual(2000);
    expect(one.read().counts).toEqual(counts);
    expect(warnings).toEqual([]);
  });

  test('goes on in new files where each who adds one change reads nothing', () => {
    for (let at = 0; at < 1300; at++) open().change(called('a', at));
    expect(files()).toEqual(['history-1.jsonl', 'history-2.jsonl']);
    expect(open().read().counts.total).toBe(1300);
  });

  test('two that start a new file at the same moment agree on one', () => {
    const [one, two] = [open(), open()];
    for (let at = 0; at < 999; at++) one.change(called('a', at));
    two.read();
    appendFileSync(join(folder, 'history-1.jsonl'), `${JSON.stringify(called('b'))}\n`);
    one.read();
    two.read();
    expect(files()).toEqual(['history-1.jsonl', 'history-2.jsonl']);
    expect(open().read().counts.total).toBe(1000);
  });
});

describe('a writer that is killed', () => {
  test('at any byte loses its own line alone', () => {
    const session = open();
    for (let at = 0; at < 40; at++) session.change({ ...called(`tool ${at} é`), add: { activated: [`r/${at}`] } });
    const file = join(folder, 'history-1.jsonl');
    const whole = readFileSync(file);
    for (const bytes of fc.sample(fc.integer({ min: 0, max: whole.length }), 200)) {
      writeFileSync(file, whole);
      truncateSync(file, bytes);
      const complete = whole.subarray(0, bytes).toString('latin1').split('\n').length - 1;
      expect(open().read().activated).toHaveLength(complete);
      open().change(called('next'));
      const { activated, counts } = open().read();
      // what misses no more than its line break is whole again
      expect([complete, complete + 1]).toContain(activated.length);
      expect(counts.total).toBe(activated.length + 1);
    }
    expect(warnings).toEqual([]);
  });

  test('with a real kill -9, again and again, is followed by the next', async () => {
    const script = `
      import { openSession } from '${join(process.cwd(), 'src/session/persisted-session.ts')}';
      const session = openSession({ id: 's', folder: ${JSON.stringify(folder)}, latched: () => [], warn: (text) => process.stdout.write('!' + text) });
      for (let at = 0; ; at++) {
        session.change({ event: { tools: ['t'], programs: [], verdict: 'allow', ran: true, epochMs: at } });
        process.stdout.write(session.read().counts.total + '\\n');
      }`;
    const bundle = join(folder, '..', 'writer.mjs');
    const { build } = await import('esbuild');
    await build({
      stdin: { contents: script, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
      logLevel: 'silent',
    });
    let known = 0;
    for (let kill = 0; kill < 12; kill++) {
      known = await writeUntilKilled(bundle, known + 100 * (kill + 1));
      const { total } = open().read().counts;
      expect(total).toBeGreaterThanOrEqual(known);
      known = total;
    }
    expect(warnings).toEqual([]);
  });
});

/** Kills the writer as soon as it says that so many are kept; the last number it said. */
function writeUntilKilled(bundle: string, enough: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const never = { timeout: 120_000, killSignal: 'SIGKILL' } as const; // not left behind by a test that failed
    const child = spawn(process.execPath, [bundle], { stdio: ['ignore', 'pipe', 'inherit'], ...never });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (lastNumber(said) >= enough) child.kill('SIGKILL');
    });
    child.on('close', () => (said.includes('!') ? reject(new Error(said)) : resolve(lastNumber(said))));
  });
}

function lastNumber(said: string): number {
  return Number(said.split('\n').at(-2) ?? 0);
}

describe('a file that is not ours', () => {
  const start = (extra: object) => JSON.stringify({ version: 1, bytes: 0, session: extra });

  test.each<[string, (file: string) => void]>([
    ['is not JSON', (file) => writeFileSync(file, 'hello\n')],
    ['is other JSON', (file) => writeFileSync(file, '{"a":1}\n[]\nnull\n')],
    ['has wrong shapes', (file) => writeFileSync(file, '{"event":{"tools":"x"}}\n{"add":{"activated":[1]}}\n')],
    ['starts with half a session', (file) => writeFileSync(file, `${start({ id: 's' })}\n`)],
    ['is of a later version', (file) => writeFileSync(file, '{"version":99,"bytes":0,"session":{}}\n')],
    ['starts torn', (file) => writeFileSync(file, '{"version":1,"byt\n')],
    ['is binary', (file) => writeFileSync(file, Buffer.from([0, 255, 10, 0, 200, 10]))],
    ['is a folder', (file) => mkdirSync(file)],
    ['is a link', (file) => symlinkSync('/etc/passwd', file)],
  ])('%s: it is put aside, and rules count as woken', (_what, make) => {
    mkdirSync(folder, { recursive: true });
    make(join(folder, 'history-1.jsonl'));
    const session = open();
    expect(session.read().suspected).toEqual(['r/sleeps']);
    expect(warnings).toHaveLength(1);
    expect(files().filter((name) => name.startsWith('damaged-'))).toHaveLength(1);
    session.change(called('a'));
    expect(open().read()).toMatchObject({ suspected: ['r/sleeps'], counts: { total: 1 } });
    expect(warnings).toHaveLength(1);
  });

  test('what can be read of it still counts', () => {
    const session = open();
    for (let at = 0; at < 1500; at++) session.change(called('a', at));
    session.change({ add: { disabled: ['r/off'] } });
    appendFileSync(join(folder, 'history-2.jsonl'), 'who wrote this?\n');
    session.change(called('b'));
    expect(session.read()).toMatchObject({ disabled: ['r/off'], counts: { total: 1501, tools: { a: 1500, b: 1 } } });
    expect(warnings).toHaveLength(1);
  });

  test('a new file that is damaged at its start falls back to the one before', () => {
    const session = open();
    for (let at = 0; at < 1200; at++) session.change(called('a', at));
    const newest = join(folder, 'history-2.jsonl');
    const [, ...changes] = readFileSync(newest, 'utf8').split('\n');
    writeFileSync(newest, ['{"version":1}', ...changes].join('\n'));
    expect(open().read().counts.total).toBe(1200);
    expect(warnings).toHaveLength(1);
  });

  test('a place that cannot be written is told, and the session goes on in memory', () => {
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file');
    const session = open();
    session.change(called('a'));
    session.change(called('b'));
    expect(warnings.length).toBeGreaterThan(0);
    expect(session.read().counts.total).toBe(2);
  });
});
