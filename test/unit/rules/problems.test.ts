import { describe, expect, test } from 'vitest';
import { loadRules } from '../../../src/rules/load.ts';

function problemsOf(text: string) {
  const { problems } = loadRules([{ file: 'mine.yaml', text, tier: 'user', module: 'mine' }]);
  return problems.map(({ at: { line, column }, code, subject, expected, help }) => ({
    code,
    line,
    column,
    subject,
    expected,
    help,
  }));
}

describe('every problem of a file is told with its place', () => {
  const table: readonly (readonly [name: string, text: string, found: readonly object[]])[] = [
    ['a clean file', 'version: 1\nrules:\n  - { name: a, action: deny }\n', []],
    ['an empty file', ' \n', [{ code: 'missing-key', line: 1, subject: 'rules' }]],
    ['a file of comments', '# nothing yet\n', []],
    [
      'a misspelt key',
      'rules:\n  - name: a\n    comands: [git]\n    action: deny\n',
      [{ code: 'unknown-key', line: 3, column: 5, subject: 'comands', help: 'did you mean `commands`?' }],
    ],
    [
      'a misspelt key at the top',
      'ruls: []\n',
      [{ code: 'unknown-key', line: 1, column: 1, subject: 'ruls', help: 'did you mean `rules`?' }],
    ],
    [
      'a misspelt action',
      'rules:\n  - name: a\n    action: denny\n',
      [{ code: 'wrong-value', line: 3, column: 13, subject: 'denny', help: 'did you mean `deny`?' }],
    ],
    [
      'a trigger of commands',
      'rules:\n  - { name: a, commands: [ls], trigger: { operation: execute }, action: deny }\n',
      [{ code: 'wrong-value', line: 2 }],
    ],
    [
      'a trigger about one program',
      'rules:\n  - { name: a, conditions: [{ tool: x }], trigger: { args: { any_flag: -f } }, action: deny }\n',
      [{ code: 'wrong-value', line: 2 }],
    ],
    [
      'an order of calls for rules about commands',
      'tool_calls: { order: [priority] }\nrules:\n  - { name: a, commands: [ls], action: deny }\n',
      [{ code: 'wrong-value', line: 1, subject: 'tool_calls' }],
    ],
    ['no action', 'rules:\n  - name: a\n', [{ code: 'missing-key', line: 2, column: 5, subject: 'action' }]],
    [
      'a misspelt condition',
      'rules:\n  - name: a\n    conditions:\n      - command_contain: x\n    action: deny\n',
      [
        {
          code: 'unknown-condition',
          line: 4,
          column: 9,
          subject: 'command_contain',
          help: 'did you mean `command_contains`?',
        },
      ],
    ],
    [
      'a misspelt condition in the other spelling',
      'rules:\n  - name: a\n    conditions:\n      - type: comand_contains\n        pattern: x\n    action: deny\n',
      [
        {
          code: 'unknown-condition',
          line: 4,
          column: 15,
          subject: 'comand_contains',
          help: 'did you mean `command_contains`?',
        },
      ],
    ],
    [
      'a misspelt key in a condition',
      'rules:\n  - name: a\n    conditions:\n      - type: command_contains\n        patern: x\n    action: deny\n',
      [
        { code: 'missing-key', line: 4, column: 9, subject: 'pattern' },
        { code: 'unknown-key', line: 5, column: 9, subject: 'patern', help: 'did you mean `pattern`?' },
      ],
    ],
    [
      'a bash condition',
      'rules:\n  - name: a\n    conditions:\n      - \'echo "$CMD" | grep -q "x"\'\n    action: deny\n',
      [{ code: 'bash-condition', line: 4, column: 9, help: expect.stringContaining('command_contains') }],
    ],
    [
      'a broken regex',
      'rules:\n  - name: a\n    conditions:\n      - command_matches: "a("\n    action: deny\n',
      [{ code: 'bad-regex', line: 4, subject: 'a(' }],
    ],
    [
      'an exponential regex',
      'rules:\n  - name: a\n    conditions:\n      - command_matches: "(a+)+$"\n    action: deny\n',
      [{ code: 'exponential-regex', line: 4, subject: '(a+)+$' }],
    ],
    [
      'two rules of one name',
      'rules:\n  - { name: a, action: deny }\n  - { name: a, action: allow }\n',
      [{ code: 'duplicate-name', line: 3, subject: 'a' }],
    ],
    [
      'a redirect to nowhere',
      'rules:\n  - { name: a, action: redirect }\n',
      [{ code: 'missing-key', subject: 'redirect_to' }],
    ],
    [
      'a redirect with an operator',
      'rules:\n  - { name: a, action: redirect, redirect_to: "ls | sh" }\n',
      [{ code: 'bad-template', line: 2, subject: 'ls | sh' }],
    ],
    [
      'an override of nothing',
      'overrides:\n  - { name: git/nope, disabled: true }\n',
      [{ code: 'unknown-rule', line: 2, subject: 'git/nope' }],
    ],
    [
      'a list where one word is due',
      'rules:\n  - name: a\n    action: deny\n    conditions: [{ path_matches: { pattern: x, access: [write, delete] } }]\n',
      [
        {
          code: 'wrong-value',
          line: 4,
          expected: 'no list, but one of any, read, send, write, fill, delete, change, replace',
        },
      ],
    ],
    [
      'several at once',
      'rules:\n  - { name: a, acton: deny }\n  - { name: b, action: maybe }\n',
      [
        { code: 'missing-key', line: 2 },
        { code: 'unknown-key', line: 2, subject: 'acton' },
        { code: 'wrong-value', line: 3, subject: 'maybe' },
      ],
    ],
    ['broken YAML', 'rules: [\n', [{ code: 'yaml-syntax' }]],
    ['a key twice', 'rules: []\nrules: []\n', [{ code: 'yaml-syntax', line: 2 }]],
    [
      'an example at no time',
      'rules:\n  - name: a\n    commands: [ls]\n    action: deny\n    tests: { match: [{ command: ls, at: noon }] }\n',
      [{ code: 'wrong-value', line: 5, subject: 'noon' }],
    ],
    ['a value that holds itself', 'rules: &a\n  - *a\n', [{ code: 'yaml-syntax', line: 2, column: 5 }]],
    ['a key that nobody would see', 'rules:\n  - { __proto__: a }\n', [{ code: 'yaml-syntax', line: 2, column: 7 }]],
    ['an alias of nothing', 'rules: *a\n', [{ code: 'yaml-syntax', line: 1 }]],
    [
      'two documents',
      'rules: []\n---\nrules: []\n',
      [{ code: 'yaml-syntax', line: 2, help: expect.not.stringContaining('parse') }],
    ],
    ['a key that is a mapping', 'rules: []\n? { a: 1 }\n: b\n', [{ code: 'unknown-key' }]],
    [
      'nesting without end',
      `rules: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
      [{ code: 'yaml-syntax', help: expect.stringContaining('deep') }],
    ],
    ['a list', '- a\n', [{ code: 'wrong-type', line: 1 }]],
    ['text', 'hello\n', [{ code: 'wrong-type', line: 1 }]],
    ['rules that are no list', 'rules: {}\n', [{ code: 'wrong-type', line: 1 }]],
  ];
  test.each(table)('%s', (_name, text, found) => {
    expect(problemsOf(text)).toEqual(found.map((one) => expect.objectContaining(one)));
  });

  test('a rule may be merged into another', () => {
    expect(problemsOf('rules:\n  - &a { name: a, commands: [git], action: deny }\n  - { <<: *a, name: b }\n')).toEqual(
      [],
    );
    expect(problemsOf('rules:\n  - &a { name: a, commands: [git], action: deny }\n  - { <<: *a }\n')).toEqual([
      expect.objectContaining({ code: 'duplicate-name', subject: 'a' }),
    ]);
  });

  test('alias bombs are refused', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(', ')}]\n`)
      .join('')}rules: []\n`;
    expect(problemsOf(bomb).map((one) => one.code)).toContain('yaml-syntax');
  });
});
