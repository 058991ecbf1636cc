import { knownWord } from '../model/word.ts';
import type { RunnerFiles, RunnerFinding } from './runner.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const MAX_SOURCES = 40;
/** Of all sources of a program. */
const MAX_LENGTH = 128 * 1024;

export function sourcesAt(paths: readonly string[], files: RunnerFiles): readonly SourceFile[] {
  const found: SourceFile[] = [];
  let left = MAX_LENGTH;
  for (const path of [...new Set(paths)].slice(0, MAX_SOURCES)) {
    const text = files.read(path)?.slice(0, left);
    if (text === undefined) continue;
    left -= text.length;
    found.push({ path, text });
  }
  return found;
}

/** Between the texts of files that are reduced together. */
const BETWEEN = '\n\0\n';

/** The code of a program's files, each with its place: `reduce` leaves out of all of them what is never called. */
export function sourceFindings(
  language: 'go' | 'rust',
  sources: readonly SourceFile[],
  reduce: (text: string) => string,
  cwd: string,
): readonly RunnerFinding[] {
  const reduced = reduce(sources.map(({ text }) => text).join(BETWEEN)).split(BETWEEN);
  return sources.flatMap(({ path, text }, at): readonly RunnerFinding[] => {
    const code = reduced.length === sources.length ? (reduced[at] as string) : text;
    if (code.trim() === '') return [];
    return [{ kind: 'code', language, code: knownWord(code), effects: { cwd: knownWord(cwd) }, file: path, line: 1 }];
  });
}
