import type { Action, Json, JsonObject } from '../model/request.ts';
import { wordsOf } from '../util/name-words.ts';
import { isPatchTool, patchPaths } from '../util/patch-paths.ts';
import { DIRECTORY_FIELD, globReadPaths, searchStarts } from './search-starts.ts';

type Access = 'read' | 'write' | 'delete' | 'move';

/** What a tool does, by the words of its name: the first list that has one of them. */
const VERBS: readonly (readonly [Access | 'none' | 'search', readonly string[]])[] = [
  ['delete', ['delete', 'remove', 'unlink', 'trash', 'rm', 'rmdir']],
  [
    'write',
    (
      'write edit multiedit create replace patch insert append update modify set put save add move mv rename copy cp ' +
      'upload download make mkdir touch truncate editor str notebookedit applypatch generate export'
    ).split(' '),
  ],
  ['none', ['glob', 'ls', 'list', 'find', 'tree', 'stat', 'exists']],
  ['search', ['grep', 'search', 'rg', 'ripgrep', 'ack', 'ag']],
];

/** Fields that hold a path, in the spellings of many agents: `file_path`, `absolutePath`, `TargetFile`, `paths`. */
const PATH_FIELD = /^(.*_)?(path|file|filename|notebook|destination|dest|source|src|target)s?$/;
const MAX_PATHS = 500;
const MAX_DEPTH = 4;

/**
 * The program starts that do to files what a tool call does: path rules judge them. An edit of a file is a write to
 * it. `home`: what `~` stands for. Empty where no path is named.
 */
export function fileActions(tool: string, input: JsonObject, home: string | undefined): readonly Action[] {
  const access = EDITOR.test(tool) && input.command === 'view' ? 'read' : accessOf(tool);
  if (isPatchTool(tool)) return patchActions(input, home);
  if (access === 'none') return [];
  const isField = access === 'search' ? isSearchField : isPathField;
  const paths = placed(pathsIn(input, 0, isField), home);
  if (access === 'search') return searchStarts({ tool, input }, paths, home).map(started);
  const all = access === 'read' ? [...paths, ...globReadPaths(input, home)] : paths;
  return all.length === 0 ? [] : [startFor(access, all)];
}

/** What a program that stands for a tool touches. */
export function pathsOf(action: Action): readonly string[] {
  return action.kind === 'argv' ? action.argv.slice(action.argv.indexOf('--') + 1) : [];
}

/** Tools that do what their field `command` says: `view`, `create`, `str_replace` .. */
const EDITOR = /(str_replace_editor|str_replace_based_edit_tool|text_editor)$/;

/** The tool's own words: `mcp__fs__write_file` and `writeFile` both say write. */
function accessOf(tool: string): Access | 'none' | 'search' {
  const words = wordsOf(tool);
  return VERBS.find(([, verbs]) => verbs.some((verb) => words.includes(verb)))?.[0] ?? 'read';
}

type IsField = (name: string) => boolean;

const isPathField: IsField = (name) => PATH_FIELD.test(name);
/** A target is a kind of result there (Hermes). */
const isSearchField: IsField = (name) => name !== 'target' && (PATH_FIELD.test(name) || DIRECTORY_FIELD.test(name));

function pathsIn(value: Json | undefined, depth: number, isField: IsField = isPathField): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => pathsIn(item, depth + 1, isField));
  return Object.entries(value).flatMap(([key, field]) => {
    if (!isField(wordsOf(key).join('_'))) return pathsIn(field, depth + 1, isField);
    return [field]
      .flat()
      .flatMap((one: Json) => (typeof one === 'string' ? asPath(one) : pathsIn(one, depth + 1, isField)));
  });
}

/** `file:///x` is a path, `https://x` is none. */
function asPath(text: string): readonly string[] {
  if (text === '') return [];
  if (/^file:\/\//i.test(text)) return [decoded(text.replace(/^file:\/\/[^/]*/i, ''))];
  return /^[a-z][a-z\d+.-]+:\/\//i.test(text) ? [] : [text];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Every text in the input may be the patch. A moved file is a start of its own. */
function patchActions(input: JsonObject, home: string | undefined): readonly Action[] {
  const { written, deleted, moved } = patchPaths(textsIn(input, 0));
  const groups: readonly (readonly [Access, readonly string[]])[] = [
    ['write', [...written, ...pathsIn(input, 0)]],
    ['delete', deleted],
    ...moved.map((pair) => ['move', pair] as const),
  ];
  const starts = groups.map(([access, paths]) => [access, [...new Set(paths.flatMap(asPath))]] as const);
  return starts.flatMap(([access, paths]) => (paths.length === 0 ? [] : [startFor(access, placed(paths, home))]));
}

function textsIn(value: Json | undefined, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((one: Json) => textsIn(one, depth + 1));
}

const PROGRAMS: Readonly<Record<Access, readonly string[]>> = {
  read: ['cat', '--'],
  write: ['tee', '--'],
  delete: ['rm', '--'],
  move: ['mv', '--'],
};

function startFor(access: Access, paths: readonly string[]): Action {
  return started([...PROGRAMS[access], ...paths]);
}

function started(argv: readonly string[]): Action {
  return { kind: 'argv', argv };
}

function placed(paths: readonly string[], home: string | undefined): readonly string[] {
  return [...new Set(paths)].slice(0, MAX_PATHS + 1).map((path) => expanded(path, home));
}

/** Some tools take `~`, as their models write it; those that do not make a folder of that name, which is no harm. */
function expanded(path: string, home: string | undefined): string {
  return home !== undefined && /^~(\/|$)/.test(path) ? `${home}${path.slice(1)}` : path;
}
