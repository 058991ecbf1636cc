import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintPolicy } from '../../../src/policy/lint.ts';
import { lintRules } from '../../../src/rules/lint/lint.ts';
import { loadRules } from '../../../src/rules/load.ts';
import { isString } from '../../../src/util/guards.ts';
import { filesBelow } from '../../support/house/lists.ts';
import { blocksOf } from '../../support/seeds.ts';

const isProgram = Object.assign((name: string) => ['frob', 'git-frob'].includes(name), { known: ['git', 'npm'] });

function findings(text: string) {
  const files = [{ file: 'mine.yaml', text, tier: 'user' as const, module: 'mine' }];
  const { policy, problems } = loadRules(files);
  return [...problems, ...lintRules(files, policy, isProgram)].filter(({ code }) => code !== 'untested');
}

/** `line:column code subject (help)` */
function told(text: string): readonly string[] {
  return findings(text).map(
    ({ at, code, subject, help }) => `${at.line}:${at.column} ${code} ${subject}${help ? ` (${help})` : ''}`,
  );
}

function rule(commands: string, conditions: string): string {
  return `rules:\n  - name: a\n    commands: ${commands}\n    action: deny\n    conditions: [${conditions}]\n`;
}

function neverNamed(at: string, name: string, glob: string): string {
  const base = glob.slice(glob.lastIndexOf('/') + 1);
  const help = `names are base names or absolute paths: \`commands: [${base}]\` is every \`${base}\`; with the condition \`program_path: "${glob}"\` beside it this one alone`;
  return `${at} never-holds commands: ${name} (${help})`;
}

describe('words that no program of the rule has', () => {
  test.each([
    ['[git]', '{ args: { subcommand: psuh } }', ['5:40 unknown-subcommand git psuh (did you mean `push`?)']],
    [
      '[git]',
      '{ type: args, subcommand: [push, comit] }',
      ['5:51 unknown-subcommand git comit (did you mean `commit`?)'],
    ],
    [
      '[npm]',
      '{ not: { args: { subcommand: isntall } } }',
      ['5:47 unknown-subcommand npm isntall (did you mean `install`?)'],
    ],
    [
      '[git]',
      '{ args: { subcommand: stash dorp } }',
      ['5:40 unknown-subcommand git stash dorp (did you mean `stash drop`?)'],
    ],
    [
      '[terraform]',
      '{ args: { subcommand: frobnicate } }',
      ['5:40 unknown-subcommand terraform frobnicate (it is none of those that the grammar of `terraform` has)'],
    ],
    [
      '[make]',
      '{ args: { subcommand: release } }',
      [
        '5:40 never-holds subcommand: release (nothing is known of subcommands of `make`, so that its words are operands: `operand: release`)',
      ],
    ],
    [
      '[git]',
      '{ args: { subcommand: push, any_flag: --froce } }',
      ['5:56 unknown-option git push --froce (did you mean `--force`?)'],
    ],
    [
      '[git]',
      '{ args: { subcommand: push, all_flags: [-fu] } }',
      ['5:58 unknown-option git push -fu (one option is one entry: `-f`, `-u`)'],
    ],
    [
      '[curl]',
      '{ args: { option: { --outptu: x } } }',
      ['5:48 unknown-option curl --outptu (did you mean `--output`?)'],
    ],
    ['[curl]', '{ args: { no_flag: --insecur } }', ['5:37 unknown-option curl --insecur (did you mean `--insecure`?)']],
    ['gti', '{ git_branch_in: [main] }', ['3:15 unknown-program gti (did you mean `git`?)']],
    [
      '[zzyzx]',
      '{ git_branch_in: [main] }',
      ['3:16 unknown-program zzyzx (it is not in PATH here, and nothing is known of what it takes)'],
    ],
    ['[git, ./deploy.sh]', '{ git_branch_in: [main] }', [neverNamed('3:21', './deploy.sh', './deploy.sh')]],
    ['bin/frob', '{ git_branch_in: [main] }', [neverNamed('3:15', 'bin/frob', '**/bin/frob')]],
    ['[~/bin/frob]', '{ git_branch_in: [main] }', [neverNamed('3:16', '~/bin/frob', '**/bin/frob')]],
    ['["**/frob"]', '{ git_branch_in: [main] }', [neverNamed('3:16', '**/frob', '**/frob')]],
  ])('%s %s', (commands, conditions, expected) => expect(told(rule(commands, conditions))).toEqual(expected));

  test.each([
    ['[git]', '{ args: { subcommand: [push, stash drop], any_flag: [-f, --force, --no-verify] } }'],
    ['[git]', '{ args: { subcommand: frob } }'],
    ['[git]', '{ args: { subcommand: lfs-something } }'],
    ['[git]', '{ args: { any_flag: [-C, --help, --version] } }'],
    ['[docker]', '{ args: { subcommand: [container rm, volume remove] } }'],
    ['[npm, frob]', '{ args: { subcommand: publish } }'],
    ['[frob]', '{ args: { any_flag: [--whatever] } }'],
    ['[tar]', '{ args: { any_flag: [-x, --extract] } }'],
    ['[find]', '{ args: { any_flag: [-delete, -exec] } }'],
    ['[terraform]', '{ args: { subcommand: apply, any_flag: [-auto-approve] } }'],
    ['[head]', '{ args: { any_flag: ["-20"] } }'],
    ['[make]', '{ any_of: [{ args: { operand: release } }, { args: { subcommand: release } }] }'],
    ['[/opt/x/tool]', '{ git_branch_in: [main] }'],
    ['[deploy.sh]', '{ program_path: ./deploy.sh }'],
  ])('nothing of %s %s', (commands, conditions) => expect(told(rule(commands, conditions))).toEqual([]));
});

