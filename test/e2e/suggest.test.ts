import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const RULES = `
rules:
  - { name: ask, commands: [frob], action: require_approval, conditions: [{ args: { operand: to } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
`;
const PROMPT = '/?] ';
const isTestable = HAS_PTY && detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'human';

let machine: GuardedMachine;
let work: string;
let exceptions: string;
beforeAll(() => {
  machine = new GuardedMachine(RULES, { frob: 'exit 0' });
  work = join(machine.root, 'work');
  exceptions = join(machine.userRules, 'exceptions.yaml');
  mkdirSync(join(work, 'below'));
});
afterAll(() => machine.remove());

const open = (command: string) => new Pty(command, { cwd: work, env: machine.env });
const cli = () => join(machine.product, 'dist/cli.cjs');

function safeshell(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli(), ...args], {
    cwd: work,
    env: { ...machine.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

interface Told {
  readonly id: string;
  readonly argv: readonly string[];
  readonly last?: string;
  readonly times: number;
  readonly written: boolean;
  readonly yaml: string;
}

const list = (args: readonly string[] = []): readonly Told[] =>
  JSON.parse(safeshell(['suggest', '--json', ...args]).stdout);

async function answer(command: string, said: 'y' | 'n'): Promise<void> {
  const pty = open(command);
  await pty.expect(PROMPT);
  pty.type(`${said}\n`);
  await pty.end();
}

describe.skipIf(!isTestable)('what people keep approving', () => {
  test('is nothing where nothing is on record', () => {
    expect(safeshell(['suggest'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to suggest') });
    expect(list()).toEqual([]);
  });

  test('is suggested, with what it would write', async () => {
    for (const name of ['a', 'b', 'c']) await answer(`frob to stage-${name}`, 'y');
    for (let time = 0; time < 3; time++) await answer('frob to gone', 'y');
    await answer('cd below && frob to gone', 'n');
    for (let time = 0; time < 3; time++) await answer('frob to -x home', 'y');
    machine.takeRan();
    const found = list();
    expect(found.map(({ argv, last, times }) => [argv.join(' '), last, times])).toEqual([
      ['frob to', 'stage-*', 3],
      ['frob to -x home', undefined, 3],
    ]);
    expect(found.every(({ written }) => !written)).toBe(true);
    expect(existsSync(exceptions)).toBe(false);
    const { stdout } = safeshell(['suggest'], { COLUMNS: '60' });
    for (const { id, yaml } of found) {
      expect(stdout).toContain(`id ${id}\n`);
      expect(stdout).toContain(yaml.trimEnd().split('\n')[1]?.trim());
    }
    expect(stdout).toContain('1  frob to stage-*\n   approved 3 times, 3 different ones, on ');
  });

  test('is nothing that an agent is shown, or may write', () => {
    const [{ id = '' } = {}] = list();
    for (const args of [['suggest'], ['suggest', '--json'], ['suggest', '--yes', id]])
      expect(safeshell(args, { CLAUDECODE: '1', SAFESHELL_CONTEXT: '' })).toMatchObject({ status: 77, stdout: '' });
    expect(existsSync(exceptions)).toBe(false);
  });

  test.each([
    [['--yes', '1'], 64, 'is not an id'],
    [['--yes', 'ffffffff'], 64, 'no suggestion has the id'],
    [['--least', '0'], 64, 'expected a number'],
    [['--since', 'soon'], 64, 'expected 30m'],
    [['--least', '99'], 0, ''],
  ])('%j ends with %d', (args, status, said) => {
    expect(safeshell(['suggest', ...args])).toMatchObject({ status, stderr: expect.stringContaining(said) });
    expect(existsSync(exceptions)).toBe(false);
  });

  test('is written where a person chooses it, and holds', async () => {
    const pty = open(`'${process.execPath}' '${cli()}' suggest`);
    await pty.expect('1 approval read');
    await pty.expect('\u001b[K');
    await pty.expect('Enter: none] ');
    pty.type('1\n');
    await pty.expect('1 exception written to ');
    expect((await pty.end()).status).toBe(0);
    const [line] = readFileSync(exceptions, 'utf8').match(/- \{.*\n/g) ?? [];
    expect(line).toContain('"argv":["frob","to"],"last":"stage-*"');
    expect(safeshell(['lint']).status).toBe(0);
    expect(list().map(({ argv }) => argv.join(' '))).toEqual(['frob to -x home']);
    const asAgent = (words: string) =>
      spawnSync('/bin/sh', ['-c', words], {
        cwd: work,
        env: { ...machine.env, CLAUDECODE: '1', SAFESHELL_CONTEXT: '' },
      }).status;
    expect(['frob to stage-z', 'frob to stage-z more', 'frob to stage-../x', 'frob to gone'].map(asAgent)).toEqual([
      0, 126, 126, 126,
    ]);
    expect(machine.takeRan()).toEqual(['frob to stage-z']);
  });

  test('is written by its id', () => {
    const [{ id = '' } = {}] = list();
    expect(list(['--yes', id.slice(0, 6)])).toMatchObject([{ id, written: true }]);
    expect(list()).toEqual([]);
    expect(readFileSync(exceptions, 'utf8').match(/- \{.*\n/g)).toHaveLength(2);
  });

  test('is not where the file of exceptions cannot take a line', async () => {
    for (let time = 0; time < 3; time++) await answer('frob to here', 'y');
    const before = readFileSync(exceptions, 'utf8');
    writeFileSync(exceptions, 'version: 1\noverrides: [{ name: p/ask, enabled: true }]\n');
    expect(safeshell(['suggest'])).toMatchObject({
      status: 65,
      stderr: expect.stringContaining('not a list of lines'),
    });
    writeFileSync(exceptions, before);
    expect(list().map(({ argv }) => argv.at(-1))).toEqual(['here']);
  });
});
