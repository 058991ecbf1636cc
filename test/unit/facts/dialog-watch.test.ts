import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dialogWatch } from '../../../src/facts/dialog-watch.ts';

let root: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dialog-watch-'));
});
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** A process that takes nothing, and ends with us. */
function run(argv: readonly string[]): ChildProcess {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
  started.push(child);
  return child;
}

const ancestor = (pid: number, argv: readonly string[]) => ({ pid, argv, started: '1', environment: () => undefined });
/** This process in the part of the agent. */
const agent = ancestor(process.pid, ['claude']);

test('a result in the transcript of the agent, whole or not, is an answer; what stood there before is none', () => {
  const transcript = join(root, 'x.jsonl');
  writeFileSync(transcript, '{"message":{"content":[{"type":"tool_result"}]}}\n');
  const isOver = dialogWatch({ ancestors: [agent], transcript });
  expect(isOver()).toBe(false);
  appendFileSync(transcript, '{"type":"mode"}\n{"message":{"content":[{"ty');
  expect(isOver()).toBe(false);
  appendFileSync(transcript, 'pe":"tool_result"}]}}\n');
  expect(isOver()).toBe(true);
});

test.each([['none'], ['gone']])('without a transcript (%s) nothing is known of it', (name) => {
  const transcript = name === 'none' ? undefined : join(root, name);
  expect(dialogWatch({ ancestors: [agent], transcript })()).toBe(false);
});

test('a process on the way to the agent that is gone is an answer', async () => {
  const shell = run(['/bin/cat']);
  const isOver = dialogWatch({ ancestors: [ancestor(shell.pid ?? 0, ['sh']), agent], transcript: undefined });
  expect(isOver()).toBe(false);
  const ended = new Promise((resolve) => shell.on('exit', resolve));
  shell.kill('SIGKILL');
  await ended;
  expect(isOver()).toBe(true);
});

test.skipIf(process.platform !== 'linux')(
  'a line that the agent starts is an answer, a hook of it is none',
  async () => {
    run(['/bin/bash', '-c', "eval 'read x'"]);
    const isOver = dialogWatch({ ancestors: [agent], transcript: undefined });
    run(['/bin/sh', '-c', 'read x; :']);
    expect(isOver()).toBe(false);
    run(['/bin/bash', '-c', "true && eval 'read x'"]);
    await expect.poll(isOver, { timeout: 5000 }).toBe(true);
  },
);
