import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_ANALYZERS } from '../../../src/code/index.ts';
import { HOLE } from '../../../src/model/hole.ts';
import '../../support/seed.ts';

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
      { numRuns: 400, seed: 11 },
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
