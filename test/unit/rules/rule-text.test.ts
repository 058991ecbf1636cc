import { describe, expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';
import { moduleReading } from '../../../src/rules/rule-text.ts';

function readingOf(text: string): readonly string[] {
  const { policy } = loadRules([{ file: 'team.yaml', text, tier: 'user', module: 'team' }]);
  return policy.modules.flatMap(moduleReading);
}

describe('the reading of a file', () => {
  test('of our own', () => {
    const text = `
rules:
  - name: push
    commands: [git]
    context: ai_only
    directory: /srv/**
    conditions:
      - any_of: [{ git_branch_in: [main] }, { not: { time_of_day: "09:00-18:00" } }]
      - day_of_week: "!Sat,Sun"
      - args: { subcommand: [remote rm, push], any_flag: [-f, --force] }
      - in_git_repo: true
      - history: { program: curl, within_seconds: 60, verdict: deny }
    unless: [{ counter: { lt: 3 } }]
    action: deny
    message: |
      Not now,
      not there.
`;
    expect(readingOf(text)).toEqual([
      'push: deny, severity medium',
      '  for commands git of agents in /srv/**',
      '  and any of',
      '        the git branch is `main`',
      '        not',
      '          the time is 09:00 to 18:00',
      '  and the day is not Sun, Sat',
      '  and the subcommand is `remote rm` or `push`, there is `-f` or `--force`',
      '  and it runs inside a git repository',
      '  and at least 1 call that started curl, decided as deny, within 60 s before',
      '  unless calls that ran < 3',
      '  says: Not now, not there.',
    ]);
  });

  test('of ClaudeCube', () => {
    const text = `
version: "1"
defaults: {}
rules:
  - name: no secrets
    action: deny
    tool: Write|Edit
    match:
      file_path: [{ pattern: "\\\\.pem$", type: regex }, { pattern: "**/.env", type: glob }]
      a.b: [{ pattern: x }]
  - { name: nothing, action: allow, tool: Read, match: {} }
`;
    expect(readingOf(text)).toEqual([
      'no secrets: deny, severity medium',
      '  for calls of `Write` or `Edit`',
      '  and any of',
      '        input `file_path` matches /\\.pem$/ or matches the glob /**/.env/',
      '        input `a.b` equals `x`',
      'nothing: allow, severity medium',
      '  for calls of `Read`',
      '  and never',
      'otherwise: escalate, where no rule of any file matches',
    ]);
  });

  test('of PolicyShield', () => {
    const text = `
- id: leak
  when:
    tool: "send_.*"
    args_match: { to: { contains: "@" } }
    session: { risk: { gte: 3, lt: 9 } }
    sender: { name: bot }
    context: { env: "!dev" }
    chain: [{ tool: read_database, within_seconds: 120, min_count: 2 }]
  then: approve
  priority: 0
`;
    expect(readingOf(text)).toEqual([
      'leak: require_approval, severity low, priority 0',
      '  for calls of /send_.*/',
      '  and input `to` contains `@`',
      '  and session value `risk` >= 3 and < 9',
      "  and the sender's name is `bot` or matches /bot/",
      '  and context value `env` is anything but `dev`',
      '  and at least 2 calls of `read_database`, that ran, within 120 s before',
      'otherwise: allow, where no rule of any file matches',
    ]);
  });

  test.each([
    ['args: { any_flag: -f, or_operand: "+*" }', 'there is `-f` or an argument is `+*`'],
    ['args: { any_flag: -f, all_flags: [-a, -b] }', 'there is `-f`, there is `-a` and `-b`'],
    ['args: { no_operand: x, min_operands: 2 }', 'no argument is `x`, there are at least 2 arguments'],
    ['args: { after_dashes: true, option: { --to: [a, b] } }', 'after `--` stands anything, `--to` is `a` or `b`'],
    ['path_within: { roots: [tmp, ~/x], access: delete }', 'a path that it deletes lies in a temp folder or `~/x`'],
    ['path_outside: cwd', 'a path that it names lies outside the working directory'],
    ['path_covers: [home, /srv/*]', 'a path that it names is, or holds, the home directory or `/srv/*`'],
    ['path_matches: { patterns: ["**/.env"], access: read }', 'a path that it reads matches `**/.env`'],
    ['command_matches: "a|b"', 'the command matches /a|b/'],
    ['assigns: { names: [PATH, "LD_*"], written: "/x*" }', 'it sets the variable `PATH` or `LD_*` to `/x*`'],
    ['fed_by: curl', 'what it reads or runs comes from `curl`'],
    ['in_git_repo: false', 'it runs outside a git repository'],
    ['elsewhere: true', 'it runs on another machine or in a container'],
  ])('%s', (condition, says) => {
    const text = `rules: [{ name: x, commands: [foo], conditions: [{ ${condition} }], action: deny }]`;
    expect(readingOf(text).at(-1)).toBe(`  and ${says}`);
  });
});
