import { describe, expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';

function load(text: string) {
  const { policy, problems } = loadRules([{ file: 'team.yaml', text, tier: 'user', module: 'team' }]);
  const told = problems.map(({ code, level, at, subject, expected, help }) => ({
    code,
    level,
    line: at.line,
    column: at.column,
    subject,
    expected,
    help,
  }));
  return { modules: policy.modules, rules: policy.modules.flatMap((module) => module.rules), told };
}

describe('the language of a file', () => {
  test.each([
    ['version: 1\nrules: [{ name: a, commands: [git], action: deny }]\n', 'safeshell'],
    ['- { name: a, action: deny }\n', 'safeshell'],
    ['# nothing yet\n', 'safeshell'],
    ['rules: []\n', 'safeshell'],
    ['version: "1"\ndefaults: {}\nrules: []\n', 'claudecube'],
    ['version: "1"\ndefaults: {}\nrules: [{ name: a, action: deny, tool: Bash }]\n', 'claudecube'],
    ['rules: [{ id: a, when: { tool: exec }, then: block }]\n', 'policyshield'],
    ['- { id: a, then: block }\n', 'policyshield'],
    ['- { id: a, verdict: block }\n', 'policyshield'],
    ['default_verdict: block\nrules: []\n', 'policyshield'],
    ['dialect: policyshield\nrules: []\n', 'policyshield'],
    ['dialect: safeshell\nrules: []\n', 'safeshell'],
  ])('%j is %s', (text, dialect) => {
    const { modules, told } = load(text);
    expect(told.filter(({ level }) => level === 'error')).toEqual([]);
    expect(modules.map((module) => module.dialect)).toEqual([dialect]);
  });

  const NATIVE = '{ name: a, commands: [git], action: deny }';
  test.each<[string, string, string]>([
    [`rules: [${NATIVE}, { name: b, commands: [rm], when: { tool: x }, action: deny }]`, 'when', 'b'],
    [`rules: [${NATIVE}, { name: b, commands: [rm], then: block, action: deny }]`, 'then', 'b'],
    ['rules: [{ name: b, when: { tool: x }, action: deny }]', 'when', 'b'],
    ['rules: [{ name: b, then: block, action: deny }]', 'then', 'b'],
    ['- { name: b, then: block, action: deny }', 'then', 'b'],
    [`rules: [${NATIVE}, { id: b, when: { tool: x }, then: block }]`, 'id', 'b'],
    [`rules: [${NATIVE}, { id: b, trigger: always, effect: all writes }]`, 'effect', 'b'],
    [`rules: [${NATIVE}, { name: b, tool: Bash, action: deny }]`, 'tool', 'b'],
    [`overrides: []\nrules: [{ id: b, then: block }]`, 'then', 'b'],
  ])('is ours in spite of a stray key of another, which is told with its rule: %s', (text, key, rule) => {
    const { modules, told } = load(`version: 1\n${text}\n`.replace(/^version: 1\n-/, '-'));
    expect(modules.map((module) => module.dialect)).toEqual(['safeshell']);
    const problem = told.find(({ code, subject }) => code === 'unknown-key' && subject === key);
    expect(problem).toMatchObject({ level: 'error', help: expect.stringContaining(`rule \`${rule}\``) });
  });

  test.each([
    ['version: "1"\ndefaults: {}\nrules: [{ name: a, commands: [rm], action: deny }]\n', 'safeshell', 'defaults'],
    ['- { id: a, trigger: always, effect: all writes, when: { tool: x } }\n', 'carapace', 'when'],
    ['- { id: a, when: { tool: x }, then: block, conditons: [] }\n', 'policyshield', 'conditons'],
  ])('of %j is %s, and `%s` is told', (text, dialect, key) => {
    const { modules, told } = load(text);
    expect(modules.map((module) => module.dialect)).toEqual([dialect]);
    expect(told).toContainEqual(expect.objectContaining({ code: 'unknown-key', level: 'error', subject: key }));
  });

  test('that nobody knows is told', () => {
    expect(load('rules: []\ndialect: polcyshield\n').told).toMatchObject([
      { code: 'unknown-dialect', line: 2, column: 10, subject: 'polcyshield' },
    ]);
  });

  test('is ClaudeCube without what ClaudeCube needs: told as such', () => {
    expect(load('rules:\n  - { name: a, action: deny, tool: Bash }\n').told).toMatchObject([
      { code: 'missing-key', subject: 'version' },
      { code: 'missing-key', subject: 'defaults' },
    ]);
  });
});

const CUBE = 'version: "1"\ndefaults: {}\nrules:\n';

describe('every problem of a ClaudeCube file is told with its place', () => {
  test.each<[string, string, object[]]>([
    [
      'a broken regex, with rule and field',
      `${CUBE}  - name: no rm\n    action: deny\n    tool: Bash\n    match:\n      command:\n        - { pattern: "ok" }\n        - { pattern: "(rm", type: regex }\n`,
      [
        {
          code: 'bad-regex',
          level: 'error',
          line: 10,
          column: 22,
          subject: '(rm',
          help: 'it stands in rule `no rm`, field `command`',
        },
      ],
    ],
    [
      'several at once',
      `${CUBE}  - { name: a, action: block, tool: Bash }\n  - { action: deny, tool: 5 }\n`,
      [
        { code: 'wrong-value', line: 4, subject: 'block', expected: 'one of deny, allow, escalate' },
        { code: 'missing-key', line: 5, subject: 'name' },
        { code: 'wrong-type', line: 5, subject: '5', expected: 'text' },
      ],
    ],
    [
      'keys that are ignored',
      `${CUBE}  - { name: a, action: deny, tool: Bash, reson: x }\n`,
      [{ code: 'unknown-key', level: 'notice', line: 4, subject: 'reson' }],
    ],
    [
      'what has no effect',
      'version: "1"\ndefaults:\n  max_turns_per_agent: 5\nrules: []\n',
      [{ code: 'not-enforced', level: 'notice', line: 3, column: 3, subject: 'max_turns_per_agent' }],
    ],
    [
      'what is hardly meant',
      `${CUBE}  - { name: a, action: deny, tool: "Write | Edit" }\n  - { name: b, action: deny, tool: "mcp__*" }\n  - { name: c, action: deny, tool: X, match: {} }\n  - { name: d, action: deny, tool: X, match: { f: [{ pattern: "*.env", type: glob }] } }\n  - { name: e, action: allow, tool: X, match: { f: [{ pattern: "npm", type: regex }] } }\n`,
      [4, 5, 6, 7, 8].map((line) => ({ code: 'doubtful', level: 'notice', line })),
    ],
  ])('%s', (_name, text, found) => expect(load(text).told).toMatchObject(found));

  test('rules of one name have ids of their own', () => {
    const rule = '  - { name: same, action: deny, tool: X }\n';
    expect(load(`${CUBE}${rule}${rule}`).rules.map(({ id, name }) => [id, name])).toEqual([
      ['team/same', 'same'],
      ['team/same#2', 'same'],
    ]);
  });
});

describe('every problem of a PolicyShield file is told with its place', () => {
  test.each<[string, string, object[]]>([
    [
      'a misspelt condition',
      '- id: a\n  when:\n    toll: exec\n  then: block\n',
      [{ code: 'unknown-key', level: 'error', line: 3, column: 5, subject: 'toll', help: 'did you mean `tool`?' }],
    ],
    [
      'a misspelt verdict',
      'rules:\n  - { id: a, when: { tool: exec }, then: blok }\n',
      [{ code: 'wrong-value', line: 2, subject: 'blok', help: 'did you mean `block`?' }],
    ],
    [
      'a broken regex of a tool and of an argument',
      '- id: a\n  when:\n    tool: "a("\n    args_match: { c: { regex: "[" } }\n  then: block\n',
      [
        { code: 'bad-regex', line: 4, subject: '[' },
        { code: 'bad-regex', line: 3, subject: 'a(' },
      ],
    ],
    [
      'a chain without its window',
      '- id: a\n  when:\n    chain:\n      - tool: x\n  then: block\n',
      [{ code: 'missing-key', line: 4, subject: 'within_seconds' }],
    ],
    [
      'a time that is none',
      '- id: a\n  when:\n    context:\n      time_of_day: "9-18"\n  then: block\n',
      [{ code: 'wrong-value', line: 4, column: 20, subject: '9-18' }],
    ],
    [
      'a part of the language that is not there',
      'taint_chain: { enabled: true }\nrules: [{ id: a, when: { tool: x }, then: allow }]\n',
      [{ code: 'unsupported', level: 'error', line: 1, column: 1, subject: 'taint_chain' }],
    ],
    [
      'what is hardly meant',
      '- { id: a, when: { tool: delete_* }, then: block }\n- { id: b, then: block }\n',
      [
        { code: 'doubtful', level: 'notice', line: 1, subject: 'delete_*' },
        { code: 'doubtful', level: 'notice', line: 2, subject: 'b' },
      ],
    ],
    [
      'one id twice',
      '- { id: a, then: block }\n- { id: a, then: allow }\n',
      [{ code: 'doubtful' }, { code: 'duplicate-name', level: 'error', line: 2, subject: 'a' }],
    ],
  ])('%s', (_name, text, found) => expect(load(text).told).toMatchObject(found));
});

describe('our own rules about tool calls', () => {
  test.each<[string, string, object[]]>([
    [
      'name no commands',
      'rules:\n  - { name: a, commands: [git], conditions: [{ tool: Write }], action: deny }\n',
      [{ code: 'wrong-value', line: 2, subject: 'commands' }],
    ],
    [
      'ask nothing of a program start',
      'rules:\n  - name: a\n    conditions:\n      - tool: Write\n      - any_of: [{ command_contains: x }, { args: { any_flag: -f } }]\n    action: deny\n',
      [{ code: 'wrong-value', line: 5 }],
    ],
    [
      'redact the input of tool calls alone',
      'rules:\n  - { name: a, commands: [env], action: redact, redact: { input: true, patterns: { x: "(" } } }\n',
      [
        { code: 'wrong-value', line: 2, subject: 'true' },
        { code: 'bad-regex', line: 2, subject: '(' },
      ],
    ],
    [
      'have a redact part only beside its action',
      'rules:\n  - { name: a, redact: { input: true }, action: deny }\n',
      [{ code: 'wrong-value', line: 2 }],
    ],
  ])('%s', (_name, text, found) => expect(load(text).told).toMatchObject(found));
});

describe('outside hours and outside days in one rule', () => {
  const shield = (context: string) => `- { id: a, when: { tool: deploy, context: { ${context} } }, then: block }\n`;
  const own = (conditions: string) =>
    `rules: [{ name: a, commands: [git], conditions: [${conditions}], action: deny }]\n`;
  const [TIME, DAYS] = ['time_of_day: "!09:00-18:00"', 'day_of_week: "!Mon-Fri"'];

  test.each([
    [shield(`${TIME}, ${DAYS}`), 1],
    [own(`{ ${TIME} }, { ${DAYS} }`), 1],
    [shield(TIME), 0],
    [shield(DAYS), 0],
    [shield(`${TIME}, day_of_week: Mon-Fri`), 0],
    [shield(`time_of_day: "09:00-18:00", ${DAYS}`), 0],
    [own(`{ ${DAYS} }`), 0],
    [own(`{ any_of: [{ ${TIME} }, { ${DAYS} }] }`), 0],
  ])('%s', (text, count) => {
    const { told, rules } = load(text);
    expect(rules).toHaveLength(1);
    const notice = { code: 'doubtful', level: 'notice', expected: expect.stringMatching(/two rules/) };
    expect(told).toEqual(Array(count).fill(expect.objectContaining(notice)));
  });
});
