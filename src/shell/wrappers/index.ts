import { BUILTIN_FAMILY, COMMAND_FAMILY, EXEC_FAMILY } from './builtins.ts';
import { ENV_FAMILY } from './env.ts';
import { FD_FAMILY, FIND_FAMILY } from './find.ts';
import { PLAIN_FAMILIES } from './plain.ts';
import { CSH_FAMILY, FISH_FAMILY, POWERSHELL_FAMILY, SHELL_FAMILY } from './shells.ts';
import { GOSU_FAMILY, RUNUSER_FAMILY, SG_FAMILY, SU_FAMILY } from './su.ts';
import { DOAS_FAMILY, PKEXEC_FAMILY, SUDO_FAMILY } from './sudo.ts';
import type { WrapperFamily } from './wrapper.ts';
import { XARGS_FAMILY } from './xargs.ts';

const FAMILIES: readonly WrapperFamily[] = [
  BUILTIN_FAMILY,
  COMMAND_FAMILY,
  CSH_FAMILY,
  DOAS_FAMILY,
  ENV_FAMILY,
  EXEC_FAMILY,
  FD_FAMILY,
  FIND_FAMILY,
  FISH_FAMILY,
  GOSU_FAMILY,
  PKEXEC_FAMILY,
  POWERSHELL_FAMILY,
  RUNUSER_FAMILY,
  SG_FAMILY,
  SHELL_FAMILY,
  SUDO_FAMILY,
  SU_FAMILY,
  XARGS_FAMILY,
  ...PLAIN_FAMILIES,
];

/** Every program that starts other programs, by base name. A family's `peel` never throws. */
export const WRAPPERS: ReadonlyMap<string, WrapperFamily> = new Map(
  FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);
