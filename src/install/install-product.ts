import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { runProgramSync } from '../programs/start-program.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { CODE_FOLDER } from '../store/code-cache.ts';
import { giveToOwner } from '../store/folders.ts';
import { BASE_VARIABLES, basesOf, type Layout, layoutOf, MODES } from '../store/layout.ts';
import { LockHeld, withLockInTime } from '../store/lock.ts';
import { isAlive } from '../store/watchers.ts';
import { installSandboxRuntime } from './box/sandbox-runtime.ts';
import {
  basesRecord,
  type Installation,
  installationIn,
  linkedInstallation,
  madeFoldersRecord,
  recordedBases,
  rootRecord,
  wrapperIn,
} from './installation.ts';
import { OWN_NODE } from './lasting-node.ts';
import { isLauncher, launcherText } from './launcher.ts';
import { noteFolders } from './made-folders.ts';
import { installWall } from './wall.ts';

export interface InstallOptions {
  /** the folder to copy from: a checkout that is built, or a package */
  readonly product: string;
  readonly to: Installation;
  readonly env: Environment;
  /** path of Node.js for what is written */
  readonly node: string;
}

/** The product cannot be installed; the machine is as it was. */
export class InstallError extends Error {}

const PARTS = ['dist', 'rules', 'shims', 'node', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * Copies the product to where it is served from, and makes it the one that counts, in one rename. What was there keeps
 * guarding until then. Two at once wait for each other; what one that was killed has left goes with the next. Returns what
 * the new guard answered when it was tried. Throws InstallError, LockHeld, and what node:fs throws.
 */
export function installProduct(options: InstallOptions): readonly string[] {
  const layout = layoutOf(options.env);
  const { root } = options.to;
  const made: string[] = [];
  try {
    for (const folder of [layout.data.root, root]) makeMissing(folder, made);
    return alone([...new Set([layout.data.root, root])], () => install(options, layout, made));
  } catch (error) {
    if (existsSync(freshApp(root))) rmSync(freshApp(root), { recursive: true });
    for (const folder of made.reverse()) removeEmpty(folder);
    const why = WRITE_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    throw why === undefined ? error : new InstallError(`cannot write to ${root}: ${why}`);
  }
}

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

function install(options: InstallOptions, layout: Layout, made: string[]): readonly string[] {
  const { to, node, env } = options;
  const { user, cache, state, data } = layout;
  for (const folder of [dirname(to.launcher), user.rules, cache.root, state.root]) makeMissing(folder, made);
  for (const folder of [data.root, user.root, cache.root, state.root])
    if (made.includes(folder)) chmodSync(folder, MODES.folder);
  const fresh = copied(options);
  const answers = tried(fresh, options);
  swapIn(fresh, to.root);
  const lasting = node === join(options.product, OWN_NODE) ? join(to.root, 'app', OWN_NODE) : node;
  writeLauncher(to, launcherText(lasting, join(to.root, 'app/dist/cli.cjs')));
  writeFileAtomic(join(to.root, 'launcher'), `${to.launcher}\n`, { mode: 0o644 });
  writeFileAtomic(basesRecord(to.root), JSON.stringify(basesOf(env)));
  writeFileAtomic(rootRecord(layout.data.root), `${to.root}\n`);
  const wrapper = wrapperIn(dirname(to.launcher));
  if (lstatSync(wrapper, { throwIfNoEntry: false }) === undefined) linkTo(wrapperIn(layout.data.root), wrapper);
  const skeleton = join(options.product, 'dist/skeleton');
  giveSkeleton(join(skeleton, 'config.yaml'), user.settings, { data, made });
  giveSkeleton(join(skeleton, 'mine.yaml'), join(user.rules, 'mine.yaml'), { data, made });
  noteFolders(madeFoldersRecord(layout), made);
  return answers;
}

// ---- folders ----

/**
 * Throws InstallError where a folder cannot be written into start-up files or cannot be part of PATH, where another program
 * has our name, or where we are installed with other folders, which would be left behind.
 */
export function demandPlace({ to, env }: Pick<InstallOptions, 'to' | 'env'>): void {
  const layout = layoutOf(env);
  const bin = dirname(to.launcher);
  if (!env.HOME?.startsWith('/')) throw new InstallError('HOME is not an absolute path');
  const roots = [layout.user, layout.cache, layout.state, layout.data, to].map(({ root }) => root);
  const replaced = [env.HOME, ...roots, bin].find((path) => path.includes('\u{fffd}'));
  if (replaced !== undefined) throw new InstallError(`a path is not valid UTF-8: ${replaced}`);
  if (/[:\n]/.test(`${layout.data.root}${to.root}${bin}`))
    throw new InstallError(`a path with a colon or a line break cannot stand in PATH: ${layout.data.root}, ${bin}`);
  for (const one of [installationIn(layout.data.root), linkedInstallation(bin)])
    if (one !== undefined) demandSameFolders(recordedBases(one), env);
  const wrapper = wrapperIn(dirname(to.launcher));
  const isOurs = {
    [to.launcher]: () => isLauncher(readIfThere(to.launcher) ?? ''),
    [wrapper]: () => isLinkTo(wrapper, wrapperIn(layout.data.root)),
  };
  for (const [path, isOurOwn] of Object.entries(isOurs)) {
    if (!isThere(path) || isOurOwn()) continue;
    throw new InstallError(`${path} is another program; move it away or choose another --prefix`);
  }
}

function demandSameFolders(bases: Environment | undefined, env: Environment): void {
  for (const name of bases === undefined ? [] : BASE_VARIABLES) {
    const [before, now] = [bases, env].map((one) => JSON.stringify(layoutOf({ HOME: env.HOME, [name]: one?.[name] })));
    if (name === 'HOME' || before === now) continue;
    const how = bases?.[name] === undefined ? `without ${name}: unset it` : `with ${name}=${bases[name]}: set it again`;
    throw new InstallError(`safeshell is set up ${how}, or run \`safeshell setup --undo\` first`);
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false; // or below what is no folder, which making it will say
  }
}

function isLinkTo(path: string, target: string): boolean {
  return lstatSync(path).isSymbolicLink() && readlinkSync(path) === target;
}

/** Notes each folder that it makes: what was not there before us goes with us. */
function makeMissing(folder: string, made: string[]): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeMissing(dirname(folder), made);
  try {
    mkdirSync(folder, 0o755);
  } catch (error) {
    if (isFolder(folder)) return; // another process was faster
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new InstallError(`cannot make ${folder}: ${WRITE_ERRORS[code] ?? code}`);
  }
  giveToOwner(folder);
  made.push(folder);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // others have put something there
  }
}

