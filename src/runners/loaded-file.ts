import { knownWord } from '../model/word.ts';
import type { RunnerFinding } from './runner.ts';

/** A file that a program runs by itself, in its working directory. `python-module`: loaded, not run as a program. */
export function loadedFile(
  language: 'javascript' | 'python' | 'python-module',
  file: string,
  folder: string,
): RunnerFinding {
  const effects = { cwd: knownWord(folder) };
  return { kind: 'script-file', language, path: knownWord(file), positional: [], effects, file };
}
