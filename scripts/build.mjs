// Bundles the product into dist/, which changes whole, as an installation may copy it meanwhile. Single CommonJS files, because
// ESM start-up costs 5-7 ms more per call.
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildCli, lateFile } from './build-cli.mjs';
import { buildMan } from './build-man.mjs';
import { buildMonitor } from './build-monitor.mjs';
import { buildPacks } from './build-packs.mjs';
import { buildPage } from './build-page.mjs';
import { declare } from './declare.mjs';
import { lezerTables } from './lezer-tables.mjs';
import { loadLater, partEntry } from './load-later.mjs';
import { bundledPackages, notices } from './third-party.mjs';
import { zodInEnglish } from './zod-in-english.mjs';

const entries = {
  shim: 'src/surfaces/shim/start.ts', // slow path of a shim: runs the next with its compiled code
  'shim-main': 'src/surfaces/shim/main.ts', // nothing but what a plain answer needs
  hook: 'src/surfaces/hooks/start.ts', // what a hook's launcher starts: the same for the next
  'hook-main': 'src/surfaces/hooks/main.ts',
  compile: 'src/surfaces/compile/main.ts', // rule files -> compiled policy: YAML, schemas, regex checks
  otlp: 'src/surfaces/otlp/main.ts', // the OpenTelemetry SDK, for who sends records
  cli: 'src/surfaces/cli/start.ts', // the same for the next
  npm: 'src/surfaces/npm/main.ts', // what the command of npm's package starts
  monitor: 'src/surfaces/monitor/start.ts', // `import()`, which code that is kept cannot do
  broker: 'src/surfaces/broker/main.ts', // answers outside of walls for who is behind one
  proxy: 'src/surfaces/proxy/main.ts', // of the wall of a box, with a package that is beside the product
  'mcp-main': 'src/surfaces/mcp/main.ts', // with the library of its protocol
  api: 'src/api/main.ts', // what programs import
};

const fresh = mkdtempSync('.dist.');
process.on('exit', () => rmSync(fresh, { recursive: true, force: true })); // what a failed build leaves

const REGISTRIES = ['src/wrappers/index.ts', 'src/runners/index.ts', 'src/grammar/index.ts', 'src/conditions/index.ts'];

// names of programs that start others, or destroy; signs of agents' processes
const PLAIN_DATA = ['src/runners/starters.ts', 'src/agents/recognisable.ts', 'src/losses/losing-programs.ts'];

const isOfDoor = (importer) => /^src\/(host|surfaces\/(shim|hooks))\//.test(importer);

// What a plain answer about one argv does not need.
const later = loadLater({
  builtins: ['node:child_process', 'node:crypto', 'node:os', 'node:timers/promises', 'node:tty'], // up to 9 ms each
  parts: {
    parser: (module) => module.includes('node_modules/unbash/'), // of shell text
    // readers of one-liners, each of those that have a parser alone
    javascript: (module) => module === 'src/code/javascript.ts',
    php: (module) => module === 'src/code/php.ts',
    python: (module) => module === 'src/code/python.ts',
    code: (_module, importer) => importer === 'src/code/index.ts',
    // settings of agents, as people leave them: one agent's hook looks into them
    jsonc: (module) => module.includes('node_modules/jsonc-parser/'),
    yaml: (module) => module === 'src/runners/taskfile/yaml.ts', // of Taskfiles
    // where tools keep credentials: asked for paths with a hidden name or a telling one
    places: (module) => module === 'src/grammar/credential-places.ts',
    // names of packages, for rules about look-alikes alone
    names: (module) => module === 'src/conditions/packages/names.ts',
    // programs that start others, and lines
    shell: (module) => module === 'src/shell/walk/follow.ts',
    // option tables but that of rm, which is small; git's alone, as most calls that a rule may be about are git's
    git: (module) => module.endsWith('src/grammar/commands/git.ts'),
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
  ...asFunction,
  outdir: fresh,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  legalComments: 'none', // they are in the notices
  metafile: true,
  logLevel: 'warning',
  external: ['./cli-main.cjs', './compile.cjs', './hook-main.cjs', './mcp-main.cjs', './otlp.cjs'],
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }, // its CommonJS form cannot be bundled
};

const packages = [];
const bundle = async (given) => {
  const { metafile } = await build({ ...options, ...given, plugins: [lezerTables, zodInEnglish, ...given.plugins] });
  packages.push(...bundledPackages(metafile));
};

// Parts that cost more than they spare where lines of shell are read, as everywhere but in a shim. What stays, or is not started for
// one line, shares them: the package is half a megabyte smaller.
const OF_SHIMS = ['shell', 'git', 'grammars'];
// A part that is started at a shim more often than at a hook shares them too.
const SHARING = [...OF_SHIMS, 'keeping', 'proof'];
// Their libraries need those modules at once.
const EAGER = ['ask-git', 'programs'];
const { 'shim-main': shim, 'hook-main': hook, compile, 'mcp-main': mcp, api, ...others } = entries;
for (const [some, without] of [
  [{ 'shim-main': shim }, []],
  [{ 'hook-main': hook }, [...OF_SHIMS, 'parser']],
  [{ compile, 'mcp-main': mcp, api }, ['classify', 'proof']],
  [others, [...OF_SHIMS, 'classify', 'proof']],
]) {
  const entryPoints = Object.entries(some).map(([out, path]) => ({ in: path, out }));
  await bundle({ entryPoints, plugins: [later.plugin({ without })] });
}

const ofCli = later.plugin({ without: [...OF_SHIMS, 'classify', 'proof'], beside: lateFile });
const cli = await buildCli(options, [lezerTables, zodInEnglish, ofCli]);
packages.push(...bundledPackages(cli.metafile));

// the monitor waits for people: it shares what it can
const monitor = await buildMonitor(fresh, { plugins: [later.plugin({ without: ['classify', 'proof'], late: [] })] });
packages.push(...bundledPackages(monitor.metafile));

// A part may need another, or more of it than was known when that was built.
const builtWith = new Map();
for (;;) {
  const [part, modules] = [...later.modulesOf].find(([name, { size }]) => builtWith.get(name) !== size) ?? [];
  if (part === undefined) break;
  builtWith.set(part, modules.size);
  const eager = EAGER.includes(part) ? { late: [] } : {};
  const plugins = [later.plugin({ own: part, without: SHARING.includes(part) ? [] : OF_SHIMS, ...eager })];
  const stdin = { contents: partEntry(modules), resolveDir: '.', sourcefile: `${part}.js` };
  await bundle({ stdin, outdir: undefined, outfile: `${fresh}/${part}.cjs`, plugins });
}

// nobody who installs from a checkout imports the library from there
if (!process.argv.includes('--no-types'))
  await declare({ config: 'tsconfig.api.json', module: 'api/main.d.ts', file: `${fresh}/api.d.cts` });

packages.push(...bundledPackages((await buildPage(fresh, { metafile: true })).metafile));
writeFileSync(`${fresh}/THIRD-PARTY-NOTICES.txt`, notices(packages));

cpSync('src/install/skeleton', `${fresh}/skeleton`, { recursive: true }); // a person's first settings and rules
await buildMan(fresh);
await buildPacks(fresh, { ...options, plugins: [lezerTables, zodInEnglish] });

chmodSync(fresh, 0o755);
const before = `${fresh}.old`;
if (existsSync('dist')) renameSync('dist', before);
renameSync(fresh, 'dist');
rmSync(before, { recursive: true, force: true });
