import { expect, test } from 'vitest';
import { analyze, show } from './analysis.ts';

/** What is past a bound is said, whatever it is that is too much. */
test.each([
  ['bodies of one function', `true ${Array.from({ length: 100 }, (_, at) => `|| f() { cmd${at}; } `).join('')}; f`],
  ['ways of a case', `case x in *) a ${')'.repeat(5000)} b;; esac`],
  ['subscripts of an array', `A=(x ${'[ a '.repeat(600)})`],
  ['characters of a pattern', `X=${'a'.repeat(200)}; : \${X%${'*?'.repeat(15_000)}}`],
  ['turns with a pattern', `X=${'a'.repeat(200)}; for i in {1..64}; do : $i \${X%${'*?'.repeat(500)}}; done`],
  ['redirections', `a${' >f'.repeat(2500)}`],
  ['alternatives', 'x=1 || '.repeat(5000)],
  ['substitutions in backticks', 'a`b`'.repeat(2000)],
  ['elements of an array', `A=(${'"a" '.repeat(15_000)})`],
  ['words added to an array', `A=(a${' b); A+=(c'.repeat(2000)})`],
  ['changes of an array', `${Array.from({ length: 2000 }, (_, at) => `a[${at}]=x`).join(';')}; cmda "\${a[@]}"`],
  ['operands', `cat ${'a '.repeat(2600)} ~/.ssh/id_rsa`],
  ['operands of let', `let ${'1te '.repeat(5000)}`],
  ['characters of a value', `X=a; ${'X=$X$X; '.repeat(20)}$X`],
  ['characters of a word', `X=${'a'.repeat(30_000)}; a "${'$X'.repeat(300)}"`],
  ['folders in PATH', `PATH=${Array.from({ length: 20 }, (_, at) => `a${at}`).join(':')}; b`],
  ['values of arithmetic', `X=X+X+X; ${'a $((X)); '.repeat(900)}`],
  ['signs of code', `node -e 'req${'*'.repeat(17_000)}uire(1)'`],
  ['brackets of code', `node -e '${'A=(a'.repeat(2000)}'`],
])('too many %s', (_what, line) => {
  expect(analyze(line).unsure).not.toEqual([]);
});

test('a command with more redirections than are looked at is', () => {
  const { invocations } = analyze(`cmda${' >f'.repeat(2500)}`);
  expect(invocations.map(({ program }) => program)).toEqual(['cmda']);
});

test('what stands behind a long group of code is read', () => {
  const { invocations } = analyze(`perl -e 'unlink(f(${'1,'.repeat(600)}1), "/etc/x")'`);
  expect(invocations.map(({ argv }) => argv.map(show)).at(-1)).toEqual(['rm', '-f', '/etc/x']);
});

test('each body of a function that may be called is looked at', () => {
  const { invocations, unsure } = analyze('x || f() { cmda; } || f() { cmdb; }; f');
  const programs = invocations.map(({ program }) => program);
  expect([programs.includes('cmda'), programs.includes('cmdb'), unsure]).toEqual([true, true, []]);
});
