import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shQuote } from '../../util/sh-quote.ts';
import { sourceLine } from './env-script.ts';
import type { ShellIntegration, ShellPaths, StartupFile } from './shell.ts';

/** A login bash reads the first of these that exists; other shells and display managers read the last. bash(1), INVOCATION. */
const LOGIN_FILES = ['.bash_profile', '.bash_login', '.profile'];

export const bash: ShellIntegration = {
  name: 'bash',
  quote: shQuote,
  snippet,
  startupFiles(paths) {
    const around = (name: string): StartupFile => ({
      kind: 'around',
      path: join(paths.home, name),
      text: snippet(paths),
      create: true,
    });
    const present = LOGIN_FILES.filter((name) => existsSync(join(paths.home, name)));
    const login = present.length > 0 ? present : ['.profile'];
    return ['.bashrc', ...login].map(around);
  },
};

/** In words of sh: .profile is read by others too. A login bash need not read .bashrc. */
function snippet(paths: ShellPaths): string {
  const file = shQuote(join(paths.data, 'interactive.bash'));
  return `${sourceLine(paths)}case $-:\${BASH_VERSION-} in *i*:?*) if [ -r ${file} ]; then . ${file}; fi ;; esac\n`;
}
