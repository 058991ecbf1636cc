import { expect, test } from 'vitest';
import { decisionText, explainText } from '../../../src/text/decision.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { judgeIn } from '../../support/judge.ts';
import { policyOf } from '../../support/judged.ts';

const NOTHING = policyOf({ none: 'version: 1\nrules: []\n' });

function explained(line: string): readonly string[] {
  return explainText(judgeIn(NOTHING, line), createPaint(false)).split('\n');
}

test.each([
  ['cd a && rm $X', ['   cd a && rm $X', '           ^^^^^']],
  ['set -e\nfor f in a; do\n\trm "$f"\ndone', ['   3:  rm "$f"', '       ^^^^^^^']],
  [`echo ${'a'.repeat(200)} && rm b && ls`, ['   ...aaaaaaaaaaaaaaaa && rm b && ls', '                          ^^^^']],
  ['rm "a\nb"', ['   1: rm "a', '      ^^^^^']],
])('marks each start in its line: %j', (line, marked) => {
  expect(explained(line).join('\n')).toContain(marked.join('\n'));
});

test.each([
  ['rm $X', '`$X` is not known: a variable that is not set here'],
  ['rm $(cat x)', '`$(cat x)` is not known: what a command prints'],
  ['ssh h "rm /tmp/$z"', '`/tmp/…` is not known: a variable that is not set here'],
])('says why a word of %j is not known', (line, reason) => {
  expect(explained(line)).toContain(`   ${reason}`);
});

const THREE = policyOf({
  three: `
version: 1
rules:
  - { name: asks, commands: [rm], conditions: [{ args: { any_flag: [-r] } }], action: require_approval }
  - { name: other, commands: [rm], conditions: [{ args: { any_flag: [-d] } }], action: deny }
  - { name: any, conditions: [{ command_matches: nothing }], action: deny }
`,
});

test.each([
  ['telling', ['three/asks'], ['2 other rules do not apply']],
  ['near', ['three/asks', 'three/other'], ['1 rules for every command do not apply (--all shows them)']],
  ['all', ['three/asks', 'three/any', 'three/other'], []],
] as const)('names the rules that are wanted: %s', (shown, named, hidden) => {
  const lines = explainText(judgeIn(THREE, 'rm -r x'), createPaint(false), shown).split('\n');
  expect(lines.flatMap((line) => line.match(/^ {3}[●○] (three\/\w+)/)?.[1] ?? [])).toEqual(named);
  expect(lines.flatMap((line) => line.match(/^ {3}○ (\d.*)/)?.[1] ?? [])).toEqual(hidden);
});

const LOUD = policyOf({
  loud: `
version: 1
rules:
  - name: asks
    commands: [rm]
    action: require_approval
    message: |
      Not \\e[2J
      here.
    help: "Not \\e[2J"
`.replaceAll('\\e', '\x1b'),
});

test('what a line or a rule holds is shown on a terminal, not obeyed, and a message is one line', () => {
  const decision = judgeIn(LOUD, `A=$'\\e[1m' sudo rm "\x1b[2J" "$X\x1b[3J" >$'\\e[4m'`);
  expect(explainText(decision, createPaint(false), 'all').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(decisionText(decision, createPaint(false)).split('\n').slice(1)).toEqual([
    '  Not \\x1b[2J here.',
    '  instead: Not \\x1b[2J',
  ]);
});

test.each([
  ['near', ['three/asks']],
  ['all', ['three/asks', 'three/any', 'three/other']],
] as const)('says where rules stand that matter: %s', (shown, placed) => {
  const lines = explainText(judgeIn(THREE, 'rm -r x'), createPaint(false), shown).split('\n');
  const found = lines.flatMap((line) => /^ {3}[●○] (three\/\w+).* {2}\S*three\.yaml:\d+$/.exec(line)?.[1] ?? []);
  expect(found).toEqual(placed);
});
