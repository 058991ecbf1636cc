import { shQuote } from '../shim-template.ts';
import type { ShellPlaces } from './shell.ts';

/**
 * Sh code for every POSIX shell and zsh: moves the shim directory to the front of PATH, out of every other place in it.
 * Starts no process, changes nothing else, does nothing where the directory is gone.
 */
export function envScript(shims: string): string {
  return `# Written by safeshell: puts its shims first in PATH.
if [ -d ${shQuote(shims)} ]; then
  __safeshell_path=:\${PATH-}:
  while :; do
    case $__safeshell_path in
    *:${shQuote(shims)}:*)
      __safeshell_path=\${__safeshell_path%%:${shQuote(shims)}:*}:\${__safeshell_path#*:${shQuote(shims)}:}
      ;;
    *) break ;;
    esac
  done
  __safeshell_path=\${__safeshell_path#:}
  __safeshell_path=\${__safeshell_path%:}
  PATH=${shQuote(shims)}\${__safeshell_path:+:$__safeshell_path}
  export PATH
  unset __safeshell_path
fi
`;
}

/** The line for start-up files of sh-like shells; its status is 0 either way, so that \`set -e\` and prompts do not notice. */
export function sourceLine({ envFile }: ShellPlaces): string {
  return `if [ -r ${shQuote(envFile)} ]; then . ${shQuote(envFile)}; fi\n`;
}
