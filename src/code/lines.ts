import { HOLE } from '../model/hole.ts';
import { knownWord } from '../model/word.ts';
import { evaluates, shellFinding, standIn, startFinding } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { atHome, globbed, textValue, UNKNOWN, type Value } from './value.ts';

/** Longer lines are not read: matching is quadratic in the worst case. */
const MAX_LINE_LENGTH = 4096;
const TOO_LONG: CodeFinding = { kind: 'doubt', code: 'too-long', detail: 'a line of code' };

/** A way out to a shell in a language of command lines: the first group of the pattern is the shell's text. */
function escapes(...patterns: readonly RegExp[]): CodeAnalyzer {
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

/** m4: `syscmd(cmd)`, with or without its quotes. */
export const analyzeM4: CodeAnalyzer = (source) =>
  [...source.matchAll(/\be?syscmd\((?:`([^']{0,4000})'|([^)`]{0,4000}))\)/g)].map(([, quoted, plain]) =>
    shellFinding(textValue((quoted ?? plain ?? '').replace(M4_ARGUMENT, HOLE))),
  );

/** What a macro is called with, in its definition. */
const M4_ARGUMENT = /\$(?:[\d*@#]|\{\d+\})/g;

const SQLITE_WRITES = /\bwritefile\(\s*'([^']{1,1000})'/gi;
const SQLITE_EDITS = /\bedit\([^,()]{0,1000},\s*'([^']{1,1000})'/gi;

/** sqlite3: functions of its shell that write a file or start an editor, and its dot commands. */
export const analyzeSqlite: CodeAnalyzer = (source, args) => [
  ...[...source.matchAll(SQLITE_WRITES)].map(([, path = '']) => standIn(['tee', textValue(path)], 'writefile')),
  ...[...source.matchAll(SQLITE_EDITS)].map(([, code]) => shellFinding(textValue(code ?? ''))),
  ...dotCommands(source, args),
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

/** sqlite3's dot commands that run or pipe. */
const dotCommands: CodeAnalyzer = escapes(
  /^\s*\.(?:shell|system|sh|sy)\s+(.+)$/,
  /^\s*\.(?:import|output|once|o|excel)\s+(?:-\S+\s+)*"\|([^"]+)"/,
  /^\s*\.(?:import|output|once|o|excel)\s+(?:-\S+\s+)*'\|([^']+)'/,
  /^\s*\.(?:output|once|o|excel)\s+(?:-\S+\s+)*\|(.+)$/,
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

