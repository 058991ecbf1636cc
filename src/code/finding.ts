import type { Word } from '../model/word.ts';
import type { Peeled } from '../wrappers/wrapper.ts';

/**
 * Something that a piece of code in another language does, in the terms of a wrapper: `argv` = it starts this program,
 * `code` = it hands this text to a shell or to another language, `unsure` = it runs what cannot be seen here.
 * One with `standsFor` is what would do the same as a call (`rm -rf /x` for `shutil.rmtree('/x')`).
 */
export type CodeFinding = Peeled;

/**
 * Reads code of one language. `args` are the program's own arguments, where they are known (`sys.argv[1]`, `$ARGV[0]`).
 * Text that is not known may stand in the code as HOLE; what a string with a hole becomes is an unknown word.
 * Pure; never throws; linear in the length of the text.
 */
export type CodeAnalyzer = (source: string, args: readonly Word[]) => readonly CodeFinding[];
