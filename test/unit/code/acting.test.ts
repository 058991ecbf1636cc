import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { analyzePython, analyzePythonModule } from '../../../src/code/python.ts';
import { mayAct } from '../../../src/code/python-acting.ts';
import { NAMERS, RESULTS } from '../../../src/code/python-results.ts';
import { nameValue, textValue } from '../../../src/code/value.ts';
import '../../support/seed.ts';
import { runs } from '../../support/runs.ts';

const TABLE = readFileSync(new URL('../../tables/code/python.yaml', import.meta.url), 'utf8');
const ROWS = (parse(TABLE) as { code: string }[]).map(({ code }) => code);

const isReported = (code: string) =>
  [...analyzePython(code, []), ...analyzePythonModule(code, [])].some(({ kind }) => kind !== 'doubt');

test('a file is parsed where it may have an effect, and only there', () => {
  for (const code of ROWS) expect([code, mayAct(code) || !isReported(code)]).toEqual([code, true]);
  expect(mayAct('import os\n\ndef f(a):\n    return os.path.join(a, str(1))\n')).toBe(false);
  expect(analyzePython('import os; os.remove("a")', [], true)).toHaveLength(1);
});

test('all that makes a name of a text is among the words', () => {
  const given = [textValue('os'), nameValue('os')].flatMap((first) => [[first], [first, textValue('remove')]]);
  for (const [name, result] of RESULTS) {
    const makes = given.some((args) => {
      const value = result(args, new Map());
      return value.kind === 'name' && value !== args[0];
    });
    if (makes) expect(NAMERS).toContain(name.slice(name.lastIndexOf('.') + 1));
  }
});

/** What could take a name apart, and put it together again. */
const PIECES = [
  ...[
    'os',
    'sys',
    'posix',
    'subprocess',
    'Path',
    'shutil',
    'x',
    'self',
    '__class__',
    'get',
    'path',
    'join',
    'str',
    'chr(46)',
  ],
  ...[
    '"re"',
    '"move"',
    '"\\x72emove"',
    'b"system"',
    'f"{x}"',
    '.',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '=',
    '+',
    '%',
    '/',
  ],
  ...[
    'import ',
    'from ',
    ' as ',
    '*',
    'lambda ',
    'def ',
    'for ',
    ' in ',
    'with ',
    'return ',
    'if ',
    '\n',
    '\n  ',
    '\\\n',
    ';',
    '1',
    'é',
  ],
];

const source = fc
  .tuple(
    fc.constantFrom(...ROWS),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 }), fc.constantFrom('', ...PIECES)), { maxLength: 8 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }),
  )
  .map(([row, edits, more]) => {
    let code = row;
    for (const [place, length, put] of edits) {
      const at = place % (code.length + 1);
      code = code.slice(0, at) + put + code.slice(at + length);
    }
    return `${code}\n${more.join('')}`;
  });

it('what is not parsed would have had no effect', () => {
  fc.assert(
    fc.property(source, (code) => {
      expect(mayAct(code) || !isReported(code)).toBe(true);
    }),
    { numRuns: runs(2000), endOnFailure: true },
  );
});
