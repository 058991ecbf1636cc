import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';

let root: string;

/** The package as npm would publish it, in a project that has nothing else. */
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-library-')));
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], CHECKOUT));
  writeFileSync(join(root, 'package.json'), '{ "name": "own-agent", "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${packed.filename}`]);
});
afterAll(() => removePatiently(root));

function run(program: string, args: readonly string[], cwd = root): string {
  const env = { HOME: root, PATH: process.env.PATH, npm_config_cache: join(root, '.npm') };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

function exampleOfTheDocs(): string {
  return /```js\n([\s\S]*?)```/.exec(readFileSync(join(CHECKOUT, 'docs/library.md'), 'utf8'))?.[1] ?? '';
}

test('the agent of the docs is guarded', () => {
  writeFileSync(join(root, 'agent.js'), exampleOfTheDocs());
  writeFileSync(
    join(root, 'main.js'),
    `import { callTool } from './agent.js';
     const tools = { Bash: ({ command }) => 'ran ' + command };
     const questions = [];
     const call = (command, answer) =>
       callTool({ name: 'Bash', input: { command } }, tools, async ({ rule }) => (questions.push(rule), answer));
     const results = [await call('ls'), await call('rm -rf /'), await call('git push -f', false), await call('git push -f', true)];
     console.log(JSON.stringify({ results, questions }));`,
  );
  const { results, questions } = JSON.parse(run(process.execPath, ['main.js']));
  expect(results).toEqual([
    'ran ls',
    expect.stringMatching(/^Refused by filesystem\/[\w-]+: .+/),
    expect.stringMatching(/^Refused by git\/push-force: .+/),
    'ran git push -f',
  ]);
  expect(questions).toEqual(['git/push-force', 'git/push-force']);
});

test('CommonJS has it too', () => {
  writeFileSync(join(root, 'main.cjs'), "console.log(require('safeshell').createGuard().check('git status').verdict)");
  expect(run(process.execPath, ['main.cjs'])).toBe('allow\n');
});

test('its types say what it does, and what it does not', () => {
  mkdirSync(join(root, 'typed'));
  writeFileSync(
    join(root, 'typed/main.ts'),
    `import { createGuard, GuardError, redact, type GuardDecision, type JsonObject, type Problem, type Severity } from 'safeshell';
     const guard = createGuard({ rules: ['a.yaml', { text: '' }], packs: ['git'], actor: 'human' });
     const call: Record<string, unknown> = JSON.parse('{}');
     const masked: JsonObject | null = guard.check({ tool: 'Send', input: call, context: call }).redacted_input;
     export const output: string = redact(String(masked), guard.check('ls'));
     export const kinds: readonly (Severity | null)[] = [guard.check('ls').severity];
     // @ts-expect-error: misspelt
     createGuard({ rule: [] });
     const decision: GuardDecision = guard.check({ tool: 'Bash', input: { command: 'ls' }, at: new Date() });
     const verdict: 'deny' | 'require_approval' | 'escalate' | 'redirect' | 'redact' | 'confine' | 'allow' = decision.verdict;
     const kept: string = JSON.stringify(guard.session().state);
     export const problems = (error: unknown): readonly Problem[] => (error instanceof GuardError ? error.problems : []);
     export const used = [verdict, kept, guard.explain({ argv: ['ls'] }).trace[0]?.end === 'matched'];
     // @ts-expect-error: no such verdict
     export const wrong = decision.verdict === 'maybe';
     // @ts-expect-error: not a request
     guard.check({ command: 'ls' });`,
  );
  const compiler = join(CHECKOUT, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--exactOptionalPropertyTypes'];
  expect(run(process.execPath, [compiler, ...strict, 'typed/main.ts'])).toBe('');
});
