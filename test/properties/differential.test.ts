import { describe, expect, it } from 'vitest';
import type { ShellName } from '../../src/model/request.ts';
import { confirmTables } from '../support/confirm-rows.ts';
import { corpus } from '../support/fuzz/corpus.ts';
import { analyzeAnywhere, crashOf, shellAt } from '../support/fuzz/crash.ts';
import { differential } from '../support/fuzz/differential.ts';
import { mutate } from '../support/fuzz/mutate.ts';
import { Random } from '../support/fuzz/random.ts';
import { linesOf } from '../support/lines.ts';
import { runs } from '../support/runs.ts';

/** A fixed slice; `SAFESHELL_FUZZ=5000` takes as many mutants of another seed each time. */
const MUTANTS = Number(process.env.SAFESHELL_FUZZ ?? runs(300));
const SEED = Number(
  process.env.SAFESHELL_SEED ?? (process.env.SAFESHELL_FUZZ === undefined ? 7 : Date.now() % 2 ** 31),
);
const LINES = corpus('.');

describe('mutated lines', () => {
  it(`start nothing in bash that is not reported or in doubt (seed ${SEED})`, async () => {
    const isDone = (mutants: number) => mutants >= MUTANTS;
    const { executing, holes } = await differential({ seed: SEED, lines: LINES, isDone });
    expect(holes).toEqual([]);
    expect(executing).toBeGreaterThan(MUTANTS / 4);
  }, 3_600_000);

  it(`are answered at once (seed ${SEED})`, () => {
    const random = new Random(SEED);
    const findings = Array.from({ length: MUTANTS }, (_, turn) => crashOf(mutate(random, LINES), shellAt(turn)));
    expect(findings.filter((finding) => finding !== undefined)).toEqual([]);
  }, 3_600_000);
});

/** Each once took seconds, or threw: before, a piece, how often, after. */
const HARD: readonly (readonly [ShellName, string, string, number, string])[] = [
  ['fish', 'cmda <<A <<B\na\nA\nb', '\n', 60_000, 'B\ncmdb'],
  ['fish', '{', '\n', 38_000, ' git fetch; }'],
  ['bash', "node -e 'const {exe", '}', 23_000, "c}'"],
  ['bash', 'python3 -c "import os', ':', 23_000, 'remove(1)"'],
  ['bash', 'bun -e "require(x).rmSync', "'", 24_000, '"'],
  ['bash', "awk '/", '[][^]', 800, " { print }'"],
  ['zsh', 'ls ${Q:-*(', 'u11', 200, 'x)}'],
  ['bash', 'trap a', ' EXIT && for', 4000, ' i in x; do y; done'],
  ['bash', 'cd a', ' && cd a', 4000, ''],
  ['bash', 'cat a | /opt/bin', '/', 35_000, 'thing'],
  ['bash', 'for i', '[', 60_000, ' in a; do b; done'],
  ['bash', 'nslookup', 'p e<<', 12_000, 'E\n.example'],
  ['bash', "eval 'echo ", '* * * *-r', 6500, "f /' | crontab -"],
  ['bash', '', 'eval {$', 9110, ''],
  ['bash', 'X=$(c;url hc;...); eva', 'l " eval "$X', 817, ''],
  ['bash', 'echo $(printf "', '\\n', 30_000, 'x")'],
  ['bash', "tmux send-keys -t py '", '}', 49_000, "import os' Enter 'a' Enter"],
  ['bash', 'X=ab;', 'X=${X//a/aa};', 4600, ''],
  ['bash', '', 'PATH=a:$PATH;b\n', 4300, ''],
  ['bash', '', 'grep x k > k; sh k\n', 3400, ''],
  ['bash', 'X=X+X+X;', 'a $((X));', 6500, ''],
];

describe('hard lines', () => {
  it.each(HARD)('are answered at once: %s, %s%s..', (shell, before, piece, times, after) => {
    expect(crashOf(before + piece.repeat(times) + after, shell)).toBeUndefined();
  });
});

describe('valid lines', () => {
  const rows = [...confirmTables().values()]
    .flat()
    .filter(({ table, shells }) => table !== 'errors' && shells.includes('bash'));
  const everyday = linesOf('test/cases/everyday.yaml');

  it('are hardly ever in doubt', () => {
    const lines = [...rows.map(({ run }) => run), ...everyday];
    const doubted = lines.filter((line) => analyzeAnywhere(line).unsure.length > 0);
    console.info(`in doubt: ${doubted.length} of ${lines.length} valid lines`);
    expect(doubted.length / lines.length).toBeLessThan(0.03);
  });

  it('are never in doubt where they are everyday work', () => {
    expect(everyday.filter((line) => analyzeAnywhere(line).unsure.length > 0)).toEqual([]);
  });
});
