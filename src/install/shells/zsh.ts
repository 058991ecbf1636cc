import { join } from 'node:path';
import { sourceLine } from './env-script.ts';
import type { ShellIntegration } from './shell.ts';

/**
 * Every zsh reads .zshenv; a login shell then /etc/zprofile, where macOS reorders PATH (path_helper), and .zprofile.
 * The later ones matter only where a person's own lines in them prepend to PATH. zsh(1), STARTUP/SHUTDOWN FILES.
 */
const FILES = [
  { name: '.zshenv', create: true },
  { name: '.zprofile', create: true },
  { name: '.zshrc', create: false },
  { name: '.zlogin', create: false },
];

export const zsh: ShellIntegration = {
  name: 'zsh',
  snippet: sourceLine,
  startupFiles(places) {
    // zsh reads .zshenv from HOME unless ZDOTDIR was set before; most people set it in that very file
    const directory = places.env.ZDOTDIR || places.home;
    const text = sourceLine(places);
    const files = FILES.map(({ name, create }) => ({ path: join(directory, name), create }));
    const first = { path: join(places.home, '.zshenv'), create: true };
    const all = directory === places.home ? files : [first, ...files];
    return all.map(({ path, create }) => ({ kind: 'around', path, text, create }));
  },
};
