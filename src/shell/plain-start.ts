import type { Analysis } from '../model/invocation.ts';
import { knownWord } from '../model/word.ts';
import { fullName } from '../util/full-name.ts';

/** Below all limits of an analysis. */
const MAX_LENGTH = 16_384;

/**
 * The analysis of a program that starts nothing else, which is most of what shims ask about: what following it would
 * find, without all that following needs. undefined = it may start something, or is unusual.
 */
export function plainStart(
  argv: readonly string[],
  cwd: string,
  starters: Readonly<Record<string, true | readonly string[]>>,
): Analysis | undefined {
  const [program, first] = argv;
  const text = argvText(argv);
  if (!program || program.includes('/') || fullName(program) !== program || text.length > MAX_LENGTH) return undefined;
  if (Object.hasOwn(starters, program) && mayStart(starters[program] ?? true, first)) return undefined;
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

function mayStart(onlyWith: true | readonly string[], first = ''): boolean {
  return onlyWith === true || first.startsWith('-') || onlyWith.includes(first);
}

/** As one would write it in a shell. */
export function argvText(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