describe('what never holds', () => {
  test.each([
    ['{ args: { min_operands: 3, max_operands: 1 } }', 'min_operands: 3'],
    ['{ args: { all_flags: [-f], no_flag: [-f] } }', 'all_flags: -f'],
    ['{ args: { operand: [a], no_operand: [a, b] } }', 'operand: a'],
    ['{ session: { key: total_calls, gt: 3, lt: 3 } }', 'gt: 3'],
    ['{ session: { key: total_calls, gte: 4, lte: 3 } }', 'gte: 4'],
  ])('%s', (condition, subject) =>
    expect(findings(rule('[rm]', condition))).toMatchObject([{ code: 'never-holds', level: 'warning', subject }]),
  );

  test.each([
    '{ args: { min_operands: 1, max_operands: 1 } }',
    '{ args: { operand: [a, b], no_operand: [a] } }',
    '{ session: { key: total_calls, gte: 3, lte: 3 } }',
    '{ args: { any_flag: [-f, -r], no_flag: [-f] } }',
  ])('but %s may', (condition) => expect(told(rule('[rm]', condition))).toEqual([]));
});

describe('rules that another one leaves nothing to decide', () => {
  const pair = (first: string, second: string) => `rules:\n  - { name: one, ${first} }\n  - { name: two, ${second} }\n`;
  const PUSH = 'commands: [git], conditions: [{ args: { subcommand: push } }]';
  const FORCE = 'commands: [git], conditions: [{ args: { subcommand: push, any_flag: [-f] } }]';

  test.each([
    [
      `${PUSH}, action: deny`,
      `${FORCE}, action: allow`,
      ['3:13 never-wins two (the strictest rule decides; an exception from it is an `unless` of `one`)'],
    ],
    [
      `${FORCE}, action: allow`,
      `${PUSH}, action: deny`,
      ['2:13 never-wins one (the strictest rule decides; an exception from it is an `unless` of `two`)'],
    ],
    [
      `${PUSH}, action: deny`,
      `${FORCE}, action: require_approval`,
      ['3:13 covered two (narrow `mine/one`, or leave one of the two out)'],
    ],
    [
      `${PUSH}, action: deny`,
      `${FORCE}, action: deny`,
      ['3:13 covered two (narrow `mine/one`, or leave one of the two out)'],
    ],
    [
      'action: deny',
      `${FORCE}, action: require_approval`,
      ['3:13 covered two (narrow `mine/one`, or leave one of the two out)'],
    ],
    [
      `${PUSH}, action: deny`,
      `${PUSH}, context: ai_only, directory: "/x/**", action: require_approval`,
      ['3:13 covered two (narrow `mine/one`, or leave one of the two out)'],
    ],
  ])('%s\n%s', (first, second, expected) => expect(told(pair(first, second))).toEqual(expected));

  test.each([
    [`${FORCE}, action: deny`, `${PUSH}, action: require_approval`],
    [`${FORCE}, action: deny`, `${PUSH}, action: deny`],
    [`${FORCE}, action: require_approval`, `${PUSH}, action: deny, context: ai_only`],
    [`${PUSH}, context: ai_only, action: deny`, `${FORCE}, action: require_approval`],
    [`${PUSH}, directory: "/x/**", action: deny`, `${FORCE}, action: require_approval`],
    [`${PUSH}, unless: [{ git_branch_in: [x] }], action: deny`, `${FORCE}, action: require_approval`],
    [`${PUSH}, on_unknown: allow, action: deny`, `${FORCE}, action: require_approval`],
    [`${PUSH}, action: deny, severity: low`, `${FORCE}, action: deny, severity: high`],
    ['commands: [rm], action: deny', `${PUSH}, action: allow`],
    [`${PUSH}, action: redact`, `${FORCE}, action: allow`],
  ])('but not:\n%s\n%s', (first, second) => {
    const codes = findings(pair(first, second)).map(({ code }) => code);
    expect(codes).toEqual([]);
  });
});

