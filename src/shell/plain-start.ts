import type { Analysis } from '../model/invocation.ts';
import { knownWord } from '../model/word.ts';
import { fullName } from '../util/full-name.ts';
import { shLine } from '../util/sh-quote.ts';
import type { StartingArguments } from '../wrappers/wrapper.ts';

/** Arguments of this length are below all limits of an analysis. */
const MAX_LENGTH = 16_384;

/**
 * The analysis of a program that starts no other one, as most calls of shims are: the same result as the walker's,
 * without loading it. Undefined = it may start something, or is unusual.
 */
export function plainStart(
  argv: readonly string[],
  cwd: string,
  starters: Readonly<Record<string, true | StartingArguments>>,
): Analysis | undefined {
  const [program, ...args] = argv;
  const text = shLine(argv);
  if (!program || program.includes('/') || fullName(program) !== program || text.length > MAX_LENGTH) return undefined;
  if (Object.hasOwn(starters, program) && mayStart(starters[program] ?? true, args)) return undefined;
  const invocation = {
    argv: argv.map((value) => knownWord(value)),
    program,
    role: 'program',
    text,
    cwd,
    assignments: [],
    redirects: [],
    inputs: [],
    via: [],
    depth: 0,
  } as const;
  return { text, invocations: [invocation], unsure: [] };
}

function mayStart(onlyWith: true | StartingArguments, [first = '', ...rest]: readonly string[]): boolean {
  if (onlyWith === true || first.startsWith('-')) return true;
  const beginnings = Object.hasOwn(onlyWith, first) ? (onlyWith[first] ?? ['']) : [];
  return beginnings.some((start) => start === '' || rest.some((word) => word.startsWith(start)));
}
