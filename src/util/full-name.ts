/** Common short names of programs. */
export const SHORT_NAMES: Readonly<Record<string, string>> = { k: 'kubectl', tf: 'terraform' };

/** WSL and Git Bash start Windows' programs by their file names. */
const SUFFIX = /(?<=.)\.exe$/i;

/** `git.exe` is `git`, `k` is `kubectl`. */
export function fullName(called: string): string {
  const name = called.replace(SUFFIX, '');
  return Object.hasOwn(SHORT_NAMES, name) ? (SHORT_NAMES[name] as string) : name;
}
