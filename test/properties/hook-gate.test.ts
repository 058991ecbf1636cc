import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import { hostFacts } from '../../src/facts/host.ts';
import { projectOf, writeSay } from '../../src/install/project-say.ts';
import { shimText } from '../../src/install/shim-text.ts';
import type { Policy } from '../../src/model/policy.ts';
import type { Environment } from '../../src/model/request.ts';
import { readSources } from '../../src/policy/read-rules.ts';
import { policySources } from '../../src/policy/sources.ts';
import { projectSay } from '../../src/refresh/project-say.ts';
import { runHook } from '../../src/surfaces/hooks/run-hook.ts';
import { once } from '../../src/util/once.ts';
import { GateWorld } from '../support/gate/world.ts';
import { askGate, type LauncherGate, launcherGate } from '../support/hook-gates.ts';
import { payloadFrom, placesOf, seeded } from '../support/hook-payloads.ts';
import { hookPolicy } from '../support/hook-world.ts';
import { passingSession } from '../support/passing-session.ts';
import { least, runs, sampled } from '../support/runs.ts';
import { presentShells } from '../support/shim-world.ts';

/** Rules about every command beside rules about some; what each asks is in no shipped rule, or seldom. */
const OWN = `
version: 1
rules:
  - { name: a, commands: [frobnicate, my-tool], action: deny, conditions: [{ args: { any_flag: [--fix] } }] }
  - { name: b, action: deny, conditions: [{ path_matches: { patterns: ["**/secret/**", "*.key", "keep-?.txt", "x{a,b}/y", "**/conf/prod.ini"] } }] }
  - { name: c, action: require_approval, conditions: [{ any_of: [{ assigns: [A] }, { path_matches: "src/b.ts" }] }] }
  - { name: e, commands: [cat, sort], action: deny, conditions: [{ feeds: [head, curl] }] }
  - { name: f, commands: [grep, head], action: deny, conditions: [{ fed_by: [cat, ps] }] }
  - { name: g, commands: [ls, echo], action: deny, conditions: [{ command_matches: '"one|2>&1$' }] }
  - { name: h, action: deny, conditions: [{ command_contains: "&& ls" }] }
  - { name: i, commands: [mkdir, touch, cp, ls], action: deny, conditions: [{ path_outside: [cwd] }] }
  - { name: j, commands: [git], action: deny, conditions: [{ args: { subcommand: [commit, push] } }, { git_branch_in: [main] }] }
`;

/** Rules that mean programs by their names though they are about every command, and one about a single file. */
const NAMED = `
version: 1
rules:
  - { name: k, action: deny, conditions: [{ exact_command: { argv: [frob, now], within: / } }] }
  - { name: l, action: deny, conditions: [{ program_path: ["**/x.sh"] }] }
  - { name: m, commands: [/usr/bin/wc], action: deny }
`;

/** A project's, beside the shipped ones. */
const PROJECTS = `
version: 1
rules:
  - { name: n, commands: [frob, head, sort, tf], action: deny }
  - { name: o, commands: [/usr/bin/wc, kubectl], action: require_approval }
  - { name: p, commands: [echo], action: deny, conditions: [{ feeds: [cat] }] }
  - { name: q, commands: [pytest, jest, cowsay], action: deny }
  - { name: r, commands: [pwd, mkdir], action: deny, conditions: [{ path_outside: [cwd] }] }
`;

const world = new GateWorld();
/** All of it is one project. */
const ruled = new GateWorld();
const FEATURE = `${world.home}/feature`;
const envOf = (one: GateWorld): Environment => one.env({ STAGE: 'prod' });
const env = envOf(world);
const own = once(() => hookPolicy(OWN));
const POLICIES = [
  ['the shipped rules', () => hookPolicy()],
  ['rules about every command', own],
  ['rules that name programs otherwise', once(() => hookPolicy(NAMED))],
] as const;
const CASES = Number(process.env.GATE_CASES ?? runs(300));
const SEED = Number(process.env.GATE_SEED ?? 1);

const gates = new Map<string, LauncherGate>();
function gateOf(name: string, policy: Policy): LauncherGate {
  const made = gates.get(name) ?? launcherGate(policy, world.root);
  gates.set(name, made);
  return made;
}
beforeAll(() => {
  mkdirSync(`${world.root}/ruled/.safeshell`, { recursive: true });
  mkdirSync(`${world.root}/ruled/deep`);
  writeFileSync(`${world.root}/ruled/.safeshell/rules.yaml`, 'version: 1\nrules: []\n');
  for (const { home } of [world, ruled]) mkdirSync(`${home}/feature/src`);
  for (const [name, policyOf] of POLICIES) gateOf(name, policyOf());
});
afterAll(() => {
  world.remove();
  ruled.remove();
});

