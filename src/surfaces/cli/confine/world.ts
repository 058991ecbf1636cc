import { accessSync, constants, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { mayBeWritten, type WritableInput } from '../../../confine/writable.ts';
import { detectActor } from '../../../facts/actor.ts';
import { hostFacts } from '../../../facts/host.ts';
import { guardedFolders } from '../../../host/confiner.ts';
import { settingsInForce } from '../../../policy/settings.ts';
import { layoutOf } from '../../../store/layout.ts';
import { printable } from '../../../text/printable.ts';
import { baseName } from '../../../util/path.ts';
import { callersEnv } from '../callers-env.ts';
import { type CliContext, UsageError } from '../context.ts';

/** What is asked about what a command may write; `write`: folders and files as typed. Throws UsageError. */
export function writableInput(
  words: readonly string[],
  write: readonly string[],
  { env, cwd }: CliContext,
): WritableInput {
  const isAgent = detectActor({ env }).actor === 'ai';
  // its own variables would move the home directory and caches to where it wants to write
  const own = isAgent ? { HOME: userInfo().homedir } : callersEnv(env);
  const input = {
    facts: hostFacts({ env, cwd }),
    cwd,
    env: own,
    guarded: [...guardedFolders(layoutOf(own)), ...guardedFolders(layoutOf(env))],
    programs: words.slice(0, 1).map(baseName),
  };
  return { ...input, write: [...write.map((path) => permitted(path, input)), ...settingsInForce(layoutOf(env)).write] };
}

function permitted(path: string, input: Omit<WritableInput, 'write'>): string {
  const absolute = resolve(input.cwd, path);
  let real: string;
  try {
    real = realpathSync(absolute);
    accessSync(real, constants.R_OK);
  } catch {
    throw new UsageError(`--write ${printable(path)}: there is no such folder or file`);
  }
  if (!mayBeWritten(real, input))
    throw new UsageError(
      `--write ${printable(path)}: that is, or holds, the home directory, a folder of the system or of the guard`,
    );
  return absolute;
}
