import { accessSync, constants, existsSync, readdirSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../../store/atomic-file.ts';
import type { Layout } from '../../store/layout.ts';
import { productVersion } from '../../store/product.ts';
import { type Installation, isPackage } from '../installation.ts';
import { findProgram, isSameFile, pathEntries } from '../programs.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const OLDEST_NODE = 20;
export const REINSTALL = 'set it up again: ./install.sh in a checkout of safeshell';

export function nodeVersion(version: string = process.versions.node): Finding {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_NODE) return ok('node', `Node.js ${version}`);
  return problem('node', `Node.js ${version} is too old`, `install Node.js ${OLDEST_NODE} or newer, then ${REINSTALL}`);
}

/** Nothing guards: all other problems would be consequences. undefined = something was set up. */
export function notSetUp(
  product: string,
  installation: Installation | undefined,
  { data }: Layout,
): Finding | undefined {
  if (isPackage(product))
    return problem('product', `nothing is set up: this is npm's copy, ${product}`, 'safeshell setup');
  const isUsed = [data.shims, data.hooks].some((folder) => entriesOf(folder).length > 0);
  if (installation !== undefined || isUsed) return undefined;
  return problem('product', `nothing is set up: this is a checkout, ${product}`, './install.sh in the checkout');
}

export function productFiles(product: string, installation: Installation | undefined): readonly Finding[] {
  const missing = ['dist/shim.cjs', 'dist/compile.cjs', 'shims/shim.sh', 'rules'].filter(
    (part) => !existsSync(join(product, part)),
  );
  if (missing.length > 0) return [problem('product', `${product} lacks ${missing.join(', ')}`, REINSTALL)];
  if (installation === undefined) return [note('product', `runs from a checkout: ${product}`)];
  return [ok('product', `installed in ${product}`)];
}

/** Another safeshell in PATH may have other rules; npm's command hands over to the one that guards. */
export function otherInstallations(path: string, shims: string, { root, launcher }: Installation): readonly Finding[] {
  const folders = pathEntries(path).filter((folder) => !isSameFile(folder, shims));
  const found = folders.flatMap((folder) => findProgram('safeshell', folder, shims) ?? []);
  const others = [...new Set(found)].filter((file) => !isSameFile(file, launcher));
  if (others.length === 0) return [ok('duplicates', `one safeshell: ${launcher}`)];
  const own = productVersion(join(root, 'app'));
  return others.map((file) => {
    const version = versionOfPackage(file);
    if (version === undefined) return problem('duplicates', `another safeshell: ${file}`, `remove it, or ${launcher}`);
    if (version !== own) return problem('duplicates', `${version} of npm is not in use, ${own} is`, `${file} setup`);
    return ok('duplicates', `npm's ${file} hands over to ${launcher}`);
  });
}

/** Of the package whose command this is; undefined = it is of none. */
function versionOfPackage(file: string): string | undefined {
  try {
    const product = dirname(dirname(realpathSync(file)));
    return isPackage(product) && existsSync(join(product, 'dist/npm.cjs')) ? productVersion(product) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What decides must belong to the person (or root), and nobody else may write to it. Where each user has a group of their
 * own (the same number), that group is nobody else.
 */
export function permissions(layout: Layout, product: string): readonly Finding[] {
  const paths = [
    product,
    join(product, 'dist'),
    join(product, 'rules'),
    layout.data.root,
    layout.data.shims,
    layout.user.root,
    layout.user.rules,
    layout.cache.root,
    layout.state.root,
    layout.managed.root,
    layout.managed.rules,
  ];
  const faults = [...new Set([...paths, ...paths.map((path) => dirname(path))])].flatMap(openToOthers);
  return faults.length > 0 ? faults : [ok('permissions', 'nobody else can write to the guard')];
}

function openToOthers(path: string): readonly Finding[] {
  const stats = statOf(path);
  if (stats === undefined) return [];
  const owner = process.getuid?.();
  if (stats.uid !== 0 && stats.uid !== owner) {
    return [problem('permissions', `${path} belongs to another user`, `chown it, or ${REINSTALL}`)];
  }
  const isSticky = (stats.mode & 0o1000) !== 0;
  const isPrivateGroup = stats.gid === process.getgid?.() && stats.gid === owner;
  const others = isPrivateGroup ? 0o002 : 0o022;
  if ((stats.mode & others) === 0 || isSticky) return [];
  return [problem('permissions', `others can write to ${path}`, `chmod go-w '${path}'`)];
}

/** The guard works without them, slower and with no record. */
export function writable({ cache, state }: Layout): readonly Finding[] {
  return [cache.root, state.root].map((path) => {
    try {
      accessSync(path, constants.W_OK);
      return ok('writable', `${path} can be written`);
    } catch (error) {
      return problem('writable', (error as Error).message, REINSTALL);
    }
  });
}

/** An audit file of another user (for instance root, left by an older version) cannot be appended to: its day is lost. */
export function recordable({ state }: Layout): readonly Finding[] {
  const audit = statOf(state.audit);
  if (audit === undefined) return [];
  const names = entriesOf(state.audit);
  const paths = [state.audit, ...names.map((name) => join(state.audit, name))];
  const lost = paths.filter((path) => !isOf(path, audit.uid));
  const fix = `sudo chown -R ${userid(audit.uid)} '${state.root}'`;
  if (lost.length > 0)
    return lost.map((path) => problem('record', `${path} cannot be written: what it is for is lost`, fix));
  const full = writeError(join(state.audit, 'doctor'));
  if (full !== undefined)
    return [problem('record', `nothing can be recorded: ${full}`, `make room for ${state.audit}`)];
  return [ok('record', `the record can be written: ${state.audit}`)];
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Root can write to all of them: then the owner of the folder counts. */
function isOf(path: string, owner: number): boolean {
  if (process.getuid?.() === 0) return (statOf(path)?.uid ?? owner) === owner;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Of the folder, unless that is root's too and we are not. */
function userid(owner: number): number {
  return owner === 0 ? (process.getuid?.() ?? 0) : owner;
}

function writeError(path: string): string | undefined {
  try {
    writeFileAtomic(path, 'x'.repeat(4096));
    rmSync(path, { force: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
