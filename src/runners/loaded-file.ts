import { knownWord } from '../model/word.ts';
import type { RunnerFinding } from './runner.ts';

/**
 * A file that a program runs by itself, in its working directory. `python-module`: loaded, not run as a program. `calls`: functions of it
 * that the program then calls.
 */
export function loadedFile(
  language: 'javascript' | 'python' | 'python-module',
  file: string,
  folder: string,
  calls: readonly string[] = [],
): RunnerFinding {
  const effects = { cwd: knownWord(folder) };
  const positional = calls.length === 0 ? [] : [file, ...calls].map((word) => knownWord(word));
  return { kind: 'script-file', language, path: knownWord(file), positional, effects, file };
}
