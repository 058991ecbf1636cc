import { writeFileAtomic } from '../../store/atomic-file.ts';
import { shQuote } from '../../util/sh-quote.ts';
import type { ShellPaths } from './shell.ts';

/** Sh code for every POSIX shell and zsh. Starts no process, changes PATH alone, does nothing where the shims are gone. */
export function envScript({ shims, bin }: ShellPaths): string {
  const first = shQuote(shims);
  return `# Written by safeshell: puts its shims first in PATH, and takes them out of every other place in it.
if [ -d ${first} ]; then
  __safeshell_path=:\${PATH:+$PATH:}
  while :; do
    case $__safeshell_path in
    *:${first}:*) __safeshell_path=\${__safeshell_path%%:${first}:*}:\${__safeshell_path#*:${first}:} ;;
    *) break ;;
    esac
  done
${bin === undefined ? '' : appendCode(shQuote(bin))}\
  __safeshell_path=\${__safeshell_path#:}
  __safeshell_path=\${__safeshell_path%:}
  PATH=${first}\${__safeshell_path:+:$__safeshell_path}
  export PATH
  unset __safeshell_path
fi
`;
}

function appendCode(last: string): string {
  return `  case $__safeshell_path in *:${last}:*) ;; *) __safeshell_path=$__safeshell_path${last}: ;; esac\n`;
}

/** Throws what node:fs throws. */
export function writeEnvFile(paths: ShellPaths): void {
  writeFileAtomic(paths.envFile, envScript(paths), { mode: 0o644 });
}

/** The line for start-up files of sh-like shells; its status is 0 either way, so that `set -e` and prompts do not notice. */
export function sourceLine({ envFile }: ShellPaths): string {
  return `if [ -r ${shQuote(envFile)} ]; then . ${shQuote(envFile)}; fi\n`;
}
