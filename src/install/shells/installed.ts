import { findProgram } from '../programs.ts';
import { SHELLS } from './index.ts';
import type { ShellIntegration, ShellPaths } from './shell.ts';

/** Those that are on this machine. */
export function installedShells({ env, shims }: ShellPaths): readonly ShellIntegration[] {
  return SHELLS.filter(({ name }) => findProgram(name, env.PATH ?? '', shims) !== undefined);
}
