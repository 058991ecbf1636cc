import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import { asVariables, gitProgram, SAFE_SETTINGS, type Setting, safeEnvironment } from './safe-start.ts';

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
  readonly settings?: readonly Setting[];
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

/** Starts the system's git once, as `openGit` does. Its output as text. undefined = no git is here. Never throws. */
export function startGit(
  repository: Repository,
  args: readonly string[],
  env: Environment,
  limits = LIMITS,
): GitRun | undefined {
  if (gitProgram() === undefined) return undefined;
  const run = openGit(repository, env, limits)?.run(args);
  return run === undefined ? { status: null, stdout: '' } : { status: run.status, stdout: run.stdout.toString() };
}

/**
 * The system's git in a repository, started so that nothing of the repository's own runs: no hook, filter, fsmonitor or transport.
 * Takes no lock for reading and asks nobody; objects are what they are, whatever replaces them.
 * undefined = no git is here, or it cannot read the settings. Never throws.
 */
export function openGit({ root, gitDir }: Repository, env: Environment, limits = LIMITS): Git | undefined {
  const program = gitProgram();
  if (program === undefined) return undefined;
  const base = safeEnvironment({ root, gitDir }, env);
  const endMs = performance.now() + limits.timeoutMs;
  const run = (words: readonly string[], settings: readonly Setting[], call: GitCall): RawRun => {
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
  const read = run(['config', '--null', '--get-regexp', READ_KEYS], SAFE_SETTINGS, {});
  // 1 = there are none
  if (read.status !== 0 && read.status !== 1) return undefined;
  const settings = settingsOf(read.stdout.toString());
  const off = [...settings.keys()].filter((key) => key.startsWith('filter.'));
  const safe = [...SAFE_SETTINGS, ...off.map((key) => [key, key.endsWith('.required') ? 'false' : ''] as const)];
  const leftMs = () => endMs - performance.now();
  return { settings, leftMs, run: (args, call = {}) => run(args, [...(call.settings ?? []), ...safe], call) };
}

function variablesOf({ index, hasPatterns }: GitCall): Environment {
  return {
    ...(hasPatterns ? {} : { GIT_LITERAL_PATHSPECS: '1' }),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
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
