import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Environment, ShellName } from '../model/request.ts';
import type { Tri } from '../model/tri.ts';
import { baseName } from '../util/path.ts';

/** Never looked up in PATH, where our own shims stand. */
const FOLDERS = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
/** Each reads a line and runs nothing of it. Source: bash(1), dash(1), zshoptions(1) NO_EXEC; -f: no start-up files */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '-n', '-c'],
  dash: ['-n', '-c'],
  zsh: ['-f', '-n', '-c'],
};
const PATIENCE_MS = 500;
const MAX_LINE = 64 * 1024;

/** What follows is read otherwise once it has run, which it does not here. */
const CHANGES_SYNTAX = /\b(?:shopt|setopt|emulate|alias|extglob)\b/;

/**
 * Would the shell that the line is for refuse it for its syntax? It is asked itself: only its own word is certain. An
 * agent's `bash` is often the user's own shell; then both must refuse.
 */
export function refusesSyntax(line: string, shell: ShellName | undefined, env: Environment): Tri {
  if (line.length > MAX_LINE || /\0|^\s*[-+]/.test(line) || CHANGES_SYNTAX.test(line)) return 'unknown';
  const answers = shellsFor(shell, env).map((name) => refusedBy(name, line));
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

function refusedBy(name: string, line: string): Tri {
  const path = pathOf(name);
  if (path === undefined) return 'unknown';
  // an empty environment: no functions, no BASH_ENV
  const { status } = spawnSync(path, [...(CHECKS[name] ?? []), line], {
    env: {},
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  if (status === 0) return 'no';
  return status === 1 || status === 2 ? 'yes' : 'unknown';
}
