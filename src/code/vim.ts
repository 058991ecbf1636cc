import { evaluates, shellFinding, standIn, startFinding } from './effects.ts';
import { type CodeAnalyzer, type CodeFinding, type Given, NOTHING_GIVEN } from './finding.ts';
import { MAX_LINE_LENGTH, TOO_LONG } from './lines.ts';
import { atHome, globbed, textValue, UNKNOWN, type Value } from './value.ts';
import { computedCalls, readVimVariables } from './vim-values.ts';

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

/** Command lines that execute others beyond these are not followed. */
const MAX_EXECUTED = 3;

export const analyzeVim: CodeAnalyzer = (source, _, __, given = NOTHING_GIVEN) => readVim(source, given, 0);

function readVim(source: string, given: Given, depth: number): readonly CodeFinding[] {
  const variables = new Map<string, Value>();
  return source.split('\n').flatMap((line): readonly CodeFinding[] => {
    if (line.length > MAX_LINE_LENGTH) return [TOO_LONG];
    const reader = { variables, given };
    readVimVariables(line, reader);
    const computed = computedCalls(line, reader);
    const executed = computed.commands.flatMap((command): readonly CodeFinding[] =>
      depth < MAX_EXECUTED ? readVim(command, given, depth + 1) : [TOO_LONG],
    );
    return [...computed.found, ...executed, ...readLine(computed.rest)];
  });
}

function readLine(line: string): readonly CodeFinding[] {
  const foreign = /^[\s:]*(py3?|python3?|pyx|rub?y?|perl?|lua)\s+(.+)$/.exec(line);
  if (foreign !== null) return foreignCode(foreign[1] as string, foreign[2] as string);
  const text = exShell(line) ?? EX_TERMINAL.exec(line)?.[1];
  const shell = text === undefined ? [] : [shellFinding(textValue(text.trim()))];
  const keys = [...line.matchAll(EX_KEYS)].flatMap(([, single, double]) => analyzeVimKeys(single ?? double ?? '', []));
  const files = [...[...line.matchAll(EX_FILES)].flatMap(fileCall), ...deletesFound(line), ...written(line)];
  return [...shell, ...files, ...keys, ...[...line.matchAll(EX_CALL)].flatMap(vimCall)];
}

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
