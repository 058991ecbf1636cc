import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallableAgent } from '../../agents/agent.ts';
import { INSTALLABLE_AGENTS } from '../../agents/find.ts';
import type { Environment } from '../../model/request.ts';
import { layoutOf } from '../../store/layout.ts';
import { findProgram } from '../programs.ts';

/** The agents that are used on this machine, as far as it shows: a program in PATH, or what one left in the home directory. */
export function usedAgents(env: Environment): readonly InstallableAgent[] {
  const { shims } = layoutOf(env).data;
  return INSTALLABLE_AGENTS.filter(({ process, setup: { found } }) => {
    const own = process === 'editor' ? [] : (process.programs ?? []);
    const programs = [...own, ...(found.programs ?? [])];
    const isProgram = (name: string) => findProgram(name, env.PATH ?? '', shims) !== undefined;
    const isThere = (path: string) => env.HOME !== undefined && existsSync(join(env.HOME, path));
    return programs.some(isProgram) || found.paths.some(isThere);
  });
}
