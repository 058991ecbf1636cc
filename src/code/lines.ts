import { knownWord } from '../model/word.ts';
import { shellFinding } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { textValue } from './value.ts';

/** Longer lines are not read: matching is quadratic in the worst case. */
export const MAX_LINE_LENGTH = 4096;
export const TOO_LONG: CodeFinding = { kind: 'doubt', code: 'too-long', detail: 'a line of code' };

/** A way out to a shell in a language of command lines: the first group of the pattern is the shell's text. */
export function escapes(...patterns: readonly RegExp[]): CodeAnalyzer {
  return (source) =>
    source.split('\n').flatMap((line) => {
      if (line.length > MAX_LINE_LENGTH) return [TOO_LONG];
      for (const pattern of patterns) {
        const code = pattern.exec(line)?.[1];
        if (code !== undefined && code.trim() !== '') return [shellFinding(textValue(code.trim()))];
      }
      return [];
    });
}

/** ed: `!cmd`, `r !cmd`, `w !cmd`, `e !cmd`; an address may stand in front. */
export const analyzeEd: CodeAnalyzer = escapes(/^\s*(?:[\d.,$;+-]+\s*)?(?:[reEwW]\s*)?!(.+)$/);

/** Clients with a prompt (ftp, sftp, lftp, telnet): `!cmd` on a line of its own. */
export const analyzeClient: CodeAnalyzer = escapes(/^\s*!(.+)$/);

/** dc: `!cmd`; `!<`, `!=` and `!>` compare. */
export const analyzeDc: CodeAnalyzer = escapes(/!(?![<>=])(.+)$/);

export const analyzeMail: CodeAnalyzer = escapes(/^~[!|](.+)$/);

export const analyzeGnuplot: CodeAnalyzer = escapes(
  /^\s*!(.+)$/,
  /\bsystem\s*\(?\s*"([^"]+)"/,
  /\bsystem\s*\(?\s*'([^']+)'/,
  /["']\s*<\s*([^"']+)["']/,
);

/** psql: `\! cmd`, pipes, and COPY with a program, which `\copy` starts here and COPY on the server. */
export const analyzePsql: CodeAnalyzer = escapes(
  /\\!\s*(.+)$/,
  /\\(?:o|out|g|gx|w|write)\s*\|\s*(.+)$/,
  /copy\b.*\bprogram\s+'((?:[^']|'')+)'/i,
);

export const analyzeMysql: CodeAnalyzer = escapes(
  /\\!\s*(.+?);?$/,
  /^\s*system\s+(.+?);?$/i,
  /^\s*(?:pager|\\P)\s+(.+?);?$/i,
);

/** gdb: shell escapes, and code of other languages. */
export const analyzeGdb: CodeAnalyzer = (source, args) => [
  ...escapes(/^\s*(?:shell|make|!)\s*(.+)$/, /^\s*(?:pipe|\|)\s+.*\|\s*(.+)$/)(source, args),
  ...source.split('\n').flatMap((line): readonly CodeFinding[] => {
    const code = /^\s*(?:python|py|pi|python-interactive)\s+(.+)$/.exec(line)?.[1];
    return code === undefined ? [] : [{ kind: 'code', language: 'python', code: knownWord(code) }];
  }),
];

/** A crontab: five fields or one `@word`, then a line for sh; `%` ends it. */
export const analyzeCrontab: CodeAnalyzer = escapes(
  /^\s*(?:@\w+|[\d*][^\s=]*(?:\s+[\w*][^\s=]*){4})\s+((?:[^%\\]|\\.)+)/,
);

/** ssh_config(5): commands that run on this machine. */
export const analyzeSshConfig: CodeAnalyzer = escapes(
  /^\s*(?:proxy|local|knownhosts)command(?:\s*=\s*|\s+)(?!none\s*$)(.+)$/i,
  /^\s*match\s(?:.*\s)?exec\s+"([^"]+)"/i,
  /^\s*match\s(?:.*\s)?exec\s+([^\s"]+)/i,
);

/** make: `$(shell ..)`, `!=`, and recipe lines behind a tab or `target: ;`. */
export const analyzeMake: CodeAnalyzer = (source) => {
  const found: CodeFinding[] = [];
  if (source.split('\n').some((line) => line.length > MAX_LINE_LENGTH)) return [TOO_LONG];
  for (const match of source.matchAll(/\$[({]shell\s([^)}]*)[)}]/g))
    found.push(shellFinding(textValue(match[1] ?? '')));
  for (const line of source.split('\n')) {
    const recipe =
      /^\t\s*[@+-]*(.+)$/.exec(line)?.[1] ??
      /^[^#=\t]*:[^=;]*;\s*[@+-]*(.+)$/.exec(line)?.[1] ??
      /^\w+\s*!=\s*(.+)$/.exec(line)?.[1];
    if (recipe !== undefined) found.push(shellFinding(textValue(recipe.replaceAll('$$', '$'))));
  }
  return found;
};
