import type { Invocation } from '../model/invocation.ts';

/** Directories of system programs; a program from any other directory is not described by the tables. */
const SYSTEM_PROGRAMS =
  /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/(?:homebrew|local)\/s?bin|\/snap\/bin|\/nix\/(?:store|var)\/.*\/bin|\/run\/current-system\/sw\/bin|\/home\/linuxbrew\/\.linuxbrew\/bin)\/[^/]+$/;

/** Is it looked up by its name, or where the system has its programs? */
export function isOwn({ argv: [word] }: Invocation): boolean {
  return word?.kind !== 'known' || !word.value.includes('/') || SYSTEM_PROGRAMS.test(word.value);
}
