import { accessSync, constants, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { mayBeWritten } from '../../../confine/may-be-written.ts';
import type { WritableInput } from '../../../confine/writable.ts';
import { detectActor } from '../../../facts/actor.ts';
import { hostFacts } from '../../../facts/host.ts';
import { guardedFolders } from '../../../host/confiner.ts';
import { type Permitted, permittedHere } from '../../../host/permitted.ts';
import { settingsInForce } from '../../../policy/settings.ts';
import { layoutOf } from '../../../store/layout.ts';
import { NEVER_PERMITTED } from '../../../text/permits.ts';
import { printable } from '../../../text/printable.ts';
import { baseName } from '../../../util/path.ts';
import { callersEnv } from '../callers-env.ts';
import { type CliContext, UsageError } from '../context.ts';

/**
 * What is asked about what a command may write; `write`: folders and files as typed. With `use` it starts now, and uses up permits for
 * one start. Throws UsageError.
 */
export function writableInput(
  words: readonly string[],
  write: readonly string[],
  context: CliContext,
): (way: keyof Permitted) => WritableInput {
  const { permitted, ...place } = writablePlace(context);
  const { cwd } = context;
  const typed = write.map((path) => permittedPath(path, place, cwd));
  const programs = words.slice(0, 1).map(baseName);
  return (way) => {
    const { always, once } = permitted[way](cwd);
    return { ...place, cwd, programs, write: [...typed, ...always, ...once] };
  };
}

/** Whose files these are: what decides which paths may be permitted at all. */
export type WritablePlace = Pick<WritableInput, 'facts' | 'env' | 'guarded'> & { readonly permitted: Permitted };

export function writablePlace({ env, cwd }: CliContext): WritablePlace {
  const isAgent = detectActor({ env }).actor === 'ai';
  // its own variables would move the home directory and caches to where it wants to write
  const own = isAgent ? { HOME: userInfo().homedir } : callersEnv(env);
  const facts = hostFacts({ env, cwd });
  const layout = layoutOf(env);
  return {
    facts,
    env: own,
    guarded: [...guardedFolders(layoutOf(own)), ...guardedFolders(layout)],
    permitted: permittedHere({ layout, facts, env: own, always: () => settingsInForce(layout).permits }),
  };
}

function permittedPath(path: string, place: Omit<WritablePlace, 'permitted'>, cwd: string): string {
  const absolute = resolve(cwd, path);
  let real: string;
  try {
    real = realpathSync(absolute);
    accessSync(real, constants.R_OK);
  } catch {
    throw new UsageError(`--write ${printable(path)}: no such file or folder`);
  }
  if (!mayBeWritten(real, place)) throw new UsageError(`--write ${printable(path)}: ${NEVER_PERMITTED}`);
  return absolute;
}
