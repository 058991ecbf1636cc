import { findProgram } from '../programs.ts';
import { SHELLS } from './index.ts';
import type { ShellIntegration, ShellPlaces } from './shell.ts';

/** Those that are on this machine. */
export function installedShells({ env, shims }: ShellPlaces): readonly ShellIntegration[] {
  return SHELLS.filter(({ name }) => findProgram(name, env.PATH ?? '', shims) !== undefined);
}
