import { bash } from './bash.ts';
import { fish } from './fish.ts';
import type { ShellIntegration } from './shell.ts';
import { zsh } from './zsh.ts';

/** Every shell that start-up files are known of: the only list. dash and other shells read what bash's .profile says. */
export const SHELLS: readonly ShellIntegration[] = [bash, zsh, fish];
