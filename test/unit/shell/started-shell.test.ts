import { expect, test } from 'vitest';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import type { Environment } from '../../../src/model/request.ts';
import { analyzeArgv } from '../../../src/shell/analyze.ts';

interface Start {
  readonly env?: Environment;
  readonly shell?: readonly string[];
  readonly isWhole?: boolean;
}

/** Programs that a shell with this code may start. */
function programsOf(code: string, { env = {}, shell = ['bash', '-c'], isWhole = true }: Start = {}) {
  const cwd = '/home/u/app';
  const facts = whatIfFacts({ env, cwd, files: [], git: null, at: localTime('2026-01-01T12:00') });
  const { invocations } = analyzeArgv([...shell, code], { cwd, env, facts, hasWholeEnv: isWhole || undefined });
  return invocations.filter(({ mayNotRun }) => !mayNotRun).map(({ program }) => program);
}

const RESTORE =
  'S="${MARK+x}"; O="${MARK-}"; if [ -n "${S}" ]; then export MARK="${O}"; else unset MARK; a; fi; exec bash -c b';

test.each([
  ['a variable that is set', { MARK: '1' }, ['export', 'b'], ['unset', 'a']],
  ['a variable that is not set', {}, ['a', 'b'], ['export', 'unset']],
] as const)('a test of the environment tells which branch runs: %s', (_name, env, runs, others) => {
  const programs = programsOf(RESTORE, { env });
  expect(programs).toEqual(expect.arrayContaining([...runs]));
  for (const other of others) expect(programs).not.toContain(other);
});

test.each([
  ['the environment may have more variables', { isWhole: false }],
  ['the shell reads a startup file', { shell: ['bash', '-lc'] }],
  ['another shell', { shell: ['zsh', '-c'] }],
  ['the environment names a startup file', { env: { BASH_ENV: './x.sh' } }],
  ['the environment brings functions', { env: { 'BASH_FUNC_[%%': '() { :; }' } }],
  ['a wrapper starts the shell', { shell: ['nice', 'bash', '-c'] }],
] as const)('where %s, each branch may run', (_name, start) => {
  const programs = programsOf('S="${MARK+x}"; if [ -n "$S" ]; then a; else b; fi', start as Start);
  expect(programs).toEqual(expect.arrayContaining(['a', 'b']));
});

test.each([
  'S=1; x || S=; if [ -n "$S" ]; then :; else a; fi',
  'S=1; cd /x && S=; if [ -n "$S" ]; then :; else a; fi',
  'cd /x && S=1; if [ -n "$S" ]; then :; else a; fi',
  'S=1; for i in 1 2; do if [ -z "$S" ]; then a; fi; if [ -n "$T" ]; then S=; fi; T=1; done',
  'S=1; f() { if [ -n "$S" ]; then :; else a; fi; }; f',
  'S=1; trap \'S=\' DEBUG; if [ -n "$S" ]; then :; else a; fi',
  'S=1; "$x" S=; if [ -n "$S" ]; then :; else a; fi',
  'S=$(x); if [ -n "$S" ]; then :; else a; fi',
  'read -r S; if [ -n "$S" ]; then :; else a; fi',
  'RANDOM=1; if [ "$RANDOM" = 1 ]; then :; else a; fi',
  'declare -i S=T; if [ -n "$S" ]; then :; else a; fi',
  'S=1; [() { false; }; if [ -n "$S" ]; then :; else a; fi',
  'S=1; shopt -s nocasematch; if [[ $S = 2 ]]; then a; fi',
])('what may have another value decides nothing: %s', (code) => {
  expect(programsOf(code)).toContain('a');
});
