/** Files that code may load from beside itself, relative to a folder: of each group the first that is there. */
export type Imported = readonly string[];

const MAX_IMPORTS = 40;

/** What the code imports by names that may be files of the project; statements inside of functions are left out. */
export function importsOf(language: string, source: string): readonly Imported[] {
  if (/^python/.test(language)) return pythonImports(source).slice(0, MAX_IMPORTS);
  return /^javascript/.test(language) ? javascriptImports(source).slice(0, MAX_IMPORTS) : [];
}

/** `import a.b, c`, `from a import b`, `from .a import b`: a file, or a folder with `__init__.py`. */
function pythonImports(source: string): readonly Imported[] {
  return [
    ...source.matchAll(/^(?:import[ \t]+([\w. \t,]+)|from[ \t]+(\.?)([\w.]*)[ \t]+import[ \t]+\(?([\w \t,]*))/gm),
  ].flatMap(([, plain, , from = '', names = '']) => {
    const modules = plain === undefined ? [from, ...namesIn(names).map((name) => joined(from, name))] : namesIn(plain);
    return modules.flatMap((module) => (module === '' ? [] : moduleFiles(module)));
  });
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((one) => one.trim().split(/\s/, 1)[0] ?? '');
}

function joined(from: string, name: string): string {
  return from === '' ? name : `${from}.${name}`;
}

/** Loading a.b loads a as well. */
function moduleFiles(module: string): readonly Imported[] {
  const steps = module.split('.').filter(Boolean);
  return steps.map((_, at) => {
    const path = steps.slice(0, at + 1).join('/');
    return [`${path}.py`, `${path}/__init__.py`];
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
