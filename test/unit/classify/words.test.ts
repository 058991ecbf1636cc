import { describe, expect, test } from 'vitest';
import { onlyAsks } from '../../../src/classify/programs/databases.ts';
import { verbOf } from '../../../src/classify/programs/tools.ts';
import { expandedVariables, isSecretName } from '../../../src/classify/variables.ts';
import { knownWord } from '../../../src/model/word.ts';

describe('names of secrets', () => {
  test.each([
    'API_KEY',
    'GITHUB_TOKEN',
    'DB_PASSWORD',
    'PGPASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'SECRET_KEY_BASE',
    'SECRET',
    'MYSQL_PWD',
    'NPM_TOKEN',
    'apiKey',
    'clientSecret',
    'STRIPE_SECRET',
    'GH_PAT',
    'PRIVATE_KEY',
    'DB_PASS',
    'TOKEN_2',
    'OPENAI_APIKEY',
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    'HOME',
    'PATH',
    'PWD',
    'OLDPWD',
    'KEYBOARD',
    'MONKEY',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'PASSWORD_STORE_DIR',
    'GPG_KEY_FILE',
    'AUTHOR',
    'PUBLIC_KEY',
    'SSH_PUBLIC_KEY',
    'BYPASS',
    'COMPASS_URL',
    'TOKEN_PATH',
    'PATTERN',
  ])('%s is none', (name) => expect(isSecretName(name)).toBe(false));

  test('only expansions count', () => {
    expect(
      expandedVariables({
        kind: 'unknown',
        prefix: '',
        suffix: '',
        fields: 'any',
        reason: 'variable',
        text: '"${A}$B"',
      }),
    ).toEqual(['A', 'B']);
    expect(expandedVariables(knownWord('/home/u', '$HOME'))).toEqual(['HOME']);
    expect(expandedVariables(knownWord('$A', "'$A'"))).toEqual([]);
  });
});

describe('statements that only ask', () => {
  test.each([
    'select 1',
    ' SELECT 1; show tables;',
    '/* x */ select 1',
    '-- x\nselect 1',
    '\\dt',
    '.tables',
    'explain select 1',
  ])('%s', (sql) => expect(onlyAsks(sql)).toBe(true));
  test.each([
    '',
    'delete from x',
    'select 1; drop table x',
    "select * from x into outfile '/tmp/a'",
    'explain analyze delete from x',
    'pragma journal_mode = wal',
    'with x as (delete from y returning *) select * from x',
    'selection',
    'copy x to stdout',
  ])('not: %s', (sql) => expect(onlyAsks(sql)).toBe(false));

  test('a long comment does not hold it up', () => {
    expect(onlyAsks('/* '.repeat(1_000_000))).toBe(false);
    expect(onlyAsks('--\n'.repeat(1_000_000))).toBe(false);
  });
});

test.each([
  ['create_issue', 'write'],
  ['list_issues', 'read'],
  ['finance_query', 'read'],
  ['issueDelete', 'write'],
  ['get_and_delete', 'write'],
  ['frobnicate', undefined],
  ['', undefined],
])('verb of %s', (name, verb) => expect(verbOf(name)).toBe(verb));
