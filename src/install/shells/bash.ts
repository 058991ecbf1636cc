import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sourceLine } from './env-script.ts';
import type { ShellIntegration, StartupFile } from './shell.ts';

/** A login bash reads the first of these that exists; other shells and display managers read the last. bash(1), INVOCATION. */
const LOGIN_FILES = ['.bash_profile', '.bash_login', '.profile'];

export const bash: ShellIntegration = {
  name: 'bash',
  snippet: sourceLine,
  startupFiles(places) {
    const around = (name: string): StartupFile => ({
      kind: 'around',
      path: join(places.home, name),
      text: sourceLine(places),
      create: true,
    });
    const present = LOGIN_FILES.filter((name) => existsSync(join(places.home, name)));
    const login = present.length > 0 ? present : ['.profile'];
    return ['.bashrc', ...login].map(around);
  },
};
