/** What confines here. `launcher`: absolute path of a program. */
export interface Wall {
  readonly kind: 'landlock' | 'seatbelt';
  readonly launcher: string;
}

/**
 * The words in front of a command, so that it and all that it starts may write below these paths alone. Reading, and running, is left as it
 * is. Source: landlock-run 0.1.1 (docs/cli-contract.md), sandbox-exec(1) of macOS 14
 */
export function wallWords({ kind, launcher }: Wall, paths: readonly string[]): readonly string[] {
  if (kind === 'seatbelt') return [launcher, '-p', seatbeltProfile(paths)];
  return [launcher, '--ro', '/', ...paths.flatMap((path) => ['--rw', path]), '--'];
}

/** One line: it is handed on as one. */
function seatbeltProfile(paths: readonly string[]): string {
  const below = paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ');
  return `(version 1) (allow default) (deny file-write*) (allow file-write* ${below})`;
}
