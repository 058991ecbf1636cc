/** Files that code may load from beside itself, relative to a folder: of each group the first that is there. */
export type Imported = readonly string[];

const MAX_IMPORTS = 40;

/** `folders` are those of the variable that lists more of them, as written. */
type Reader = (source: string, folders: readonly string[]) => readonly Imported[];

const READERS: Readonly<Record<string, Reader>> = {
  javascript: javascriptImports,
  lua: luaImports,
  perl: perlImports,
  php: phpImports,
  python: pythonImports,
  ruby: rubyImports,
};

/** The variable that lists more folders of modules. */
export const SEARCH_PATHS: Readonly<Record<string, string>> = {
  perl: 'PERL5LIB',
  python: 'PYTHONPATH',
  ruby: 'RUBYLIB',
};

/** Languages whose code is another one where it is loaded: what stands below `__name__ == '__main__'` does not run. */
const LOADED: Readonly<Record<string, string>> = { javascript: 'javascript-module', python: 'python-module' };

/** `python-module` -> `python`; undefined = what it loads is not read. */
export function loadingLanguage(language: string): string | undefined {
  const base = language.replace(/-module$/, '');
  return Object.hasOwn(READERS, base) ? base : undefined;
}

/** The language that a file which it loads is read as. */
export function loadedLanguage(base: string): string {
  return LOADED[base] ?? base;
}

/** What the code imports by names that may be files of the project; of Python without statements inside of functions. */
export function importsOf(language: string, source: string, folders: readonly string[] = []): readonly Imported[] {
  const base = loadingLanguage(language);
  return base === undefined ? [] : (READERS[base]?.(source, folders).slice(0, MAX_IMPORTS) ?? []);
}

/** The names of a module in the folders where it may stand. */
function inFolders(folders: readonly string[], names: readonly string[]): Imported {
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

/** Modules that Python loads by itself from PYTHONPATH. Source: the module site, Python 3.12. */
const SITE_MODULES = ['sitecustomize', 'usercustomize'];

/** `import a.b, c`, `from a import b`, `from .a import b`: a file, or a folder with `__init__.py`; also in folders of `sys.path`. */
function pythonImports(source: string, listed: readonly string[]): readonly Imported[] {
  const added = source.matchAll(/\bsys\.path\.(?:insert\s*\(\s*\d+\s*,|append\s*\()\s*['"]([^'"\n]{1,200})['"]/g);
  const folders = [...[...added].map(([, folder = '']) => folder), ...listed];
  const modules = [
    ...source.matchAll(
      /(?:^|;[ \t]*)(?:import[ \t]+([\w. \t,]+)|from[ \t]+(\.?)([\w.]*)[ \t]+import[ \t]+\(?([\w \t,]*))/gm,
    ),
  ].flatMap(([, plain, , from = '', names = '']) =>
    plain === undefined ? [from, ...namesIn(names).map((name) => joined(from, name))] : namesIn(plain),
  );
  return [
    ...(listed.length === 0 ? [] : SITE_MODULES.map((name) => inFolders(listed, [`${name}.py`]))),
    ...modules.flatMap((module) => (module === '' ? [] : moduleFiles(module, folders))),
  ];
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((one) => one.trim().split(/\s/, 1)[0] ?? '');
}

function joined(from: string, name: string): string {
  return from === '' ? name : `${from}.${name}`;
}

/** Loading a.b loads a as well. */
function moduleFiles(module: string, folders: readonly string[]): readonly Imported[] {
  const steps = module.split('.').filter(Boolean);
  return steps.map((_, at) => {
    const path = steps.slice(0, at + 1).join('/');
    const names = [`${path}.py`, `${path}/__init__.py`];
    return [...names, ...inFolders(folders, names)];
  });
}

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.ts'];

/** `require('./x')`, `import './x'`, `import a from './x'`, `export .. from './x'` */
function javascriptImports(source: string): readonly Imported[] {
  const found = source.matchAll(
    /(?:\brequire\s*\(\s*|^\s*import\s+(?:[^'"`;()]{0,500}?\bfrom\s+)?|^\s*export\s[^'"`;()]{0,500}?\bfrom\s+)['"](\.{1,2}\/[^'"\n]{1,200})['"]/gm,
  );
  return [...found].flatMap(([, path = '']) => (/\.json$/.test(path) ? [] : [ENDINGS.map((ending) => path + ending)]));
}

/** `use lib 'x', qw(y)`, `use A::B`, `require A::B`: in the folders named; `require "./x.pl"`, `do './x.pl'`. Source: perlfunc(1) 5.36. */
function perlImports(source: string, listed: readonly string[]): readonly Imported[] {
  const folders = [...source.matchAll(/^\s*use\s+lib\b([^;\n]{1,500})/gm)].flatMap(([, list = '']) => perlWords(list));
  const modules = source.matchAll(/^\s*(?:use|require)\s+(?!lib\b)([A-Za-z_]\w*(?:::\w+)*)(?=[\s;(=])/gm);
  return [
    ...[...modules].map(([, name = '']) => inFolders([...folders, ...listed], [`${name.replaceAll('::', '/')}.pm`])),
    ...[...source.matchAll(/\b(?:require|do)\s*\(?\s*['"](\.{0,2}\/[^'"\n]{1,200})['"]/g)].map(([, path = '']) => [
      path,
    ]),
  ];
}

/** `'a', "b", qw(c d)` */
function perlWords(list: string): readonly string[] {
  const quoted = [...list.matchAll(/'([^']*)'|"(?:\$FindBin::(?:Real)?Bin\/)?([^"$@]*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const bare = [...list.matchAll(/\bqw\s*[([{</]([^)\]}>/]*)/g)].flatMap(([, words = '']) => words.trim().split(/\s+/));
  return [...quoted, ...bare].filter(Boolean);
}

/** `require_relative 'x'`, `load 'x.rb'`, `require './x'`; `require 'x'` in folders of `$LOAD_PATH` or `$:`. */
function rubyImports(source: string, listed: readonly string[]): readonly Imported[] {
  const added = source.matchAll(
    /(?:\$LOAD_PATH|\$:)\s*(?:\.\s*(?:unshift|push|prepend|append|<<)|<<)\s*\(?\s*['"]([^'"\n]{1,200})['"]/g,
  );
  const folders = [...[...added].map(([, folder = '']) => folder), ...listed];
  const loads = source.matchAll(/^\s*(require_relative|require|load)\s*\(?\s*['"]([^'"\n]{1,200})['"]/gm);
  return [...loads].map(([, how, path = '']) => {
    const names = path.endsWith('.rb') ? [path] : [`${path}.rb`];
    return how === 'require' && !/^\.{0,2}\//.test(path) ? inFolders(folders, names) : names;
  });
}

/** `include 'x.php'`, `require_once __DIR__ . '/x.php'` */
function phpImports(source: string): readonly Imported[] {
  const found = source.matchAll(
    /\b(?:include|require)(?:_once)?\s*\(?\s*(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?['"]([^'"\n$]{1,200})['"]/g,
  );
  return [...found].map(([, isBeside, path = '']) => [isBeside === undefined ? path : `.${path}`]);
}

/** `require 'a.b'`, `dofile('x.lua')`, `loadfile('x.lua')()` */
function luaImports(source: string): readonly Imported[] {
  const found = source.matchAll(/\b(require|dofile|loadfile)\s*\(?\s*['"]([^'"\n]{1,200})['"]/g);
  return [...found].map(([, how, path = '']) => {
    const name = path.replaceAll('.', '/');
    return how === 'require' ? [`${name}.lua`, `${name}/init.lua`] : [path];
  });
}
