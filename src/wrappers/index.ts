import { HOLE, HOLE_VARIABLE } from '../model/hole.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { BUILTIN_FAMILY, COMMAND_FAMILY, EXEC_FAMILY, JOBS_FAMILY } from './builtins.ts';
import { CLUSTER_FAMILIES } from './clusters.ts';
import {
  ADB_FAMILY,
  COMPOSE_FAMILY,
  DOCKER_FAMILY,
  FLATPAK_FAMILY,
  KUBECTL_FAMILY,
  LXC_FAMILY,
  REMOTE_CODE_FAMILY,
  WSL_FAMILY,
} from './containers.ts';
import { DATABASE_FAMILIES } from './databases.ts';
import { EDITOR_FAMILIES } from './editors.ts';
import { ENV_FAMILY } from './env.ts';
import { FD_FAMILY, FIND_FAMILY } from './find.ts';
import { GIT_FAMILY, GIT_PROGRAMS } from './git.ts';
import { DENO_FAMILY, INTERPRETER_FAMILIES, NODE_FAMILY, PDB_FAMILY, PYTHON_FAMILY } from './interpreters.ts';
import { LAUNCHER_FAMILIES } from './launchers.ts';
import { NAMESPACE_FAMILIES } from './namespaces.ts';
import { PARALLEL_FAMILY } from './parallel.ts';
import { doubt, SHELL_CODE } from './peeled.ts';
import { PLAIN_FAMILIES } from './plain.ts';
import { REMOTE_FAMILIES } from './remote.ts';
import { RUNNER_FAMILIES } from './runners.ts';
import { SCHEDULED_FAMILIES } from './scheduled.ts';
import { SCREEN_FAMILY } from './screen.ts';
import { CMD_FAMILY, CSH_FAMILY, FISH_FAMILY, OTHER_SHELL_FAMILY, POWERSHELL_FAMILY, SHELL_FAMILY } from './shells.ts';
import { MOSH_FAMILY, RSYNC_FAMILY, SCP_FAMILY, SSH_FAMILY } from './ssh.ts';
import { STAND_IN_FAMILIES } from './stand-ins.ts';
import { GOSU_FAMILY, RUNUSER_FAMILY, SG_FAMILY, SU_FAMILY } from './su.ts';
import { DOAS_FAMILY, PKEXEC_FAMILY, SUDO_FAMILY } from './sudo.ts';
import { TERMINAL_FAMILIES } from './terminals.ts';
import { TMUX_FAMILY } from './tmux/family.ts';
import { TOOL_FAMILIES } from './tools.ts';
import { templateOf } from './words.ts';
import type { Peeled, WrapperCall, WrapperFamily } from './wrapper.ts';
import { XARGS_FAMILY } from './xargs.ts';

/** No name twice: of two families of one name only the last would be in force. */
export const FAMILIES: readonly WrapperFamily[] = [
  ADB_FAMILY,
  BUILTIN_FAMILY,
  COMMAND_FAMILY,
  JOBS_FAMILY,
  COMPOSE_FAMILY,
  CSH_FAMILY,
  DENO_FAMILY,
  DOAS_FAMILY,
  DOCKER_FAMILY,
  ENV_FAMILY,
  EXEC_FAMILY,
  FD_FAMILY,
  FIND_FAMILY,
  FISH_FAMILY,
  FLATPAK_FAMILY,
  GIT_FAMILY,
  GIT_PROGRAMS,
  GOSU_FAMILY,
  KUBECTL_FAMILY,
  LXC_FAMILY,
  MOSH_FAMILY,
  NODE_FAMILY,
  OTHER_SHELL_FAMILY,
  PARALLEL_FAMILY,
  PKEXEC_FAMILY,
  CMD_FAMILY,
  POWERSHELL_FAMILY,
  PDB_FAMILY,
  PYTHON_FAMILY,
  REMOTE_CODE_FAMILY,
  RSYNC_FAMILY,
  RUNUSER_FAMILY,
  SCP_FAMILY,
  SG_FAMILY,
  SHELL_FAMILY,
  SSH_FAMILY,
  SUDO_FAMILY,
  SU_FAMILY,
  WSL_FAMILY,
  XARGS_FAMILY,
  ...CLUSTER_FAMILIES,
  ...DATABASE_FAMILIES,
  ...EDITOR_FAMILIES,
  ...INTERPRETER_FAMILIES,
  ...LAUNCHER_FAMILIES,
  ...NAMESPACE_FAMILIES,
  ...PLAIN_FAMILIES,
  ...REMOTE_FAMILIES,
  ...RUNNER_FAMILIES,
  ...SCHEDULED_FAMILIES,
  SCREEN_FAMILY,
  TMUX_FAMILY,
  ...STAND_IN_FAMILIES,
  ...TERMINAL_FAMILIES,
  ...TOOL_FAMILIES,
];

/** Every program that starts other programs, by base name. */
export const WRAPPERS: ReadonlyMap<string, WrapperFamily> = new Map(
  FAMILIES.flatMap((family) => family.names.map((name) => [name, family] as const)),
);

/** `npx --version`, `parallel --help`: nothing else happens. `-h` and `-v` have other meanings in many programs. */
function asksAboutItself(argv: readonly Word[]): boolean {
  return argv.length === 2 && /^--(?:help|version)$/.test(wordValue(argv[1]) ?? '');
}

/** What a wrapper starts. Never throws. */
export function peel(family: WrapperFamily, start: WrapperCall): readonly Peeled[] {
  if (asksAboutItself(start.argv)) return [];
  const peeled = family.peel(start);
  return peeled.some(({ kind }) => kind === 'code') ? peeled.flatMap((one) => withHole(one, start)) : peeled;
}

/**
 * Shell code that is a part of an unknown word (`--command="rm $X"`): its known pieces are run with a hole between
 * them, and a doubt is added for the hole. A whole word of the line is left to the walker, which knows more of it.
 */
function withHole(one: Peeled, { argv }: WrapperCall): readonly Peeled[] {
  if (one.kind !== 'code' || one.code.kind !== 'unknown' || argv.includes(one.code)) return [one];
  const { prefix, suffix, text } = one.code;
  if (one.language !== SHELL_CODE || `${prefix}${suffix}`.trim() === '') return [one];
  const code = knownWord(templateOf(one.code).replaceAll(HOLE, HOLE_VARIABLE), text);
  return [{ ...one, code }, doubt('hidden-code', 'code with a part that is not known')];
}
