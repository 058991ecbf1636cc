import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { GitFacts } from '../model/facts.ts';
import type { Environment } from '../model/request.ts';

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
const SAFE: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['protocol.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
];
/** `filter.NAME.clean` and its like run programs on files that attributes name; an empty one is the content as it is. */
const FILTER_KEYS = '^filter\\..*\\.(clean|smudge|process|required)$';

export interface GitRun {
  /** null = it was stopped, or could not be started */
  readonly status: number | null;
  readonly stdout: string;
}

export interface GitLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const LIMITS: GitLimits = { timeoutMs: 2_000, maxBytes: 16 * 1024 * 1024 };

/**
 * Starts the system's git in a repository so that nothing of the repository's own runs: no hook, filter, fsmonitor or transport.
 * Takes no lock and asks nobody. undefined = no git is here. Never throws.
 */
export function startGit(
  { root, gitDir }: Pick<GitFacts, 'root' | 'gitDir'>,
  args: readonly string[],
  env: Environment,
  limits = LIMITS,
): GitRun | undefined {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const base = {
    ...kept,
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_WORK_TREE: root,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
  };
  const run = (words: readonly string[], settings: readonly (readonly [string, string])[]): GitRun => {
    const { status, stdout } = spawnSync(program, words, {
      cwd: root,
      env: { ...base, ...asVariables(settings) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limits.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: limits.maxBytes,
    });
    return { status, stdout: stdout ?? '' };
  };
  const filters = run(['config', '--null', '--name-only', '--get-regexp', FILTER_KEYS], SAFE);
  // 1 = there are none
  if (filters.status !== 0 && filters.status !== 1) return { status: null, stdout: '' };
  const off = filters.stdout.split('\0').filter(Boolean);
  return run(args, [...SAFE, ...off.map((key) => [key, key.endsWith('.required') ? 'false' : ''] as const)]);
}

/** Settings as variables, whose names may hold what `-c` cannot say (`=`). Source: git(1) GIT_CONFIG_COUNT. */
function asVariables(settings: readonly (readonly [string, string])[]): Environment {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
