import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { findProgram } from '../../../install/programs.ts';
import type { Environment } from '../../../model/request.ts';
import { baseName } from '../../../util/path.ts';

export interface Inside {
  readonly covered: ReadonlySet<string>;
  readonly root: string;
  readonly bash: string;
  readonly env: Environment;
}

/**
 * The agent itself is what its person starts, and not judged as what an agent starts: past the shim that may lie over it, or over
 * the interpreter of its script.
 */
export function startedAsIs(words: readonly string[], inside: Inside): readonly string[] {
  const [program = '', ...rest] = words;
  const path = fileOf(program, inside);
  const real = path && realOf(path);
  if (path === undefined || real === undefined) return words;
  if (inside.covered.has(real)) return pastShim(real, words, inside);
  const [name, ...options] = interpreterOf(real) ?? [];
  const interpreter = name && fileOf(name, inside);
  const realInterpreter = interpreter && realOf(interpreter);
  if (name === undefined || !interpreter || !realInterpreter) return words;
  const all = [name, ...options, path, ...rest];
  return inside.covered.has(realInterpreter) ? pastShim(realInterpreter, all, inside) : [interpreter, ...all.slice(1)];
}

function fileOf(program: string, { env }: Inside): string | undefined {
  return program.includes('/') ? program : findProgram(program, env.PATH ?? '/usr/bin:/bin', '');
}

function pastShim(real: string, [program = '', ...rest]: readonly string[], { bash, root }: Inside): readonly string[] {
  return [bash, '-p', '-c', 'exec -a "$0" "$@"', program, root + real, ...rest];
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Longer first lines are cut by the kernel. Source: execve(2), Linux 6.1 */
const FIRST_LINE_BYTES = 256;

/** What `#!/usr/bin/env node` starts: `node`. undefined = no script, or a line that env reads in another way. */
function interpreterOf(path: string): readonly string[] | undefined {
  const [, interpreter = '', argument = ''] = /^#![ \t]*(\S+)[ \t]*([^\n]*?)[ \t]*\n/.exec(startOf(path)) ?? [];
  if (interpreter === '') return undefined;
  if (baseName(interpreter) !== 'env') return [interpreter, ...(argument === '' ? [] : [argument])];
  const words = argument.replace(/^-S[ \t]*/, '').split(/[ \t]+/);
  return /^[\w.+][\w.+-]*$/.test(words[0] ?? '') && !/['"\\$]/.test(argument) ? words : undefined;
}

function startOf(path: string): string {
  const start = Buffer.alloc(FIRST_LINE_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      return start.toString('latin1', 0, readSync(file, start, 0, FIRST_LINE_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
