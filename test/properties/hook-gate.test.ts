import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import type { InstallableAgent } from '../../src/agents/find.ts';
import { hostFacts } from '../../src/facts/host.ts';
import { hookGate } from '../../src/gate/hook-gate.ts';
import { renderLauncher } from '../../src/install/hook-template.ts';
import type { Policy } from '../../src/model/policy.ts';
import { passingSession } from '../../src/session/kept-session.ts';
import { runHook } from '../../src/surfaces/hooks/run-hook.ts';
import { type PayloadPlaces, payloadFrom, seeded } from '../support/hook-payloads.ts';
import { hookPolicy } from '../support/hook-world.ts';
import { presentShells } from '../support/shim-world.ts';

const shims = (name: string) => readFileSync(new URL(`../../shims/${name}`, import.meta.url), 'utf8');

/** Rules about every command beside rules about some. */
const OWN = `
version: 1
rules:
  - { name: a, commands: [frobnicate, my-tool], action: deny, conditions: [{ args: { any_flag: [--fix] } }] }
  - { name: b, action: deny, conditions: [{ path_matches: { patterns: ["**/secret/**", "*.key", "keep-?.txt", "x{a,b}/y", "**/conf/prod.ini"] } }] }
  - { name: c, action: require_approval, conditions: [{ any_of: [{ assigns: [A] }, { path_matches: "src/b.ts" }] }] }
  - { name: d, action: deny, context: human_only }
`;

let root: string;
let places: PayloadPlaces;
let env: Record<string, string>;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'safeshell-gate-')));
  const home = join(root, 'home');
  const folder = (...parts: string[]) => {
    mkdirSync(join(root, ...parts), { recursive: true });
    return join(root, ...parts);
  };
  const project = folder('home', 'project');
  const own = folder('home', '.config', 'safeshell', 'rules');
  const secret = folder('home', 'project', 'secret');
  folder('home', 'project', 'src');
  folder('ruled', '.safeshell');
  folder('ruled', 'deep');
  writeFileSync(join(root, 'ruled', '.safeshell', 'rules.yaml'), 'version: 1\nrules: []\n');
  writeFileSync(join(project, 'server.key'), '');
  symlinkSync(own, join(project, 'link'));
  symlinkSync(join(project, 'server.key'), join(project, 'innocent'));
  symlinkSync(project, join(root, 'way'));
  symlinkSync(secret, join(root, 'hidden'));
  env = { HOME: home, PATH: '/usr/bin:/bin' };
  places = {
    directories: [
      project,
      project,
      project,
      '/',
      '/tmp',
      '/dev',
      own,
      secret,
      join(root, 'way'),
      join(root, 'gone'),
      'x',
      '',
    ],
    paths: [
      ...['link', 'link/x', 'innocent', 'server.key', 'secret', 'secret/a', 'keep-1.txt', 'xa/y', 'src/b.ts', 'src'],
      ...['/dev/tcp/a/1', 'tcp/a/1', '/etc/passwd', '/usr/bin/x', '.git/config', '.claude/settings.json', '.envrc'],
      ...[join(own, 'mine.yaml'), `--out=${own}/x`, `--out=link/x`, `x=${own}`, '-olink', join(root, 'way', 'link')],
    ],
    indexed: ['rm', 'cat', 'cp', 'docker', 'chmod', 'tee', 'my-tool', 'kubectl'],
  };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The gate as launchers have it, with a loop around it: a digit for each line that comes in, 1 = plain. */
function gateScript(policy: Policy): string {
  const gate = hookGate(policy);
  if (gate === undefined) throw new Error('no gate');
  const stamp = join(root, 'stamp');
  writeFileSync(stamp, '');
  const text = renderLauncher({
    template: '@GATE@',
    gateTemplate: shims('hook-gate.sh'),
    agent: claude as InstallableAgent,
    node: '/node',
    main: '/main',
    hooks: '/hooks',
    stamp,
    sources: [],
    gate,
    programs: { dd: '/bin/dd', cat: '/bin/cat' },
    timeout: undefined,
  });
  const functions = text.slice(0, text.indexOf('# One piece'));
  return `LC_ALL=C\n${functions}\nwhile IFS= read -r payload; do __ss_is_plain "$payload" && printf 1 || printf 0; done\n`;
}

async function isSilent(payload: string, policy: Policy): Promise<boolean> {
  const ending = await runHook(
    [claude.hook],
    { text: payload, isStuck: false },
    {
      env,
      cwd: root,
      world: ({ cwd }) => ({
        policy,
        facts: hostFacts({ env, cwd }),
        kept: passingSession('test'),
        approvals: { has: () => false, add: () => {} },
        record: () => {},
      }),
    },
  );
  return ending.stdout === '' && ending.stderr === '' && ending.exit === 0;
}

/** Asks the gate about each payload; the digits of gateScript. */
function askGate(shell: readonly string[], policy: Policy, payloads: readonly string[]): string {
  const [program = '', ...options] = shell;
  const file = join(root, `gate-${shell.join('-')}.sh`);
  writeFileSync(file, gateScript(policy));
  const ran = spawnSync(program, [...options, file], { input: `${payloads.join('\n')}\n`, encoding: 'utf8', env });
  if (ran.stderr !== '') throw new Error(ran.stderr);
  return ran.stdout;
}

const POLICIES = [
  ['the shipped rules', () => hookPolicy()],
  ['rules about every command', () => hookPolicy(OWN)],
] as const;
const CASES = 2500;

interface Shape {
  readonly command?: string;
  readonly cwd?: string;
  readonly event?: string;
  /** in front of the last field */
  readonly more?: string;
  readonly input?: string;
}

