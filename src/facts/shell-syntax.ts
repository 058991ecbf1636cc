import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Environment, ShellName } from '../model/request.ts';
import type { Tri } from '../model/tri.ts';
import { baseName } from '../util/path.ts';

/** Not searched in PATH, where our own shims come first. */
const FOLDERS = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** Options that parse a line without running it. Source: bash(1), dash(1), zshoptions(1) NO_EXEC; -f: no start-up files */
const SYNTAX_CHECK_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '-n', '-c'],
  dash: ['-n', '-c'],
  zsh: ['-f', '-n', '-c'],
};
const TIMEOUT_MS = 500;
const MAX_LINE = 64 * 1024;

/** Commands that change how the rest of the line is parsed; with -n they do not run, so the answer would be wrong. */
const CHANGES_SYNTAX = /\b(?:shopt|setopt|emulate|alias|extglob)\b/;

/**
 * Does the target shell reject the syntax of this line? Only the shell itself decides that exactly, so it is started. An agent's
 * `bash` is often the user's login shell instead; then both must reject it.
 */
export function refusesSyntax(
  line: string,
  shell: ShellName | undefined,
  env: Environment,
  timeoutMs = TIMEOUT_MS,
): Tri {
  if (line.length > MAX_LINE || /\0|^\s*[-+]/.test(line) || CHANGES_SYNTAX.test(line)) return 'unknown';
  const answers = shellsFor(shell, env).map((name) => rejectsLine(name, line, timeoutMs));
  if (answers.length === 0 || answers.includes('unknown')) return 'unknown';
  return answers.includes('no') ? 'no' : 'yes';
}

function shellsFor(shell: ShellName | undefined, env: Environment): readonly string[] {
  const own = baseName(env.SHELL ?? '');
  switch (shell) {
    case undefined:
    case 'bash':
      return own === 'zsh' ? ['bash', 'zsh'] : ['bash'];
    case 'sh':
      return ['dash', 'bash'].filter((name) => pathOf(name) !== undefined);
    case 'dash':
    case 'zsh':
      return [shell];
    default:
      return [];
  }
}

function pathOf(name: string): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

function rejectsLine(name: string, line: string, timeoutMs: number): Tri {
  const path = pathOf(name);
  if (path === undefined) return 'unknown';
  // an empty environment: no functions, no BASH_ENV
  const { status } = spawnSync(path, [...(SYNTAX_CHECK_OPTIONS[name] ?? []), line], {
    env: {},
    stdio: 'ignore',
    timeout: timeoutMs,
  });
  if (status === 0) return 'no';
  return status === 1 || status === 2 ? 'yes' : 'unknown';
}
