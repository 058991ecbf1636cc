import type { Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';
import type { Subject } from './subject.ts';

/** Starts that change no file and no commit. */
const IDLE = new Set([':', '[', 'cd', 'echo', 'false', 'popd', 'printf', 'pushd', 'pwd', 'test', 'true']);
const IDLE_GIT = new Set(['blame', 'diff', 'grep', 'log', 'ls-files', 'rev-list', 'rev-parse', 'show', 'status']);

/** Something runs in the line before this start that may have changed the repository: what git says now is not what it finds. */
export function mayBeChangedBefore({ analysis, invocation }: Subject): boolean {
  if (invocation === undefined || analysis.invocations.length < 2) return false;
  const wrappers = new Set(invocation.via.map((wrapper) => wrapper.invocation));
  const before = analysis.invocations.slice(0, analysis.invocations.indexOf(invocation));
  return before.some((one, at) => !wrappers.has(at) && !isIdle(one));
}

function isIdle({ program, argv, redirects }: Invocation): boolean {
  if (program === undefined || redirects.some(({ op }) => op.includes('>'))) return false;
  return program === 'git' ? IDLE_GIT.has(wordValue(argv[1]) ?? '') : IDLE.has(program);
}
