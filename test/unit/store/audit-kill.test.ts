import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test, vi } from 'vitest';
import { sealAndTidy, sealsFile } from '../../../src/store/audit-seals.ts';
import { recordsBehind } from '../../../src/store/audit-tail.ts';
import { verifyAudit } from '../../../src/store/audit-verify.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { sampleEntry } from '../../support/audit-records.ts';

/** AUDIT_STRESS=1: ten thousand records by two hundred processes at once, a quarter of them killed. */
const { finishing, killed, each } =
  process.env.AUDIT_STRESS === '1' ? { finishing: 150, killed: 50, each: 62 } : { finishing: 12, killed: 4, each: 40 };

/** Appends until it is killed, or so many records; one byte on stdout for each that is written, one before the first. */
const WRITER = `
  const { appendAudit, layoutOf } = require('./writer.cjs');
  const { writeSync, readSync } = require('node:fs');
  const [home, session, count, sample] = process.argv.slice(1);
  const entry = { ...JSON.parse(sample), session };
  writeSync(1, '.');
  readSync(0, Buffer.alloc(1));
  for (let n = 0; n !== Number(count); n++) {
    appendAudit(layoutOf({ HOME: home }), { ...entry, epochMs: Date.now(), action: { kind: 'line', line: 'x'.repeat(n % 3000) + n } });
    writeSync(1, '.');
  }`;

/** Seals again and again until it is killed. */
const SEALER = `
  const { sealAndTidy, layoutOf } = require('./writer.cjs');
  require('node:fs').writeSync(1, '.');
  for (;;) sealAndTidy(layoutOf({ HOME: process.argv[1] }), undefined, Date.now());`;

interface Writer {
  readonly session: string;
  readonly process: ChildProcess;
  bytes: number;
}

async function startWriter(root: string, session: string, count: number): Promise<Writer> {
  const args = ['-e', WRITER, '--', root, session, String(count), JSON.stringify(sampleEntry())];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const writer: Writer = { session, process: child, bytes: 0 };
  child.stdout?.on('data', (chunk: Buffer) => {
    writer.bytes += chunk.length;
  });
  child.stdin?.on('error', () => {});
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`a writer ended with ${child.exitCode}`);
  return writer;
}

/** Fixed, so that a run can be had again. */
function* delays(): Generator<number> {
  for (let seed = 20260130; ; ) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    yield seed % 400;
  }
}

test('of writers at once, some killed at any moment, no record that was written is lost', async () => {
  const root = mkdtempSync(join(tmpdir(), 'temporary-kill-'));
  const children: ChildProcess[] = [];
  try {
    const store = fileURLToPath(new URL('../../../src/store', import.meta.url));
    const contents = `export * from '${store}/audit.ts'; export * from '${store}/layout.ts'; export * from '${store}/audit-seals.ts';`;
    const stdin = { contents, resolveDir: store };
    await build({ stdin, outfile: join(root, 'writer.cjs'), bundle: true, platform: 'node', format: 'cjs' });
    const layout = layoutOf({ HOME: root });
    const start = (prefix: string, number: number, count: number) =>
      Promise.all(Array.from({ length: number }, (_none, at) => startWriter(root, `${prefix}${at}`, count)));
    const finishers = await start('whole', finishing, each);
    const victims = await start('killed', killed, -1);
    const writers = [...finishers, ...victims];
    children.push(...writers.map((writer) => writer.process));
    const ended = writers.map(({ process: child }) => once(child, 'close'));
    const sealers = [1, 2, 3].map(() =>
      spawn(process.execPath, ['-e', SEALER, '--', root], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    children.push(...sealers);
    await Promise.all(sealers.map(({ stdout }) => once(stdout, 'data')));
    const sealersEnded = sealers.map((child) => once(child, 'close'));
    for (const { process: child } of writers) child.stdin?.end('go');
    // those to be killed write on until then, so there is more to seal
    await vi.waitUntil(() => existsSync(sealsFile(layout)), { timeout: 60_000 });
    const random = delays();
    for (const { process: child } of victims) setTimeout(() => child.kill('SIGKILL'), random.next().value);
    for (const child of sealers.slice(1)) setTimeout(() => child.kill('SIGKILL'), random.next().value);
    await Promise.all(ended);
    for (const child of sealers) child.kill('SIGKILL');
    await Promise.all(sealersEnded);
    sealAndTidy(layout, undefined, Date.now());

    const { files, problems, seals } = verifyAudit(layout);
    expect(problems).toEqual([]);
    expect(seals.length).toBeGreaterThan(1);
    const counts = new Map<unknown, number>();
    for (const { value } of recordsBehind({}, layout)) {
      counts.set(value.session, (counts.get(value.session) ?? 0) + 1);
    }
    for (const { session } of finishers) expect(counts.get(session), session).toBe(each);
    // killed between its record and the byte that tells of it, there is one more
    for (const { session, bytes } of victims) expect([bytes - 1, bytes], session).toContain(counts.get(session) ?? 0);
    const [records, torn] = [
      files.reduce((sum, file) => sum + file.records, 0),
      files.reduce((sum, file) => sum + file.torn, 0),
    ];
    expect(torn).toBeLessThanOrEqual(killed);
    if (each > 50) console.info({ writers: writers.length, records, torn, seals: seals.length, files });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}, 120_000);