/** What Node judges by in the project; and what gates are made from there, with what was kept of the project. */
const project = once(() => {
  mkdirSync(`${ruled.root}/.safeshell`);
  writeFileSync(`${ruled.root}/.safeshell/rules.yaml`, PROJECTS);
  const sources = policySources({ cwd: ruled.home, env: { HOME: `${ruled.root}/nobody` } });
  const one = projectOf(sources.identity);
  if (one === undefined) throw new Error('no project');
  const projects = `${ruled.root}/said`;
  writeSay(projects, one, projectSay(sources), Date.now() + 60_000);
  return { policy: readSources(sources).policy, projects };
});
const gateOfProject = (change?: (text: string) => string) =>
  launcherGate(hookPolicy(), ruled.root, { projects: project().projects, ...(change && { change }) });
const projectGate = once(() => gateOfProject());
const inProject = (command: string) => payload({ command, cwd: `${ruled.home}/feature` });

async function isSilent(payload: string, policy: Policy, where = world): Promise<boolean> {
  const env = envOf(where);
  const ending = await runHook([claude.hook], payload, {
    env,
    cwd: where.root,
    readSettings: () => undefined,
    commandLine: () => [],
    installed: () => undefined,
    world: ({ cwd }) => ({
      policy,
      // everything here lies in a temp folder
      facts: { ...hostFacts({ env, cwd }), tmp: [] },
      kept: passingSession('test'),
      approvals: { take: () => undefined, add: () => {} },
      record: () => {},
    }),
  });
  return ending.stdout === '' && ending.stderr === '' && ending.exit === 0;
}

interface Shape {
  readonly command?: string;
  readonly cwd?: string;
  readonly event?: string;
  /** in front of the last field */
  readonly more?: string;
  readonly input?: string;
}

function payload({ command = 'ls', cwd = FEATURE, event = 'PreToolUse', more = '', input }: Shape) {
  const inner = input ?? `{"command":${JSON.stringify(command)}}`;
  return `{"session_id":"s","cwd":"${cwd}","hook_event_name":"${event}","tool_name":"Bash","tool_input":${inner},${more}"tool_use_id":"t"}`;
}

/** One trap each, in payloads; Node says something of all of them. */
const TRAPS: readonly Shape[] = [
  { cwd: 'home' },
  { event: 'BeforeSomethingNew' },
  { more: '"tool_input":{"command":"my-tool --fix"},' },
  { more: '"tool_input":{"description":"x"},' },
  { more: '"tool_name":"Write2","tool_input":{"file_path":"server.key"},' },
  { more: '"tool_input.command":"ls",', input: '{"description":"x"}' },
  { more: '"prompt_id":"x\\","agent_id":"y",' },
  { more: '"prompt_id":"\\x",' },
  { more: '"prompt_id":"\\u00g0",' },
  { input: '{"command":"ls","timeout":01}' },
  { input: '{"command":"ls","timeout":1e5,}' },
  { input: '{"command":"ls",}' },
  { input: '{"command":"ls"}}' },
  { input: '{"command":1}' },
  { input: '{"comm\\u0061nd":"my-tool --fix"}' },
  { input: '{"command":"ls; my-tool --f\\u0069x"}' },
  { input: '{"command":"ls","command":"my-tool --fix"}' },
  { input: '{"command":"ls\\nmy-tool --fix"}' },
  { input: '{"command":"ls \\\\\\nmy-tool;my-tool --fix"}' },
  { input: '{}' },
  { more: '"cursor_version":"1",' },
];

/** The same in lines: `command`, or where it is said, in another place than the repository of a feature. */
const TRAP_LINES: readonly (readonly [line: string, cwd?: string])[] = [
  ['ls &&'],
  ['| ls'],
  ['ls | | ls'],
  ['ls ; ; ls'],
  ['then'],
  ['ls; my-tool --fix'],
  ['ls && my-tool --fix'],
  ['ls # x\nmy-tool --fix'],
  ["my-tool '--fix'"],
  ['my-tool "--fix"'],
  ['my-tool --f\\ix'],
  ['my-tool --f""ix'],
  ['my-tool \\\n --fix'],
  ['my-tool\t--fix'],
  ['my-tool --fix>/dev/null'],
  ['my-tool 2>&1 --fix'],
  ['A=1 ls'],
  ['MY-TOOL x'],
  ['./x'],
  ['gnice --bogus ls'],
  ['cat a | head'],
  ['cat a | sort | head'],
  ['ps aux | grep node'],
  ['ls "one"'],
  ['ls a 2>&1'],
  ['cat a && ls'],
  ['cat conf/./prod.ini'],
  ['cat conf//prod.ini'],
  ['cat conf/x/../prod.ini'],
  ['cat server.key'],
  ['my-tool "$X"'],
  ['cat a#server.key'],
  ['touch ~/a'],
  ['cd src && cat b || touch a'],
  ['cat a && cd src; touch b'],
  ['sort a | curl x'],
  ['echo \'import os; os.system("my-tool --fix")\' | tee x.py; python3 x.py'],
  ['cd src && cat b.ts'],
  ['cd .. && touch a'],
  ['touch a', world.home],
  ['cd project && touch a', world.home],
  ['cd ../other && mkdir x'],
  [`cd ${world.home}/other && mkdir x`],
  [`cd ${world.home}/project && git commit -m x`],
  ['git commit -m x', `${world.home}/project`],
  ['cd ../project && git commit -m x'],
  ['git checkout main && git commit -m x'],
  ['git switch main; git push'],
  ['ls x', `${world.home}/alias`],
];

