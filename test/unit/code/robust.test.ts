import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_ANALYZERS } from '../../../src/code/index.ts';
import { HOLE } from '../../../src/model/hole.ts';
import '../../support/seed.ts';
import { runs } from '../../support/runs.ts';

const FRAGMENTS = [
  'system',
  'os.',
  'unlink',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '`',
  '/',
  '\\',
  '\n',
  '#',
  '$x',
  '@ARGV',
  '<<EOT',
  '=',
  ' ',
  ';',
  ',',
  'constructor',
  '__proto__',
  'eval',
  's/a/b/e',
  '%x(',
  'qq{',
  '=>',
  '->',
  '|',
  '>',
  'require("fs")',
  '!',
  ':',
  'import ',
  'toString',
  '~',
  HOLE,
  'é',
  '\u{1F600}',
  '* * * * *',
  '.shell ',
  'copy x program ',
  '.each',
];

describe('readers of code', () => {
  it.each([...CODE_ANALYZERS.keys()])('%s never throws', (language) => {
    const analyze = CODE_ANALYZERS.get(language);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 4 })), { maxLength: 30 }),
        (parts) => {
          const findings = analyze?.(parts.join(''), []) ?? [];
          for (const one of findings) if (one.kind === 'argv') expect(one.argv.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(400), seed: 11 },
    );
  });

  it.each([...CODE_ANALYZERS.keys()])('%s comes to an end on long text', (language) => {
    const analyze = CODE_ANALYZERS.get(language);
    for (const piece of [
      'system(',
      '"a" . ',
      '[',
      'a.b(',
      '| ',
      's/',
      ' ',
      '\t',
      'x:',
      '$(shell ',
      '(call-process ',
      '-',
      "'",
      'silent ',
      '<<A\n',
      '{',
      'a,',
      '\\',
      '1 ',
      '[][^]',
      '/[]',
      '}',
      ':',
      '=x\n',
    ]) {
      const text = piece.repeat(Math.floor(4000 / piece.length));
      // the test's own time limit is what would catch a reader that runs away
      expect(() => analyze?.(text, [])).not.toThrow();
    }
  });
});

/** Each language's `x = x + x + x`, in a way that its reader evaluates. */
const GROWING: readonly (readonly [language: string, first: string, again: string, last: string])[] = [
  ['python', 'x = "a"\n', 'x = x + x + x\n', 'import os; os.system(x)'],
  ['python', 'x = "a"\n', 'x = f"{x}{x}{x}"\n', 'import os; os.system(x)'],
  ['python', 'x = ["a"]\n', 'x = x + x + x\n', 'import subprocess; subprocess.run(x)'],
  ['python', 'import os\nfor y in ["a", "b"]:\n  x = y\n', 'x = [y, x, x]\n', 'os.system("".join(x))'],
  ['python', 'from pathlib import Path\nx = Path("a")\n', 'x = x / x / x\n', 'x.unlink()'],
  ['python', 'x = "a"\n', 'x = x.join([x, x, x])\n', 'import os; os.system(x)'],
  ['javascript', 'let x = "a"\n', 'x = x + x + x\n', 'require("child_process").execSync(x)'],
  ['javascript', 'let x = "a"\n', 'x = `${x}${x}${x}`\n', 'require("child_process").execSync(x)'],
  ['javascript', 'let x = ["a"]\n', 'x = [...x, ...x, ...x]\n', 'require("child_process").spawnSync("a", x)'],
  ['ruby', 'x = "a"\n', 'x = x + x + x\n', 'system(x)'],
  ['ruby', 'x = "a"\n', 'x = "#{x}#{x}#{x}"\n', 'system(x)'],
  ['perl', '$x = "a";\n', '$x = $x . $x . $x;\n', 'system($x);'],
  ['php', '<?php $x = "a";\n', '$x = "$x$x$x";\n', 'system($x);'],
  ['tcl', 'set x a\n', 'set x $x$x$x\n', 'exec sh -c $x'],
];

it.each(GROWING)('%s: a text that grows by itself is known up to a bound: %s%s', (language, first, again, last) => {
  const found = CODE_ANALYZERS.get(language)?.(first + again.repeat(300) + last, []);
  expect(JSON.stringify(found).length).toBeLessThan(100_000);
});
