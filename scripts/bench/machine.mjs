import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const LAUNCHER = join(
  REPOSITORY,
  `node_modules/@deepseek-ai/node-addon-landlock-run-${process.platform}-${process.arch}/bin/landlock-run`,
);
/** Files younger than that when the shims are made keep them on the slow path. */
const SETTLED_SECONDS = 4.5;

/**
 * A person's machine in a temp folder: a copy of the product, installed; a repository on a feature branch; nothing of
 * the real home. NODE_EXTRA_CA_CERTS is unset for everybody: on Node.js 20 it would hide what a start costs.
 * `settings`: lines of config.yaml; `programs`: names of programs that do nothing, first in PATH.
 */
export function createMachine({ settings, programs = [] } = {}) {
  // a path that names the guard itself is for Node.js: rules of the pack `self` may be about it
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'guarded-')));
  const at = (...parts) => join(root, ...parts);
  // as install.sh leaves it: without a folder of settings all of HOME would be watched for one
  for (const folder of ['home/.config/safeshell/rules', 'product', 'minimal', 'repository'])
    mkdirSync(at(folder), { recursive: true });
  for (const part of ['dist', 'rules', 'shims', 'package.json', 'package-lock.json']) {
    cpSync(join(REPOSITORY, part), at('product', part), { recursive: true, preserveTimestamps: true });
  }
  const shims = at('home', '.local/share/safeshell/shims');
  const systemPath = `${programs.length === 0 ? '' : `${at('programs')}:`}/usr/local/bin:/usr/bin:/bin`;
  for (const name of programs) cpSync('/bin/true', at('programs', name), { dereference: true });
  if (existsSync(LAUNCHER)) cpSync(LAUNCHER, at('product', 'bin', 'landlock-run'));
  if (settings !== undefined) writeFileSync(at('home/.config/safeshell/config.yaml'), settings);
  const plain = {
    HOME: at('home'),
    PATH: systemPath,
    TERM: 'dumb',
    SAFESHELL_CONTEXT: 'human',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  const machine = {
    root,
    at,
    shims,
    product: at('product'),
    node: process.execPath,
    repository: at('repository'),
    plain,
    guarded: { ...plain, PATH: `${shims}:${systemPath}` },
    /** how a shim starts Node.js, and what it tells it */
    answers: [],
    handedOver: { ...plain, SAFESHELL_STEP: 'ask', SAFESHELL_SHIMS: shims },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  writeFileSync(at('empty.js'), '');
  run(machine, ['git', 'init', '-q', '-b', 'feature/x'], machine.repository);
  run(machine, refreshCommand(machine), root);
  refreshSettled(machine);
  machine.answers = [machine.node, ...nodeOptions(machine), at('product', 'dist', 'shim.cjs')];
  return machine;
}

/** How launchers start Node.js: V8 takes kept code only under the options that it was made under. */
export function nodeOptions({ at }) {
  const tried = at('home', '.local/share/safeshell/node/tried.json');
  return JSON.parse(readFileSync(tried, 'utf8')).working;
}

/** What was just made is younger than its stamp, and gates stay shut until all is made once more. */
export function refreshSettled(machine) {
  spawnSync('sleep', [String(SETTLED_SECONDS)]);
  run(machine, refreshCommand(machine), machine.root);
}

function refreshCommand({ node, at }) {
  return [node, at('product', 'dist', 'cli.cjs'), 'refresh'];
}

export function run(machine, [program, ...args], cwd, env = machine.plain) {
  const ended = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ended.stderr}`);
  return ended.stdout;
}
