import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPack } from '../../src/store/policy-pack/read-pack.ts';
import { GuardedMachine } from '../support/guarded-machine.ts';

const CROWD = 50;
const rules = (action: string) => `version: 1
rules:
  - { name: r, description: A rule, commands: [frob], action: ${action}, severity: high, message: No }
`;

let machine: GuardedMachine;

beforeAll(() => {
  machine = new GuardedMachine(rules('allow'), { frob: '' });
});
afterAll(() => machine.remove());

/** What the slow path answers: 222 run it, 126 refused. */
function answer(): Promise<number | null> {
  const env = { ...machine.env, SAFESHELL_STEP: 'ask', SAFESHELL_SHIMS: machine.shims };
  const main = join(machine.product, 'dist', 'shim.cjs');
  return new Promise((resolve) => {
    spawn(process.execPath, [main, 'frob'], { env, cwd: join(machine.root, 'work'), stdio: 'ignore' }).on(
      'exit',
      resolve,
    );
  });
}

test('many that see a change at once all go by it, and leave one whole policy', async () => {
  expect(await answer()).toBe(222);
  writeFileSync(machine.rules, rules('deny'));
  const answers = await Promise.all(Array.from({ length: CROWD }, answer));
  expect(answers).toEqual(Array.from({ length: CROWD }, () => 126));
  expect(await answer()).toBe(126);
  const folder = join(machine.home, '.cache', 'safeshell', 'policy');
  expect(readdirSync(folder)).toEqual(['own.pack']);
  const pack = openPack(join(folder, 'own.pack'));
  expect(pack?.rulesOf('frob').map(({ rule }) => rule.action)).toEqual(['deny']);
  pack?.close();
});
