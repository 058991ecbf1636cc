import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { CODE_TESTS } from '../../src/gate/code.ts';
import type { Facts } from '../../src/model/facts.ts';
import { analyzeArgv } from '../../src/shell/analyze.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { Random } from '../support/fuzz/random.ts';
import { codeWords } from '../support/gate/code.ts';
import { runs } from '../support/runs.ts';
import { presentShells } from '../support/shim-world.ts';

const SEED = Number(process.env.GATE_SEED ?? 1);
const CALLS = Number(process.env.GATE_CODES ?? runs(1000));
const LANGUAGES = ['awk', 'sed'] as const;
type Language = (typeof LANGUAGES)[number];

/** Which of the calls have nothing but simple code, as sh sees it. */
function plainOnes(language: Language, calls: readonly (readonly string[])[], shell: readonly string[]) {
  const { name, text } = CODE_TESTS[language];
  const asked = calls.map((words) => `if ${name} ${words.map(shQuote).join(' ')}; then echo no; else echo yes; fi`);
  const [program = '', ...options] = shell;
  const run = spawnSync(program, options, {
    input: `${text}\n${asked.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const answers = run.stdout.split('\n').slice(0, -1);
  if (answers.length !== calls.length) throw new Error(`${shell.join(' ')}: ${run.stderr}`);
  return calls.filter((_words, at) => answers[at] === 'yes');
}

/** Does it start something else, write a file of its own accord, or is it not understood? */
function doesMore(argv: readonly string[]): boolean {
  const facts = {
    env: {},
    home: '/home/u',
    readCode: () => undefined,
    realpath: (path: string) => path,
    tmp: [],
    expandGlob: () => undefined,
  } as unknown as Facts;
  const { invocations, unsure } = analyzeArgv(argv, { cwd: '/x', env: {}, facts });
  return invocations.length > 1 || unsure.length > 0;
}

for (const language of LANGUAGES) {
  test.each(presentShells().map((shell) => [shell.join(' '), shell] as const))(
    `${language}: what %s calls simple starts and writes nothing`,
    (_name, shell) => {
      const random = new Random(SEED);
      const calls = Array.from({ length: CALLS }, () => codeWords(language, random));
      const plain = plainOnes(language, calls, shell);
      expect({ seed: SEED, unsound: plain.find((words) => doesMore([language, ...words])) }).toEqual({ seed: SEED });
      const harmless = calls.filter((words) => !doesMore([language, ...words])).length;
      console.log(`${language}: ${plain.length} of ${harmless} harmless calls pass`);
      expect(plain.length).toBeGreaterThan(harmless / 10);
    },
  );
}

test.each([
  ['sed', ['-n', '1,20p', 'a.ts']],
  ['sed', ['s/[^/]*$//']],
  ['sed', ['-e', 's/^[ \t]*//', '-e', 's,/$,,;/^$/d', 'x']],
  ['sed', ['-i.bak', 's/every where/write/g', 'x']],
  ['sed', ['/^X\\(.*[^/]\\)\\/\\/*[^/][^/]*\\/*$/{\ns//\\1/\nq\n}\ns/.*/./;q']],
  ['sed', ['y%*+%pp%;s%[^_a-z]%_%g']],
  ['awk', ['{print $1, $NF}', 'x']],
  ['awk', ['-F:', '-v', 'n=3', '$3 > n || /x|y/ { print $1 }', '/etc/group']],
  ['awk', ['BEGIN { FS = "|" } NR > 1 { sum += $2 } END { printf "%d\\n", sum }']],
] as const)('%s %j is simple', (language, words) => {
  for (const shell of presentShells()) expect(plainOnes(language, [words], shell)).toEqual([words]);
});

test.each([
  ['sed', ['e date']],
  ['sed', ['-n', '1!e date']],
  ['sed', ['s/a/b/w out']],
  ['sed', ['-e', 'p', '-e', '$w out']],
  ['sed', ['-f', 'x.sed']],
  ['awk', ['BEGIN { system("date") }']],
  ['awk', ['{ print > "out" }']],
  ['awk', ['{ "date" | getline d }']],
  ['awk', ['-f', 'x.awk']],
] as const)('%s %j is not', (language, words) => {
  for (const shell of presentShells()) expect(plainOnes(language, [words], shell)).toEqual([]);
});
