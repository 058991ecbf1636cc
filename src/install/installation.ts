import { existsSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { basesOf, type Layout, layoutOf } from '../store/layout.ts';
import { productRoot, runningProduct } from '../store/product.ts';
import { isRecord, parseJson } from '../util/guards.ts';
import type { ShellPaths } from './shells/shell.ts';

/** What `safeshell setup` has put where. */
export interface Installation {
  /** contains app/ and its records */
  readonly root: string;
  /** the command that people call */
  readonly launcher: string;
}

/** undefined = this product runs from a checkout, or from a package of npm. */
export function installationOf(product: string = productRoot()): Installation | undefined {
  const root = dirname(product);
  const launcher = readIfThere(join(root, 'launcher'))?.trimEnd();
  return launcher ? { root, launcher } : undefined;
}

/** What guards this person, whatever product asks; undefined = nothing was set up. */
export function installationFor(env: Environment): Installation | undefined {
  const found = installationIn(layoutOf(env).data.root);
  if (found !== undefined || env.HOME === undefined) return found;
  const linked = linkedInstallation(join(env.HOME, '.local/bin'));
  return linked && recordedBases(linked)?.HOME === env.HOME ? linked : undefined;
}

/** `data`: of the layout */
export function installationIn(data: string): Installation | undefined {
  const elsewhere = readIfThere(rootRecord(data))?.trimEnd();
  return installationOf(join(elsewhere || data, 'app'));
}

/** The one whose commands are in this folder, wherever its data is. */
export function linkedInstallation(bin: string): Installation | undefined {
  try {
    return installationIn(dirname(readlinkSync(wrapperIn(bin))));
  } catch {
    return undefined; // no such link
  }
}

/** HOME and XDG_* as they were at the installation; undefined = not recorded. */
export function recordedBases({ root }: Pick<Installation, 'root'>): Environment | undefined {
  const bases = parseJson(readIfThere(basesRecord(root)) ?? '');
  return isRecord(bases) ? basesOf(bases as Environment) : undefined;
}

export function basesRecord(root: string): string {
  return join(root, 'bases.json');
}

/** What an undo is about, in the environment that it was installed in: HOME and XDG_* can be others now. */
export function installationToUndo(env: Environment) {
  const running = installationOf();
  for (const one of [{ ...env, ...(running && recordedBases(running)) }, env]) {
    const installation = installationFor(one);
    // HOME may have been moved since
    if (installation) return { installation, env: { ...one, ...recordedBases(installation), HOME: one.HOME } };
  }
  return { installation: running, env };
}

/** Says where the product is, as that may be below another prefix than the shims. `data`: of the layout */
export function rootRecord(data: string): string {
  return join(data, 'product-root');
}

/** The wrapper of shells in the folder of the data, and the link to it in the folder of the commands. */
export function wrapperIn(folder: string): string {
  return join(folder, 'safeshell-sh');
}

/** npm may replace or remove a package's folder at any time, so that nothing on disk may name it. */
export function isPackage(product: string = runningProduct()): boolean {
  const isCheckout = existsSync(join(product, 'package-lock.json'));
  return !isCheckout && installationOf(product) === undefined;
}

/** Where shells find what they need; HOME as the shells see it. */
export function shellPaths(env: ShellPaths['env'], installation = installationOf()): ShellPaths {
  const { cache, data, state } = layoutOf(env);
  return {
    home: env.HOME ?? '',
    data: data.root,
    shims: data.shims,
    seen: cache.seen,
    walls: state.walls,
    envFile: join(data.root, 'env.sh'),
    ...(installation && { bin: dirname(installation.launcher) }),
    env,
  };
}

/** Folders that were not there before us, one path a line. */
export function madeFoldersRecord({ data }: Layout): string {
  return join(data.root, 'made-folders');
}
