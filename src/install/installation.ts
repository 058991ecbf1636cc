import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { type Layout, layoutOf } from '../store/layout.ts';
import { productRoot, runningProduct } from '../store/product.ts';
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
  const { data } = layoutOf(env);
  const elsewhere = readIfThere(rootRecord({ data }))?.trimEnd();
  return installationOf(join(elsewhere || data.root, 'app'));
}

/** Says where the product is, as that may be below another prefix than the shims. */
export function rootRecord({ data }: Pick<Layout, 'data'>): string {
  return join(data.root, 'product-root');
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
