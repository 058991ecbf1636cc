import { shellFinding, standIn } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { escapes } from './lines.ts';
import { fed } from './processes.ts';
import { textValue, type Value } from './value.ts';

const SQLITE_WRITES = /\bwritefile\(\s*'([^']{1,1000})'/gi;
const SQLITE_EDITS = /\bedit\([^,()]{0,1000},\s*'([^']{1,1000})'/gi;

/** sqlite3: functions of its shell that write a file or start an editor, and its dot commands. */
export const analyzeSqlite: CodeAnalyzer = (source, args) => [
  ...[...source.matchAll(SQLITE_WRITES)].map(([, path = '']) => standIn(['tee', textValue(path)], 'writefile')),
  ...[...source.matchAll(SQLITE_EDITS)].map(([, code]) => shellFinding(textValue(code ?? ''))),
  ...dotCommands(source, args),
  ...pipes(source),
  ...dotFiles(source),
];

/** sqlite3's dot commands that write a file. */
const SQLITE_FILE = /^\s*\.(?:output|once|o|excel|log|save|backup|clone)\s+(?:-\S+\s+)*["']?([^"'|\s-][^"'\s]*)/;

function dotFiles(source: string): readonly CodeFinding[] {
  return source.split('\n').flatMap((line): readonly CodeFinding[] => {
    const path = SQLITE_FILE.exec(line)?.[1];
    const isStream = path === 'stdout' || path === 'stderr' || path === 'off' || path === 'on';
    return path === undefined || isStream ? [] : [standIn(['tee', '--', path], '.output')];
  });
}

/** sqlite3's dot commands that run. */
const dotCommands: CodeAnalyzer = escapes(
  /^\s*\.(?:shell|system|sh|sy)\s+(.+)$/,
  /^\s*\.(?:import|excel)\s+(?:-\S+\s+)*"\|([^"]+)"/,
  /^\s*\.(?:import|excel)\s+(?:-\S+\s+)*'\|([^']+)'/,
);

/** `.output '|command'`: what the queries behind it print is its input. */
const PIPE = /^\s*\.(output|once|o)\s+(?:-\S+\s+){0,9}(?:"\|([^"]+)"|'\|([^']+)'|\|(.+))/;
const MAX_LINE_LENGTH = 4096;

function pipes(source: string): readonly CodeFinding[] {
  const found: CodeFinding[] = [];
  let pipe: { readonly start: CodeFinding; isFed: boolean } | undefined;
  const end = () => {
    if (pipe !== undefined && !pipe.isFed) found.push(pipe.start);
    pipe = undefined;
  };
  for (const line of source.split('\n')) {
    if (line.length > MAX_LINE_LENGTH) continue; // reported by the dot commands
    const [, how, double, single, bare] = PIPE.exec(line) ?? [];
    if (how !== undefined) {
      end();
      pipe = { start: shellFinding(textValue((double ?? single ?? bare ?? '').trim())), isFed: false };
    } else if (/^\s*\.(?:output|once|o)\b/.test(line)) end();
    else if (pipe !== undefined) {
      const text = printed(line);
      if (text === undefined) continue;
      found.push(fed(pipe.start, text));
      pipe.isFed = true;
    }
  }
  end();
  return found;
}

const CONSTANT = "'(?:[^']|'')*'";
const QUERY = new RegExp(`^\\s*select\\s+(${CONSTANT}(?:\\s*\\|\\|\\s*${CONSTANT}){0,50})\\s*;?\\s*$`, 'i');

/** What a query of nothing but texts prints. */
function printed(line: string): Value | undefined {
  const texts = QUERY.exec(line)?.[1]?.match(new RegExp(CONSTANT, 'g'));
  return texts == null ? undefined : textValue(texts.map((one) => one.slice(1, -1).replaceAll("''", "'")).join(''));
}
