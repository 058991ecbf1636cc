import { knownPrograms } from '../../grammar/index.ts';
import type { Assignment } from '../../model/invocation.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import { RUNNERS } from '../../wrappers/runner-specs.ts';
import type { Peeled } from '../../wrappers/wrapper.ts';
import type { Scope } from '../state/scope.ts';
import type { ProgramStart } from '../state/walker.ts';

/** Programs whose work is to start others, which a file names. */
const STARTS_OTHERS = new Set([...RUNNERS.flatMap(({ names }) => names), 'make', 'gmake', 'git']);

/** What programs with a grammar start is found by their wrappers. */
const KNOWN = new Set(knownPrograms());

/** Neither its own variables nor the environment hold a PATH: `unset PATH`, `env -i`. */
export function hasLostPath({ variables, pathIsLost }: Scope): boolean {
  const own = variables.get('PATH');
  if (own === undefined) return pathIsLost;
  return own.unset === true || own.exported === false || (pathIsLost && own.exported !== true);
}

/**
 * What the environment of a start lacks, as an assignment that rules about PATH see: only where it may start others that the text
 * does not show. Programs that start nothing, and code that was read, lose nothing: what is found in it is judged by itself.
 */
export function lostPath(
  start: ProgramStart,
  program: string | undefined,
  peeled: readonly Peeled[],
): readonly Assignment[] {
  const { frame, assignments, standsFor } = start;
  const isHere = frame.via.every(({ elsewhere }) => elsewhere === undefined);
  if (!isHere || frame.inFile || standsFor !== undefined || !hasLostPath(frame.scope)) return [];
  if (assignments.some(({ name }) => name === 'PATH') || !startsUnseen(start, program, peeled)) return [];
  return [{ name: 'PATH', value: knownWord('') }];
}

function startsUnseen({ argv }: ProgramStart, program: string | undefined, peeled: readonly Peeled[]): boolean {
  if (program === undefined || SOURCES.has(program)) return true;
  if (argv.length === 2 && /^--?(v|h|V|version|help)$/.test(wordValue(argv[1]) ?? '')) return false;
  if (peeled.length > 0) return peeled.some(({ kind }) => kind === 'script-file' || kind === 'stdin-code');
  return STARTS_OTHERS.has(program) || (!KNOWN.has(program) && !HARMLESS.has(program));
}

/** Builtins that run a file in the shell itself. */
export const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);

/** Common programs without a grammar that start nothing. */
const HARMLESS = new Set(
  'env printenv date id whoami hostname uname pwd echo printf true false test which locale getconf nproc uptime free df sleep seq'.split(
    ' ',
  ),
);
