/** Directories of system programs. */
const SYSTEM_PROGRAMS =
  /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/(?:homebrew|local)\/s?bin|\/snap\/bin|\/nix\/(?:store|var)\/.*\/bin|\/run\/current-system\/sw\/bin|\/home\/linuxbrew\/\.linuxbrew\/bin)\/[^/]+$/;

/** An absolute path, of a program in a directory where the system has its own. */
export function isSystemProgram(path: string): boolean {
  return SYSTEM_PROGRAMS.test(path);
}
