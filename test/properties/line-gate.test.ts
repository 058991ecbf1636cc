import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostFacts } from '../../src/facts/host.ts';
import { guard } from '../../src/guard.ts';
import type { Policy } from '../../src/model/policy.ts';
import type { ShellName } from '../../src/model/request.ts';
import { GateWorld } from '../support/gate/world.ts';
import { askTypedLineGate, type LauncherGate, type TypedLine, typedLineGate } from '../support/hook-gates.ts';
import { lineFrom } from '../support/hook-lines.ts';
import { placesOf, seeded } from '../support/hook-payloads.ts';
import { hookPolicy } from '../support/hook-world.ts';
import { least, runs, sampled } from '../support/runs.ts';

/** Rules about whole lines, and rules for people alone: gates are made from all of them. */
const OWN = `
version: 1
rules:
  - { name: a, commands: [frobnicate, my-tool], context: human_only, action: deny, conditions: [{ args: { any_flag: [--fix] } }] }
  - { name: b, action: deny, conditions: [{ path_matches: { patterns: ["**/secret/**", "*.key"] } }] }
  - { name: c, commands: [cat, sort], action: deny, conditions: [{ feeds: [head, curl] }] }
  - { name: d, commands: [grep, head], context: human_only, action: require_approval, conditions: [{ fed_by: [cat, ps] }] }
  - { name: e, action: deny, conditions: [{ command_contains: "&& ls" }] }
  - { name: f, commands: [mkdir, touch, cp, ls], action: deny, conditions: [{ path_outside: [cwd] }] }
`;

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const CASES = Number(process.env.GATE_CASES ?? runs(400));
const SEED = Number(process.env.GATE_SEED ?? 1);

const world = new GateWorld();
const env = world.env({ STAGE: 'prod' });
const FEATURE = `${world.home}/feature`;
const POLICIES = [
  ['the shipped rules', () => hookPolicy()],
  ['rules about whole lines, for people', () => hookPolicy(OWN)],
] as const;
const gates = new Map<string, LauncherGate>();
beforeAll(() => {
  mkdirSync(`${FEATURE}/src`);
  for (const [name, policyOf] of POLICIES) gates.set(name, typedLineGate(policyOf(), world.root));
});
afterAll(() => world.remove());
const own = () => gates.get('rules about whole lines, for people') as LauncherGate;

/** As Node.js would answer, whoever asks; in links, the shell's directory is where they lead. */
function isAllowed({ shell, cwd, line }: TypedLine, policy: Policy): boolean {
  const facts = { ...hostFacts({ env, cwd }), tmp: [] };
  const action = { kind: 'line', line, shell: shell as ShellName } as const;
  return (['ai', 'human'] as const).every((actor) => {
    const request = { action, cwd: facts.realpath(cwd), env, actor, at: facts.at };
    const { verdict, redaction, watched } = guard(request, { policy, facts });
    return verdict === 'allow' && (redaction ?? watched) === undefined;
  });
}

test.each(POLICIES)('a line that passes without Node.js is allowed with it: %s', (name, policyOf) => {
  const policy = policyOf();
  const random = seeded(SEED);
  const places = placesOf(world);
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One;
  const folders = world.folders.filter((folder) => folder.startsWith('/'));
  const lines = Array.from({ length: CASES }, () => {
    return { shell: pick(SHELLS), cwd: pick(folders), line: lineFrom(random, places) };
  }).filter(({ line }) => !line.includes('\0'));
  const answers = askTypedLineGate(gates.get(name) as LauncherGate, lines, env);
  expect(answers).toHaveLength(lines.length);
  const plain = lines.filter((_line, at) => answers[at] === '1');
  expect(plain.filter((one) => !isAllowed(one, policy))).toEqual([]);
  console.log(`${name}: ${plain.length} of ${lines.length} passed`);
  expect(plain.length).toBeGreaterThanOrEqual(least(16));
});

/** What one of the three shells reads otherwise than the others. */
const TRAPS: readonly (readonly [shell: string, line: string])[] = [
  ['zsh', 'ls # ; my-tool --fix'],
  ['zsh', '# ; my-tool --fix'],
  ['bash', 'ls # ; my-tool --fix'],
  ['zsh', 'cat ^x'],
  ['zsh', 'ls a^b'],
  ['fish', "echo 'a\\'; my-tool --fix; echo '"],
  ['fish', 'my-tool -\\x2dfix'],
  ['fish', 'my-tool "--f\\$ix"'],
  ['fish', 'ls (my-tool --fix)'],
  ['tcsh', 'ls'],
  ['', 'ls'],
  ['zsh', 'my-tool --fix'],
  ['fish', 'ls; and my-tool --fix'],
  ['zsh', '!!'],
  ['bash', 'SAFESHELL_BYPASS=1 ls'],
  ['zsh', 'cat a | head'],
];
test.each(TRAPS)('%s: not plain: %s', (shell, line) => {
  expect(askTypedLineGate(own(), [{ shell, cwd: FEATURE, line }], env)).toBe('0');
});

const PLAIN = [
  'ls',
  'ls -la src | wc -l',
  'git status',
  'echo "it\'s 100%!"',
  'pwd && echo "é"',
  'go test ./... 2>&1',
  'cd src; pwd',
];
test.each(SHELLS.flatMap((shell) => PLAIN.map((line) => [shell, line] as const)))('%s: plain: %s', (shell, line) => {
  const gate = gates.get('the shipped rules') as LauncherGate;
  expect(askTypedLineGate(gate, [{ shell, cwd: FEATURE, line }], env)).toBe('1');
});

test('the way into a folder may have links on it, while the line does not move', () => {
  const ask = (line: string) => askTypedLineGate(own(), [{ shell: 'zsh', cwd: `${world.home}/alias`, line }], env);
  expect([ask('my-tool x'), ask('cd src; my-tool x')]).toEqual(['1', '0']);
});

/** Mistakes that somebody could make there. */
const MUTANTS = [
  ['takes `#` for a comment', "'#'* | *[[:space:]]'#'*) return 1", 'never) return 1'],
  ['reads fish as sh', '*\\\\*) return 1', 'never) return 1'],
  ['reads zsh as sh', '*^*) return 1', 'never) return 1'],
  ['takes any shell', '  *) return 1 ;;\n  esac\n}', '  esac\n}'],
] as const;
test.each(sampled(MUTANTS, 'GATE_MUTANTS_EVERY', 5))('a gate that %s is caught', (_what, from, to) => {
  const change = (text: string) => text.replace(from, () => to);
  expect(change('x')).toBe('x');
  const broken = typedLineGate(hookPolicy(OWN), world.root, change);
  const lines = TRAPS.map(([shell, line]) => ({ shell, cwd: FEATURE, line }));
  expect(askTypedLineGate(broken, lines, env)).toContain('1');
});
