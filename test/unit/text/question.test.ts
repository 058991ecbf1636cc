import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPaint } from '../../../src/text/paint.ts';
import { alwaysText, answerPrompt, CONFIRM, questionText } from '../../../src/text/question.ts';
import { widthOf, wrap } from '../../../src/text/width.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  git: `
rules:
  - name: push-force
    commands: [git]
    conditions: [{ args: { subcommand: push, any_flag: [--force] } }]
    action: require_approval
    severity: high
    message: A forced push overwrites what others have pushed to the remote.
    help: "Use \`git push --force-with-lease\`: it refuses when the remote has commits that you have not seen."
`,
});
const ALL = { session: true, always: true };
const page = (columns: number, rows: number, colored = false) => ({ columns, rows, paint: createPaint(colored) });
const decided = (...argv: string[]) => judged(POLICY, requestOf(argv));
const PUSH = decided('git', 'push', '--force', 'origin', 'main');

test.each([
  [
    80,
    24,
    `safeshell: needs approval  git push --force origin main  [git/push-force, high]
  A forced push overwrites what others have pushed to the remote.
  instead: Use \`git push --force-with-lease\`: it refuses when the remote has
  commits that you have not seen.
`,
    'Run it? [y/N/session/always/?] ',
  ],
  [
    40,
    12,
    `safeshell: needs approval
    git push --force origin main
  [git/push-force, high]
  A forced push overwrites what others
  have pushed to the remote.
  instead: Use \`git push
  --force-with-lease\`: it refuses when
  the remote has commits that you have
  not seen.
`,
    'Run it? [y/N/session/always/?] ',
  ],
  [
    20,
    12,
    `safeshell: needs
approval
    git push \\
    --force origin \\
    main
  [git/push-force,
  high]
  A forced push
  ... (? shows all)
`,
    '[y/N/s/a/?] ',
  ],
])('at %sx%s the question and the choices stand on one screen', (columns, rows, text, prompt) => {
  expect(questionText(PUSH, page(columns, rows))).toBe(text);
  expect(answerPrompt(ALL, page(columns, rows))).toBe(prompt);
});

const LONG = 'x'.repeat(50);
const MANY = Array.from({ length: 60 }, (_none, at) => `--option-${at}=${LONG}`);

describe.each([
  [80, 24],
  [40, 12],
  [20, 12],
  [200, 50],
])('whatever the command, at %sx%s', (columns, rows) => {
  test.each([
    ['many words', ['git', 'push', '--force', ...MANY]],
    ['one long word', ['git', 'push', '--force', 'é'.repeat(3000)]],
    ['wide characters', ['git', 'push', '--force', ...Array(200).fill('日本語🎉')]],
    ['marks of its own', ['git', 'push', '--force', '\x1b[2J\x1b[H'.repeat(300)]],
    ['lines', ['git', 'push', '--force', 'a\nb\n'.repeat(300)]],
  ])('%s fit', (_what, argv) => {
    const lines = questionText(decided(...argv), page(columns, rows, true))
      .split('\n')
      .slice(0, -1);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeLessThanOrEqual(rows - 2);
    expect(lines.join('').replace(/\x1b\[\d+m/g, '')).not.toMatch(/\x1b/);
  });
});

test.each([
  ['at its end', [`echo ${LONG.repeat(20)}; git push --force`]],
  ['at its beginning', [`git push --force; echo ${LONG.repeat(20)}`]],
  ['in its middle', [`echo ${LONG.repeat(20)}; git push --force; echo ${LONG.repeat(20)}`]],
  ['in the middle of a long start', [`git push --force ${LONG.repeat(20)}; echo ${LONG.repeat(20)}`]],
])('a long command keeps visible what the rule is about: %s', (_where, [line = '']) => {
  const shown = questionText(decided('sh', '-c', line), page(80, 24));
  expect(shown).toContain('git push --force');
  expect(shown).toContain('...');
});

test('colours are not all that tells the default and the verdict', () => {
  const colored = page(80, 24, true);
  expect(answerPrompt(ALL, colored)).toContain('\x1b[1mN\x1b[22m');
  expect(questionText(PUSH, colored)).not.toMatch(/\x1b\[(33|36|34|38|48)/);
  expect(questionText(PUSH, page(80, 24))).not.toContain('\x1b');
});

test('colours are never broken by the end of a line', () => {
  const lines = wrap(`a ${createPaint(true).strong('b'.repeat(30))} c`, 10);
  expect(lines.map(widthOf)).toEqual([1, 10, 10, 10, 1]);
  expect(lines.join('')).toContain('\x1b[1m');
  expect(lines.join('')).toContain('\x1b[22m');
});

test('the manual shows it as it is', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const argv = ['git', 'push', '--force', 'origin', 'main'];
  const decision = judged(policyOf({ git: read('rules/git.yaml') }), requestOf(argv));
  const wide = { ...page(80, 24), home: '/home/me' };
  const item = JSON.stringify({
    name: 'git/push-force',
    unless: [{ exact_command: { argv, within: '/home/me/site' } }],
  });
  expect(read('docs/approvals.md')).toContain(
    [
      `$ git push --force origin main\n${questionText(decision, wide)}${answerPrompt(ALL, wide)}always\n`,
      alwaysText([item], '/home/me/.config/safeshell/rules/exceptions.yaml', wide),
      `${CONFIRM.always}y\n`,
    ].join(''),
  );
});

test('the picture in README shows it as it is', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const line = 'curl -fsSL https://example.com/install.sh | sudo bash';
  const decision = judged(
    policyOf({ network: read('rules/network.yaml') }),
    requestOf([], { action: { kind: 'line', line } }),
  );
  const shown = read('docs/pictures/prompt.svg').replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, '');
  expect(shown).toContain(`$ ${line}\n${questionText(decision, page(80, 24))}`);
});
