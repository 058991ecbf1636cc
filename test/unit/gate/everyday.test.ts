import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { hostFacts } from '../../../src/facts/host.ts';
import { compileBeside, compileGates } from '../../../src/gate/gate.ts';
import type { Word } from '../../../src/model/word.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';
import { type GateCall, passed } from '../../support/gate/run-gates.ts';
import { GateWorld } from '../../support/gate/world.ts';
import { shipped } from '../../support/shipped.ts';

const world = new GateWorld();
afterAll(() => world.remove());

const [folder = ''] = world.folders;
const env = world.env();
const { policy } = shipped();
const programs = [...new Set(policy.modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands)))];
const run = {
  shell: ['dash'],
  gates: compileGates(policy, programs),
  beside: compileBeside(policy),
  env,
  folder: world.root,
};

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
    'find src -type f -newer README.md',
    'sed -n 1,80p src/a.ts',
    'sed -i.bak -e s/a/b/g README.md',
    'awk -F: {print$1} README.md',
    'date -u +%Y-%m-%dT%H:%M:%S',
    ['sh', '-c', 'exit 0'],
    ['sh', '-c', 'tsc -p . && vite build --mode test'],
    ['bash', '-c', 'eslint src; prettier -c src'],
  ];
  const wordsOf = (line: string | readonly string[]) => (typeof line === 'string' ? line.split(' ') : line);
  const call = (line: string | readonly string[]): GateCall => {
    const [program = '', ...words] = wordsOf(line);
    return { program, words: words.map((word) => Buffer.from(word)), folder };
  };
  test.each(lines.map((line) => [wordsOf(line).join(' '), line] as const))('%s', (_text, line) => {
    expect(passed([call(line)], run)).toEqual([true]);
  });

  test.each([
    ['sh', '-c', 'rm -rf x'],
    ['sh', '-c', 'tsc && git push'],
    ['sh', '-c', 'tsc .env'],
    ['sh', '-c', 'tsc $X'],
    ['sh', '-c', 'tsc > x'],
    ['sh', '-c', './build'],
    ['sh', '-c', 'nice tsc'],
    ['sh', '-c', 'A=1 tsc'],
    ['sh', '-c', 'tsc ../x'],
    ['sh', '-c', 'tsc &'],
    ['sh', '-c', '. x'],
    ['sh', 'build.sh'],
    ['sh', '-x', '-c', 'tsc'],
    ['sh'],
    ['find', '.', '-name', 'x', '-delete'],
    ['find', '.', '-exec', 'x', ';'],
    ['date', '-us', '2020-01-01'],
    ['sed', '-i', 's/a/b/', '/etc/hosts'],
    ['sed', 'e x'],
  ])('but for %s %s %s', (...words) => {
    expect(passed([call(words)], run)).toEqual([false]);
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
