/** Where things are on this machine; all paths absolute. */
export interface ShellPaths {
  readonly home: string;
  /** the folder of what start-up files read and shells start, `safeshell-line` too */
  readonly data: string;
  /** the shim directory, first in PATH */
  readonly shims: string;
  /** when PATH's folders were looked through last: see shims/later.sh */
  readonly seen: string;
  /** where a line is left for a shell whose command ran confined */
  readonly walls: string;
  /** the directory of the command `safeshell`: last in PATH where it is not in it; undefined = run from a checkout */
  readonly bin?: string;
  /** sh code that does both; see envScript */
  readonly envFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A start-up file to change. `around`: our block stands at its top, because rc files return early, and at its end,
 * because what stands between prepends to PATH; a missing one is made only with `create`. `own`: the whole file is ours.
 */
export type StartupFile =
  | { readonly kind: 'around'; readonly path: string; readonly text: string; readonly create: boolean }
  | { readonly kind: 'own'; readonly path: string; readonly text: string };

/**
 * How one shell is told to look up programs in the shim directory first. Interactive ones also read `interactive.NAME`, which
 * is made of `shims/prompt.NAME` and `shims/line.NAME`: see interactive.ts.
 */
export interface ShellIntegration {
  readonly name: string;
  /** quotes a text as one word of this shell */
  quote(text: string): string;
  /** what a person would add by hand; harmless where the product is gone */
  snippet(paths: ShellPaths): string;
  /** in the order in which the shell reads them */
  startupFiles(paths: ShellPaths): readonly StartupFile[];
}
