/** A file that code may load from beside itself. */
export interface Imported {
  /** relative to a folder: the first that is there */
  readonly files: readonly string[];
  /** functions of it that the code calls by their name */
  readonly calls: readonly string[];
}

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

/** Files that are loaded whole. */
function loads(files: readonly string[]): Imported {
  return { files, calls: [] };
}

/** The names of a module in the folders where it may stand. */
function inFolders(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

/** Modules that Python loads by itself from PYTHONPATH. Source: the module site, Python 3.12. */
const SITE_MODULES = ['sitecustomize', 'usercustomize'];

/** The names that are called in a text, with those of the objects before them; `''` holds what is called without one. */
function calledIn(source: string): (object: string) => readonly string[] {
  const called = new Map<string, Set<string>>();
  for (const [chain] of source.matchAll(/(?<![\w$.])[\w$.]{1,120}(?=[ \t]{0,4}\()/g)) {
    const cut = chain.lastIndexOf('.');
    const object = chain.slice(0, Math.max(0, cut));
    called.set(object, (called.get(object) ?? new Set()).add(chain.slice(cut + 1)));
  }
  return (object) => [...(called.get(object) ?? [])];
}

const PYTHON_IMPORT =
  /(?:^|;[ \t]*)(?:import[ \t]+([\w. \t,]+)|from[ \t]+(\.?)([\w.]*)[ \t]+import[ \t]+\(?([\w \t,]*))/gm;

/** `import a.b, c as d`, `from a import b`, `from .a import b`: a file, or a folder with `__init__.py`; also in folders of `sys.path`. */
function pythonImports(source: string, listed: readonly string[]): readonly Imported[] {
  const added = source.matchAll(/\bsys\.path\.(?:insert\s*\(\s*\d+\s*,|append\s*\()\s*['"]([^'"\n]{1,200})['"]/g);
  const folders = [...[...added].map(([, folder = '']) => folder), ...listed];
  const found = [...source.matchAll(PYTHON_IMPORT)].slice(0, MAX_IMPORTS);
  const called = found.length === 0 ? () => [] : calledIn(source);
  const modules = found.flatMap(([, plain, , from = '', names = '']) => {
    if (plain !== undefined)
      return namesIn(plain).flatMap(([module, local]) =>
        module === '' ? [] : moduleFiles(module, called(local), folders),
      );
    const bare = new Set(called(''));
    const own = namesIn(names).flatMap(([name, local]) => (bare.has(local) ? [name] : []));
    const submodules = namesIn(names).flatMap(([name, local]) =>
      moduleFiles(joined(from, name), called(local), folders),
    );
    return from === '' ? submodules : [...moduleFiles(from, own, folders), ...submodules];
  });
  return [
    ...(listed.length === 0 ? [] : SITE_MODULES.map((name) => loads(inFolders(listed, [`${name}.py`])))),
    ...modules,
  ];
}

/** Each name of a list, and how the code calls it. */
function namesIn(list: string): readonly (readonly [string, string])[] {
  return list.split(',').map((one) => {
    const [name = '', , local = name] = one.trim().split(/\s+/);
    return [name, local];
  });
}

function joined(from: string, name: string): string {
  return from === '' ? name : `${from}.${name}`;
}

/** Loading a.b loads a as well. */
function moduleFiles(module: string, calls: readonly string[], folders: readonly string[]): readonly Imported[] {
  const steps = module.split('.').filter(Boolean);
  return steps.map((_, at) => {
    const path = steps.slice(0, at + 1).join('/');
    const names = [`${path}.py`, `${path}/__init__.py`];
    return { files: [...names, ...inFolders(folders, names)], calls: at + 1 < steps.length ? [] : calls };
  });
}

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.ts'];

const JAVASCRIPT_IMPORT =
  /(?:\b(?:const|let|var)\s{1,9}([^;=()'"`]{1,200}?)\s{0,9}=\s{0,9}require\s{0,9}\(\s{0,9}|\brequire\s*\(\s*|^\s*import\s+(?:([^'"`;()]{0,500}?)\bfrom\s+)?|^\s*export\s[^'"`;()]{0,500}?\bfrom\s+)['"](\.{1,2}\/[^'"\n]{1,200})['"](?:\s{0,9}\)\.(\w{1,80})\s{0,9}\()?/gm;

/** `require('./x')`, `import './x'`, `import a from './x'`, `export .. from './x'` */
function javascriptImports(source: string): readonly Imported[] {
  const found = [...source.matchAll(JAVASCRIPT_IMPORT)].filter(([, , , path = '']) => !/\.json$/.test(path));
  const called = found.length === 0 ? () => [] : calledIn(source);
  return found.map(([, required, imported, path = '', own]) => ({
    files: ENDINGS.map((ending) => path + ending),
    calls: [...callsOf((required ?? imported ?? '').trim(), called), ...(own === undefined ? [] : [own])],
  }));
}

/** `a`, `* as a`, `{ b, c as d }`, `{ b: d }`: what is called of them. */
function callsOf(bound: string, called: (object: string) => readonly string[]): readonly string[] {
  const [, whole = '', list = ''] = /^(?:\*\s*as\s+)?([\w$]*)\s*,?\s*(?:\{([^}]*)\}?)?$/.exec(bound) ?? [];
  const bare = new Set(called(''));
  const named = list.split(',').flatMap((one) => {
    const [name = '', local = name] = one.trim().split(/\s*:\s*|\s+as\s+/);
    return name !== '' && bare.has(local) ? [name] : [];
  });
  return [...(whole === '' ? [] : called(whole)), ...named];
}

/** `use lib 'x', qw(y)`, `use A::B`, `require A::B`: in the folders named; `require "./x.pl"`, `do './x.pl'`. Source: perlfunc(1) 5.36. */
function perlImports(source: string, listed: readonly string[]): readonly Imported[] {
  const folders = [...source.matchAll(/^\s*use\s+lib\b([^;\n]{1,500})/gm)].flatMap(([, list = '']) => perlWords(list));
  const modules = source.matchAll(/^\s*(?:use|require)\s+(?!lib\b)([A-Za-z_]\w*(?:::\w+)*)(?=[\s;(=])/gm);
  return [
    ...[...modules].map(([, name = '']) =>
      loads(inFolders([...folders, ...listed], [`${name.replaceAll('::', '/')}.pm`])),
    ),
    ...[...source.matchAll(/\b(?:require|do)\s*\(?\s*['"](\.{0,2}\/[^'"\n]{1,200})['"]/g)].map(([, path = '']) =>
      loads([path]),
    ),
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
  const found = source.matchAll(/^\s*(require_relative|require|load)\s*\(?\s*['"]([^'"\n]{1,200})['"]/gm);
  return [...found].map(([, how, path = '']) => {
    const names = path.endsWith('.rb') ? [path] : [`${path}.rb`];
    return how === 'require' && !/^\.{0,2}\//.test(path) ? loads(inFolders(folders, names)) : loads(names);
  });
}

/** `include 'x.php'`, `require_once __DIR__ . '/x.php'` */
function phpImports(source: string): readonly Imported[] {
  const found = source.matchAll(
    /\b(?:include|require)(?:_once)?\s*\(?\s*(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?['"]([^'"\n$]{1,200})['"]/g,
  );
  return [...found].map(([, isBeside, path = '']) => loads([isBeside === undefined ? path : `.${path}`]));
}

/** `require 'a.b'`, `dofile('x.lua')`, `loadfile('x.lua')()` */
function luaImports(source: string): readonly Imported[] {
  const found = source.matchAll(/\b(require|dofile|loadfile)\s*\(?\s*['"]([^'"\n]{1,200})['"]/g);
  return [...found].map(([, how, path = '']) => {
    const name = path.replaceAll('.', '/');
    return loads(how === 'require' ? [`${name}.lua`, `${name}/init.lua`] : [path]);
  });
}
