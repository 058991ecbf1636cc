import type { Word } from '../model/word.ts';
import type { Peeled } from '../wrappers/wrapper.ts';

/**
 * An effect of code in another language, as a wrapper would report it: `argv` = it starts this program, `code` = it
 * passes this text to a shell or another language, `doubt` = it runs something unknown. With `standsFor` it is a
 * command with the same effect as a call (`rm -rf /x` for `shutil.rmtree('/x')`).
 */
export type CodeFinding = Peeled;

/** What code finds around it, as far as it is known. */
export interface Given {
  /** the lines of its standard input that nobody has read yet */
  readonly lines?: readonly string[];
  /** a variable of the environment */
  readonly variable: (name: string) => string | undefined;
}

export const NOTHING_GIVEN: Given = { variable: () => undefined };

/**
 * Reads code of one language. `args` are the program's own arguments, where they are known (`sys.argv[1]`, `$ARGV[0]`).
 * `inFile`: the code stood in a file before the line, and only what is certain to run counts.
 * Unknown pieces of the code are HOLE; a string with a hole becomes an unknown word. Pure and linear in the length of
 * the text; `CODE_ANALYZERS` catches what it throws.
 */
export type CodeAnalyzer = (
  source: string,
  args: readonly Word[],
  inFile?: boolean,
  given?: Given,
) => readonly CodeFinding[];
