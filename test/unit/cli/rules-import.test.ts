import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { callCli } from '../../support/call-cli.ts';

let home: string;
let project: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-import-'));
  project = join(home, 'shop');
  folder = join(home, '.config/safeshell/rules');
  mkdirSync(project);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string) {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const importing = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  callCli(['rules', 'import', ...args], {
    cwd: project,
    env: { HOME: home, PATH: '/usr/bin:/bin', SAFESHELL_CONTEXT: 'human', ...env },
  });

const claude = (permissions: object) => write('.claude/settings.json', JSON.stringify({ permissions }));
const ours = (name = 'imported-claude.yaml') => readFileSync(join(folder, name), 'utf8');
const written = () => (existsSync(folder) ? readdirSync(folder) : []);

interface Printed {
  readonly rules: readonly { readonly name: string; readonly action: string }[];
  readonly skipped: readonly { readonly from: { readonly text: string }; readonly why: string }[];
}

async function json(...args: readonly string[]): Promise<Printed & Readonly<Record<string, unknown>>> {
  return JSON.parse((await importing(['--json', ...args])).out);
}

test('the rules are shown, with what is left out and what is still stopped, and nothing is written', async () => {
  claude({ allow: ['Bash(npm run test:*)', 'Bash', 'Bash(git push --force:*)'], deny: ['Bash(rm *)'] });
  const { status, out } = await importing(['claude', '--dry-run']);
  expect(status).toBe(0);
  expect(out).toContain('+      - spelled_as: "^npm run test(?: .*)?$"\n');
  expect(out).toContain('3 rules of Claude Code: 2 that allow, 1 that deny');
  expect(out).toMatch(/settings\.json:1 {2}allow Bash: it allows every command\n/);
  expect(out).toMatch(/git push --force x: require_approval, by git\//);
  expect(out).toMatch(/Nothing was written\.\n$/);
  expect(written()).toEqual([]);
});

test('`--yes` writes them; the same again changes nothing, and fewer rules are fewer', async () => {
  claude({ allow: ['Bash(npm test)', 'WebSearch'], ask: ['Bash(git push:*)'] });
  expect(await json('claude', '--yes')).toMatchObject({ changed: true, written: true, skipped: [], elsewhere: [] });
  const names = parse(ours()).rules.map(({ name, action, context }: Record<string, string>) => [name, action, context]);
  expect(names).toEqual([
    ['ask-git-push', 'require_approval', 'ai_only'],
    ['allow-npm-test', 'allow', 'ai_only'],
    ['allow-websearch', 'allow', 'ai_only'],
  ]);
  expect(await json('claude', '--yes')).toMatchObject({ changed: false, written: false });
  claude({ allow: ['Bash(npm test)'] });
  expect((await importing(['claude', '--yes'])).out).toContain('-  - name: ask-git-push\n');
  expect(parse(ours()).rules).toHaveLength(1);
});

test('without an answer nothing is written', async () => {
  claude({ allow: ['Bash(npm test)'] });
  expect(await json('claude')).toMatchObject({ changed: true, written: false });
  expect((await importing(['claude', '--json'])).status).toBe(1);
  expect(written()).toEqual([]);
});

test('an agent imports nothing', async () => {
  claude({ allow: ['Bash(npm test)'] });
  expect((await importing(['claude', '--yes'], { SAFESHELL_CONTEXT: 'ai' })).status).toBe(77);
  expect(written()).toEqual([]);
});

test('a file of a project is read only where it is named, and counts there alone', async () => {
  claude({ allow: ['Bash(npm test)'] });
  write('shop/.claude/settings.local.json', JSON.stringify({ permissions: { allow: ['Bash(make deploy)'] } }));
  const file = join(project, '.claude/settings.local.json');
  expect(await json('claude', '--yes')).toMatchObject({ rules: [{ name: 'allow-npm-test' }], elsewhere: [file] });
  expect(await json('claude', '.claude/settings.local.json', '--yes')).toMatchObject({ written: true });
  const [name = ''] = written().filter((one) => one !== 'imported-claude.yaml');
  expect(name).toMatch(/^imported-claude-shop-settings-local-json-[0-9a-f]{6}\.yaml$/);
  expect(parse(ours(name)).rules).toMatchObject([{ name: 'allow-make-deploy', directory: [project, `${project}/**`] }]);
});

test("a link of a project to the person's own file is that file", async () => {
  claude({ allow: ['Bash(npm test)'] });
  mkdirSync(join(project, '.claude'));
  symlinkSync(join(home, '.claude/settings.json'), join(project, '.claude/settings.json'));
  const { out } = await importing(['claude', '.claude/settings.json', '--dry-run']);
  expect(out).not.toContain('directory:');
});

test("a person's own file of that name stays", async () => {
  claude({ allow: ['Bash(npm test)'] });
  write('.config/safeshell/rules/imported-claude.yaml', 'rules: []\n');
  expect(await importing(['claude', '--yes'])).toMatchObject({
    status: 65,
    err: expect.stringContaining('move it away'),
  });
  expect(ours()).toBe('rules: []\n');
});

test('where there is nothing, nothing is said to be wrong', async () => {
  expect(await importing(['codex'])).toEqual({ status: 0, out: 'Codex has no rules to import.\n', err: '' });
  expect(written()).toEqual([]);
});

test.each([
  [['cursor'], 64],
  [[], 64],
  [['claude', 'missing.json'], 65],
  [['claude', '.'], 65],
])('%j: status %i', async (args, status) => {
  expect(await importing([...args, '--yes'])).toMatchObject({ status, out: '' });
});

const DEEP = '['.repeat(100_000);

test.each([
  ['claude', '.claude/settings.json', '{ // mine\n "permissions": {} }', /settings\.json:1: it is not JSON/],
  ['claude', '.claude/settings.json', '{"permissions": {"allow": "Bash"}}', /a list of texts in `permissions\.allow`/],
  ['claude', '.claude/settings.json', '{"permissions": {"deny": [["Bash"]]}}', /a list of texts/],
  ['claude', '.claude/settings.json', '{\n"permissions": []}', /:2: expected an object in `permissions`/],
  ['claude', '.claude/settings.json', '[]', /expected an object/],
  ['claude', '.claude/settings.json', '', /:1: it is not JSON|expected an object/],
  ['claude', '.claude/settings.json', `{"permissions": ${DEEP}`, /settings\.json/],
  [
    'claude',
    '.claude/settings.json',
    '{"permissions": {"deny": ["Bash(rm)"]},\n"permissions": {}}',
    /:2: expected the key/,
  ],
  ['claude', '.claude/settings.json', `{"a": "${'x'.repeat(300_000)}"}`, /larger than 256 KB/],
  [
    'claude',
    '.claude/settings.json',
    JSON.stringify({ permissions: { allow: Array(1001).fill('Bash(ls)') } }),
    /1000 rules/,
  ],
  ['codex', '.codex/rules/a.rules', 'x = "never ends\n', /a\.rules:1: expected the end of this text/],
  ['codex', '.codex/rules/a.rules', '\nprefix_rule(pattern=["ls"]', /:2: expected the end of this bracket/],
  ['codex', '.codex/rules/a.rules', 'prefix_rule(pattern="ls")', /`pattern` to be a list/],
  ['codex', '.codex/rules/a.rules', 'prefix_rule(pattern=["ls"], decision="maybe")', /`decision` to be/],
  ['codex', '.codex/rules/a.rules', 'prefix_rule(pattern=["ls"], match=["cat x"])', /example of `match`/],
  [
    'codex',
    '.codex/rules/a.rules',
    'def prefix_rule(pattern):\n  pass\nprefix_rule(pattern=["ls"])',
    /:1: expected `prefix_rule`/,
  ],
  ['codex', '.codex/rules/a.rules', `prefix_rule(pattern=${DEEP})`, /a\.rules/],
  ['gemini', '.gemini/policies/a.toml', '[[rule]\n', /a\.toml:1: it is not TOML/],
  ['gemini', '.gemini/policies/a.toml', '[[rule]]\ntoolName = "x"\ndecision = "allow"\n', /rule 1, priority/],
  [
    'gemini',
    '.gemini/policies/a.toml',
    '[[rule]]\ntoolName = "x"\ncommandPrefix = "ls"\ndecision = "allow"\npriority = 1\n',
    /rule 1: expected `toolName/,
  ],
  ['gemini', '.gemini/settings.json', '{"tools": {"allowed": [1]}}', /a list of texts in `tools\.allowed`/],
  ['gemini', '.gemini/policies/a.toml', `x = ${DEEP}`, /a\.toml/],
])('a hostile file of %s, %s, is refused: %s', async (agent, path, text, why) => {
  write(path, text);
  const { status, out, err } = await importing([agent, '--yes']);
  expect({ status, out }).toEqual({ status: 65, out: '' });
  expect(err).toMatch(why);
  expect(written()).toEqual([]);
});

test('control characters of a rule are shown, not obeyed', async () => {
  claude({ allow: ['Bash(ls \u001b[2Jx)'] });
  expect((await importing(['claude', '--dry-run'])).out).not.toContain('\u001b');
});

test('more rules than a rule file may have, and wildcards without end, are left out', async () => {
  const many = Array.from({ length: 520 }, (_one, at) => `Bash(tool${at} run)`);
  claude({ deny: [`Bash(${'*a'.repeat(400)})`], ask: ['Bash(x)'], allow: many });
  const long = await json('claude', '--dry-run');
  expect(long.skipped[0]?.why).toMatch(/take too long to match/);
  // what it denies might be any of them
  expect(long.rules.map(({ name }) => name)).toEqual(['ask-x']);
  claude({ ask: ['Bash(x)'], allow: many });
  const { rules, skipped } = await json('claude', '--dry-run');
  expect(rules.length).toBeGreaterThan(300);
  expect(rules.length + skipped.length).toBe(521);
  expect(new Set(skipped.map(({ why }) => why))).toEqual(new Set(['a rule file would be too long with it']));
});

test('what another statement of Codex may forbid is not allowed', async () => {
  write(
    '.codex/rules/a.rules',
    'prefix_rule(pattern=["git"])\nfor x in ["push"]:\n    prefix_rule(pattern=["git", x], decision="forbidden")\n',
  );
  expect(await json('codex', '--dry-run')).toMatchObject({
    rules: [],
    skipped: [
      { why: expect.stringContaining('not one call') },
      { why: expect.stringContaining('could not be taken over') },
    ],
  });
});

test.each([
  'if False:\n  prefix_rule(pattern=["rm"])',
  'x = 1; prefix_rule(pattern=["rm"])',
  'prefix_rule(pattern=["rm"]) if False else None',
  'prefix_rule(pattern=["rm"] + [])',
  'prefix_rule(pattern=[P])',
  'prefix_rule(["rm"])',
  'prefix_rule(pattern=["r" "m"])',
  'prefix_rule(pattern=[b"rm"])',
  'prefix_rule(pattern=["\\x72m"])',
  'prefix_rule(pattern=["rm"], when="never")',
  '[prefix_rule(pattern=[x]) for x in ["rm"]]',
  '"""\nprefix_rule(pattern=["rm"])\n"""',
  '# prefix_rule(pattern=["rm"])',
])('Starlark that would have to be evaluated is no rule: %s', async (text) => {
  write('.codex/rules/a.rules', text);
  expect((await json('codex', '--dry-run')).rules).toEqual([]);
});

function policy(decision: string, priority: number, more: string, tool = 'run_shell_command') {
  return `[[rule]]\ntoolName = "${tool}"\ndecision = "${decision}"\npriority = ${priority}\n${more}\n`;
}

test("what a higher priority loosens in Gemini's policies is an exception of the lower one", async () => {
  write(
    '.gemini/policies/a.toml',
    policy('deny', 10, 'commandPrefix = "git"') + policy('allow', 20, 'commandPrefix = "git log"'),
  );
  const { status } = await importing(['gemini', '--yes']);
  expect(status).toBe(0);
  const [deny, allow] = parse(ours('imported-gemini.yaml')).rules;
  expect(deny).toMatchObject({ action: 'deny', unless: [{ all_of: allow.conditions }] });
});

test('what a policy of Gemini stops that cannot be said is not allowed by a lower one', async () => {
  write(
    '.gemini/policies/a.toml',
    policy('deny', 50, 'argsPattern = "push"') +
      policy('allow', 20, 'commandPrefix = "git"') +
      policy('allow', 60, 'commandPrefix = "npm"'),
  );
  const { rules, skipped } = await json('gemini', '--dry-run');
  expect(rules.map(({ name }) => name)).toEqual(['allow-npm']);
  expect(skipped.map(({ why }) => why)).toEqual([
    expect.stringContaining('argsPattern'),
    expect.stringContaining('could not be taken over'),
  ]);
});

test.each([
  [policy('allow', 1, 'commandPrefix = "ls"\nmodes = ["yolo"]'), /`modes`/],
  [policy('allow', 1, 'commandPrefix = "ls"\nsubagent = "x"'), /`subagent`/],
  [policy('allow', 1, ''), /every command/],
  [policy('allow', 1, '', 'write_file'), /workspace/],
  [policy('allow', 1, 'commandRegex = "(a+)+b"'), /linear|not one that is read/],
  [policy('allow', 1, 'commandRegex = "ls .*x.*y.*z"'), /linear/],
  [policy('deny', 1, '') + policy('allow', 2, 'commandPrefix = "ls"'), /no rule of higher priority allows/],
])('a policy of Gemini that cannot be said is listed: %s', async (text, why) => {
  write('.gemini/policies/a.toml', text);
  expect((await json('gemini', '--dry-run')).skipped.map((one) => one.why).join('\n')).toMatch(why);
});

test("lists of tools in Gemini's settings, with comments", async () => {
  write(
    '.gemini/settings.json',
    '{ // mine\n "tools": { "allowed": ["run_shell_command(git)", "google_web_search"], "exclude": ["run_shell_command(rm)"], "core": ["x"], }, }',
  );
  const { rules, skipped } = await json('gemini', '--dry-run');
  expect(rules.map(({ name, action }) => [name, action])).toEqual([
    ['tools-exclude-rm', 'deny'],
    ['tools-allowed-git', 'allow'],
    ['tools-allowed-google-web-search', 'allow'],
  ]);
  expect(skipped).toMatchObject([{ from: { text: 'core x' } }]);
});
