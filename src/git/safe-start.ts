import { existsSync } from 'node:fs';
import type { Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import { realProgram } from '../store/box.ts';

export type Setting = readonly [key: string, value: string];

/** Where systems and package managers put git. PATH is not searched: our own shims come first there, and the line may have set it. */
const PROGRAMS = [
  '/usr/bin/git',
  '/bin/git',
  '/usr/local/bin/git',
  '/opt/homebrew/bin/git',
  '/opt/local/bin/git',
  '/home/linuxbrew/.linuxbrew/bin/git',
  '/run/current-system/sw/bin/git',
];
/** Of the caller's environment: where the person's own configuration is. All else could make git run a program. */
const KEPT = ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM', 'GIT_CONFIG_SYSTEM'];

/**
 * Settings of a repository that start programs, off. Transports too: a partial clone would fetch what it lacks.
 * Source: git-config(1) 2.47, every key whose value is a command, that the subcommands used here read.
 */
export const SAFE_SETTINGS: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['protocol.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  // a copy of an index is written whole, not as the difference to a shared one
  ['core.splitIndex', 'false'],
];

/** undefined = no git is here. */
export function gitProgram(): string | undefined {
  const found = PROGRAMS.find((path) => existsSync(path));
  return found && realProgram(found);
}

/** All that a git gets to see of variables, but for settings. */
export function safeEnvironment({ root, gitDir }: Repository, env: Environment): Record<string, string> {
  return {
    ...personal(env),
    GIT_DIR: gitDir,
    GIT_WORK_TREE: root,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_COMMITTER_NAME: 'safeshell',
    GIT_COMMITTER_EMAIL: 'safeshell@localhost',
  };
}

function personal(env: Environment): Record<string, string> {
  const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...Object.fromEntries(kept), PATH: '/usr/bin:/bin', LC_ALL: 'C' };
}

/** Settings as variables, whose names may hold what `-c` cannot say (`=`). Source: git(1) GIT_CONFIG_COUNT. */
export function asVariables(settings: readonly Setting[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
