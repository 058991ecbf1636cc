import { type SimpleGit, simpleGit } from 'simple-git';
import type { Repository } from '../model/loss.ts';
import type { Environment } from '../model/request.ts';
import { asVariables, gitProgram, SAFE_SETTINGS, safeEnvironment } from './safe-start.ts';

/** Of all that is asked of one repository, together. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 4;

/**
 * The library refuses these variables and settings, as a caller's text may have got there. Here they are what keeps programs
 * of a repository from running. Nothing that a repository says is among them: the patterns that look for it are not linear.
 */
const OURS = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
};

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/**
 * What people are shown of a repository: commits and refs, which no filter is run for. Every answer is undefined where git
 * cannot tell, or not in time. Never throws.
 */
export interface GitView {
  /** `to` and what leads to it, without what leads to `from`, the latest first; absent = to any branch or tag. Each a name or a hash */
  commits(range: {
    readonly from?: string;
    readonly to: string;
    readonly max: number;
  }): Promise<readonly Commit[] | undefined>;
  /** full names */
  refsBelow(prefix: string): Promise<ReadonlySet<string> | undefined>;
}

/** By promises, so that several repositories and questions wait together: for the command line, as it takes 20 ms to load. */
export function viewGit(repository: Repository, env: Environment): GitView {
  const answer = async <T>(task: (git: SimpleGit) => Promise<T>) => {
    try {
      return await task(bounded(repository, env));
    } catch {
      return undefined;
    }
  };
  return {
    commits: ({ from, to, max }) =>
      answer(async (git) => {
        const others = { '--not': null, '--branches': null, '--tags': null };
        const range = from === undefined ? { [to]: null, ...others } : { from, to, symmetric: false };
        const format = { hash: '%h', subject: '%s' };
        const log = await git.log({ maxCount: max, mailMap: false, format, ...range });
        return log.all.map(({ hash, subject }) => ({ hash, subject }));
      }),
    refsBelow: (prefix) =>
      answer(async (git) => {
        const names = await git.raw(['for-each-ref', '--format=%(refname)', prefix]);
        return new Set(names.split('\n').filter(Boolean));
      }),
  };
}

/** Which git is asked. undefined = there is none, or it does not say. Never throws. */
export async function gitVersion(env: Environment): Promise<{ program: string; version: string } | undefined> {
  const program = gitProgram();
  if (program === undefined) return undefined;
  try {
    const { installed, major, minor, patch } = await bounded({ root: '/', gitDir: '/dev/null' }, env).version();
    return installed ? { program, version: `${major}.${minor}.${patch}` } : undefined;
  } catch {
    return undefined;
  }
}

/** Throws where there is no git or no such folder. */
function bounded(repository: Repository, env: Environment): SimpleGit {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), TIMEOUT_MS).unref();
  const git = simpleGit({
    baseDir: repository.root,
    binary: gitProgram() ?? 'git',
    unsafe: OURS,
    abort: stop.signal,
    maxConcurrentProcesses: AT_ONCE,
    // else it waits 50 ms for more where nothing was said
    completion: { onClose: true, onExit: false },
  });
  let bytes = 0;
  return git.env({ ...safeEnvironment(repository, env), ...asVariables(SAFE_SETTINGS) }).outputHandler((_, stdout) => {
    stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) stop.abort();
    });
  });
}
