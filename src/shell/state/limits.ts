/** Bounds of one analysis. Reaching one is reported in `Analysis.unsure`, but for those of files. */
export const LIMITS = {
  /** commands, loop turns and substitutions walked */
  steps: 4000,
  /** the wrapper of Codex starts 819, of 2,071 lines that agents and people typed the longest 187; each is asked about by dozens of rules */
  invocations: 1500,
  /** the same two for all files that the line only runs: past them files are skipped without a doubt */
  fileSteps: 2000,
  fileInvocations: 200,
  /** characters that all of them may hold, each counted as often as it is walked or parsed */
  fileCode: 160 * 1024,
  /** redirections of all commands together; past them the commands are still walked */
  redirects: 2000,
  /** shells, substitutions, functions and compound commands inside each other */
  nesting: 96,
  /** scripts inside each other that the audit opens */
  scripts: 32,
  /** turns of `for` loops over known words, product of all loops around a command */
  turns: 64,
  /** words of one start, loop or array, about; past them the line is asked about. Of 2,071 lines that were typed the longest has 701 in all */
  words: 2_500,
  /** words of one brace expansion; bash has no limit */
  braceWords: 1024,
  /** nested expansions in a text, counted by brackets: a parser reads inner ones again at each level */
  open: 200,
  /** expansions and backticks in a row: counting ignores quotes, so some of them may be nested */
  opened: 1500,
  /** nested `[`: in an array the parser searches the end of each */
  subscripts: 500,
  /** pieces that one word may expand to */
  pieces: 8_000,
  /** pieces and parts of all words together */
  expanded: 16_000,
  /** characters of text times characters of pattern, of all `${x%pattern}` together */
  matched: 4_000_000,
  /** characters of text that sed and perl change, of all of them together */
  edited: 256 * 1024,
  /** elements that are copied by all changes of arrays together */
  elements: 100_000,
  /** steps of evaluating arithmetic: a value may name itself several times, which multiplies at each level */
  arithmetic: 100_000,
  /** bodies that one function may have, from different branches */
  bodies: 64,
  /** characters of code beside the line itself: scripts, eval, here-documents */
  codeLength: 256 * 1024,
  /** what is read of one file on disk that the line runs */
  scriptBytes: 256 * 1024,
  /** characters of one of them that are walked as shell code: 99.9 % of real scripts are shorter */
  scriptCode: 128 * 1024,
  /** the same in another language than shell, whose parser takes twice as long */
  parsedCode: 64 * 1024,
  /** files on disk that the line runs, and of them inside each other */
  files: 64,
  fileDepth: 8,
  /** folders of the project in PATH in which a program is looked for */
  searched: 16,
  /** folders in PATH at all */
  listed: 256,
  doubts: 40,
} as const;