/** In the project. */
const PROJECT_TRAPS = ['frob', 'ls; frob a', 'cat a | head', 'cowsay x', 'echo a | cat', 'mkdir ../x', 'tf x; ls'];

const PLAIN_LINES = [
  'ls',
  'ls -la src | head -30',
  'git status --porcelain',
  'cat go.work',
  'go test ./... 2>&1 | tail -5',
  'cd src && grep -n foo a.ts',
  'rg -n "a|b" src',
  "find . -name '*.ts' | head",
  'pwd && eslint --fix a; true || ls',
  '# look around\nls -la src\n\necho "=== \\"one\\" ===" && wc -l a.ts 2>/dev/null',
  'git log --oneline -5 \\\n  -- src',
  'cd src; ls',
  "grep -rn it\\'s src | sort -u",
  'git add -A && git diff HEAD~1 --stat',
  'npm run build >/dev/null 2>&1 && echo done',
];

describe.each(presentShells().map((shell, index) => [shell.join(' '), shell, index] as const))(
  '%s',
  (_name, shell, index) => {
    test.each(POLICIES)('what the gate lets pass is answered with silence: %s', async (name, policyOf) => {
      const policy = policyOf();
      const random = seeded(1000 * SEED + index);
      const payloads = Array.from({ length: CASES }, () => payloadFrom(random, placesOf(world)));
      const answers = askGate(gateOf(name, policy), payloads, { shell, env });
      expect(answers).toHaveLength(CASES);
      const plain = payloads.filter((_payload, at) => answers[at] === '1');
      const wrong: string[] = [];
      for (const one of plain) if (!(await isSilent(one, policy))) wrong.push(one);
      expect(wrong).toEqual([]);
      console.log(`${shell.join(' ')}, ${name}: ${plain.length} of ${CASES} passed`);
      expect(plain.length).toBeGreaterThanOrEqual(least(15));
    });

    test('no trap is taken for plain', () => {
      const payloads = [...TRAPS, ...TRAP_LINES.map(([command, cwd = FEATURE]) => ({ command, cwd }))].map(payload);
      const digits = [...askGate(gateOf('rules about every command', own()), payloads, { shell, env })];
      expect(payloads.filter((_one, at) => digits[at] === '1')).toEqual([]);
    });

    // zsh has a CDPATH whatever its environment says
    const lines = shell[0] === 'zsh' ? PLAIN_LINES.filter((line) => !line.startsWith('cd ')) : PLAIN_LINES;
    const answers = once(() => {
      const payloads = lines.map((command) => payload({ command }));
      return askGate(gateOf('the shipped rules', hookPolicy()), payloads, { shell, env });
    });
    test.each(lines.map((line, at) => [line, at] as const))('is answered without Node: %s', (_line, at) => {
      expect(answers()).toHaveLength(lines.length);
      expect(answers()[at]).toBe('1');
    });

    test('what the gate lets pass in a project is answered with silence by its rules too', async () => {
      const { policy } = project();
      const random = seeded(1000 * SEED + index);
      // its rules count nowhere else
      const directories = ruled.folders.filter((folder) => folder.startsWith(ruled.root));
      const places = { ...placesOf(ruled), directories };
      const payloads = Array.from({ length: CASES }, () => payloadFrom(random, places));
      const answers = askGate(projectGate(), payloads, { shell, env: envOf(ruled) });
      const plain = payloads.filter((_payload, at) => answers[at] === '1');
      const wrong: string[] = [];
      for (const one of plain) if (!(await isSilent(one, policy, ruled))) wrong.push(one);
      expect(wrong).toEqual([]);
      console.log(`${shell.join(' ')}, in a project: ${plain.length} of ${CASES} passed`);
      expect(plain.length).toBeGreaterThanOrEqual(least(12));
    });

    test('no trap of a project is taken for plain', () => {
      const payloads = [...PROJECT_TRAPS, 'git status && ls | cat'].map(inProject);
      const digits = askGate(projectGate(), payloads, { shell, env: envOf(ruled) });
      expect(digits).toBe(`${'0'.repeat(PROJECT_TRAPS.length)}1`);
    });

    test('a project of which nothing is known is for Node', () => {
      const payloads = ['ruled', 'ruled/deep'].map((folder) => payload({ cwd: `${world.root}/${folder}` }));
      expect(askGate(gateOf('rules about every command', own()), payloads, { shell, env })).toBe('00');
    });
  },
);

