import type { Policy } from '../../../src/model/policy.ts';
import { loadRules } from '../../../src/rules/load.ts';
import type { Random } from '../fuzz/random.ts';

const PROGRAMS = [
  'git',
  'rm',
  'cp',
  'frob',
  'find',
  'npm',
  'docker',
  'tar',
  'dd',
  'node',
  'python3',
  'sort',
  'rg',
  'less',
  'sed',
  'awk',
  'sh',
  'cat',
];
const FLAGS = [
  '-f',
  '--force',
  '-r',
  '--recursive',
  '--no-verify',
  '-n',
  '-delete',
  '--delete',
  '-o',
  '--output',
  '-C',
  '-5',
  '+x',
];
const SUBCOMMANDS = [
  'push',
  'stash drop',
  'run',
  'status',
  'log',
  'volume remove',
  'ls',
  'rm',
  'add',
  'frobnicate',
  'remote add',
];
const GLOBS = [
  'main',
  '+*',
  '*:main',
  'a b',
  "it's",
  '*.ts',
  '?',
  '[ab]*',
  '\\*',
  'http://*',
  'é*',
  'x\ny',
  '-1',
  '*x*y',
  'to-*',
];
const PATHS = [
  '.env',
  '~/.ssh/**',
  '/etc/**',
  '**/.git/**',
  '*.{pem,key}',
  '**/bin/*',
  '~/.bashrc',
  'src/*.ts',
  '/dev/tcp/**',
  '**/x',
];
const ROOTS = ['cwd', 'repo', 'home', 'root', 'tmp', '/etc', '~/.ssh', '~/Documents', '/opt/x', '**/src'];
const REGEXES = [
  'push.*-f',
  '\\bdrop\\b',
  'rm\\s+-rf',
  '(a|b)c{2}',
  '^git (push|pull)',
  "it's",
  'x\\ny',
  'é+',
  '(?i)FORCE',
  '[0-9]+',
];
/** As the world has them, and not. */
const VARIABLES = [
  { name: 'STAGE', value: 'prod' },
  { name: 'STAGE', value: 'x' },
  { name: 'EMPTY', value: '' },
  { name: 'NOT_SET', value: '' },
  { name: 'PWD', value: '/etc' },
];
const BRANCHES = ['main', 'feature/x', 'x', 'other'];
const TEXTS = ["'a b'", "y '", 'push -f', 'a  b', "it's", '\\', 'é', ' ', '-rf', 'x y z', '--force', 'main'];

export interface ProgramPolicy {
  readonly policy: Policy;
  readonly programs: readonly string[];
}

/** Rules of every family whose signs a gate looks for, and of some that it cannot. */
export function randomPolicy(random: Random): ProgramPolicy {
  const count = random.pick([1, 1, 2, 4]);
  const rules = Array.from({ length: count }, (_none, at) => ({
    name: `rule-${at}`,
    ...(random.next() < 0.75 && { commands: some(random, PROGRAMS, 4) }),
    ...(random.next() < 0.2 && { context: random.pick(['ai_only', 'human_only']) }),
    conditions: Array.from({ length: random.pick([1, 1, 1, 2]) }, () => condition(random, 2)),
    ...(random.next() < 0.2 && { unless: [condition(random, 1)] }),
    action: random.pick(['deny', 'require_approval', 'allow', 'deny']),
    ...(random.next() < 0.3 && { on_unknown: 'allow' }),
    ...(random.next() < 0.2 && { enforce: false }),
    message: 'no',
  }));
  const policy = policyOf(rules.map((rule) => (rule.action === 'allow' ? { ...rule, on_unknown: undefined } : rule)));
  const named = rules.flatMap(({ commands = [] }) => commands);
  return { policy, programs: [...named, ...named, random.pick(PROGRAMS), random.pick(PROGRAMS)] };
}

/** These rules alone, as they are written in a file. */
export function policyOf(rules: readonly unknown[]): Policy {
  const text = JSON.stringify({ version: 1, rules });
  const { policy, problems } = loadRules([{ file: '/r.yaml', text, tier: 'user', module: 'r' }]);
  const errors = problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new Error(`${text}\n${JSON.stringify(errors)}`);
  return policy;
}

function some<T>(random: Random, choices: readonly T[], most: number): T[] {
  return [...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(choices)))];
}

function condition(random: Random, depth: number): unknown {
  const one = random.next();
  if (depth > 0 && one < 0.08) return { not: condition(random, depth - 1) };
  if (depth > 0 && one < 0.25) {
    const of = Array.from({ length: 2 }, () => condition(random, depth - 1));
    return random.next() < 0.5 ? { any_of: of } : { all_of: of };
  }
  return random.pick<() => unknown>([
    () => ({ args: args(random) }),
    () => ({ args: args(random) }),
    () => ({ args: args(random) }),
    () => ({
      path_matches: { patterns: some(random, PATHS, 2), access: random.pick(['any', 'read', 'write', 'delete']) },
    }),
    () => ({
      path_outside: { roots: ['cwd', ...some(random, ROOTS, 2)], access: random.pick(['any', 'write', 'delete']) },
    }),
    () => ({ path_covers: { roots: some(random, ROOTS, 3), access: random.pick(['any', 'write', 'delete']) } }),
    () => ({ path_within: some(random, ROOTS, 2) }),
    () => ({ [random.pick(['host_in', 'host_outside'])]: ['github.com', '*.example'] }),
    () => ({ command_matches: random.pick(REGEXES) }),
    () => ({ command_contains: random.pick(TEXTS) }),
    () => ({ command_startswith: `${random.pick(PROGRAMS)} ${random.pick(TEXTS)}` }),
    () => ({ env_equals: random.pick(VARIABLES) }),
    () => ({ in_git_repo: random.next() < 0.7 }),
    () => ({ git_branch_in: some(random, BRANCHES, 2) }),
    () => ({ program_path: random.pick(['git', '*', 'r*', '/usr/bin/*']) }),
    () => ({ elsewhere: random.next() < 0.5 }),
    () => ({ via: ['xargs'] }),
  ])();
}

/** Mostly one or two things at once: what asks for everything is never met. */
function args(random: Random): unknown {
  const keys: Readonly<Record<string, () => unknown>> = {
    subcommand: () => some(random, SUBCOMMANDS, 2),
    any_flag: () => some(random, FLAGS, 3),
    all_flags: () => some(random, FLAGS, 2),
    operand: () => some(random, GLOBS, 3),
    or_operand: () => some(random, GLOBS, 2),
    after_dashes: () => (random.next() < 0.5 ? true : some(random, GLOBS, 2)),
    option: () => ({ [random.pick(FLAGS)]: some(random, GLOBS, 2) }),
    no_flag: () => some(random, FLAGS, 2),
    no_operand: () => some(random, GLOBS, 2),
    min_operands: () => random.below(3),
    max_operands: () => random.below(3),
  };
  const telling = [
    'subcommand',
    'any_flag',
    'any_flag',
    'operand',
    'or_operand',
    'all_flags',
    'after_dashes',
    'option',
  ];
  const chosen = new Set([random.pick(telling), ...(random.next() < 0.6 ? [random.pick(Object.keys(keys))] : [])]);
  return Object.fromEntries([...chosen].map((key) => [key, keys[key]?.()]));
}
