// Bundles the product into dist/ and replaces it as a whole, because an installation may copy it meanwhile. Single CommonJS files,
// because ES modules start 5-7 ms slower. `--package` adds what only the published package and its tests need: the types of the
// library, and the gates of all programs, which an installation compiles for its own programs otherwise.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build, stop } from 'esbuild';
import { buildCli, lateFile } from './build-cli.mjs';
import { buildMonitor } from './build-monitor.mjs';
import { buildPage } from './build-page.mjs';
import { byPath, lateModules } from './late-modules.mjs';
import { lezerTables } from './lezer-tables.mjs';
import { bundledPackages, notices } from './third-party.mjs';
import { zodInEnglish } from './zod-in-english.mjs';

const MAN = 'src/surfaces/cli/man/main.ts';
const PACKS = 'src/surfaces/compile/packs.ts';

const entries = {
  shim: 'src/surfaces/shim/start.ts', // slow path of a shim: runs shim-main with its compiled code
  'shim-main': 'src/surfaces/shim/main.ts', // only what a plain answer needs
  hook: 'src/surfaces/hooks/start.ts', // started by the launcher of a hook: runs hook-main
  'hook-main': 'src/surfaces/hooks/main.ts',
  compile: 'src/surfaces/compile/main.ts', // rule files -> compiled policy: YAML, schemas, regex checks
  otlp: 'src/surfaces/otlp/main.ts', // the OpenTelemetry SDK, to send records
  cli: 'src/surfaces/cli/start.ts', // runs cli-main, which build-cli.mjs makes
  npm: 'src/surfaces/npm/main.ts', // started by the command of the npm package
  monitor: 'src/surfaces/monitor/start.ts', // `import()`, which code that is kept cannot do
  broker: 'src/surfaces/broker/main.ts', // answers outside of walls for callers behind one
  proxy: 'src/surfaces/proxy/main.ts', // of the wall of a box, with a package that is beside the product
  'mcp-main': 'src/surfaces/mcp/main.ts', // with the library of its protocol
  api: 'src/api/main.ts', // what programs import
};

const REGISTRIES = ['src/wrappers/index.ts', 'src/runners/index.ts', 'src/grammar/index.ts', 'src/conditions/index.ts'];

// names of programs that start others, or destroy; signs of agents' processes
const PLAIN_DATA = ['src/runners/starters.ts', 'src/agents/recognisable.ts', 'src/losses/losing-programs.ts'];

const isOfDoor = (importer) => /^src\/(host|surfaces\/(shim|hooks))\//.test(importer);

// What a plain answer about one argv does not need.
const late = lateModules({
  builtins: ['node:child_process', 'node:crypto', 'node:os', 'node:timers/promises', 'node:tty'], // up to 9 ms each
  parts: {
    parser: (module) => module === 'unbash', // of shell text
    // readers of one-liners, each of those that have a parser alone
    javascript: (module) => module === 'src/code/javascript.ts',
    php: (module) => module === 'src/code/php.ts',
    python: (module) => module === 'src/code/python.ts',
    code: (_module, importer) => importer === 'src/code/index.ts',
    // settings of agents, as people leave them: one agent's hook looks into them
    jsonc: (module) => module === 'jsonc-parser',
    yaml: (module) => module === 'src/runners/taskfile/yaml.ts', // of Taskfiles
    // where tools keep credentials: asked for paths with a hidden name or a telling one
    places: (module) => module === 'src/grammar/credential-places.ts',
    // names of packages, for rules about look-alikes alone
    names: (module) => module === 'src/conditions/packages/names.ts',
    // programs that start others, and lines
    shell: (module) => module === 'src/shell/walk/follow.ts',
    // option tables but that of rm, which is small; git's alone, as most calls that a rule may be about are git's
    git: (module) => module === 'src/grammar/commands/git.ts',
    grammars: (module, importer) =>
      importer === 'src/grammar/index.ts' && module.includes('/commands/') && !module.endsWith('/rm.ts'),
    classify: (module) => module === 'src/classify/classify.ts', // only rules about operations ask it
    // what audit records hold that a cheap look finds doubtful, and what is printed under a rule that redacts
    redact: (module, importer) =>
      module.startsWith('src/redact/') && !/hint|kinds/.test(module) && !importer.startsWith('src/redact/'),
    // git for people, and programs that nobody waits a millisecond for: each with a library that takes its time to load
    'ask-git': (module) => module === 'src/git/ask-git.ts',
    programs: (module) => module === 'src/programs/start-program.ts',
    proof: (module) => module === 'src/prove/prove.ts', // only dialogs of agents ask for one
    // what a call destroys, and keeping it
    keeping: (module) => module === 'src/host/keep-losses.ts',
    // what is asked behind a wall, and what answers there
    brokered: (module) => /^src\/broker\/(ask|worker)/.test(module),
    confining: (module) => module === 'src/host/confiner.ts', // what a confined program may write
    // what runs in the shim's place, and its streams: 8 ms
    run: (module) => module.endsWith('src/surfaces/shim/replacement.ts'),
    // how wide text is that is not ASCII
    wide: (module) => module === 'src/text/wide.ts',
    colors: (module) => module === 'src/text/colors.ts', // they touch stdout, which costs 2 to 15 ms
    // refusals; questions to people elsewhere
    talk: (module, importer) => isOfDoor(importer) && module.startsWith('src/text/'),
    ask: (module, importer) =>
      isOfDoor(importer) && /^src\/(approvals\/asking|settle\/askers|settle\/exception)/.test(module),
  },
  // of each registry, what belongs to the programs and conditions at hand; plain data without what it is made from
  inside: (module, importer) => REGISTRIES.includes(importer) || PLAIN_DATA.includes(module),
  chunkOf: lateFile, // of commands the one that is called
});

