import { accessSync, constants } from 'node:fs';
import { findProgram } from '../../install/programs.ts';
import { EXIT } from '../../model/errors.ts';
import type { Environment } from '../../model/request.ts';

export type Missing = Readonly<{ status: number; problem: string }>;

/** What cannot be started, before something else is that would start it. The launcher would call it a failure of its own. */
export function notFound(program: string, { PATH = '/usr/bin:/bin' }: Environment): Missing | undefined {
  const missing = { status: EXIT.notFound, problem: 'not found' };
  if (!program.includes('/')) return findProgram(program, PATH, '') === undefined ? missing : undefined;
  try {
    accessSync(program, constants.X_OK);
    return undefined;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EACCES';
    return isThere ? { status: EXIT.refused, problem: 'permission denied' } : missing;
  }
}
