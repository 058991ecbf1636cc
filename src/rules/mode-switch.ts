import type { GuardMode } from '../model/mode.ts';
import { editEntry } from './edit-file.ts';

/** The settings with this mode; comments and all else stay. undefined = it is no file that can say so. */
export function withMode(text: string, mode: GuardMode): string | undefined {
  return editEntry(text, 'mode', (file) => file.set('mode', mode));
}
