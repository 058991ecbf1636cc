import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askProgram, runProgram, runProgramSync, startAside } from '../../../src/programs/start-program.ts';

const env = { PATH: '/usr/bin:/bin' };
const folder = mkdtempSync(join(tmpdir(), 'programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const sh = (line: string) => ({ args: ['-c', line], env });

test.each([
  ['what it says and how it ends', { ...sh('cat; echo err >&2; exit 3'), input: 'in' }, 3, 'in', 'err\n'],
  ['its own variables alone', sh('echo "$HOME-$PATH"'), 0, '-/usr/bin:/bin\n', ''],
  ['no standard input', sh('cat'), 0, '', ''],
  ['where it starts', { ...sh('pwd -P'), cwd: '/' }, 0, '/\n', ''],
])('%s', async (_, call, status, stdout, stderr) => {
  const told = { status, stdout, stderr };
  expect(await runProgram('/bin/sh', call)).toEqual(told);
  expect(runProgramSync('/bin/sh', call)).toEqual(told);
});

test('one that does not read its input is not waited for', async () => {
  expect(await runProgram('/bin/sh', { ...sh('exit 0'), input: 'x'.repeat(1_000_000) })).toMatchObject({ status: 0 });
});

test('one that is not there has no status, and a reason', async () => {
  const none = { status: null, problem: expect.stringContaining('ENOENT') };
  expect(await runProgram('/nowhere', sh(''))).toMatchObject(none);
  expect(runProgramSync('/nowhere', sh(''))).toMatchObject(none);
  startAside('/nowhere', []);
});

describe('a limit of time holds', () => {
  test.each([
    ['for the program', 'exec sleep 60', undefined],
    ['where another one holds its output open', 'echo said; sleep 60; echo more', undefined],
    ['for its session', 'echo said; sleep 60; echo more', true],
  ] as const)('%s', async (_, line, ownSession) => {
    const startMs = performance.now();
    const call = { ...sh(line), timeoutMs: 500, ...(ownSession && { ownSession }) };
    expect(await runProgram('/bin/sh', call)).toMatchObject({ status: null, problem: 'it was ended by SIGKILL' });
    expect(performance.now() - startMs).toBeLessThan(30_000);
  });
});

test('endless output ends it', async () => {
  const { stdout } = await runProgram('/bin/sh', sh('exec yes'));
  expect(stdout.length).toBeLessThan(5_000_000);
});

describe('an answer among its lines', () => {
  const ask = (line: string, timeoutMs = 500) =>
    askProgram('/bin/sh', { ...sh(line), said: 'a\nb\n', timeoutMs }, (one) => (one === 'b' ? 'found' : undefined));

  test('is the first that counts, though it listens on', async () => {
    const startMs = performance.now();
    expect(await ask('exec cat', 60_000)).toBe('found');
    expect(performance.now() - startMs).toBeLessThan(30_000);
  });

  test.each([
    ['it ends', 'exit 0'],
    ['it says others', 'echo c'],
    ['it says nothing for too long', 'sleep 60; :'],
  ])('is none where %s', async (_, line) => {
    expect(await ask(line)).toBeUndefined();
  });
});
