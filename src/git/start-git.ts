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
  // a copy of an index is written whole, not as the difference to a shared one
  ['core.splitIndex', 'false'],
];
/**
 * Read before anything runs. `filter.NAME.clean` and its like run programs on files that attributes name; an empty one is the
 * content as it is. The others say how the files of the working tree are made from blobs, for who asks.
 */
const READ_KEYS = '^(filter\\..*\\.(clean|smudge|process|required)|core\\.(autocrlf|eol|attributesfile))$';

export interface GitRun {
  /** null = it was stopped, or could not be started */
  readonly status: number | null;
  readonly stdout: string;
}

export interface GitLimits {
  /** of everything that an opened git runs, together */
  readonly timeoutMs: number;
  /** of the output of one run */
  readonly maxBytes: number;
}

const LIMITS: GitLimits = { timeoutMs: 2_000, maxBytes: 16 * 1024 * 1024 };

export interface GitCall {
  readonly input?: string | Buffer;
  /** the file that is the index, instead of the repository's own */
  readonly index?: string;
  readonly settings?: readonly (readonly [string, string])[];
  /** paths among the words may be patterns; else they are what they are */
  readonly hasPatterns?: true;
}

export interface RawRun {
  readonly status: number | null;
  readonly stdout: Buffer;
}

export interface Git {
  /** lower case key -> last value */
  readonly settings: ReadonlyMap<string, string>;
  /** of its time limit */
  leftMs(): number;
  run(args: readonly string[], call?: GitCall): RawRun;
}

type Place = Pick<GitFacts, 'root' | 'gitDir'>;

/** Starts the system's git once, as `openGit` does. Its output as text. undefined = no git is here. Never throws. */
export function startGit(place: Place, args: readonly string[], env: Environment, limits = LIMITS): GitRun | undefined {
  if (gitProgram() === undefined) return undefined;
  const run = openGit(place, env, limits)?.run(args);
  return run === undefined ? { status: null, stdout: '' } : { status: run.status, stdout: run.stdout.toString() };
}

/**
 * The system's git in a repository, started so that nothing of the repository's own runs: no hook, filter, fsmonitor or transport.
 * Takes no lock for reading and asks nobody; objects are what they are, whatever replaces them.
 * undefined = no git is here, or it cannot read the settings. Never throws.
 */
export function openGit({ root, gitDir }: Place, env: Environment, limits = LIMITS): Git | undefined {
  const program = gitProgram();
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
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_COMMITTER_NAME: 'safeshell',
    GIT_COMMITTER_EMAIL: 'safeshell@localhost',
  };
  const endMs = performance.now() + limits.timeoutMs;
  const run = (words: readonly string[], settings: readonly (readonly [string, string])[], call: GitCall): RawRun => {
    const timeout = Math.floor(endMs - performance.now());
    if (timeout <= 0) return { status: null, stdout: Buffer.alloc(0) };
    const { status, stdout } = spawnSync(program, words, {
      cwd: existsSync(root) ? root : gitDir,
      env: { ...base, ...variablesOf(call), ...asVariables(settings) },
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      ...(call.input === undefined ? {} : { input: call.input }),
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: limits.maxBytes,
    });
    return { status, stdout: stdout ?? Buffer.alloc(0) };
  };
  const read = run(['config', '--null', '--get-regexp', READ_KEYS], SAFE, {});
  // 1 = there are none
  if (read.status !== 0 && read.status !== 1) return undefined;
  const settings = settingsOf(read.stdout.toString());
  const off = [...settings.keys()].filter((key) => key.startsWith('filter.'));
  const safe = [...SAFE, ...off.map((key) => [key, key.endsWith('.required') ? 'false' : ''] as const)];
  const leftMs = () => endMs - performance.now();
  return { settings, leftMs, run: (args, call = {}) => run(args, [...(call.settings ?? []), ...safe], call) };
}

function variablesOf({ index, hasPatterns }: GitCall): Environment {
  return {
    ...(hasPatterns ? {} : { GIT_LITERAL_PATHSPECS: '1' }),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
}

function gitProgram(): string | undefined {
  return PROGRAMS.find((path) => existsSync(path));
}

/** Of `git config --null`: `KEY LF VALUE NUL`; a key alone is true. */
function settingsOf(output: string): Map<string, string> {
  const entries = output.split('\0').filter(Boolean);
  return new Map(
    entries.map((entry): [string, string] => {
      const end = entry.indexOf('\n');
      return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

/** Settings as variables, whose names may hold what `-c` cannot say (`=`). Source: git(1) GIT_CONFIG_COUNT. */
function asVariables(settings: readonly (readonly [string, string])[]): Environment {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
