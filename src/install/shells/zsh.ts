import { join } from 'node:path';
import { shQuote } from '../../util/sh-quote.ts';
import { sourceLine } from './env-script.ts';
import type { ShellIntegration, ShellPaths } from './shell.ts';

/**
 * Every zsh reads .zshenv; a login shell then /etc/zprofile, where macOS reorders PATH (path_helper), and .zprofile. The
 * later ones matter only where a person's own lines in them prepend to PATH, or empty precmd_functions. zsh(1),
 * STARTUP/SHUTDOWN FILES.
 */
const FILES = [
  { name: '.zshenv', create: true, interactive: true },
  { name: '.zprofile', create: true, interactive: false },
  { name: '.zshrc', create: false, interactive: true },
  { name: '.zlogin', create: false, interactive: false },
];

export const zsh: ShellIntegration = {
  name: 'zsh',
  quote: shQuote,
  snippet,
  startupFiles(paths) {
    // zsh reads .zshenv from HOME unless ZDOTDIR was set before; most people set it in that very file
    const directory = paths.env.ZDOTDIR || paths.home;
    const inFolder = FILES.map((file) => ({ ...file, path: join(directory, file.name) }));
    const first = { path: join(paths.home, '.zshenv'), create: true, interactive: true };
    const all = directory === paths.home ? inFolder : [first, ...inFolder];
    return all.map(({ path, create, interactive }) => {
      return { kind: 'around', path, text: interactive ? snippet(paths) : sourceLine(paths), create };
    });
  },
};

/** From .zshenv on: there may be no .zshrc, or none that we know of. It waits for the first prompt. */
function snippet(paths: ShellPaths): string {
  const file = shQuote(join(paths.data, 'interactive.zsh'));
  return `${sourceLine(paths)}if [[ -o interactive && -r ${file} ]]; then . ${file}; fi\n`;
}
