import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const ASKED = 'load-later';
const STAND_IN = 'stand-in';

/**
 * Leaves modules aside until one of their functions is called. The sources know nothing of it: what they import from
 * such a module are stand-ins, the same values with functions that load the real one at their first call.
 *
 * `builtins`: modules of Node.js. `parts`: files beside the bundle by name, each with a test which modules it holds.
 * `inside`: a test for modules that stay in the bundle and are evaluated late. Tests get the path of the module and
 * of the file that imports it, relative to the repository.
 * Returns a maker of esbuild plugins, and the modules of each part: building a part may find more of them. `own`: the
 * part that is built; `without`: parts that this bundle holds itself; `late`: the modules of
 * Node.js that wait in it; `beside`: the file, made in some other way, that holds a module.
 */
export function loadLater({ builtins, parts, inside }) {
  const modulesOf = new Map(Object.keys(parts).map((part) => [part, new Set()]));

  const targetOf = (module, importer, held, beside) => {
    const paths = [relative('.', module), relative('.', importer)];
    const part = Object.keys(parts).find((name) => !held.includes(name) && parts[name](...paths));
    if (part === undefined) return beside(paths[0]) ?? (inside(...paths) ? module : undefined);
    modulesOf.get(part).add(module);
    return `./${part}.cjs`;
  };

  const plugin = ({ own, without = [], late = builtins, beside = () => undefined }) => ({
    name: 'load-later',
    setup: (bundle) => setup(bundle, [own, ...without], { late, beside }),
  });

  const setup = ({ onResolve, onLoad, resolve }, held, { late, beside }) => {
    onResolve({ filter: /^[^/]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || importer === '' || pluginData === ASKED) return undefined;
      if (path.startsWith('node:')) {
        return late.includes(path) ? { path, namespace: STAND_IN, pluginData: path } : undefined;
      }
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: ASKED });
      const target = found.errors.length > 0 ? undefined : targetOf(found.path, importer, held, beside);
      return target && { path: found.path, namespace: STAND_IN, pluginData: target };
    });
    onResolve({ filter: /^\.\/[\w-]+\.c?js$/, namespace: STAND_IN }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: STAND_IN }, async ({ path, pluginData: target }) => {
      const isBuiltin = path.startsWith('node:');
      const values = isBuiltin ? onlyFunctions(require(path)) : await evaluated(path);
      return { contents: standIns(target, values, path), resolveDir: '.' };
    });
  };
  return { plugin, modulesOf };
}

/** A module for one part: everything that the modules in it export. */
export function partEntry(modules) {
  return [...modules].map((module) => `export * from ${JSON.stringify(module)};`).join('\n');
}

async function evaluated(module) {
  const options = {
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    logLevel: 'silent',
    external: ['./*.cjs'],
  };
  const { outputFiles } = await build({ ...options, entryPoints: [module] });
  const exported = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(exported, exported.exports, require);
  return exported.exports;
}

function onlyFunctions(exported) {
  const names = Object.keys(exported).filter((name) => typeof exported[name] === 'function' && /^[a-z]/.test(name));
  return Object.fromEntries(names.map((name) => [name, exported[name]]));
}

/** One function makes all that stand in for functions: V8 keeps something of each that is written. */
function standIns(target, values, module) {
  const exported = Object.keys(values).map(
    (name) => `export const ${name} = ${standIn(values[name], [name], module)};`,
  );
  return `let loaded;
const standIn = (...way) => (...args) => {
  let owner;
  let value = (loaded ??= require(${JSON.stringify(target)}));
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
