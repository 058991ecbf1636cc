import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const STAND_IN = 'stand-in';
const PART = 'part';
const IMPORT = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)';/gm;

/**
 * Delays modules until one of their functions is called. Importers get a stand-in: the same exports, with functions that
 * load the real module when they are called. The sources do not know about it.
 *
 * `builtins`: modules of Node.js to delay in our own sources. `parts`: a file beside the bundles for each name, with a test for the
 * modules in it. `inside`: a test for modules that stay in the bundle, but are evaluated late. Tests get the path of a
 * module relative to the repository, or the name of a package, and the path of the importer. `chunkOf`: the chunk that holds a module
 * in a bundle that is made of chunks; other bundles evaluate it at once.
 */
export function lateModules({ builtins, parts, inside, chunkOf }) {
  const partOf = (module, importer) => Object.keys(parts).find((name) => parts[name](module, importer));
  const modulesOf = new Map(Object.keys(parts).map((name) => [name, new Set()]));
  const late = new Map(); // "importer specifier" -> module and its part
  for (const { module, importer, specifier } of imports('src')) {
    const part = partOf(module, importer);
    const chunk = chunkOf(module);
    const isDelayed =
      part === undefined ? chunk !== undefined || inside(module, importer) : part !== partOf(importer, '');
    if (isDelayed) late.set(`${importer} ${specifier}`, { module, part, chunk });
    if (isDelayed && part !== undefined) modulesOf.get(part).add(module);
  }
  const modules = [...new Set([...late.values()].map(({ module }) => module))];
  const specifiers = [...late.keys()].map((key) => key.split(' ')[1]);
  const names = [...new Set([...builtins, ...specifiers.map((specifier) => specifier.split('/').at(-1))])];
  const filter = new RegExp(`(?:^|/)(?:${names.join('|').replaceAll('.', '\\.')})$`);

  /** `evaluated`: the exports of a module, by its path. */
  const plugin = (evaluated, { hasChunks = false } = {}) => ({
    name: 'late-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path, importer, kind, namespace }) => {
        if (kind !== 'import-statement' || namespace !== 'file') return undefined;
        const from = relative('.', importer);
        if (builtins.includes(path)) return from.startsWith('src/') ? { path, namespace: STAND_IN } : undefined;
        const found = late.get(`${from} ${path}`);
        if (found === undefined || (found.chunk !== undefined && !hasChunks)) return undefined;
        return { path: found.module, namespace: STAND_IN, pluginData: found };
      });
      onResolve({ filter: /^part:/ }, ({ path }) => ({ path: path.slice('part:'.length), namespace: PART }));
      onResolve({ filter: /^\.\/[\w-]+\.c?js$/, namespace: STAND_IN }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: PART }, ({ path }) => ({
        contents: byPath([...modulesOf.get(path)]),
        resolveDir: '.',
      }));
      onLoad({ filter: /./, namespace: STAND_IN }, ({ path, pluginData: { part, chunk } = {} }) => {
        const values = builtins.includes(path) ? functionsOf(require(path)) : evaluated(path);
        const ofBundle = chunk === undefined ? requireText(path) : `require("${chunk}")`;
        const load = part === undefined ? ofBundle : `require("./${part}.cjs")[${JSON.stringify(path)}]()`;
        return { contents: standIns(load, values, path), resolveDir: '.' };
      });
    },
  });
  return { modules, parts: [...modulesOf.keys()].filter((name) => modulesOf.get(name).size > 0), plugin };
}

/** The text of a CommonJS module with a function for each of these modules, which evaluates it and returns its exports. */
export function byPath(modules) {
  return modules.map((path) => `exports[${JSON.stringify(path)}] = () => ${requireText(path)};`).join('\n');
}

const requireText = (path) => `require(${JSON.stringify(path.startsWith('src/') ? `./${path}` : path)})`;

/** Import statements of all sources below a folder, but those of types. */
function imports(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const importer = join(folder, file);
    return [...readFileSync(importer, 'utf8').matchAll(IMPORT)].map(([, specifier]) => ({
      importer,
      specifier,
      module: specifier.startsWith('.') ? join(importer, '..', specifier) : specifier,
    }));
  });
}

function functionsOf(exported) {
  const names = Object.keys(exported).filter((name) => typeof exported[name] === 'function' && /^[a-z]/.test(name));
  return Object.fromEntries(names.map((name) => [name, exported[name]]));
}

/** One function makes all stand-ins for functions: V8 keeps something of each function that is written. */
function standIns(load, values, module) {
  const exported = Object.keys(values).map(
    (name) => `export const ${name} = ${standIn(values[name], [name], module)};`,
  );
  return `let loaded;
const standIn = (...way) => (...args) => {
  let owner;
  let value = (loaded ??= ${load});
  for (const name of way) [owner, value] = [value, value[name]];
  return value.apply(owner, args);
};
${exported.join('\n')}`;
}

/** Source text of a value in which each function is called by its way from the module. */
function standIn(value, way, module) {
  if (typeof value === 'function' && !isClass(value)) {
    return `/* @__PURE__ */ standIn(${way.map((name) => JSON.stringify(name))})`;
  }
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) {
    return value === undefined ? 'undefined' : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item, at) => standIn(item, [...way, at], module)).join(', ')}]`;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`${module}: ${way} has no stand-in`);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${standIn(item, [...way, key], module)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function isClass(value) {
  return /^class\b/.test(Function.prototype.toString.call(value));
}
