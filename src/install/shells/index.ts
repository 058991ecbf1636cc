import { bash } from './bash.ts';
import { fish } from './fish.ts';
import type { ShellIntegration } from './shell.ts';
import { zsh } from './zsh.ts';

/** Every shell with known start-up files: the only list. dash and other shells read the .profile written for bash. */
export const SHELLS: readonly ShellIntegration[] = [bash, zsh, fish];