/** Longest that another installation may take, which copies some megabytes and compiles the rules. */
const LOCK_WAIT_MS = 60_000;

function alone<Result>(folders: readonly string[], work: () => Result): Result {
  const [folder, ...rest] = folders;
  if (folder === undefined) return work();
  const path = join(folder, 'install.lock');
  const done = withLockInTime(path, LOCK_WAIT_MS, () => {
    removeLeftLocks(folder);
    return [alone(rest, work)] as const;
  });
  if (done === undefined) throw new LockHeld(path, 'installs');
  return done[0];
}

/** Of processes that were killed while they took the lock. */
function removeLeftLocks(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^install\.lock\.(\d+)\./.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

// ---- the product ----

function freshApp(root: string): string {
  return join(root, `app.new.${process.pid}`);
}

/** A folder of its own beside the one that counts. */
function copied({ product, to, env }: InstallOptions): string {
  const app = join(to.root, 'app');
  const before = isLink(app) ? readlinkSync(app) : undefined;
  // the one before stays until the next time: what runs now may still load a part of it
  const left = readdirSync(to.root).filter((name) => /^app[-.]/.test(name) && name !== before);
  for (const name of left) rmSync(join(to.root, name), { recursive: true, force: true });
  const fresh = freshApp(to.root);
  mkdirSync(fresh);
  for (const part of PARTS) {
    const from = join(product, part);
    if (existsSync(from)) cpSync(from, join(fresh, part), { recursive: true, filter: isNoCode });
  }
  installWall(product, fresh, env);
  installSandboxRuntime(product, fresh);
  makeReadable(fresh);
  return fresh;
}

/** Code that V8 compiled belongs to the files beside it. */
function isNoCode(path: string): boolean {
  return basename(path) !== CODE_FOLDER;
}

/** For others, and for the person where root installs. */
function makeReadable(path: string): void {
  const stats = lstatSync(path);
  giveToOwner(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/** What must be stopped, and what must not. */
const TRIALS = ['git push --force', 'rm -rf ~', 'git status'];
/** The rules about these; all others are read when the policy is compiled. */
const TRIED_RULES = ['filesystem.yaml', 'git.yaml', 'self.yaml'];

/** By the rules that come with it, as a person may have loosened those in force. A guard that answers wrongly is thrown away. */
function tried(fresh: string, { node, env }: InstallOptions): readonly string[] {
  const files = TRIED_RULES.map((name) => join(fresh, 'rules', name));
  const cli = join(fresh, 'dist/cli.cjs');
  const { stdout } = runProgramSync(node, {
    args: [cli, 'check', '--actor', 'ai', '--cwd', env.HOME ?? '/', '--rules', ...files, '--', '-'],
    env: { ...env, NODE_OPTIONS: '' },
    input: TRIALS.map((line) => `${line}\n`).join(''),
  });
  const answers = stdout.split('\n').filter((line) => /^\S/.test(line));
  const verdicts = answers.map((line) => line.split(' ')[0]).join(' ');
  if (/^(deny|require_approval) (deny|require_approval) allow$/.test(verdicts)) return answers;
  throw new InstallError(`the guard answers wrongly: it is not installed (${verdicts || 'no answer'})`);
}

function swapIn(fresh: string, root: string): void {
  const app = join(root, 'app');
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const version = `app-${time}-${process.pid}`;
  renameSync(fresh, join(root, version));
  const link = `${app}.link.${process.pid}`;
  linkTo(version, link);
  // as older versions had it: the only time that there is none for a moment
  if (!isLink(app) && existsSync(app)) renameSync(app, `${app}.old`);
  renameSync(link, app);
}

function linkTo(target: string, path: string): void {
  symlinkSync(target, path);
  giveToOwner(path);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** By a name that uninstall knows, where we are killed before it has its own. */
function writeLauncher({ launcher }: Installation, text: string): void {
  const fresh = `${launcher}.new`;
  writeFileSync(fresh, text);
  chmodSync(fresh, 0o755); // the umask had a say
  giveToOwner(fresh);
  renameSync(fresh, launcher);
}

// ---- a person's first files ----

/** Writes a second copy too, by which uninstall finds out whether the person has changed the file. */
function giveSkeleton(
  from: string,
  path: string,
  { data, made }: Pick<Layout, 'data'> & { readonly made: string[] },
): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const copies = join(data.root, 'skeleton');
  makeMissing(copies, made);
  for (const to of [path, join(copies, basename(from))]) {
    copyFileSync(from, to);
    giveToOwner(to);
  }
}
