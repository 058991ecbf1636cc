/** Bounds of one analysis. Each one that is met is said so in `Analysis.unsure`. */
export const LIMITS = {
  /** commands, loop turns and substitutions walked */
  steps: 4000,
  invocations: 1000,
  /** the same two for files that the line only runs, all together: what is past them is not looked at, and nothing is said */
  fileSteps: 3000,
  fileInvocations: 500,
  /** redirections of all commands together; the commands themselves are looked at all the same */
  redirects: 2000,
  /** shells, substitutions, functions and compound commands inside each other */
  nesting: 96,
  /** scripts inside each other that the audit opens */
  scripts: 32,
  /** turns of `for` loops over known words, product of all loops around a command */
  turns: 64,
  /** words of one loop or array, about */
  words: 16_384,
  /** words of one brace expansion; bash has no limit */
  braceWords: 1024,
  /** expansions that are open at once anywhere in a text, as far as brackets tell: parsers read them again and again */
  open: 200,
  /** the same and backticks, one after the other: some that quotes keep open are not told apart from those that end */
  opened: 1500,
  /** `[` that are open at once: in an array the parser looks for the end of each */
  subscripts: 500,
  /** stretches of text that one word may expand to */
  pieces: 8_000,
  /** the same, and the parts that they come from, of all words together */
  expanded: 16_000,
  /** characters of text times characters of the patterns that they are matched with, of all `${x%pattern}` together */
  matched: 4_000_000,
  /** elements of arrays, which are copied at each change, of all changes together */
  elements: 100_000,
  /** bodies that one function may have, each by another way through the line */
  bodies: 64,
  /** characters of code that is analysed beside the line itself: scripts, eval, here-documents */
  codeLength: 256 * 1024,
  /** bytes of a file on disk that is read because the line runs it */
  scriptBytes: 16 * 1024,
  unsure: 40,
} as const;