function payload({
  command = 'ls',
  cwd = join(root, 'home', 'project'),
  event = 'PreToolUse',
  more = '',
  input,
}: Shape) {
  const inner = input ?? `{"command":"${command}"}`;
  return `{"session_id":"s","cwd":"${cwd}","hook_event_name":"${event}","tool_name":"Bash","tool_input":${inner},${more}"tool_use_id":"t"}`;
}

/** One trap each; Node says something of all of them. */
const TRAPS = (): readonly Shape[] => [
  { command: 'ls innocent' },
  { command: 'jest --o=innocent' },
  { command: 'jest --o=server.key' },
  { command: 'ls x=server.key' },
  { command: 'ls conf/./prod.ini' },
  { command: 'ls conf//prod.ini' },
  { command: 'ls conf/x/../prod.ini' },
  { command: 'grep -fserver.key a' },
  { command: 'ls a', cwd: join(root, 'hidden') },
  { command: 'ls', cwd: 'home' },
  { command: 'ls &&' },
  { command: '| ls' },
  { command: 'ls | | ls' },
  { command: 'ls ; ; ls' },
  { command: 'then' },
  { command: 'ls; my-tool --fix' },
  { command: 'ls && my-tool --fix' },
  { command: 'A=1 ls' },
  { command: 'gnice --bogus ls' },
  { event: 'BeforeSomethingNew' },
  { more: '"tool_input":{"command":"my-tool --fix"},' },
  { more: '"tool_input":{"description":"x"},' },
  { more: '"tool_name":"Write2","tool_input":{"file_path":"server.key"},' },
  { more: '"tool_input.command":"ls",', input: '{"description":"x"}' },
  { more: '"prompt_id":"x\\","agent_id":"y",' },
  { input: '{"command":"ls","timeout":01}' },
  { input: '{"command":"ls","timeout":1e5,}' },
  { input: '{"command":"ls",}' },
  { input: '{"command":"ls"}}' },
  { input: '{"command":1}' },
  { input: '{"comm\\u0061nd":"my-tool --fix"}' },
  { input: '{"command":"ls","command":"my-tool --fix"}' },
  { input: '{}' },
  { more: '"cursor_version":"1",' },
];

describe.each(presentShells().map((shell, index) => [shell.join(' '), shell, index] as const))(
  '%s',
  (_name, shell, index) => {
    test.each(POLICIES)('what the gate lets pass is answered with silence: %s', async (_what, policyOf) => {
      const policy = policyOf();
      const random = seeded(1000 + index);
      const payloads = Array.from({ length: CASES }, () => payloadFrom(random, places));
      const answers = askGate(shell, policy, payloads);
      expect(answers).toHaveLength(CASES);
      const plain = payloads.filter((_payload, at) => answers[at] === '1');
      const wrong: string[] = [];
      for (const one of plain) if (!(await isSilent(one, policy))) wrong.push(one);
      expect(wrong).toEqual([]);
      expect(plain.length).toBeGreaterThan(CASES / 20);
    });

    test('no trap is taken for plain', () => {
      const payloads = TRAPS().map(payload);
      const passed = [...askGate(shell, hookPolicy(OWN), payloads)].flatMap((digit, at) =>
        digit === '1' ? payloads[at] : [],
      );
      expect(passed).toEqual([]);
    });

    test('plain lines are', () => {
      const commands = [
        'ls',
        'ls -la src',
        'vitest run --watch=false',
        'pwd && eslint --fix a',
        'ls | uname -a; true',
        'true || ls',
      ];
      expect(
        askGate(
          shell,
          hookPolicy(OWN),
          commands.map((command) => payload({ command })),
        ),
      ).toBe('111111');
    });

    test('a project with rules of its own is for Node', () => {
      const payloads = ['ruled', 'ruled/deep'].map((cwd) => payload({ cwd: join(root, cwd) }));
      expect(askGate(shell, hookPolicy(OWN), payloads)).toBe('00');
    });
  },
);

test('the traps are some', async () => {
  const policy = hookPolicy(OWN);
  const harmless: string[] = [];
  for (const shape of TRAPS()) if (await isSilent(payload(shape), policy)) harmless.push(JSON.stringify(shape));
  // a directory that is no absolute path counts as none, and is none that sh would go by
  expect(harmless).toEqual([JSON.stringify({ command: 'ls', cwd: 'home' })]);
});

test.each([
  ['text of every command', '{ name: x, action: deny, conditions: [{ command_contains: "x" }] }'],
  ['no condition', '{ name: x, action: deny }'],
  ['only an exception', '{ name: x, action: deny, unless: [{ path_matches: "x" }] }'],
  ['what is not', '{ name: x, action: deny, conditions: [{ not: { path_matches: "x" } }] }'],
  [
    'one of several',
    '{ name: x, action: deny, conditions: [{ any_of: [{ path_matches: "x" }, { in_git_repo: true }] }] }',
  ],
  ['the environment', '{ name: x, action: deny, conditions: [{ env_equals: { name: A, value: "1" } }] }'],
])('there is no gate beside a rule about every command by %s', (_what, rule) => {
  expect(hookGate(hookPolicy(`version: 1\nrules:\n  - ${rule}\n`))).toBeUndefined();
});

test.each([
  ["command_matches: '\\$(A_TOKEN|B_KEY)'", false],
  ["command_matches: '[\"$]x'", false],
  ['command_contains: "$("', false],
  ["command_matches: '(\\$|x)y'", true],
  ["command_matches: 'a b && c'", true],
  ['command_contains: x', true],
])('a program is told from others where a rule asks it %s: %s', (condition, isTold) => {
  const rule = `{ name: x, action: deny, commands: [frob], conditions: [{ ${condition} }] }`;
  expect(hookGate(hookPolicy(`version: 1\nrules:\n  - ${rule}\n`))?.words.includes('frob')).toBe(isTold);
});
