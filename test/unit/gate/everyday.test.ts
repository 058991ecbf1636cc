import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { hostFacts } from '../../../src/facts/host.ts';
import { compileGates } from '../../../src/gate/gate.ts';
import type { Word } from '../../../src/model/word.ts';
import { shippedPolicy } from '../../../src/policy/load.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';
import { type GateCall, passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';

const world = new GateWorld();
afterAll(() => world.remove());

const [folder = ''] = world.folders;
const env = world.env();
const { policy } = shippedPolicy();
const programs = [...new Set(policy.modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands)))];
const run = { shell: ['dash'], gates: compileGates(policy, programs), env, folder: world.root };

/** Every start of a program with a shim in the cases that agents run all day. */
function everydayCalls(): readonly GateCall[] {
  const text = readFileSync(join(import.meta.dirname, '../../cases/everyday.yaml'), 'utf8');
  const cases = parse(text) as { steps: { command?: string }[] }[];
  const context = { cwd: folder, env, facts: hostFacts({ env, cwd: folder }) };
  const lines = cases.flatMap(({ steps }) => steps.map(({ command = '' }) => command));
  return lines
    .flatMap((line) => analyzeLine(line, context).invocations)
    .flatMap(({ argv, program = '', role, via }) =>
      role === 'program' && via.length === 0 && programs.includes(program)
        ? [{ program, words: argv.slice(1).map(bytesOf), folder }]
        : [],
    );
}

function bytesOf(word: Word): Buffer {
  return Buffer.from(word.kind === 'known' ? word.value : word.text);
}

describe('with the shipped packs no Node is started for', () => {
  const lines = [
    'git --version',
    'git status',
    'git status --short',
    'git --no-pager log --oneline -5',
    'git log -p src/a.ts',
    'git diff HEAD~1 -- src',
    'git show HEAD:README.md',
    'git add -A',
    'git fetch origin',
    'git rev-parse --abbrev-ref HEAD',
    'npm run build',
    'npm install',
    'node server.js --port 3000',
    'python3 -m pytest -q',
    'cargo build --release',
    'cargo test -- --nocapture',
    'gh pr view 12',
    'kubectl get pods',
    'docker ps',
    'rm build.log',
    'rm -rf build',
    'mv a.txt b.txt',
    'cp -r src lib',
    'cat README.md',
    'head -n 5 src/a.ts',
    'grep -rn foo src',
    'rg --files',
    'sort -rn words.txt',
    'find . -name x.ts',
  ];
  test.each(lines)('%s', (line) => {
    const [program = '', ...words] = line.split(' ');
    expect(passed([{ program, words: words.map((word) => Buffer.from(word)), folder }], run)).toEqual([true]);
  });
});

test('most everyday calls of guarded programs start no Node', () => {
  const calls = everydayCalls();
  const skips = passed(calls, run);
  const table = new Map<string, { skips: number; calls: number }>();
  for (const [at, { program }] of calls.entries()) {
    const one = table.get(program) ?? { skips: 0, calls: 0 };
    table.set(program, { skips: one.skips + (skips[at] ? 1 : 0), calls: one.calls + 1 });
  }
  const skipped = skips.filter(Boolean).length;
  const lines = [...table]
    .sort(([, a], [, b]) => b.calls - a.calls)
    .map(([name, one]) => `${name} ${one.skips}/${one.calls}`);
  console.log(`gates skip ${skipped} of ${calls.length} everyday calls: ${lines.join(', ')}`);
  expect(skipped).toBeGreaterThan(calls.length / 2);
});
