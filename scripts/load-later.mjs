import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const ASKED = 'load-later';
const BUILTIN = 'load-later-builtin';
const PART = 'load-later-part';

/**
 * Leaves modules out of a bundle until one of their functions is called. The sources know nothing of it: what they
 * import from such a module are stand-ins that load the real one at the first call.
 *
 * `builtins`: modules of Node.js. `parts`: files beside the bundle by name, each with a test which modules it holds,
 * by the path of the module and of the file that imports it; paths are relative to the repository.
 * Returns an esbuild plugin, and the modules that it left out, by part.
 */
export function loadLater({ builtins, parts }) {
  const left = new Map(Object.keys(parts).map((part) => [part, new Set()]));
  const partOf = (module, importer) =>
    Object.keys(parts).find((part) => parts[part](relative('.', module), relative('.', importer)));

  const setup = ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^[^/]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || importer === '' || pluginData === ASKED) return undefined;
      if (path.startsWith('node:')) return builtins.includes(path) ? { path, namespace: BUILTIN } : undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: ASKED });
      const part = found.errors.length > 0 ? undefined : partOf(found.path, importer);
      if (part === undefined) return undefined;
      left.get(part).add(found.path);
      return { path: found.path, namespace: PART, pluginData: part };
    });
    onResolve({ filter: /^\./, namespace: PART }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: BUILTIN }, ({ path }) => ({ contents: standIns(path, functionsOf(path)) }));
    onLoad({ filter: /./, namespace: PART }, async ({ path, pluginData: part }) => ({
      contents: standIns(`./${part}.cjs`, await exportsOf(path)),
    }));
  };
  return { plugin: { name: 'load-later', setup }, left };
}

/** A module for one part: everything that the modules in it export. */
export function partEntry(modules) {
  return [...modules].map((module) => `export * from ${JSON.stringify(module)};`).join('\n');
}

/** Says what of a part is no function: a stand-in for it would be wrong. */
export function strangersIn(part) {
  const all = require(part);
  return Object.keys(all).filter((name) => typeof all[name] !== 'function' || isClass(all[name]));
}

function standIns(file, names) {
  const functions = names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`);
  return `let loaded;\nconst load = () => (loaded ??= require(${JSON.stringify(file)}));\n${functions.join('\n')}`;
}

function functionsOf(builtin) {
  const all = require(builtin);
  return Object.keys(all).filter((name) => typeof all[name] === 'function' && !/^[A-Z_]/.test(name));
}

function isClass(value) {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

async function exportsOf(module) {
  const options = { bundle: true, format: 'esm', platform: 'node', write: false, outdir: 'dist', logLevel: 'silent' };
  const { metafile } = await build({ ...options, entryPoints: [module], metafile: true });
  return Object.values(metafile.outputs)[0].exports;
}