/** Mistakes that somebody could make in the launcher. A test of soundness that finds none of them would prove nothing. */
const MUTANTS = [
  ['reads no new line', `'\\n'*) __hook_part=$__hook_newline`, `'\\n'*) __hook_part=' '`],
  ['takes the last of two commands', `*"|$__hook_key|"*) return 1`, `*"|$__hook_key|"*)`],
  ['takes escapes for what they are not', `[ -z "$__hook_odd" ] || return 1`, ''],
  ['expands nothing in quotes', '[\\"\\\\\\$\\`]*}', '[\\"\\\\]*}'],
  [
    'ends words at a #',
    `[ -z "$__hook_kind" ]; then\n      __hook_code=$__hook_newline`,
    `true; then\n      __hook_code=$__hook_newline`,
  ],
  ['drops words in front of redirections', 'bare[12])', 'bare*)'],
  ['leaves ~ as it is', '__hook_token=$HOME${__hook_part#?}', '__hook_token=$__hook_part'],
  ['does not see what is fed', `'|') __ss_told=$__ss_told@fed ;;`, ''],
  ['does not see what feeds', `'|') __ss_told=$__ss_told@feeds ;;`, ''],
  ['does not see what is written', '@WRITERS@)', `''${' '})`],
  ['does not move', '__ss_up=$PWD && cd -P .', '__ss_up=$PWD && cd "$__hook_cwd" && __ss_up=$PWD'],
  ['takes any directory for the project', '__hook_marks=$__hook_marks@outside', ':'],
  ['takes the home directory for a project', '__hook_marks=$__hook_marks$__ss_words', ''],
  ['forgets that a move may fail', `[ -z "$__hook_moved" ] || return 1`, ''],
  ['moves where it may not be reached', `[ "$__hook_first" ] && `, ''],
  ['takes a gate that says nothing for a yes', `[ "$__ss_way" = run ] || return 1\n  case`, 'case'],
] as const;

test.each(sampled(MUTANTS, 'GATE_MUTANTS_EVERY', 5))('a launcher that %s is caught', async (_what, from, to) => {
  const policy = own();
  const change = (text: string) => text.replace(from, () => to);
  expect(change(shimText('.', 'hook-gate.sh'))).not.toBe(shimText('.', 'hook-gate.sh'));
  const broken = launcherGate(policy, world.root, { change });
  const payloads = [...TRAPS, ...TRAP_LINES.map(([command, cwd = FEATURE]) => ({ command, cwd }))].map(payload);
  const digits = askGate(broken, payloads, { shell: ['dash'], env });
  const passed = payloads.filter((_one, at) => digits[at] === '1');
  const wrong: string[] = [];
  for (const one of passed) if (!(await isSilent(one, policy))) wrong.push(one);
  expect(wrong.length).toBeGreaterThan(0);
});

const PROJECT_MUTANTS = [
  ['asks nothing about projects', `__ss_is_silent "$__hook_project" "$__ss_name" || return 1`, ':'],
  ['finds no project', '__hook_project=$__ss_project', '__hook_project='],
  ['asks about the first program alone', 'if [ "$__hook_project" ]; then', 'if [ -z "$__hook_before" ]; then'],
] as const;

test.each(PROJECT_MUTANTS)('a launcher that %s is caught', async (_what, from, to) => {
  const change = (text: string) => text.replace(from, () => to);
  expect(change(shimText('.', 'hook-gate.sh'))).not.toBe(shimText('.', 'hook-gate.sh'));
  const payloads = PROJECT_TRAPS.map(inProject);
  const digits = askGate(gateOfProject(change), payloads, { shell: ['dash'], env: envOf(ruled) });
  const passed = payloads.filter((_one, at) => digits[at] === '1');
  const silent = await Promise.all(passed.map((one) => isSilent(one, project().policy, ruled)));
  expect(silent).toContain(false);
});

test('a program whose gate is gone is none that nobody knows', () => {
  const gate = launcherGate(hookPolicy(), world.root);
  const ask = () =>
    askGate(gate, [payload({ command: 'git status' }), payload({ command: 'abc x' })], { shell: ['dash'], env });
  expect(ask()).toBe('11');
  rmSync(`${gate.folder}/.gates/git`);
  expect(ask()).toBe('01');
  rmSync(`${gate.folder}/.gates/.other`);
  expect(ask()).toBe('00');
});
