import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';

const COMMANDS = 'src/surfaces/cli/commands';
const LATE = [
  ...readdirSync(COMMANDS).map((file) => `${COMMANDS}/${file}`),
  // where rules or settings were changed since they were compiled: YAML and schemas are a third of all
  'src/policy/read-rules.ts',
  'src/rules/settings.ts',
  'src/patterns/compile.ts',
];
const MAIN = { in: 'src/surfaces/cli/main.ts', out: 'cli-main' };
const CHUNK = 'chunk';

const outOf = (module) =>
  module
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

/** The file that a module is split into which stays unread until one of its functions is called; see lateModules. */
export function lateFile(module) {
  return LATE.includes(module) ? `./${outOf(module)}.js` : undefined;
}

/**
 * `cli-main.cjs`: the command line, in which each command, and what is imported by `import()`, is a function of its own, with
 * what several of them share once: V8 compiles and runs what the command that is called needs, and nothing of the others.
 * esbuild splits ES modules alone, so it goes over them twice. Returns what its `build` does.
 */
export async function buildCli(options, plugins) {
  const { banner, footer, ...plain } = options;
  const entryPoints = [MAIN, ...LATE.map((module) => ({ in: module, out: outOf(module) }))];
  const external = [...options.external, ...LATE.map(lateFile)];
  const asChunks = { format: 'esm', splitting: true, outExtension: {}, write: false };
  const split = await build({ ...plain, entryPoints, external, plugins, ...asChunks });
  const chunks = new Map(split.outputFiles.map(({ path, text }) => [`./${basename(path)}`, text]));
  await build({ ...options, entryPoints: [{ ...MAIN, in: `./${MAIN.out}.js` }], plugins: [fromChunks(chunks)] });
  return split;
}

const fromChunks = (chunks) => ({
  name: 'from-chunks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\// }, ({ path }) =>
      chunks.has(path) ? { path, namespace: CHUNK } : { path, external: true },
    );
    onLoad({ filter: /./, namespace: CHUNK }, async ({ path }) => {
      const { code } = await transform(requiring(chunks.get(path)), {
        format: 'cjs',
        platform: 'node',
        target: 'node20',
      });
      return { contents: code };
    });
  },
});

const CALLED = new RegExp(`[\\w$]+(?=\\("(${LATE.map(lateFile).join('|').replaceAll('.', '\\.')})"\\))`, 'g');

/** As CommonJS asks for other chunks; what esbuild calls for `require` in ES modules has any name. */
function requiring(text) {
  return text
    .replace(/\bimport\(("\.\/[\w-]+\.js")\)/g, 'Promise.resolve().then(()=>require($1))')
    .replace(CALLED, 'require')
    .replace(/\bexport\s*\{([^}]*)\};?\s*$/, (_, names) => `module.exports={${names.split(',').map(getter)}};`);
}

/** By getters, as a value may change later; esbuild's own way to say so takes half a kilobyte of each chunk. */
function getter(name) {
  const [own, out = own] = name.trim().split(' as ');
  return `get ${out}(){return ${own}}`;
}
