import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyBesidePacks, policyFromFiles } from '../../src/policy/load.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { callCli } from '../support/call-cli.ts';
import { CHECKOUT } from '../support/installed.ts';

/** Recipes are `### N. wish` with one rule file below; other documents show rule files too. */
const COOKBOOK = readFileSync(join(CHECKOUT, 'docs/cookbook.md'), 'utf8');
const RECIPES = [...COOKBOOK.matchAll(/^### (\d+)\. (.*)\n\n```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, number = '', wish = '', text = '']) => ({ number: Number(number), wish, text }),
);
const home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-cookbook-')));
const rules = join(home, '.config/safeshell/rules');

beforeAll(() => {
  mkdirSync(rules, { recursive: true });
});
afterAll(() => removePatiently(home));

function safeshell(...args: readonly string[]) {
  return callCli(args, { cwd: home, env: { HOME: home, PATH: '/usr/bin:/bin' }, columns: 100 });
}

async function verdictOf(...args: readonly string[]): Promise<string> {
  return JSON.parse((await safeshell('check', '--json', ...args)).out).verdict;
}

function write(recipes: typeof RECIPES): void {
  for (const name of readdirSync(rules)) rmSync(join(rules, name));
  for (const { number, text } of recipes) writeFileSync(join(rules, `recipe-${number}.yaml`), text);
}

test('there are thirty wishes, each with one rule file', () => {
  expect(RECIPES.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_none, at) => at + 1));
  expect(COOKBOOK.match(/^### /gm)).toHaveLength(30);
});

test.each(RECIPES)('$number. $wish', ({ number, text }) => {
  const file = join(home, `recipe-${number}.yaml`);
  writeFileSync(file, text);
  const { policy, problems } = policyBesidePacks([{ file }], undefined);
  expect(problems).toEqual([]);
  const own = policy.modules.find(({ tier }) => tier === 'user')?.rules ?? [];
  if (!text.includes('overrides:')) expect(own.length).toBeGreaterThan(0);
  // a rule about commands says what stops and what passes
  for (const { name, tools } of own) {
    const [, said = ''] = text.split(`- name: ${name}\n`);
    const [mine = ''] = said.split('\n  - name: ');
    if (tools === undefined) expect([name, mine]).toEqual([name, expect.stringMatching(/no_match:/)]);
  }
});

describe('all of them', () => {
  test('are files of a person that lint has nothing to say about', async () => {
    write(RECIPES);
    const { status, out, err } = await safeshell('lint');
    expect([status, out + err]).toEqual([
      0,
      expect.stringMatching(/^\d+ rules in \d+ files, 0 errors, 0 warnings, 0 notices\n$/),
    ]);
  });

  /** Beside the shipped rules: what a person sees who tries the recipe. */
  test.each<[number, readonly [actor: string, line: string, verdict: string][]]>([
    [
      2,
      [
        ['ai', 'git push origin topic', 'require_approval'],
        ['human', 'git push origin topic', 'allow'],
      ],
    ],
    [3, [['ai', 'git push --force origin topic', 'require_approval']]],
    [4, [['human', 'git commit --no-verify -m x', 'deny']]],
    [
      6,
      [
        ['human', 'ssh web1.prod.example.com uptime', 'require_approval'],
        ['human', 'ssh web1.test.example.com', 'allow'],
      ],
    ],
    [
      8,
      [
        ['human', 'terraform apply', 'require_approval'],
        ['human', 'terraform apply x.tfplan', 'allow'],
      ],
    ],
    [13, [['human', 'gh auth token', 'redact']]],
    [
      17,
      [
        ['ai', 'curl https://example.com', 'require_approval'],
        ['ai', 'curl https://api.github.com', 'allow'],
      ],
    ],
    [
      19,
      [
        ['ai', 'npm install', 'redirect'],
        ['human', 'npm install', 'allow'],
      ],
    ],
    [22, [['human', 'rm notes.txt', 'redirect']]],
    [
      23,
      [
        ['ai', 'make release', 'require_approval'],
        ['ai', 'make test', 'allow'],
      ],
    ],
  ])('recipe %i does what it says', async (number, asked) => {
    write(RECIPES.filter((one) => one.number === number));
    for (const [actor, line, verdict] of asked)
      expect([line, await verdictOf('--actor', actor, '--', line)]).toEqual([line, verdict]);
  });

  test('the exception for own branches holds on them alone', async () => {
    write(RECIPES.filter(({ number }) => number === 3));
    const on = (branch: string, line: string) => {
      const cwd = join(home, branch);
      spawnSync('/usr/bin/git', ['init', '-q', '-b', branch, cwd], { env: { HOME: home } });
      return verdictOf('--actor', 'ai', '--cwd', cwd, line);
    };
    expect(await Promise.all([on('wip/x', 'git push --force'), on('me/y', 'git push -f origin me/y')])).toEqual([
      'allow',
      'allow',
    ]);
    const others = [
      on('wip/x', 'git push -f origin main'),
      on('wip/x', 'git push -f origin $B'),
      on('wip/x', 'git push -f origin wip/x:main'),
      on('main', 'git push --force'),
    ];
    expect(await Promise.all(others)).toEqual(Array(4).fill('require_approval'));
  });
});

/** Rule files that other documents show are loaded too: what a reader copies must hold. */
test.each(['docs/redact.md', 'docs/rules.md'])('the rule files of %s load', (name) => {
  const blocks = [
    ...readFileSync(join(CHECKOUT, name), 'utf8').matchAll(/^```yaml\n\s*(version: 1\nrules:[\s\S]*?)^```$/gm),
  ];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [at, [, text = '']] of blocks.entries()) {
    const file = join(home, `block-${at}.yaml`);
    writeFileSync(file, text);
    expect(policyFromFiles([file]).problems).toEqual([]);
  }
});