describe('a regex in double quotes', () => {
  test.each([
    ['"\\bfoo"', "'\\bfoo'"],
    ['"it\'s \\bfoo \\"x\\" a\\\\.b"', "'it''s \\bfoo \"x\" a\\.b'"],
    ['"\\P{L}"', "'\\P{L}'"],
  ])('%s is eaten', (written, single) =>
    expect(findings(rule('[rm]', `{ command_matches: ${written} }`))).toMatchObject([
      { code: 'eaten-escape', at: { line: 5, column: 37 }, help: `in single quotes it stays: ${single}` },
    ]),
  );
  test.each([
    ['"foo\\d+"', "'foo\\d+'"],
    ['"^a\\.b"', "'^a\\.b'"],
  ])('%s is no YAML', (written, single) =>
    expect(findings(rule('[rm]', `{ command_matches: ${written} }`))).toMatchObject([
      { code: 'yaml-syntax', help: `in double quotes \`\\\` is YAML's own; in single quotes it stays: ${single}` },
    ]),
  );
  test.each(['"\\\\bfoo"', "'\\bfoo'", '"a\\tb\\n"', '"\\"a\\""'])('%s is as it looks', (written) =>
    expect(told(rule('[rm]', `{ command_matches: ${written} }`))).toEqual([]),
  );
});

test('rules without examples are told once for each file', () => {
  const text =
    'rules:\n  - { name: a, action: deny, tests: { match: [ls] } }\n  - { name: b, commands: [rm], action: deny }\n';
  const files = [{ file: 'mine.yaml', text, tier: 'user' as const, module: 'mine' }];
  expect(lintRules(files, { modules: [] }, isProgram)).toMatchObject([
    { code: 'untested', level: 'notice', at: { line: 3, column: 13 }, subject: '1 of 2' },
  ]);
});

test('of a rule file with errors none of its rules counts', () => {
  const place = { cwd: '/', env: { PATH: '/usr/bin:/bin', HOME: '/nowhere' } };
  expect(lintPolicy(['/nowhere/x.yaml'], place).notCounting).toEqual(['/nowhere/x.yaml']);
});

test('nothing is found in the shipped packs', () => {
  const files = filesBelow('rules', '.yaml');
  const found = lintPolicy(files, { cwd: '/', env: { PATH: '/usr/bin:/bin', HOME: '/nowhere' } }).problems;
  expect(found).toEqual([]);
});

/** The settings that patterns of `name=value` are about, for each option of git that sets one. */
function settingsIn(value: unknown): Readonly<Record<'-c' | '--config-env', ReadonlySet<string>>> {
  const found = { '-c': new Set<string>(), '--config-env': new Set<string>() };
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const [key, inner] of Object.entries(one)) {
      const patterns = key === '-c' || key === '--config-env' ? [inner].flat().filter(isString) : [];
      for (const pattern of patterns)
        if (!pattern.startsWith('!')) found[key as '-c' | '--config-env'].add(pattern.replace(/=.*$/, ''));
      visit(inner);
    }
  };
  visit(value);
  return found;
}

test('a setting of git that a rule names for -c is named for --config-env, and the other way round', () => {
  const { rules } = parse(readFileSync('rules/git.yaml', 'utf8'));
  const found = settingsIn(rules.map((one: { conditions?: unknown }) => one.conditions));
  expect(found['-c'].size).toBeGreaterThan(20);
  expect([...found['--config-env']].sort()).toEqual([...found['-c']].sort());
});

test('nothing but examples is missing in the documents that the languages come from', () => {
  const blocks = ['000', '002', '003', '004'].flatMap(blocksOf).filter((block) => /^(version|rules):/m.test(block));
  const wrong = blocks.flatMap((block) => findings(block).filter(({ level }) => level === 'warning'));
  expect(wrong).toEqual([]);
});