// A module for `require`; for code-cache.ts an expression, the function that runs it, so that no copy with a wrapper is made.
// `this` tells which, as `node -e` has a global `module`.
// By the brackets around the function V8 knows that it is called at once: else it reads all of it twice, a tenth of the time of `check`.
const PARAMETERS = '(exports, require, module, __filename, __dirname)';
const asFunction = {
  banner: {
    js: `(this === globalThis ? (run) => run : (run) => run${PARAMETERS})((function ${PARAMETERS} {`,
  },
  footer: { js: '}));' },
};

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  legalComments: 'none', // they are in the notices
  metafile: true,
  minify: true,
  outExtension: { '.js': '.cjs' },
  logLevel: 'warning',
  external: Object.keys(entries)
    .map((name) => `./${name}.cjs`)
    .concat('./cli-main.cjs'),
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }, // its CommonJS form cannot be bundled
};

process.env.GOGC ??= '400'; // esbuild: fewer garbage collections, a tenth less processor time
const fresh = mkdtempSync('.dist.');
process.on('exit', () => rmSync(fresh, { recursive: true, force: true })); // what a failed build leaves

const tools = await loadTools();
const evaluated = (module) => tools[module]();
const plugins = [lezerTables, zodInEnglish, late.plugin(evaluated)];
const entryPoints = [
  ...Object.entries(entries).map(([out, path]) => ({ in: path, out })),
  ...late.parts.map((name) => ({ in: `part:${name}`, out: name })),
];
const { metafile } = await build({
  ...options,
  ...asFunction,
  entryPoints,
  outdir: fresh,
  plugins,
});
const cli = await buildCli({ ...options, ...asFunction, outdir: fresh }, [
  lezerTables,
  zodInEnglish,
  late.plugin(evaluated, { hasChunks: true }),
]);
const monitor = await buildMonitor(fresh, { plugins });
const page = await buildPage(fresh, { metafile: true });
const packages = [metafile, cli.metafile, monitor.metafile, page.metafile].flatMap(bundledPackages);
writeFileSync(`${fresh}/THIRD-PARTY-NOTICES.txt`, notices(packages));
await stop();

cpSync('src/install/skeleton', `${fresh}/skeleton`, { recursive: true }); // a person's first settings and rules
mkdirSync(`${fresh}/man`);
tools[MAN]().writeManPages(`${fresh}/man`);
tools[PACKS]().writePacks(resolve(fresh));
if (process.argv.includes('--package')) {
  tools[PACKS]().writeGates(resolve(fresh));
  const { declare } = await import('./declare.mjs');
  await declare({ config: 'tsconfig.api.json', module: 'api/main.d.ts', file: `${fresh}/api.d.cts` });
}

chmodSync(fresh, 0o755);
const before = `${fresh}.old`;
if (existsSync('dist')) renameSync('dist', before);
renameSync(fresh, 'dist');
rmSync(before, { recursive: true, force: true });

/** The late modules, and what writes other files of the product, each as a function that evaluates it. */
async function loadTools() {
  const contents = byPath([...late.modules, MAN, PACKS]);
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: '.' },
    write: false,
    minify: false,
    plugins: [lezerTables, zodInEnglish],
  });
  const exported = {};
  const run = new Function('exports', 'require', '__dirname', outputFiles[0].text);
  run(exported, createRequire(import.meta.url), resolve(fresh));
  return exported;
}
