import { expect, test } from 'vitest';
import { candidatesOf } from '../../../src/conditions/path/candidates.ts';
import { createSubject } from '../../../src/conditions/subject.ts';
import type { Facts } from '../../../src/model/facts.ts';
import { analyze, factsFor } from './analysis.ts';

const CWD = '/repo/app';
const ENV = { HOME: '/home/u' };
const starts = (line: string, files: Readonly<Record<string, string>>) =>
  analyze(line, { files }).invocations.filter(({ source, role }) => source !== undefined && role === 'program');

/** Functions that nobody has to look at, then a removal. */
const python = (length: number) => `import os\n${'x = f(1, 2)\n'.repeat(length / 12)}os.system("cmda")\n`;

test.each([
  ['starts', 'bash a.sh', { '/repo/app/a.sh': 'cmda\n'.repeat(1000) }, 199],
  [
    'starts of all files',
    'bash a.sh; bash b.sh',
    { '/repo/app/a.sh': 'a\n'.repeat(150), '/repo/app/b.sh': 'b\n'.repeat(150) },
    198,
  ],
  ['code in another language', 'python3 a.py', { '/repo/app/a.py': python(60_000) }, 1],
  ['code in another language past the bound', 'python3 a.py', { '/repo/app/a.py': python(70_000) }, 0],
  ['code that is run again and again', 'python3 a.py; '.repeat(50), { '/repo/app/a.py': python(40_000) }, 4],
  [
    'code of several files',
    'bash a.sh; bash b.sh',
    Object.fromEntries(['a', 'b'].map((name) => [`/repo/app/${name}.sh`, `${'# comment\n'.repeat(10_000)}cmda\n`])),
    1,
  ],
])('bound of files: %s', (_what, line, files, found) => {
  expect(starts(line, files)).toHaveLength(found);
});

test('past the bound of files the line itself is walked', () => {
  const { invocations, unsure } = analyze(`${'python3 a.py; '.repeat(50)}cmdb`, {
    files: { '/repo/app/a.py': python(40_000) },
  });
  expect([invocations.at(-1)?.program, unsure]).toEqual(['cmdb', []]);
});

test('the links of a line are read once, whatever asks for paths', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `ln -s /srv/${at} l${at}; touch l${at}/x`);
  const analysis = analyze(lines.join('\n'));
  let asked = 0;
  const exists: Facts['exists'] = () => {
    asked++;
    return 'no';
  };
  const facts = { ...factsFor(), exists };
  const real = analysis.invocations.flatMap((invocation) => {
    const subject = createSubject({ analysis, invocation, cwd: CWD, env: ENV });
    return (['any', 'read', 'write', 'delete'] as const).flatMap((access) =>
      candidatesOf(subject, facts, access).map((one) => one.real),
    );
  });
  expect(asked).toBeLessThanOrEqual(200);
  expect(real).toContain('/srv/199/x');
});

test.each([
  ['before the link', 'touch l/x; ln -s /srv l', '/repo/app/l/x'],
  ['after it', 'ln -s /srv l; touch l/x', '/srv/x'],
  ['through two', 'ln -s /srv/a l; ln -s l m; touch m/x', '/srv/a/x'],
  ['beside it', 'ln -s /srv l; touch lx/x', '/repo/app/lx/x'],
])('a path %s', (_what, line, expected) => {
  const analysis = analyze(line);
  const facts = factsFor();
  const found = analysis.invocations
    .filter(({ program }) => program === 'touch')
    .flatMap((invocation) => candidatesOf(createSubject({ analysis, invocation, cwd: CWD, env: ENV }), facts, 'write'));
  expect(found.map(({ real }) => real)).toEqual([expected]);
});