/** What may stand in front of the `!` of an ex command: modifiers, a range, `:r`, `:w`. Runs of blanks are one. */
const EX_HEAD =
  /(?:^|\|)[ :]*(?:(?:sil(?:ent)?|exe(?:cute)?|noa(?:utocmd)?|keepalt|tab|vert(?:ical)?|bot(?:right)?)!? )*["']?(?:[%.,$\d'<>+-]+|g(?:lobal)?\/.*\/)? ?(?:r(?:ead)?|w(?:rite)?|term(?:inal)?)? ?$/;
const MAX_HEAD_LENGTH = 200;

/** `silent !rm x`, `%!sort`, `w !tee f`: the text behind the first `!` that stands where a command does. */
function exShell(line: string): string | undefined {
  for (let at = line.indexOf('!'); at >= 0 && at < MAX_HEAD_LENGTH; at = line.indexOf('!', at + 1)) {
    if (EX_HEAD.test(line.slice(0, at).replace(/\s+/g, ' '))) return line.slice(at + 1).replace(/["']$/, '');
  }
  return undefined;
}

const EX_TERMINAL = /^[\s:]*(?:te|ter|term|terminal)\s+([^\s!].*)$/;
const EX_CALL =
  /\b(?:system|systemlist|termopen|jobstart|job_start|term_start)\(\s*(?:'([^']*)'|"([^"]*)"|(\[[^\]]*\])|([^'"[\s)][^)]*))/g;

export const analyzeVim: CodeAnalyzer = (source) =>
  source.split('\n').flatMap((line) => {
    if (line.length > MAX_LINE_LENGTH) return [TOO_LONG];
    const foreign = /^[\s:]*(py3?|python3?|pyx|rub?y?|perl?|lua)\s+(.+)$/.exec(line);
    if (foreign !== null) return foreignCode(foreign[1] as string, foreign[2] as string);
    const text = exShell(line) ?? EX_TERMINAL.exec(line)?.[1];
    const shell = text === undefined ? [] : [shellFinding(textValue(text.trim()))];
    const keys = [...line.matchAll(EX_KEYS)].flatMap(([, single, double]) =>
      analyzeVimKeys(single ?? double ?? '', []),
    );
    const files = [...[...line.matchAll(EX_FILES)].flatMap(fileCall), ...deletesFound(line), ...written(line)];
    return [...shell, ...files, ...keys, ...[...line.matchAll(EX_CALL)].flatMap(vimCall)];
  });

/** `w! file`, `1,5w file`, `saveas file` */
const EX_WRITE =
  /(?:^|\|)[\s:]*(?:sil(?:ent)?!?\s+)?(?:[%.,$\d'<>+-]*)(?:w(?:rite)?|sav(?:eas)?|wq|up(?:date)?)!?\s+([~./\w][^\s|]*)\s*(?=\||$)/g;

function written(line: string): readonly CodeFinding[] {
  return [...line.matchAll(EX_WRITE)].map(([, path = '']) => standIn(['tee', atHome(textValue(path))], 'ex write'));
}

/** `delete(x)`, `rename(x, y)`, `writefile(list, x)` with `expand('~/x')` or `$HOME . '/x'` as a path. */
const EX_FILES =
  /\b(delete|rename|writefile)\(\s*(?:\[[^\]]{0,500}\]\s*,\s*)?(?:(?:expand|fnamemodify)\(\s*|\$HOME\s*\.\.?\s*)?(?:'([^']*)'|"([^"]*)")[^'"]{0,20}(?:'(rf|d)'|"(rf|d)")?/g;

/** `map(glob('x/*', 0, 1), 'delete(v:val)')`: what the pattern finds. */
const EX_FOUND = /\bglob\(\s*(?:'([^']{1,1000})'|"([^"]{1,1000})")/g;

function deletesFound(line: string): readonly CodeFinding[] {
  const how = /\bdelete\(\s*(?![\s'"])[^,()'"]{1,80}(,)?/.exec(line);
  if (how === null) return [];
  const command = how[1] === undefined ? ['rm', '-f'] : ['rm', '-rf'];
  return [...line.matchAll(EX_FOUND)].map(([, single, double]) =>
    standIn([...command, globbed(atHome(textValue(single ?? double ?? '')))], 'delete'),
  );
}

function fileCall([whole, name, single, double, rf, rfDouble]: RegExpMatchArray): readonly CodeFinding[] {
  const text = single ?? double ?? '';
  const isHome = whole.includes('$HOME') || /expand\(\s*['"]~\//.test(whole);
  const path: Value = isHome ? { kind: 'text', parts: [{ home: true }, text.replace(/^~/, '')] } : textValue(text);
  if (name === 'writefile') return [standIn(['tee', path], name)];
  if (name === 'rename') return [standIn(['mv', path, UNKNOWN], name)];
  return [standIn([...((rf ?? rfDouble) === 'rf' ? ['rm', '-rf'] : ['rm', '-f']), path], 'delete')];
}

const EX_KEYS = /\bfeedkeys\(\s*(?:'([^']*)'|"([^"]*)")/g;

/** Keys as they are typed: what follows a colon up to the end of the line is an ex command. */
export const analyzeVimKeys: CodeAnalyzer = (source, args) =>
  source
    .split(/[\r\n]|\\?<CR>/i)
    .flatMap((line) => [...line.matchAll(/:([^:].*)$/g)].flatMap(([, command]) => analyzeVim(command ?? '', args)));

function vimCall([, single, double, list]: RegExpMatchArray): readonly CodeFinding[] {
  if (list !== undefined) {
    return startFinding([...list.matchAll(/['"]([^'"]*)['"]/g)].map((item) => textValue(item[1] ?? '')));
  }
  const text = single ?? double;
  return [shellFinding(text === undefined ? undefined : textValue(text))];
}

function foreignCode(command: string, code: string): readonly CodeFinding[] {
  const language = command.startsWith('py')
    ? 'python'
    : command.startsWith('r')
      ? 'ruby'
      : command === 'lua'
        ? 'lua'
        : 'perl';
  return evaluates(language)({ name: command, args: [textValue(code)], named: new Map() });
}

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
